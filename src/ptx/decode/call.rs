//! Calls: the function's body in the place of the call.

use super::function::{Decoder, in_register};
use super::modifiers::ty;
use super::operand::{Operands, Width};
use super::scope::Entity;
use crate::error::Result;
use crate::ptx::isa::{Access, Compute, Guard, Logic, Op, Operand, Space, Type};
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

    /// Drops the output of `vprintf`; its result, the number of printed characters, is 0.
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
        let inputs = function.params.iter().zip(arguments);
        let inputs = inputs.map(|(formal, actual)| self.argument(formal, actual));
        let inputs = inputs.collect::<Result<Vec<(&'a str, Entity)>>>()?;
        let mut outputs = Vec::new();
        let mut moves = Vec::new();
        for (formal, actual) in function.returns.iter().zip(results) {
            if in_register(formal) {
                let ty = ty(formal.ty).unwrap_or(Type::B32);
                let register = self.new_register(formal.name, ty);
                let dst = self.destination(actual, ty, Width::Exact)?;
                moves.push((ty, dst, register));
                outputs.push((formal.name, Entity::Register(register)));
            } else {
                outputs.push(self.argument(formal, actual)?);
            }
        }
        self.inline(function, at, |decoder| {
            for (name, entity) in inputs.into_iter().chain(outputs) {
                decoder.name(name, entity)?;
            }
            Ok(())
        })?;
        for (ty, dst, register) in moves {
            let src = vec![Operand::Reg(register)];
            self.emit(None, Op::Compute(Compute::Move(ty)), vec![dst], src);
        }
        Ok(())
    }

    /// Binds a formal parameter: to a register of its own, or to the caller's memory.
    fn argument(
        &mut self,
        formal: &'a Variable<'a>,
        actual: &'a Text<'a>,
    ) -> Result<(&'a str, Entity)> {
        if in_register(formal) {
            let ty = ty(formal.ty).unwrap_or(Type::B32);
            let register = self.new_register(formal.name, ty);
            let dst = vec![Some(register)];
            if let Text::Name(name) = actual
                && let Some(Entity::Memory { space: Space::Local, address }) = self.entity(name)
            {
                let load = Op::Load(Access::plain(Space::Local, ty));
                self.emit(None, load, dst, vec![Operand::Imm(address)]);
                return Ok((formal.name, Entity::Register(register)));
            }
            let value = self.source_operand(actual, ty, Width::Exact)?;
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
}
