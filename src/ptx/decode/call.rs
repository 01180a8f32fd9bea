//! Inlines calls: the function's body replaces the call.

use super::function::{Decoder, in_register};
use super::modifiers::ty;
use super::operand::{Operands, Width};
use super::scope::Entity;
use crate::error::Result;
use crate::ptx::isa::{Access, Compute, Guard, Logic, Op, Operand, Reg, Space, Type};
use crate::ptx::syntax::{Function, Operand as Text, Variable};

impl<'a> Decoder<'a> {
    /// `call (results), function, (arguments);`
    pub(super) fn call(&mut self, guard: Option<Guard>, operands: &Operands<'a>) -> Result<()> {
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
        // A guarded call becomes a branch of the other lanes around the call.
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

    /// Drops the output of `vprintf`. Its result, the number of printed characters, is 0.
    fn print_nothing(&mut self, results: &'a [Text<'a>]) -> Result<()> {
        if let Some(Text::Name(name)) = results.first()
            && let Some(Entity::Memory { space, address }) = self.entity(name)
        {
            let access = Access::plain(space, Type::B32);
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
        let mut bound = Vec::new();
        for (formal, actual) in function.params.iter().zip(arguments) {
            let (place, copied) = self.place(formal, actual)?;
            if let Some(ty) = copied {
                self.pass(ty, actual, &place)?;
            }
            bound.push((formal.name, place));
        }
        let mut copies = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results) {
            let (place, copied) = self.place(formal, actual)?;
            bound.push((formal.name, place.clone()));
            copies.extend(copied.map(|ty| (ty, place, actual)));
        }
        self.inline(function, at, |decoder| {
            bound.into_iter().try_for_each(|(name, place)| decoder.name(name, place))
        })?;
        copies.into_iter().try_for_each(|(ty, place, actual)| self.give_back(ty, &place, actual))
    }

    /// Place of a parameter for the callee: the caller's variable if both are in memory, else a
    /// place of its own, with the type of the value to copy there or back.
    fn place(
        &mut self,
        formal: &'a Variable<'a>,
        actual: &Text<'a>,
    ) -> Result<(Entity, Option<Type>)> {
        let ty = ty(formal.ty).unwrap_or(Type::B32);
        if in_register(formal) {
            return Ok((Entity::Register(self.new_register(formal.name, ty)), Some(ty)));
        }
        if let Some(variable) = self.variable(actual) {
            return Ok((variable, None));
        }
        if !formal.dims.is_empty() || formal.vector.is_some() {
            return Err(self.unexpected_operand(actual, "a variable in .param"));
        }
        let address = self.place_local(formal)?;
        Ok((Entity::Memory { space: Space::Local, address }, Some(ty)))
    }

    /// The caller's `.param` variable, if an operand names one.
    fn variable(&mut self, text: &Text<'a>) -> Option<Entity> {
        let Text::Name(name) = text else { return None };
        let entity = self.entity(name);
        entity.filter(|entity| matches!(entity, Entity::Memory { space: Space::Local, .. }))
    }

    fn pass(&mut self, ty: Type, actual: &Text<'a>, place: &Entity) -> Result<()> {
        match (self.variable(actual), place) {
            (Some(variable), Entity::Register(reg)) => self.copy_from(ty, &variable, Some(*reg)),
            _ => {
                let value = self.source_operand(actual, ty, Width::Exact)?;
                self.copy_to(ty, place, value);
            }
        }
        Ok(())
    }

    fn give_back(&mut self, ty: Type, place: &Entity, actual: &Text<'a>) -> Result<()> {
        match (self.variable(actual), place) {
            (Some(variable), Entity::Register(reg)) => {
                self.copy_to(ty, &variable, Operand::Reg(*reg));
            }
            _ => {
                let dst = self.destination(actual, ty, Width::Exact)?;
                self.copy_from(ty, place, dst);
            }
        }
        Ok(())
    }

    fn copy_to(&mut self, ty: Type, place: &Entity, value: Operand) {
        match place {
            Entity::Memory { address, .. } => {
                let store = Op::Store(Access::plain(Space::Local, ty));
                self.emit(None, store, vec![], vec![Operand::Imm(*address), value]);
            }
            Entity::Register(reg) => self.emit(None, copy(ty), vec![Some(*reg)], vec![value]),
            _ => {}
        }
    }

    fn copy_from(&mut self, ty: Type, place: &Entity, dst: Option<Reg>) {
        match place {
            Entity::Memory { address, .. } => {
                let load = Op::Load(Access::plain(Space::Local, ty));
                self.emit(None, load, vec![dst], vec![Operand::Imm(*address)]);
            }
            Entity::Register(reg) => {
                self.emit(None, copy(ty), vec![dst], vec![Operand::Reg(*reg)]);
            }
            _ => {}
        }
    }
}

fn copy(ty: Type) -> Op {
    match ty {
        Type::Pred => Op::Logic(Logic::Move),
        _ => Op::Compute(Compute::Move(ty)),
    }
}
