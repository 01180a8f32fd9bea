use super::{In, Out, Params};
use crate::units::channels::{Placed, lowest, ones, place};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    map: Vec<Vec<Option<u16>>>,
    dirty: u64,
    walk: Option<(u8, u16)>,
}

impl Model {
    fn walk_place(&self, i: &In) -> Option<Placed> {
        let (warp, reg) = self.walk?;
        Some(place(&self.params.placement, i.regs_per_thread, &[warp], &[reg as u8])[0])
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;
    fn new(params: &Params) -> Self {
        let p = &params.placement;
        Model {
            params: params.clone(),
            map: vec![vec![None; p.entries]; p.banks],
            dirty: 0,
            walk: None,
        }
    }
    fn outputs(&self, i: &In) -> Out {
        let p = &self.params.placement;
        let reads = place(p, i.regs_per_thread, &i.read_warp, &i.read_reg);
        let changes = place(p, i.regs_per_thread, &i.change_warp, &i.change_reg);
        let mut o = Out {
            read_ready: lowest(i.read_valid, &reads),
            change_ready: lowest(i.change_valid, &changes),
            leave_ready: self.walk.is_none(),
            left: !self.dirty & (u64::MAX >> (64 - p.warps)),
            ..Out::default()
        };
        if let Some((warp, _)) = self.walk {
            o.left &= !(1 << warp);
        }
        for (n, at) in reads.iter().enumerate() {
            if let Some(phys) = self.map[at.bank][usize::from(at.entry)] {
                o.read_mapped |= 1 << n;
                o.read_phys[n] = phys;
            }
        }
        for (n, at) in changes.iter().enumerate() {
            o.change_home[n] = at.bank as u8;
            if let Some(phys) = self.map[at.bank][usize::from(at.entry)] {
                o.change_mapped |= 1 << n;
                o.change_phys[n] = phys;
            }
        }
        if let Some(at) = self.walk_place(i)
            && !ones(i.change_valid.into()).any(|n| changes[n].bank == at.bank)
            && let Some(phys) = self.map[at.bank][usize::from(at.entry)]
        {
            (o.walk_valid, o.walk_phys) = (true, phys);
        }
        o
    }
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            self.map.iter_mut().for_each(|bank| bank.fill(None));
            (self.dirty, self.walk) = (0, None);
            return;
        }
        let changes =
            place(&self.params.placement, i.regs_per_thread, &i.change_warp, &i.change_reg);
        let at = self.walk_place(i);
        for n in ones(i.set.into()) {
            self.map[changes[n].bank][usize::from(changes[n].entry)] = Some(i.set_phys);
            self.dirty |= 1 << i.change_warp[n];
        }
        for n in ones(i.clear.into()) {
            self.map[changes[n + 4].bank][usize::from(changes[n + 4].entry)] = None;
        }
        match (self.walk, at) {
            (Some((warp, reg)), Some(at)) => {
                let busy = ones(i.change_valid.into()).any(|n| changes[n].bank == at.bank);
                let entry = &mut self.map[at.bank][usize::from(at.entry)];
                if !busy && (entry.is_none() || i.walk_go) {
                    *entry = None;
                    self.walk = (reg + 1 < i.regs_per_thread).then_some((warp, reg + 1));
                    if self.walk.is_none() {
                        self.dirty &= !(1 << warp);
                    }
                }
            }
            _ if i.leave_valid => self.walk = Some((i.leave_warp, 0)),
            _ => {}
        }
    }
}
