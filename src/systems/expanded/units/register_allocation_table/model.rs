//! Behaviour of the table: two comparisons for each channel, and the paper's sums.

use super::{ADDRESSES, CHANNELS, In, Out, Params, REGISTER_BYTES};
use arrayvec::ArrayVec;

/// Maximum number of mix CTAs, the upper bound of `gpu.ctas`.
const MAX_CTAS: usize = 32;

/// Variables of a kernel, loaded at its launch.
#[derive(Clone, Copy, Debug, Default)]
struct Variables {
    enable: bool,
    start_warp: u8,
    start_reg: u8,
    max_reg: u8,
    offset: u16,
}

/// The entry of a mix CTA.
#[derive(Clone, Copy, Debug)]
struct Base {
    address: u32,
    warp: u8,
}

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    variables: Variables,
    bases: ArrayVec<Base, MAX_CTAS>,
}

impl Model {
    /// Whether the register is in the scratchpad. State only.
    #[inline]
    pub fn in_spm(&self, warp: u8, reg: u8) -> bool {
        self.is_mix(warp) && reg >= self.variables.start_reg
    }

    /// The first register in the scratchpad of a mix CTA's thread. State only.
    #[inline]
    pub fn spilled_from(&self) -> u8 {
        self.variables.start_reg
    }

    /// Whether the warp is one of a mix CTA. State only.
    #[inline]
    pub fn is_mix(&self, warp: u8) -> bool {
        self.variables.enable && warp >= self.variables.start_warp
    }

    /// The line of a register in the register file. State only.
    #[inline]
    pub fn line(&self, warp: u8, reg: u8) -> u16 {
        let Variables { start_reg, max_reg, offset, .. } = self.variables;
        let (registers, offset) = match self.is_mix(warp) {
            true => (u32::from(start_reg), u32::from(offset)),
            false => (u32::from(max_reg) + 1, 0),
        };
        let line = u32::from(warp) * registers + offset + u32::from(reg);
        (line & mask(self.params.line_bits())) as u16
    }

    /// The byte address of a register in the scratchpad. State only.
    #[inline]
    pub fn address(&self, warp: u8, reg: u8) -> u32 {
        let Variables { start_reg, max_reg, .. } = self.variables;
        let base = self.bases.iter().rfind(|base| base.warp <= warp);
        let (address, first) = base.map_or((0, 0), |base| (base.address, base.warp));
        let [start, last, reg] = [start_reg, max_reg, reg].map(u32::from);
        let of_warp = last.wrapping_sub(start).wrapping_add(1);
        let before = of_warp.wrapping_mul(u32::from(warp - first));
        let row = before.wrapping_add(reg).wrapping_sub(start);
        let address = address.wrapping_add(row.wrapping_mul(REGISTER_BYTES as u32));
        address & mask(self.params.address_bits())
    }

    /// Resets the table: all variables 0, no entries.
    pub fn clear(&mut self) {
        self.variables = Variables::default();
        self.bases.clear();
    }
}

fn mask(bits: usize) -> u32 {
    u32::MAX >> (32 - bits)
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let (variables, bases) = (Variables::default(), ArrayVec::new());
        Model { params: params.clone(), variables, bases }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let in_spm = |mask, k: usize| mask | u16::from(self.in_spm(i.warp[k], i.reg[k])) << k;
        let address = |k: usize| match k < self.params.addresses {
            true => self.address(i.spilled_warp[k], i.spilled_reg[k]),
            false => 0,
        };
        Out {
            in_spm: (0..CHANNELS).fold(0, in_spm),
            line: std::array::from_fn(|k| self.line(i.warp[k], i.reg[k])),
            bundle_mix: self.is_mix(i.bundle_warp),
            spilled_from: self.spilled_from(),
            address: std::array::from_fn::<_, ADDRESSES, _>(address),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        if i.load {
            let In { enable, start_warp, start_reg, max_reg, offset, .. } = *i;
            self.variables = Variables { enable, start_warp, start_reg, max_reg, offset };
            self.bases.clear();
        }
        if i.load_base {
            self.bases.push(Base { address: i.base, warp: i.base_warp });
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let last = self.bases.last();
        let in_order = usize::from(i.base_cta) == self.bases.len()
            && self.bases.len() < self.params.ctas
            && last.is_none_or(|last| last.warp < i.base_warp);
        let whole = (i.base as usize).is_multiple_of(REGISTER_BYTES);
        !i.load_base || !i.load && in_order && whole
    }
}
