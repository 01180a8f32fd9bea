//! Names inside a function.

use crate::ptx::isa::{Reg, Space, Type};
use std::collections::HashMap;

/// The entity that a name refers to.
#[derive(Clone, Debug)]
pub enum Entity {
    Register(Reg),
    /// A vector register's elements.
    Vector(Vec<Reg>),
    /// A variable, given by its address in its space.
    Memory {
        space: Space,
        address: u64,
    },
    Label(usize),
    /// Targets listed by `.branchtargets`.
    Targets(Vec<usize>),
}

/// `%r<100>`: registers that are created at their first use.
#[derive(Clone, Copy, Debug)]
struct Family {
    count: u32,
    ty: Type,
}

/// Names of one block.
#[derive(Clone, Debug, Default)]
struct Block<'a> {
    names: HashMap<&'a str, Entity>,
    families: HashMap<&'a str, Family>,
}

/// Names of nested blocks, the innermost last.
#[derive(Clone, Debug, Default)]
pub struct Scope<'a> {
    blocks: Vec<Block<'a>>,
}

impl<'a> Scope<'a> {
    pub fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    pub fn close(&mut self) {
        self.blocks.pop();
    }

    /// Declares a name in the innermost block; returns the earlier declaration if the block already
    /// has the name.
    pub fn name(&mut self, name: &'a str, entity: Entity) -> Option<&'a str> {
        declare(&mut self.blocks.last_mut()?.names, name, entity)
    }

    /// Like [`Scope::name`], for a family.
    pub fn family(&mut self, name: &'a str, count: u32, ty: Type) -> Option<&'a str> {
        declare(&mut self.blocks.last_mut()?.families, name, Family { count, ty })
    }

    /// All names, and the first and last register of each family.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.blocks.iter().flat_map(|block| {
            let ends = |(stem, family): (&&str, &Family)| {
                [0, family.count.saturating_sub(1)].map(|number| format!("{stem}{number}"))
            };
            let families = block.families.iter().flat_map(ends);
            block.names.keys().map(|name| name.to_string()).chain(families)
        })
    }

    /// The entity that a name refers to. `register` creates a register of a family at its first
    /// use.
    pub fn get(
        &mut self,
        name: &'a str,
        mut register: impl FnMut(&str, Type) -> Reg,
    ) -> Option<Entity> {
        for block in self.blocks.iter_mut().rev() {
            if let Some(entity) = block.names.get(name) {
                return Some(entity.clone());
            }
            if let Some(ty) = block.member(name) {
                let entity = Entity::Register(register(name, ty));
                block.names.insert(name, entity.clone());
                return Some(entity);
            }
        }
        None
    }
}

fn declare<'a, T>(names: &mut HashMap<&'a str, T>, name: &'a str, value: T) -> Option<&'a str> {
    let before = names.get_key_value(name).map(|(before, _)| *before);
    names.insert(name, value);
    before
}

impl Block<'_> {
    /// The type of the family register with this name.
    fn member(&self, name: &str) -> Option<Type> {
        if self.families.is_empty() {
            return None;
        }
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let splits = name.len() - digits..name.len();
        splits.into_iter().find_map(|split| {
            let (stem, number) = name.split_at(split);
            let family = self.families.get(stem)?;
            let plain = number == "0" || !number.starts_with('0');
            (plain && number.parse::<u32>().ok()? < family.count).then_some(family.ty)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_has_as_many_members_as_declared() {
        let mut scope = Scope::default();
        scope.open();
        scope.family("%r", 12, Type::B32);
        scope.family("%r1", 3, Type::B64);
        let mut made = Vec::new();
        let mut get = |name| {
            let found = scope.get(name, |_, ty| {
                made.push(ty);
                Reg(made.len() as u32 - 1)
            });
            found.is_some()
        };
        assert!(get("%r0") && get("%r9") && get("%r0"));
        assert!(!get("%r99") && !get("%r") && !get("%r01") && !get("%f0"));
        assert!(get("%r12"));
        assert_eq!(made, [Type::B32, Type::B32, Type::B64]);
    }

    #[test]
    fn inner_names_hide_outer_ones() {
        let mut scope = Scope::default();
        scope.open();
        assert_eq!(scope.name("x", Entity::Label(1)), None);
        scope.open();
        assert_eq!(scope.name("x", Entity::Label(2)), None);
        let label = |scope: &mut Scope<'static>| match scope.get("x", |_, _| Reg(0)) {
            Some(Entity::Label(n)) => n,
            _ => 0,
        };
        assert_eq!(label(&mut scope), 2);
        scope.close();
        assert_eq!(label(&mut scope), 1);
    }
}
