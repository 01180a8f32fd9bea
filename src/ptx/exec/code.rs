//! A kernel prepared for execution: every operand is resolved to the place of its value.

use super::stack::SimtStack;
use crate::bits::{LANES, WarpRegister};
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Operand, Reg, Special};
use crate::ptx::kernel::{Home, Kernel};

/// Place of an operand's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A register or predicate of the warp.
    Register(Home),
    /// Index into [`Code::constants`].
    Constant(usize),
    /// Index into [`Code::specials`].
    Special(usize),
    /// A constant predicate.
    Truth(bool),
}

/// An instruction with resolved operands.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Predicate of the guard, by its home, and whether it is negated.
    pub guard: Option<(usize, bool)>,
    /// Homes of the destinations; `None` where the text has `_`.
    pub dst: Vec<Option<Home>>,
    /// Places of the sources, in order.
    pub src: Vec<Place>,
    /// Instruction at which lanes that diverge here reconverge.
    pub meet: usize,
}

/// A kernel with a home for each of its registers.
pub struct Code<'a> {
    /// The decoded kernel.
    pub kernel: &'a Kernel,
    /// The kernel's instructions, in the same order.
    pub instructions: Vec<Ready>,
    /// Constants in the code, the same in every lane: low words, high words.
    pub constants: Vec<[WarpRegister; 2]>,
    /// Special registers in the code.
    pub specials: Vec<Special>,
    /// Warp registers of a warp, 32 lanes of 32 bits each.
    pub words: usize,
    /// Predicate registers of a warp, 32 lanes of 1 bit each.
    pub predicates: usize,
}

impl<'a> Code<'a> {
    /// Prepares the kernel; `homes` has one home for each of its registers.
    pub fn new(kernel: &'a Kernel, homes: &[Home]) -> Code<'a> {
        let cfg = Cfg::new(kernel);
        let count = |predicate| {
            let homes = homes.iter().filter(|home| home.is_predicate() == predicate);
            homes.map(|home| home.numbers().end).max().unwrap_or(0)
        };
        let mut code = Code {
            kernel,
            instructions: Vec::with_capacity(kernel.code.len()),
            constants: Vec::new(),
            specials: Vec::new(),
            words: count(false),
            predicates: count(true),
        };
        for (n, instruction) in kernel.code.iter().enumerate() {
            let meet = cfg.reconvergence(n).unwrap_or(SimtStack::EXIT);
            let ready = code.ready(instruction, homes, meet);
            code.instructions.push(ready);
        }
        code
    }

    fn ready(&mut self, instruction: &Instruction, homes: &[Home], meet: usize) -> Ready {
        let home = |reg: Reg| homes[reg.index()];
        let predicate = |reg: Reg| match home(reg) {
            Home::Predicate(n) | Home::Word(n) | Home::Pair(n) => n,
        };
        let reads_predicate = |n| instruction.op.reads_predicate(n, instruction.src.len());
        Ready {
            guard: instruction.guard.map(|guard| (predicate(guard.reg), guard.negated)),
            dst: instruction.dst.iter().map(|reg| reg.map(home)).collect(),
            src: instruction
                .src
                .iter()
                .enumerate()
                .map(|(n, operand)| match operand {
                    Operand::Imm(value) if reads_predicate(n) => Place::Truth(*value != 0),
                    operand => self.place(*operand, homes),
                })
                .collect(),
            meet,
        }
    }

    fn place(&mut self, operand: Operand, homes: &[Home]) -> Place {
        match operand {
            Operand::Reg(reg) => Place::Register(homes[reg.index()]),
            Operand::Imm(value) => {
                let words = [value as u32, (value >> 32) as u32].map(|word| [word; LANES]);
                Place::Constant(position_or_push(&mut self.constants, words))
            }
            Operand::Special(special) => {
                Place::Special(position_or_push(&mut self.specials, special))
            }
        }
    }
}

fn position_or_push<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    let found = all.iter().position(|other| *other == one);
    found.unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}
