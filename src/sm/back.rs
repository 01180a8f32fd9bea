//! The back of the pipeline: instructions with all operands are dispatched to their execution unit.

use super::collector::Issued;
use super::device::Device;
use super::instruction::{Class, Instruction, Operand};
use super::pipeline::Sm;
use super::watch::Watch;
use crate::bits::{LANES, WarpRegister};
use crate::ptx::alu::Source;
use crate::ptx::exec::{Code, Fault, Inputs, LaneTrouble, World, execute, flow};
use arrayvec::ArrayVec;

const ZERO: WarpRegister = [0; LANES];

impl<W: Watch> Sm<'_, W> {
    /// Starts an instruction in each free unit.
    pub(super) fn dispatch(&mut self, device: &mut Device) -> Result<(), Box<Fault>> {
        self.look_up(device);
        self.go_on(device);
        if self.load_store.is_free(self.now) {
            let (warps, instructions) = (&self.warps, &self.instructions);
            let (collector, releases) = (&self.collector, &self.releases);
            let looks_up = self.register_file.looks_up();
            // A load that is looked up may find its data in a register, without a write.
            let is_kept =
                |warp: u8, reg| collector.is_unread(warp, reg) || releases.holds(warp, reg);
            let is_first = |issued: &Issued| {
                warps[issued.warp].as_ref().is_some_and(|warp| warp.memory_done == issued.order)
            };
            let in_order = |issued: &Issued| {
                let shares = instructions[issued.pc].shares.filter(|_| looks_up);
                is_first(issued) && !shares.is_some_and(|reg| is_kept(issued.warp as u8, reg))
            };
            if let Some(cu) = self.collector.next(Class::Memory, in_order) {
                self.start(device, cu, Class::Memory, 0)?;
            }
        }
        for class in [Class::Sp, Class::Sfu] {
            while self.results.waiting() < self.result_queue
                && let Some(cu) = self.collector.next(class, |_| true)
                && let Some(unit) = self.free_unit(class, cu)
            {
                self.start(device, cu, class, unit)?;
            }
        }
        Ok(())
    }

    /// Moves instructions with all operands to the latches behind the collector units. A warp's
    /// memory instructions move in order, so that none blocks an older one.
    pub(super) fn latch(&mut self) {
        let warps = &self.warps;
        self.collector.latch(|issued| {
            warps[issued.warp].as_ref().is_some_and(|warp| warp.memory_done == issued.order)
        });
        // Latched instructions start as soon as their unit and the cycle of their result are free.
        self.progress |= self.collector.has_latched();
    }

    /// An instruction leaves its collector unit and takes effect; its result is in flight.
    fn start(
        &mut self,
        device: &mut Device,
        cu: usize,
        class: Class,
        unit: usize,
    ) -> Result<(), Box<Fault>> {
        self.progress = true;
        let issued = &self.collector.unit(cu).issued;
        let (slot, pc, lanes) = (issued.warp, issued.pc, issued.lanes);
        let through = issued.through;
        let Instruction { latency, initiation, decides, .. } = self.instructions[pc];
        if let Some(buses) = &mut self.buses
            && class != Class::Memory
        {
            buses.take(class, unit, self.now + latency);
        }
        if through {
            self.collector.release(cu, class);
            self.units[class as usize][unit] = self.now + initiation;
            self.results.pass(slot, self.now + latency);
            return Ok(());
        }
        if decides {
            return self.decide(cu, class);
        }
        self.compute(device, cu)?;
        self.collector.release(cu, class);
        match class {
            Class::Memory => self.access(device, slot, pc, lanes),
            _ => {
                self.units[class as usize][unit] = self.now + initiation;
                self.result_at(slot, pc, lanes, self.now + latency);
            }
        }
        Ok(())
    }

    /// Executes an instruction, loads and stores included. Results are left in `out`.
    fn compute(&mut self, device: &mut Device, cu: usize) -> Result<(), Box<Fault>> {
        let unit = self.collector.unit(cu);
        let Issued { warp: slot, pc, lanes, .. } = unit.issued;
        let Some(warp) = &mut self.warps[slot] else { return Ok(()) };
        let Some(cta) = &mut self.ctas[warp.cta] else { return Ok(()) };
        if self.has_clock {
            warp.set_clock(&self.code.specials, self.now);
        }
        let mut world = World {
            memory: &mut device.memory,
            shared: &mut cta.shared,
            local: &mut warp.local,
            local_bytes: self.code.kernel.local_bytes,
            params: &mut device.params,
            textures: &device.textures,
            warp: warp.number,
            living: warp.stack.alive(),
            races: None,
            doubtful: None,
        };
        let inputs = inputs(
            &self.instructions[pc],
            self.code,
            &unit.values,
            &unit.issued.predicates,
            &warp.specials,
        );
        let op = &self.code.kernel.code[pc].op;
        let done = execute(op, &inputs, lanes, &mut world, &mut self.out);
        drop(inputs);
        self.doubtful = world.doubtful.is_some();
        done.map_err(|LaneTrouble { lane, trouble }| self.fault_at(slot, pc, lane as u32, trouble))
    }

    /// Executes a control instruction that has its operands: it sets the warp's next instruction.
    fn decide(&mut self, cu: usize, class: Class) -> Result<(), Box<Fault>> {
        let unit = self.collector.unit(cu);
        let Issued { warp: slot, pc, active, lanes, .. } = unit.issued;
        let Some(warp) = &mut self.warps[slot] else { return Ok(()) };
        let inputs = inputs(
            &self.instructions[pc],
            self.code,
            &unit.values,
            &unit.issued.predicates,
            &warp.specials,
        );
        let flow = flow(&self.code.kernel.code[pc], &inputs, lanes);
        drop(inputs);
        // From here on it counts as the instruction that `go` executes.
        warp.in_flight -= 1;
        self.collector.release(cu, class);
        self.deciding &= !(1 << slot);
        self.go(slot, pc, flow, active, lanes)
    }

    /// Registers the result to become ready in a cycle.
    pub(super) fn result_at(&mut self, slot: usize, pc: usize, lanes: u32, cycle: u64) {
        let result = self.result(slot, pc, lanes);
        self.results.ready_at(result, cycle);
    }

    /// The result of an execution, before it is written.
    pub(super) fn result(&mut self, slot: usize, pc: usize, lanes: u32) -> usize {
        let instruction = &self.instructions[pc];
        let index = self.results.start(slot, lanes);
        let result = self.results.get_mut(index);
        for (value, written) in result.values.iter_mut().zip(&instruction.writes) {
            let from = &self.out.values[usize::from(written.value)];
            *value = if written.high { from.hi } else { from.lo };
            result.regs.push(written.reg);
        }
        for &(home, which) in &instruction.predicates {
            result.predicates.push((home, self.out.predicates[usize::from(which)]));
        }
        self.statistics.writes_wanted += result.regs.len() as u64;
        index
    }
}

/// Sources of an instruction.
#[inline]
pub fn inputs<'a>(
    instruction: &Instruction,
    code: &'a Code,
    collected: &'a [WarpRegister],
    predicates: &ArrayVec<u32, 4>,
    specials: &'a [[WarpRegister; 2]],
) -> Inputs<'a> {
    let mut inputs = Inputs { predicates: predicates.clone(), ..Inputs::default() };
    for operand in &instruction.operands {
        let (lo, hi) = match *operand {
            Operand::Word(n) => (&collected[usize::from(n)], &ZERO),
            Operand::Pair(low, high) => {
                (&collected[usize::from(low)], &collected[usize::from(high)])
            }
            Operand::Constant(n) => (&code.constants[n][0], &code.constants[n][1]),
            Operand::Special(n) => (&specials[n][0], &specials[n][1]),
            Operand::Predicate(_) | Operand::Truth(_) => continue,
        };
        inputs.values.push(Source { lo, hi });
    }
    inputs
}
