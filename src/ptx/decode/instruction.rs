//! Decodes one instruction of the text, with the operands that its form requires.

use super::function::Decoder;
use super::opcode::{self, Decoded, Form, constant};
use super::operand::{Operands, Width};
use super::scope::Entity;
use super::shape::{has_second_result, result_type, sources_of};
use super::variable::number;
use crate::error::Result;
use crate::ptx::isa::{
    Access, Barrier, CarryKind, Classify, Compute, Convert, Guard, Integer, Logic, Op, Operand,
    Reg, Rounding, Space, TextureGeometry, Type,
};
use crate::ptx::syntax::{Guard as TextGuard, Instruction, Operand as Text};

type Guarded = Option<Guard>;

impl<'a> Decoder<'a> {
    /// Decodes an instruction into one or more.
    pub fn instruction(&mut self, text: &'a Instruction<'a>) -> Result<()> {
        let opcode = text.opcode;
        let modifiers: Vec<&str> = opcode.modifiers().collect();
        let refused = |refused: super::modifiers::Refused| {
            self.source.error(opcode.text, refused.found, refused.expected)
        };
        let decoded = opcode::decode(opcode.base(), &modifiers).map_err(refused)?;
        let guard = text.guard.as_ref().map(|guard| self.guard(guard)).transpose()?;
        let mut operands = Operands { opcode: opcode.text, all: &text.operands };
        let Decoded { form, sources } = decoded;
        // A cache policy is a hint after the operands.
        let hints = usize::from(opcode.text.contains("cache_hint"));
        let found = operands.all.len();
        if let Some(count) = form.operands() {
            if !(count..=count + hints).contains(&found) {
                return Err(self.expected(&operands, &format!("{count}")));
            }
            operands.all = &operands.all[..count];
        }
        match form {
            Form::Value(op) => self.value(guard, op, &operands, &sources),
            Form::Effect(op) => {
                let src = self.sources(&operands, 0, &sources)?;
                self.emit(guard, op, vec![], src);
                Ok(())
            }
            Form::Load(access) => self.load(guard, access, &operands),
            Form::Store(access) => self.store(guard, access, &operands),
            Form::Atomic(mut atomic) => {
                let dst = self.destination(operands.get(0)?, atomic.access.ty, Width::Exact)?;
                let (address, access) = self.address(operands.get(1)?, atomic.access)?;
                atomic.access = access;
                let mut src = vec![address];
                src.extend(self.sources(&operands, 2, &sources)?);
                self.emit(guard, Op::Atomic(atomic), vec![dst], src);
                Ok(())
            }
            Form::Reduction(mut atomic) => {
                let (address, access) = self.address(operands.get(0)?, atomic.access)?;
                atomic.access = access;
                let mut src = vec![address];
                src.extend(self.sources(&operands, 1, &sources)?);
                self.emit(guard, Op::Atomic(atomic), vec![None], src);
                Ok(())
            }
            Form::Move(ty) => self.mov(guard, ty, &operands),
            Form::ToGeneric(space, ty) => {
                self.convert_address(guard, space, ty, Integer::Add, &operands)
            }
            Form::FromGeneric(space, ty) => {
                self.convert_address(guard, space, ty, Integer::Sub, &operands)
            }
            Form::Logic3 => {
                let table = match operands.get(4)? {
                    Text::Number(value) => constant(number(value), Type::B32) as u8,
                    _ => return Err(self.expected(&operands, "a table of 8 bits")),
                };
                let op = Op::Compute(Compute::Integer(Integer::Logic3(table), Type::B32));
                let operands = Operands { all: &operands.all[..4], ..operands };
                self.value(guard, op, &operands, &sources)
            }
            Form::ConvertPair(convert) => self.convert_pair(guard, convert, &operands),
            Form::Texture(geometry, to, coordinates) => {
                self.texture_load(guard, geometry, to, coordinates, &operands)
            }
            Form::Branch => {
                let Text::Name(name) = operands.get(0)? else {
                    return Err(self.expected(&operands, "a label"));
                };
                let label = self.label(name)?;
                self.emit(guard, Op::Branch(label), vec![], vec![]);
                Ok(())
            }
            Form::BranchIndexed => {
                let index = self.source_operand(operands.get(0)?, Type::U32, Width::Exact)?;
                let Text::Name(name) = operands.get(1)? else {
                    return Err(self.expected(&operands, "a label of .branchtargets"));
                };
                let Some(Entity::Targets(targets)) = self.entity(name) else {
                    return Err(self.source.error(name, format!("'{name}'"), ".branchtargets"));
                };
                self.emit(guard, Op::BranchIndexed(targets), vec![], vec![index]);
                Ok(())
            }
            Form::Return => {
                let end = self.frames.last().and_then(|frame| frame.end);
                self.emit(guard, end.map_or(Op::Exit, Op::Branch), vec![], vec![]);
                Ok(())
            }
            Form::Call => self.call(guard, &operands),
        }
    }

    fn guard(&mut self, guard: &TextGuard<'a>) -> Result<Guard> {
        match self.entity(guard.predicate) {
            Some(Entity::Register(reg)) if self.registers[reg.index()].ty == Type::Pred => {
                Ok(Guard { reg, negated: guard.negated })
            }
            _ => {
                let found = format!("'{}'", guard.predicate);
                Err(self.source.error(guard.predicate, found, "a predicate register"))
            }
        }
    }

    /// Operands: destination, then sources.
    fn value(
        &mut self,
        guard: Guarded,
        mut op: Op,
        operands: &Operands<'a>,
        types: &[Type],
    ) -> Result<()> {
        let result = result_type(&op);
        let width = match op {
            // A generic address has the width of addresses.
            Op::Compute(Compute::Convert(_)) | Op::Classify(Classify::IsSpace(_)) => Width::Wider,
            _ => Width::Exact,
        };
        let mut dst = match operands.get(0)? {
            Text::Pair(first, second) if has_second_result(&op) => vec![
                self.destination(first, result, width)?,
                self.destination(&Text::Name(second), Type::Pred, width)?,
            ],
            one => vec![self.destination(one, result, width)?],
        };
        let mut src = Vec::new();
        for (n, operand) in operands.all.iter().enumerate().skip(1) {
            let negated = match &mut op {
                Op::Compare(compare) if n == 3 => {
                    compare.combine.as_mut().map(|(_, negated)| negated)
                }
                Op::Vote { negated, .. } if n == 1 => Some(negated),
                Op::Barrier(
                    Barrier::CountTrue { negated }
                    | Barrier::AllTrue { negated }
                    | Barrier::AnyTrue { negated },
                ) => Some(negated),
                _ => None,
            };
            let operand = match (operand, negated) {
                (Text::Not(inner), Some(negated)) => {
                    *negated = true;
                    inner
                }
                _ => operand,
            };
            let ty = match op {
                Op::Barrier(_) if n + 1 == operands.all.len() => Type::Pred,
                _ => types.get(n - 1).or(types.last()).copied().unwrap_or(Type::B32),
            };
            src.push(self.source_operand(operand, ty, width)?);
        }
        if let Op::Carry(carry) = op {
            let condition = self.condition();
            if carry.carry_in {
                src.push(Operand::Reg(condition));
            }
            dst.push(carry.carry_out.then_some(condition));
        }
        self.check_count(operands, &op)?;
        let first = dst[0];
        self.emit(guard, op, dst, src);
        if let (Some(reg), Width::Wider) = (first, width) {
            self.widen(guard, reg, result);
        }
        Ok(())
    }

    /// Rejects a wrong number of operands.
    fn check_count(&self, operands: &Operands<'a>, op: &Op) -> Result<()> {
        let sources = match op {
            Op::Compute(compute) => sources_of(compute),
            Op::Compare(compare) => 2 + usize::from(compare.combine.is_some()),
            Op::Select(_) | Op::Shuffle(_) => 3,
            Op::Reduce { .. } => 2,
            Op::Logic(Logic::And | Logic::Or | Logic::Xor) => 2,
            Op::Carry(carry) => {
                let mad = matches!(carry.kind, CarryKind::MadLo | CarryKind::MadHi);
                2 + usize::from(mad)
            }
            Op::ActiveMask => 0,
            Op::Barrier(_) => 2,
            _ => 1,
        };
        // The member mask of a warp, or the number of threads of a barrier, is optional.
        let optional =
            matches!(op, Op::Shuffle(_) | Op::Vote { .. } | Op::Match { .. } | Op::Barrier(_));
        let (needed, found) = (1 + sources, operands.all.len());
        match found == needed || optional && found == needed + 1 {
            true => Ok(()),
            false => Err(self.expected(operands, &format!("{needed}"))),
        }
    }

    /// Extends a result that is narrower than its register to the register's width, by sign or with
    /// zeros.
    fn widen(&mut self, guard: Guarded, reg: Reg, from: Type) {
        let register = self.registers[reg.index()].ty;
        let narrower = from.bits() < register.bits();
        if !narrower || !(from.is_signed() || register.bits() == 64) {
            return;
        }
        let to = match (from.is_signed(), register.bits()) {
            (true, 64) => Type::S64,
            (true, 32) => Type::S32,
            (true, _) => Type::S16,
            (false, _) => Type::U64,
        };
        let from = match (from.is_signed(), from.bits()) {
            (true, _) => from,
            (false, 8) => Type::U8,
            (false, 16) => Type::U16,
            (false, _) => Type::U32,
        };
        let convert = Convert {
            from,
            to,
            rounding: Rounding::Zero,
            to_integral: false,
            flush: false,
            saturate: false,
        };
        let op = Op::Compute(Compute::Convert(convert));
        self.emit(guard, op, vec![Some(reg)], vec![Operand::Reg(reg)]);
    }

    fn load(&mut self, guard: Guarded, access: Access, operands: &Operands<'a>) -> Result<()> {
        let dst = self.destinations(operands, access.elements, access.ty, Width::Wider)?;
        let (address, access) = self.address(operands.get(1)?, access)?;
        self.emit(guard, Op::Load(access), dst, vec![address]);
        Ok(())
    }

    fn store(&mut self, guard: Guarded, access: Access, operands: &Operands<'a>) -> Result<()> {
        let (address, access) = self.address(operands.get(0)?, access)?;
        let mut src = vec![address];
        match operands.get(1)? {
            Text::Vector(values) => {
                for value in values {
                    src.push(self.source_operand(value, access.ty, Width::Wider)?);
                }
            }
            value => src.extend(self.elements_or(value, access.ty, Width::Wider)?),
        }
        if src.len() != 1 + usize::from(access.elements) {
            return Err(self.expected(operands, &format!("{} values", access.elements)));
        }
        self.emit(guard, Op::Store(access), vec![], src);
        Ok(())
    }

    /// `mov` of one value, or of a tuple of parts on either side.
    fn mov(&mut self, guard: Guarded, ty: Type, operands: &Operands<'a>) -> Result<()> {
        let part = |count: usize| match ty.bits() / count.max(1) as u32 {
            8 => Some(Type::B8),
            16 => Some(Type::B16),
            32 => Some(Type::B32),
            _ => None,
        };
        match (operands.get(0)?, operands.get(1)?) {
            (Text::Vector(parts), value) => {
                let Some(part) = part(parts.len()) else {
                    return Err(self.expected(operands, "parts of 8, 16 or 32 bits"));
                };
                let dst = parts.iter().map(|text| self.destination(text, part, Width::Exact));
                let dst = dst.collect::<Result<Vec<_>>>()?;
                let src = vec![self.source_operand(value, ty, Width::Exact)?];
                self.emit(guard, Op::Unpack(part), dst, src);
            }
            (value, Text::Vector(parts)) => {
                let Some(part) = part(parts.len()) else {
                    return Err(self.expected(operands, "parts of 8, 16 or 32 bits"));
                };
                let dst = self.destination(value, ty, Width::Exact)?;
                let src = parts.iter().map(|text| self.source_operand(text, part, Width::Exact));
                let src = src.collect::<Result<Vec<_>>>()?;
                self.emit(guard, Op::Pack(part), vec![dst], src);
            }
            (value, source) => {
                let dst = self.destination(value, ty, Width::Exact)?;
                let src = vec![self.source_operand(source, ty, Width::Exact)?];
                self.emit(guard, Op::Compute(Compute::Move(ty)), vec![dst], src);
            }
        }
        Ok(())
    }

    /// `cvta`: adds or subtracts the start of the space's window.
    fn convert_address(
        &mut self,
        guard: Guarded,
        space: Space,
        ty: Type,
        op: Integer,
        operands: &Operands<'a>,
    ) -> Result<()> {
        let dst = self.destination(operands.get(0)?, ty, Width::Exact)?;
        let value = self.source_operand(operands.get(1)?, ty, Width::Exact)?;
        match self.window(space) {
            0 => self.emit(guard, Op::Compute(Compute::Move(ty)), vec![dst], vec![value]),
            start => {
                let src = vec![value, Operand::Imm(start)];
                self.emit(guard, Op::Compute(Compute::Integer(op, ty)), vec![dst], src);
            }
        }
        Ok(())
    }

    /// `cvt.f16x2.f32 d, a, b`: two conversions packed together, the second operand in the lower
    /// half.
    fn convert_pair(
        &mut self,
        guard: Guarded,
        convert: Convert,
        operands: &Operands<'a>,
    ) -> Result<()> {
        let dst = self.destination(operands.get(0)?, Type::B32, Width::Exact)?;
        let mut halves = Vec::new();
        for n in [2, 1] {
            let value = self.source_operand(operands.get(n)?, convert.from, Width::Wider)?;
            let half = self.new_register("half", Type::B16);
            let op = Op::Compute(Compute::Convert(convert));
            self.emit(guard, op, vec![Some(half)], vec![value]);
            halves.push(Operand::Reg(half));
        }
        self.emit(guard, Op::Pack(Type::B16), vec![dst], halves);
        Ok(())
    }

    fn texture_load(
        &mut self,
        guard: Guarded,
        geometry: TextureGeometry,
        to: Type,
        coordinates: Type,
        operands: &Operands<'a>,
    ) -> Result<()> {
        let dst = self.destinations(operands, 4, to, Width::Exact)?;
        let Text::Composite(parts) = operands.get(1)? else {
            return Err(self.expected(operands, "[texture, coordinates]"));
        };
        let (Some(Text::Name(name)), Some(at)) = (parts.first(), parts.last()) else {
            return Err(self.expected(operands, "[texture, coordinates]"));
        };
        let reference = self.texture(name);
        let mut src = Vec::new();
        if reference.is_none() {
            src.push(self.source_operand(&parts[0], Type::U64, Width::Exact)?);
        }
        match at {
            Text::Vector(values) => {
                for value in values.iter().take(3) {
                    src.push(self.source_operand(value, coordinates, Width::Exact)?);
                }
            }
            value => {
                let values = self.elements_or(value, coordinates, Width::Exact)?;
                src.extend(values.into_iter().take(3));
            }
        }
        let op = opcode::sampling(reference, geometry, to, coordinates);
        self.emit(guard, op, dst, src);
        Ok(())
    }
}
