//! One instruction of the text: its operands.

use super::function::{Decoder, in_register};
use super::modifiers::ty;
use super::opcode::{self, Decoded, Form, constant};
use super::scope::Entity;
use super::variable::number;
use crate::error::{Error, Result};
use crate::ptx::isa::{
    Access, Barrier, Compute, Convert, Guard, Integer, Logic, Op, Operand, Reg, Rounding, Space,
    Special, TextureGeometry, Type, Vote,
};
use crate::ptx::kernel::window;
use crate::ptx::syntax::{
    Address, Function, Guard as TextGuard, Instruction, Operand as Text, Variable,
};

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
        let operands = Operands { opcode: opcode.text, all: &text.operands };
        let Decoded { form, sources } = decoded;
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
                let dst = self.destination(operands.get(0)?)?;
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
                let index = self.source_operand(operands.get(0)?, Type::U32)?;
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

    /// Destination, then sources.
    fn value(
        &mut self,
        guard: Guarded,
        mut op: Op,
        operands: &Operands<'a>,
        types: &[Type],
    ) -> Result<()> {
        let mut dst = match operands.get(0)? {
            Text::Pair(first, second) => {
                vec![self.destination(first)?, self.destination(&Text::Name(second))?]
            }
            one => vec![self.destination(one)?],
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
            let ty = types.get(n - 1).or(types.last()).copied().unwrap_or(Type::B32);
            src.push(self.source_operand(operand, ty)?);
        }
        if let Op::Vote { kind: Vote::Ballot, .. } = op {
            debug_assert_eq!(dst.len(), 1);
        }
        if let Op::Carry(carry) = op {
            let condition = self.condition();
            if carry.carry_in {
                src.push(Operand::Reg(condition));
            }
            dst.push(carry.carry_out.then_some(condition));
        }
        self.check_count(operands, &op, src.len())?;
        let result = result_type(&op);
        let wide = dst[0];
        self.emit(guard, op, dst, src);
        if let (Some(reg), Some(ty)) = (wide, result) {
            self.widen(guard, reg, ty);
        }
        Ok(())
    }

    /// Refuses fewer operands than an operation reads.
    fn check_count(&self, operands: &Operands<'a>, op: &Op, found: usize) -> Result<()> {
        let needed = match op {
            Op::Compute(compute) => sources_of(compute),
            Op::Compare(compare) => 2 + usize::from(compare.combine.is_some()),
            Op::Select(_) | Op::Shuffle(_) => 3,
            Op::Logic(Logic::And | Logic::Or | Logic::Xor) => 2,
            Op::Carry(carry) => {
                let mad = matches!(
                    carry.kind,
                    crate::ptx::isa::CarryKind::MadLo | crate::ptx::isa::CarryKind::MadHi
                );
                2 + usize::from(mad) + usize::from(carry.carry_in)
            }
            Op::ActiveMask => 0,
            Op::Barrier(_) => 2,
            _ => 1,
        };
        match found >= needed && found <= 8 {
            true => Ok(()),
            false => Err(self.expected(operands, &format!("{needed} sources"))),
        }
    }

    /// A result that is narrower than its register fills it, as the type's sign says.
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
        let dst = self.destinations(operands, access.elements)?;
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
                    src.push(self.source_operand(value, access.ty)?);
                }
            }
            value => src.extend(self.elements_or(value, access.ty)?),
        }
        if src.len() != 1 + usize::from(access.elements) {
            return Err(self.expected(operands, &format!("{} values", access.elements)));
        }
        self.emit(guard, Op::Store(access), vec![], src);
        Ok(())
    }

    /// The elements of a vector register, or one value.
    fn elements_or(&mut self, text: &Text<'a>, ty: Type) -> Result<Vec<Operand>> {
        if let Text::Name(name) = text
            && let Some(Entity::Vector(elements)) = self.entity(name)
        {
            return Ok(elements.into_iter().map(Operand::Reg).collect());
        }
        Ok(vec![self.source_operand(text, ty)?])
    }

    /// As many destinations as elements are loaded.
    fn destinations(&mut self, operands: &Operands<'a>, elements: u8) -> Result<Vec<Option<Reg>>> {
        let dst = match operands.get(0)? {
            Text::Vector(parts) => {
                parts.iter().map(|part| self.destination(part)).collect::<Result<Vec<_>>>()?
            }
            Text::Name(name) => match self.entity(name) {
                Some(Entity::Vector(elements)) => elements.into_iter().map(Some).collect(),
                _ => vec![self.destination(operands.get(0)?)?],
            },
            one => vec![self.destination(one)?],
        };
        match dst.len() == usize::from(elements) {
            true => Ok(dst),
            false => Err(self.expected(operands, &format!("{elements} destinations"))),
        }
    }

    /// A value, or a tuple of parts on either side.
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
                let dst = parts.iter().map(|part| self.destination(part));
                let dst = dst.collect::<Result<Vec<_>>>()?;
                let src = vec![self.source_operand(value, ty)?];
                self.emit(guard, Op::Unpack(part), dst, src);
            }
            (value, Text::Vector(parts)) => {
                let Some(part) = part(parts.len()) else {
                    return Err(self.expected(operands, "parts of 8, 16 or 32 bits"));
                };
                let dst = self.destination(value)?;
                let src = parts.iter().map(|value| self.source_operand(value, part));
                let src = src.collect::<Result<Vec<_>>>()?;
                self.emit(guard, Op::Pack(part), vec![dst], src);
            }
            (value, source) => {
                let dst = self.destination(value)?;
                let src = vec![self.source_operand(source, ty)?];
                self.emit(guard, Op::Compute(Compute::Move(ty)), vec![dst], src);
                if let Some(reg) = dst {
                    self.widen(guard, reg, ty);
                }
            }
        }
        Ok(())
    }

    /// `cvta`: an address of a space and the generic one are a window apart.
    fn convert_address(
        &mut self,
        guard: Guarded,
        space: Space,
        ty: Type,
        op: Integer,
        operands: &Operands<'a>,
    ) -> Result<()> {
        let dst = self.destination(operands.get(0)?)?;
        let value = self.source_operand(operands.get(1)?, ty)?;
        match self.window(space) {
            0 => self.emit(guard, Op::Compute(Compute::Move(ty)), vec![dst], vec![value]),
            start => {
                let src = vec![value, Operand::Imm(start)];
                self.emit(guard, Op::Compute(Compute::Integer(op, ty)), vec![dst], src);
            }
        }
        Ok(())
    }

    /// Where a space begins among generic addresses. A device function's parameters are local.
    fn window(&self, space: Space) -> u64 {
        match space {
            Space::Shared => window::SHARED,
            Space::Local => window::LOCAL,
            Space::Param if self.frames.len() > 1 => window::LOCAL,
            Space::Param => window::PARAM,
            Space::Global | Space::Const | Space::Generic => 0,
        }
    }

    /// `cvt.f16x2.f32 d, a, b`: two conversions, side by side, the second operand lowest.
    fn convert_pair(
        &mut self,
        guard: Guarded,
        convert: Convert,
        operands: &Operands<'a>,
    ) -> Result<()> {
        let dst = self.destination(operands.get(0)?)?;
        let mut halves = Vec::new();
        for n in [2, 1] {
            let value = self.source_operand(operands.get(n)?, convert.from)?;
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
        let dst = self.destinations(operands, 4)?;
        let Text::Composite(parts) = operands.get(1)? else {
            return Err(self.expected(operands, "[texture, coordinates]"));
        };
        let (Some(Text::Name(name)), Some(at)) = (parts.first(), parts.last()) else {
            return Err(self.expected(operands, "[texture, coordinates]"));
        };
        let reference = self.texture(name);
        let mut src = Vec::new();
        if reference.is_none() {
            src.push(self.source_operand(&parts[0], Type::U64)?);
        }
        match at {
            Text::Vector(values) => {
                for value in values.iter().take(3) {
                    src.push(self.source_operand(value, coordinates)?);
                }
            }
            value => {
                for value in self.elements_or(value, coordinates)?.into_iter().take(3) {
                    src.push(value);
                }
            }
        }
        let op = opcode::sampling(reference, geometry, to, coordinates);
        self.emit(guard, op, dst, src);
        Ok(())
    }

    /// An address operand: what is read, and the access with its offset and space.
    fn address(&mut self, text: &Text<'a>, mut access: Access) -> Result<(Operand, Access)> {
        let address = match text {
            Text::Address(address) => *address,
            Text::Composite(parts) => match parts.as_slice() {
                [Text::Element(name, index)] => Address {
                    base: Some(name),
                    offset: index.offset * access.ty.bytes() as i64,
                    text: name,
                },
                [element @ Text::Member(..)] => {
                    let value = self.source_operand(element, Type::U64)?;
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

    /// Whether addresses that it holds wrap at 32 bits.
    fn is_narrow(&self, value: Operand) -> bool {
        match value {
            Operand::Reg(reg) => self.registers[reg.index()].ty.bits() <= 32,
            _ => false,
        }
    }

    /// A variable's address. What is in the thread's own memory is reached as such, also where the
    /// text speaks of parameters.
    fn fixed(
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

    /// The operands from the `first` one on, as sources.
    fn sources(
        &mut self,
        operands: &Operands<'a>,
        first: usize,
        types: &[Type],
    ) -> Result<Vec<Operand>> {
        let mut sources = Vec::new();
        for (n, operand) in operands.all.iter().skip(first).enumerate() {
            let operand = match operand {
                // A hint's address is read, not followed.
                Text::Address(Address { base: Some(name), .. }) => &Text::Name(name),
                other => other,
            };
            let ty = types.get(n).or(types.last()).copied().unwrap_or(Type::B32);
            sources.push(self.source_operand(operand, ty)?);
        }
        Ok(sources)
    }

    /// What an operand reads. A negated predicate is computed first.
    pub fn source_operand(&mut self, text: &Text<'a>, ty: Type) -> Result<Operand> {
        match text {
            Text::Number(value) => Ok(Operand::Imm(constant(number(value), ty))),
            Text::Name("WARP_SZ") => Ok(Operand::Imm(32)),
            Text::Name(name) => self.named(name, 0),
            Text::Offset(address) => match address.base {
                Some(name) => self.named(name, address.offset),
                None => Ok(Operand::Imm(address.offset as u64)),
            },
            Text::Member(name, member) => self.member(name, member),
            Text::Not(inner) => {
                let value = self.source_operand(inner, Type::Pred)?;
                let negated = self.new_register("not", Type::Pred);
                self.emit(None, Op::Logic(Logic::Not), vec![Some(negated)], vec![value]);
                Ok(Operand::Reg(negated))
            }
            _ => Err(self.unexpected_operand(text, "a register or a constant")),
        }
    }

    /// A register, or the address of a variable.
    fn named(&mut self, name: &'a str, offset: i64) -> Result<Operand> {
        match self.entity(name) {
            Some(Entity::Register(reg)) => Ok(Operand::Reg(reg)),
            Some(Entity::Memory { address, .. }) => {
                Ok(Operand::Imm(address.wrapping_add_signed(offset)))
            }
            Some(_) => Err(self.unknown(name)),
            None => match special(name, "") {
                Some(special) => Ok(Operand::Special(special)),
                None => {
                    let (_, address) = self.global(name)?;
                    Ok(Operand::Imm(address.wrapping_add_signed(offset)))
                }
            },
        }
    }

    fn member(&mut self, name: &'a str, member: &'a str) -> Result<Operand> {
        let element = match member {
            "x" | "r" => 0,
            "y" | "g" => 1,
            "z" | "b" => 2,
            "w" | "a" => 3,
            _ => return Err(self.source.error(member, format!("'.{member}'"), "x, y, z or w")),
        };
        if let Some(special) = special(name, member) {
            return Ok(Operand::Special(special));
        }
        match self.entity(name) {
            Some(Entity::Vector(elements)) if element < elements.len() => {
                Ok(Operand::Reg(elements[element]))
            }
            _ => Err(self.unknown(name)),
        }
    }

    /// The register that an operand writes; none for `_`.
    fn destination(&mut self, text: &Text<'a>) -> Result<Option<Reg>> {
        if let Text::Name("_") = text {
            return Ok(None);
        }
        let operand = match text {
            Text::Name(_) | Text::Member(..) => self.source_operand(text, Type::B32)?,
            _ => return Err(self.unexpected_operand(text, "a register")),
        };
        match operand {
            Operand::Reg(reg) => Ok(Some(reg)),
            _ => Err(self.unexpected_operand(text, "a register")),
        }
    }

    /// `call (results), function, (arguments);`
    fn call(&mut self, guard: Guarded, operands: &Operands<'a>) -> Result<()> {
        let name = operands.all.iter().find_map(|operand| match operand {
            Text::Name(name) => Some(*name),
            _ => None,
        });
        let Some(name) = name else {
            return Err(self.expected(operands, "the name of a function"));
        };
        let lists: Vec<&'a [Text<'a>]> = operands
            .all
            .iter()
            .filter_map(|operand| match operand {
                Text::List(list) => Some(list.as_slice()),
                _ => None,
            })
            .collect();
        let results_first = matches!(operands.all.first(), Some(Text::List(_)));
        let (results, arguments) = match (lists.as_slice(), results_first) {
            ([results, arguments], _) => (*results, *arguments),
            ([results], true) => (*results, &[][..]),
            ([arguments], false) => (&[][..], *arguments),
            _ => (&[][..], &[][..]),
        };
        // A guarded call is one that the other lanes jump over.
        let after = guard.map(|guard| {
            let after = self.new_label();
            let negated = Guard { negated: !guard.negated, ..guard };
            self.emit(Some(negated), Op::Branch(after), vec![], vec![]);
            after
        });
        match (self.function(name), name) {
            (Some(function), _) => self.call_function(name, function, results, arguments)?,
            (None, "vprintf") => self.print_nothing(results)?,
            (None, "__assertfail") => self.emit(None, Op::Trap, vec![], vec![]),
            (None, _) => {
                let found = format!("call of '{name}'");
                return Err(self.source.error(name, found, "a function with a body in this file"));
            }
        }
        if let Some(after) = after {
            self.place_label(after);
        }
        Ok(())
    }

    /// What a kernel prints is dropped; the number of printed characters is 0.
    fn print_nothing(&mut self, results: &'a [Text<'a>]) -> Result<()> {
        if let Some(Text::Name(name)) = results.first()
            && let Some(Entity::Memory { space, address }) = self.entity(name)
        {
            let access = Access {
                space,
                ty: Type::B32,
                elements: 1,
                offset: 0,
                narrow: false,
                volatile: false,
            };
            let src = vec![Operand::Imm(address), Operand::Imm(0)];
            self.emit(None, Op::Store(access), vec![], src);
        }
        Ok(())
    }

    fn call_function(
        &mut self,
        at: &str,
        function: &'a Function<'a>,
        results: &'a [Text<'a>],
        arguments: &'a [Text<'a>],
    ) -> Result<()> {
        if results.len() != function.returns.len() || arguments.len() != function.params.len() {
            let found = format!("{} results and {} arguments", results.len(), arguments.len());
            let expected =
                format!("{} results and {}", function.returns.len(), function.params.len());
            return Err(self.source.error(at, found, expected));
        }
        let inputs = function.params.iter().zip(arguments);
        let inputs = inputs.map(|(formal, actual)| self.argument(formal, actual));
        let inputs = inputs.collect::<Result<Vec<(&'a str, Entity)>>>()?;
        let mut outputs = Vec::new();
        let mut moves = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results) {
            if in_register(formal) {
                let ty = ty(formal.ty).unwrap_or(Type::B32);
                let register = self.new_register(formal.name, ty);
                let dst = self.destination(actual)?;
                moves.push((ty, dst, register));
                outputs.push((formal.name, Entity::Register(register)));
            } else {
                outputs.push(self.argument(formal, actual)?);
            }
        }
        self.inline(function, at, |decoder| {
            for (name, entity) in inputs.into_iter().chain(outputs) {
                decoder.scope().name(name, entity);
            }
            Ok(())
        })?;
        for (ty, dst, register) in moves {
            let src = vec![Operand::Reg(register)];
            self.emit(None, Op::Compute(Compute::Move(ty)), vec![dst], src);
        }
        Ok(())
    }

    /// What a formal parameter stands for: a register of its own, or the caller's memory.
    fn argument(
        &mut self,
        formal: &'a Variable<'a>,
        actual: &'a Text<'a>,
    ) -> Result<(&'a str, Entity)> {
        if in_register(formal) {
            let ty = ty(formal.ty).unwrap_or(Type::B32);
            let value = self.source_operand(actual, ty)?;
            let register = self.new_register(formal.name, ty);
            let dst = vec![Some(register)];
            match ty {
                Type::Pred => self.emit(None, Op::Logic(Logic::Move), dst, vec![value]),
                _ => self.emit(None, Op::Compute(Compute::Move(ty)), dst, vec![value]),
            }
            return Ok((formal.name, Entity::Register(register)));
        }
        let Text::Name(name) = actual else {
            return Err(self.unexpected_operand(actual, "a variable in .param"));
        };
        match self.entity(name) {
            Some(entity @ Entity::Memory { space: Space::Local, .. }) => Ok((formal.name, entity)),
            _ => Err(self.source.error(name, format!("'{name}'"), "a variable in .param")),
        }
    }

    fn expected(&self, operands: &Operands, expected: &str) -> Error {
        let found = format!("{} operands", operands.all.len());
        self.source.error(operands.opcode, found, expected)
    }

    fn unexpected_operand(&self, text: &Text<'a>, expected: &str) -> Error {
        let part = part_of(text);
        self.source.error(part, format!("'{part}'"), expected)
    }
}

/// The operands of an instruction.
struct Operands<'a> {
    opcode: &'a str,
    all: &'a [Text<'a>],
}

impl<'a> Operands<'a> {
    /// Operand `n`, a sink if the text has fewer, which nothing accepts as a source.
    fn get(&self, n: usize) -> Result<&'a Text<'a>> {
        const MISSING: &Text = &Text::Vector(Vec::new());
        Ok(self.all.get(n).unwrap_or(MISSING))
    }
}

/// A part of the source that an operand has.
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

/// How many values an operation reads.
fn sources_of(compute: &Compute) -> usize {
    use crate::ptx::isa::Float;
    match compute {
        Compute::Move(_) | Compute::Convert(_) => 1,
        Compute::SelectSign { .. } | Compute::Permute(_) => 3,
        Compute::Integer(op, _) => match op {
            Integer::Abs
            | Integer::Neg
            | Integer::PopCount
            | Integer::CountLeadingZeros
            | Integer::FindLeadingBit
            | Integer::FindLeadingBitShift
            | Integer::Reverse
            | Integer::Not
            | Integer::LogicalNot => 1,
            Integer::Insert => 4,
            Integer::MadLo
            | Integer::MadHi
            | Integer::MadHiSaturate
            | Integer::MadWide
            | Integer::Mad24Lo
            | Integer::Mad24Hi
            | Integer::Mad24HiSaturate
            | Integer::SumAbsDiff
            | Integer::Extract
            | Integer::Logic3(_)
            | Integer::FunnelLeft { .. }
            | Integer::FunnelRight { .. }
            | Integer::Dot4 { .. }
            | Integer::Dot2 { .. }
            | Integer::AbsDiff4 { .. } => 3,
            _ => 2,
        },
        Compute::Float(op, ..) => match op {
            Float::Fma => 3,
            Float::Add
            | Float::Sub
            | Float::Mul
            | Float::Div
            | Float::Min
            | Float::Max
            | Float::MinNan
            | Float::MaxNan
            | Float::CopySign => 2,
            _ => 1,
        },
    }
}

/// Type of the value that an operation writes; none where its width is the register's in any case.
fn result_type(op: &Op) -> Option<Type> {
    match op {
        Op::Compute(Compute::Move(ty) | Compute::SelectSign { ty, .. }) | Op::Select(ty) => {
            Some(*ty)
        }
        Op::Compute(Compute::Integer(op, ty)) => match (op, ty) {
            (Integer::MulWide | Integer::MadWide, Type::U16) => Some(Type::U32),
            (Integer::MulWide | Integer::MadWide, Type::S16) => Some(Type::S32),
            (Integer::MulWide | Integer::MadWide, _) => None,
            (Integer::PopCount | Integer::CountLeadingZeros, _) => Some(Type::U32),
            (Integer::FindLeadingBit | Integer::FindLeadingBitShift, _) => Some(Type::U32),
            _ => Some(*ty),
        },
        Op::Compute(Compute::Float(_, ty, _)) => Some(*ty),
        Op::Compute(Compute::Convert(convert)) => Some(convert.to),
        Op::Compute(Compute::Permute(_)) => Some(Type::B32),
        Op::Compare(compare) => compare.value,
        Op::Carry(carry) => Some(carry.ty),
        Op::Shuffle(_) | Op::ActiveMask | Op::Match { .. } => Some(Type::B32),
        Op::Vote { kind: Vote::Ballot, .. } => Some(Type::B32),
        _ => None,
    }
}

/// The special register of that name.
fn special(name: &str, member: &str) -> Option<Special> {
    let dimension = match member {
        "" | "x" => 0,
        "y" => 1,
        "z" => 2,
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
