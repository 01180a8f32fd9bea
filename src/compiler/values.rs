//! Values of a virtual register over time: definitions, their reads, and webs.
//!
//! A definition is one write of a register by one instruction. A read sees every definition that
//! reaches it without another unguarded write in between. Definitions that reach the same read must
//! share a home, so they form a web. Other definitions of the same register need not share it. In
//! compiler-generated PTX most registers have one web; in handwritten PTX and inlined functions
//! they often have several.

use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Guard, Operand, Reg};
use crate::ptx::kernel::{Kernel, Register};
use fixedbitset::FixedBitSet;
use petgraph::unionfind::UnionFind;
use std::collections::BTreeMap;

/// One write of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    pub instruction: usize,
    /// Index among the destinations of the instruction.
    pub dst: usize,
    pub reg: Reg,
    /// Operands and guards in the code that may read this value. The same operand twice in an
    /// instruction counts as two reads.
    pub reads: usize,
}

/// All definitions of a kernel, and the definitions that reach each block.
#[derive(Clone, Debug)]
pub struct Values {
    /// Definitions in code order.
    pub definitions: Vec<Definition>,
    /// Definitions of each register, by register index, in code order.
    of_register: Vec<Vec<usize>>,
    /// Definitions that may reach the start of each block.
    reaching: Vec<FixedBitSet>,
}

impl Values {
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Values {
        let definitions = definitions(kernel);
        let mut of_register = vec![Vec::new(); kernel.registers.len()];
        for (n, definition) in definitions.iter().enumerate() {
            of_register[definition.reg.index()].push(n);
        }
        let none = FixedBitSet::with_capacity(definitions.len());
        let reaching = vec![none; cfg.blocks().len()];
        let mut values = Values { definitions, of_register, reaching };
        values.reach(kernel, cfg);
        values.count_reads(kernel, cfg);
        values
    }

    /// Mean number of reads of a definition.
    pub fn mean_reads(&self) -> f64 {
        let reads: usize = self.definitions.iter().map(|definition| definition.reads).sum();
        reads as f64 / self.definitions.len().max(1) as f64
    }

    /// Iterates the reaching definitions to a fixed point.
    fn reach(&mut self, kernel: &Kernel, cfg: &Cfg) {
        let mut changed = true;
        while changed {
            changed = false;
            for block in 0..cfg.blocks().len() {
                let after = self.walk(kernel, cfg, block, |_, _| ());
                for next in cfg.successors(block).filter(|next| *next != cfg.exit()) {
                    changed |= !after.is_subset(&self.reaching[next]);
                    self.reaching[next].union_with(&after);
                }
            }
        }
    }

    /// Walks a block. Calls `visit` with each instruction's number and the definitions that reach
    /// it; returns the definitions that reach the block's end.
    fn walk(
        &self,
        kernel: &Kernel,
        cfg: &Cfg,
        block: usize,
        mut visit: impl FnMut(usize, &FixedBitSet),
    ) -> FixedBitSet {
        let range = cfg.blocks()[block].clone();
        let mut now = self.reaching[block].clone();
        let mut next = self.definitions.partition_point(|d| d.instruction < range.start);
        for n in range {
            visit(n, &now);
            if kernel.code[n].guard.is_none() {
                let killed = kernel.code[n].writes().flat_map(|reg| &self.of_register[reg.index()]);
                killed.for_each(|definition| now.remove(*definition));
            }
            while self.definitions.get(next).is_some_and(|d| d.instruction == n) {
                now.insert(next);
                next += 1;
            }
        }
        now
    }

    fn count_reads(&mut self, kernel: &Kernel, cfg: &Cfg) {
        let mut reads = vec![0; self.definitions.len()];
        self.each_read(kernel, cfg, |_, _, seen| seen.iter().for_each(|n| reads[*n] += 1));
        for (definition, reads) in self.definitions.iter_mut().zip(reads) {
            definition.reads = reads;
        }
    }

    /// Calls `visit` for each read, including guards, with the number of the instruction, the
    /// register, and the definitions that it may see. There are none if the register is read before
    /// it is written.
    pub fn each_read(
        &self,
        kernel: &Kernel,
        cfg: &Cfg,
        mut visit: impl FnMut(usize, Reg, &[usize]),
    ) {
        for block in 0..cfg.blocks().len() {
            self.walk(kernel, cfg, block, |n, reaching| {
                for reg in kernel.code[n].uses() {
                    let all = self.of_register[reg.index()].iter().copied();
                    let seen: Vec<usize> = all.filter(|d| reaching.contains(*d)).collect();
                    visit(n, reg, &seen);
                }
            });
        }
    }

    /// The web of each definition, named by its first definition.
    fn webs(&self, kernel: &Kernel, cfg: &Cfg) -> Vec<usize> {
        let mut webs = UnionFind::new(self.definitions.len());
        self.each_read(kernel, cfg, |_, _, seen| {
            for pair in seen.windows(2) {
                webs.union(pair[0], pair[1]);
            }
        });
        let label = webs.into_labeling();
        let mut first = vec![usize::MAX; label.len()];
        label.iter().enumerate().for_each(|(n, label)| first[*label] = first[*label].min(n));
        label.iter().map(|label| first[*label]).collect()
    }
}

fn definitions(kernel: &Kernel) -> Vec<Definition> {
    let mut all = Vec::new();
    for (instruction, code) in kernel.code.iter().enumerate() {
        for (dst, reg) in code.dst.iter().enumerate() {
            all.extend(reg.map(|reg| Definition { instruction, dst, reg, reads: 0 }));
        }
    }
    all
}

/// The same kernel with one register per web. The first web of a register keeps its name; each
/// further web appends a number. A register that is read but never written is kept.
pub fn split_webs(kernel: &Kernel) -> Kernel {
    let cfg = Cfg::new(kernel);
    let values = Values::new(kernel, &cfg);
    let mut split = Split {
        kernel,
        registers: Vec::new(),
        new: BTreeMap::new(),
        names: vec![0; kernel.registers.len()],
    };
    let mut code = kernel.code.clone();
    let webs = values.webs(kernel, &cfg);
    for (definition, web) in values.definitions.iter().zip(&webs) {
        let reg = split.register(definition.reg, Some(*web));
        code[definition.instruction].dst[definition.dst] = Some(reg);
    }
    let mut uses: Vec<Vec<Reg>> = vec![Vec::new(); code.len()];
    values.each_read(kernel, &cfg, |n, reg, seen| {
        uses[n].push(split.register(reg, seen.first().map(|definition| webs[*definition])));
    });
    for (instruction, uses) in code.iter_mut().zip(uses) {
        let mut uses = uses.into_iter();
        if let Some(Guard { reg, .. }) = &mut instruction.guard {
            *reg = uses.next().unwrap_or(*reg);
        }
        for operand in &mut instruction.src {
            if let Operand::Reg(reg) = operand {
                *reg = uses.next().unwrap_or(*reg);
            }
        }
    }
    Kernel { code, registers: split.registers, ..kernel.clone() }
}

/// Creates the new registers on demand.
struct Split<'a> {
    kernel: &'a Kernel,
    registers: Vec<Register>,
    /// New registers, by old register and, if it has one, web.
    new: BTreeMap<(Reg, Option<usize>), Reg>,
    /// Number of new registers created from each old one.
    names: Vec<usize>,
}

impl Split<'_> {
    fn register(&mut self, old: Reg, web: Option<usize>) -> Reg {
        let registers = &mut self.registers;
        *self.new.entry((old, web)).or_insert_with(|| {
            let Register { name, ty } = self.kernel.registers[old.index()].clone();
            let names = &mut self.names[old.index()];
            let name = if *names == 0 { name } else { format!("{name}.{names}") };
            *names += 1;
            registers.push(Register { name, ty });
            Reg(registers.len() as u32 - 1)
        })
    }
}
