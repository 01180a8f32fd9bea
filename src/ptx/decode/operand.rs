//! Operands: registers, constants, addresses, special registers.

use super::function::Decoder;
use super::modifiers::type_name;
use super::opcode::constant;
use super::scope::Entity;
use super::variable::number;
use crate::error::{Error, Result};
use crate::ptx::isa::{Access, Logic, Op, Operand, Reg, Space, Special, Type};
use crate::ptx::kernel::window;
use crate::ptx::syntax::{Address, Operand as Text};

impl<'a> Decoder<'a> {
    /// The elements of a vector register, or a single value.
    pub(super) fn elements_or(
        &mut self,
        text: &Text<'a>,
        ty: Type,
        width: Width,
    ) -> Result<Vec<Operand>> {
        if let Text::Name(name) = text
            && let Some(Entity::Vector(elements)) = self.entity(name)
        {
            for element in &elements {
                self.check_register(name, *element, ty, width)?;
            }
            return Ok(elements.into_iter().map(Operand::Reg).collect());
        }
        Ok(vec![self.source_operand(text, ty, width)?])
    }

    /// The destinations of a load, one per loaded element.
    pub(super) fn destinations(
        &mut self,
        operands: &Operands<'a>,
        elements: u8,
        ty: Type,
        width: Width,
    ) -> Result<Vec<Option<Reg>>> {
        let dst = match operands.get(0)? {
            Text::Vector(parts) => {
                let parts = parts.iter().map(|part| self.destination(part, ty, width));
                parts.collect::<Result<Vec<_>>>()?
            }
            Text::Name(name) if matches!(self.entity(name), Some(Entity::Vector(_))) => {
                let elements = self.elements_or(operands.get(0)?, ty, width)?;
                elements.iter().map(|element| element.register()).collect()
            }
            one => vec![self.destination(one, ty, width)?],
        };
        match dst.len() == usize::from(elements) {
            true => Ok(dst),
            false => Err(self.expected(operands, &format!("{elements} destinations"))),
        }
    }

    /// Start of a space's window in the generic address space. A device function's parameters are
    /// local.
    pub(super) fn window(&self, space: Space) -> u64 {
        match space {
            Space::Shared => window::SHARED,
            Space::Local => window::LOCAL,
            Space::Param if self.frames.len() > 1 => window::LOCAL,
            Space::Param => window::PARAM,
            Space::Global | Space::Const | Space::Generic => 0,
        }
    }

    /// Decodes an address operand: the operand to read, and the access with its offset and space.
    pub(super) fn address(
        &mut self,
        text: &Text<'a>,
        mut access: Access,
    ) -> Result<(Operand, Access)> {
        let address = match text {
            Text::Address(address) => *address,
            Text::Composite(parts) => match parts.as_slice() {
                [Text::Element(name, index)] => {
                    if let Some(base) = index.base {
                        let expected = "a constant index: PTX computes no addresses";
                        return Err(self.source.error(base, format!("'{base}'"), expected));
                    }
                    let offset = index.offset.wrapping_mul(access.ty.bytes() as i64);
                    Address { base: Some(name), offset, text: name }
                }
                [element @ Text::Member(..)] => {
                    let value = self.source_operand(element, Type::U32, Width::Wider)?;
                    access.narrow = self.is_narrow(value);
                    return Ok((value, access));
                }
                _ => return Err(self.unexpected_operand(text, "[address]")),
            },
            _ => return Err(self.unexpected_operand(text, "[address]")),
        };
        let Some(name) = address.base else {
            return Ok((Operand::Imm(address.offset as u64), access));
        };
        match self.entity(name) {
            Some(Entity::Register(reg)) => {
                self.check_register(name, reg, Type::U32, Width::Wider)?;
                access.offset = address.offset;
                access.narrow = self.is_narrow(Operand::Reg(reg));
                if access.space == Space::Param && self.frames.len() > 1 {
                    access.space = Space::Local;
                }
                Ok((Operand::Reg(reg), access))
            }
            Some(Entity::Memory { space, address: start }) => {
                Ok(self.fixed(space, start, address.offset, access))
            }
            Some(_) => Err(self.unknown(name)),
            None => {
                let (space, start) = self.global(name)?;
                Ok(self.fixed(space, start, address.offset, access))
            }
        }
    }

    /// Whether addresses in this operand are computed modulo 2^32.
    pub(super) fn is_narrow(&self, value: Operand) -> bool {
        match value {
            Operand::Reg(reg) => self.registers[reg.index()].ty.bits() <= 32,
            _ => false,
        }
    }

    /// The fixed address of a variable. A variable in the thread's own memory is accessed as local,
    /// even if the text says `.param`.
    pub(super) fn fixed(
        &self,
        space: Space,
        start: u64,
        offset: i64,
        mut access: Access,
    ) -> (Operand, Access) {
        let mut address = start.wrapping_add_signed(offset);
        match (access.space, space) {
            (Space::Generic, Space::Shared | Space::Local | Space::Param) => access.space = space,
            (Space::Param, Space::Local) => access.space = Space::Local,
            (Space::Global | Space::Const, Space::Shared | Space::Local) => {
                address += self.window(space);
            }
            _ => {}
        }
        (Operand::Imm(address), access)
    }

    /// The operands from `first` on, as sources.
    pub(super) fn sources(
        &mut self,
        operands: &Operands<'a>,
        first: usize,
        types: &[Type],
    ) -> Result<Vec<Operand>> {
        let mut sources = Vec::new();
        for (n, operand) in operands.all.iter().skip(first).enumerate() {
            sources.push(match operand {
                // The address operand of a hint is read as a value, not accessed.
                Text::Address(Address { base: Some(name), .. }) => {
                    self.source_operand(&Text::Name(name), Type::U32, Width::Wider)?
                }
                other => {
                    let ty = types.get(n).or(types.last()).copied().unwrap_or(Type::B32);
                    self.source_operand(other, ty, Width::Exact)?
                }
            });
        }
        Ok(sources)
    }

    /// Decodes a source operand. A negated predicate is computed first.
    pub(super) fn source_operand(
        &mut self,
        text: &Text<'a>,
        ty: Type,
        width: Width,
    ) -> Result<Operand> {
        let operand = self.any_source(text, ty)?;
        match operand {
            Operand::Reg(reg) => self.check_register(part_of(text), reg, ty, width)?,
            // Special registers and addresses are integers.
            _ if matches!(text, Text::Number(_)) || !ty.is_float() && ty != Type::Pred => {}
            _ => return Err(self.unexpected_operand(text, &registers_of(ty, width))),
        }
        Ok(operand)
    }

    /// Rejects a register that does not match the type of its operand.
    fn check_register(&self, part: &str, reg: Reg, ty: Type, width: Width) -> Result<()> {
        let register = self.registers[reg.index()].ty;
        if goes_with(register, ty, width) {
            return Ok(());
        }
        let found = format!("'{part}' of type .{}", type_name(register));
        Err(self.source.error(part, found, registers_of(ty, width)))
    }

    /// Decodes a source operand of any type. `ty` is the type of a constant.
    fn any_source(&mut self, text: &Text<'a>, ty: Type) -> Result<Operand> {
        match text {
            Text::Number(value) => {
                let number = number(value);
                if !number.is_of(ty) {
                    let expected = match ty.is_float() {
                        true => "a floating-point constant, such as 1.0 or 0f3F800000",
                        false => "an integer constant",
                    };
                    return Err(self.unexpected_operand(text, expected));
                }
                Ok(Operand::Imm(constant(number, ty)))
            }
            Text::Name(name) => self.named(name, 0),
            Text::Offset(address) => match address.base {
                Some(name) => self.named(name, address.offset),
                None => Ok(Operand::Imm(address.offset as u64)),
            },
            Text::Member(name, member) => self.member(name, member),
            Text::Not(inner) => {
                let value = self.source_operand(inner, Type::Pred, Width::Exact)?;
                let negated = self.new_register("not", Type::Pred);
                self.emit(None, Op::Logic(Logic::Not), vec![Some(negated)], vec![value]);
                Ok(Operand::Reg(negated))
            }
            _ => Err(self.unexpected_operand(text, "a register or a constant")),
        }
    }

    /// A register, or the address of a variable.
    pub(super) fn named(&mut self, name: &'a str, offset: i64) -> Result<Operand> {
        match self.entity(name) {
            Some(Entity::Register(_)) if offset != 0 => {
                Err(self.source.error(name, format!("'{name}' and an offset"), "a register alone"))
            }
            Some(Entity::Register(reg)) => Ok(Operand::Reg(reg)),
            Some(Entity::Memory { address, .. }) => {
                Ok(Operand::Imm(address.wrapping_add_signed(offset)))
            }
            Some(_) => Err(self.unknown(name)),
            None => match special(name, "") {
                Some(special) if offset == 0 => Ok(Operand::Special(special)),
                _ => {
                    let (_, address) = self.global(name)?;
                    Ok(Operand::Imm(address.wrapping_add_signed(offset)))
                }
            },
        }
    }

    pub(super) fn member(&mut self, name: &'a str, member: &'a str) -> Result<Operand> {
        let element = match member {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => return Err(self.source.error(member, format!("'.{member}'"), "x, y, z or w")),
        };
        use Special::{Ctaid, Nctaid, Ntid, Tid};
        match special(name, member) {
            // The fourth element of indices and sizes is always 0.
            Some(Tid(3) | Ntid(3) | Ctaid(3) | Nctaid(3)) => return Ok(Operand::Imm(0)),
            Some(special) => return Ok(Operand::Special(special)),
            None => {}
        }
        match self.entity(name) {
            Some(Entity::Vector(elements)) if element < elements.len() => {
                Ok(Operand::Reg(elements[element]))
            }
            _ => Err(self.unknown(name)),
        }
    }

    /// The register that an operand writes; `None` for `_`.
    pub(super) fn destination(
        &mut self,
        text: &Text<'a>,
        ty: Type,
        width: Width,
    ) -> Result<Option<Reg>> {
        if let Text::Name("_") = text {
            return Ok(None);
        }
        let operand = match text {
            Text::Name(_) | Text::Member(..) => self.any_source(text, ty)?,
            _ => return Err(self.unexpected_operand(text, "a register alone")),
        };
        match operand {
            Operand::Reg(reg) => {
                self.check_register(part_of(text), reg, ty, width)?;
                Ok(Some(reg))
            }
            _ => Err(self.unexpected_operand(text, "a register")),
        }
    }

    pub(super) fn expected(&self, operands: &Operands, expected: &str) -> Error {
        let found = format!("{} operands", operands.all.len());
        self.source.error(operands.opcode, found, expected)
    }

    pub(super) fn unexpected_operand(&self, text: &Text<'a>, expected: &str) -> Error {
        let part = part_of(text);
        self.source.error(part, format!("'{part}'"), expected)
    }
}

/// Allowed width of a register, compared with its operand's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    Exact,
    /// At least the type's width, as for `ld`, `st` and `cvt`: the lower bits are used.
    Wider,
}

/// Whether PTX accepts a register for an operand. Untyped bits match every type of their width,
/// integers match integers of either sign, and floats match only their own type.
fn goes_with(register: Type, ty: Type, width: Width) -> bool {
    use Type::{B8, B16, B32, B64, Pred};
    let is_bits = |ty| matches!(ty, B8 | B16 | B32 | B64);
    let is_integer = |ty: Type| ty != Pred && !ty.is_float();
    let either_is_bits = is_bits(register) || is_bits(ty);
    let kind = match register == Pred || ty == Pred {
        true => register == ty,
        false => either_is_bits || is_integer(register) && is_integer(ty) || register == ty,
    };
    let wide = width == Width::Wider && register.bits() > ty.bits();
    kind && (register.bits() == ty.bits() || wide)
}

/// Registers that match a type, for messages.
fn registers_of(ty: Type, width: Width) -> String {
    let (name, bits) = (type_name(ty), ty.bits());
    let or_wider = if width == Width::Wider { " or wider" } else { "" };
    match name.as_bytes()[0] {
        _ if ty == Type::Pred => "a predicate".to_string(),
        b'b' if !ty.is_float() => format!("a register of {bits} bits{or_wider}"),
        b'u' | b's' => format!("a register of type .u{bits}, .s{bits} or .b{bits}{or_wider}"),
        _ => format!("a register of type .{name} or .b{bits}{or_wider}"),
    }
}

/// The operands of an instruction.
pub struct Operands<'a> {
    pub opcode: &'a str,
    pub all: &'a [Text<'a>],
}

impl<'a> Operands<'a> {
    /// Operand `n`. If the text has fewer operands, an empty vector, which no source accepts.
    pub fn get(&self, n: usize) -> Result<&'a Text<'a>> {
        const MISSING: &Text = &Text::Vector(Vec::new());
        Ok(self.all.get(n).unwrap_or(MISSING))
    }
}

/// A part of the source text that belongs to an operand.
fn part_of<'a>(text: &Text<'a>) -> &'a str {
    match text {
        Text::Name(name) | Text::Member(name, _) | Text::Element(name, _) => name,
        Text::Number(number) => number.text,
        Text::Offset(address) | Text::Address(address) => address.text,
        Text::Composite(parts) | Text::Vector(parts) | Text::List(parts) => {
            parts.first().map_or("", part_of)
        }
        Text::Pair(first, _) => part_of(first),
        Text::Not(inner) | Text::Minus(inner) => part_of(inner),
    }
}

/// The special register with this name.
fn special(name: &str, member: &str) -> Option<Special> {
    let dimension = match member {
        "" | "x" => 0,
        "y" => 1,
        "z" => 2,
        "w" => 3,
        _ => return None,
    };
    Some(match name {
        "%tid" => Special::Tid(dimension),
        "%ntid" => Special::Ntid(dimension),
        "%ctaid" => Special::Ctaid(dimension),
        "%nctaid" => Special::Nctaid(dimension),
        "%laneid" => Special::LaneId,
        "%warpid" => Special::WarpId,
        "%nwarpid" => Special::NwarpId,
        "%smid" => Special::SmId,
        "%nsmid" => Special::NsmId,
        "%gridid" => Special::GridId,
        "%lanemask_eq" => Special::LaneMaskEq,
        "%lanemask_le" => Special::LaneMaskLe,
        "%lanemask_lt" => Special::LaneMaskLt,
        "%lanemask_ge" => Special::LaneMaskGe,
        "%lanemask_gt" => Special::LaneMaskGt,
        "%clock" | "%clock_lo" => Special::Clock,
        "%clock_hi" => Special::ClockHi,
        "%clock64" => Special::Clock64,
        "%globaltimer" | "%globaltimer_lo" => Special::GlobalTimer,
        "%globaltimer_hi" => Special::ClockHi,
        "%dynamic_smem_size" => Special::DynamicSharedSize,
        "%total_smem_size" => Special::TotalSharedSize,
        _ => Special::Env(name.strip_prefix("%envreg")?.parse().ok().filter(|n| *n < 32)?),
    })
}
