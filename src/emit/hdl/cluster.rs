//! Splits `update` into clusters without common targets, one `assign` or `always @*` each. Checks
//! that the clusters, which run in parallel, give the same result as the statements in order.

use super::PrintError;
use super::ir::{Expr, Item, Stmt};
use super::symbols::{Id, Role, Symbols};
use std::collections::{BTreeMap, BTreeSet};

/// Statements, in order, whose targets overlap.
#[derive(Debug)]
pub struct Cluster {
    pub items: Vec<Item>,
    pub targets: BTreeSet<Id>,
}

impl Cluster {
    /// Target and value, if the cluster is one plain assignment.
    pub fn as_assign(&self) -> Option<(Id, &Expr)> {
        match self.items.as_slice() {
            [item] => match &item.stmt {
                Stmt::Assign { target, value } => Some((*target, value)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn reads(&self) -> BTreeSet<Id> {
        self.items.iter().flat_map(Item::reads).collect()
    }

    pub fn loop_variables(&self) -> BTreeSet<String> {
        let names = self.items.iter().flat_map(Item::loop_variables);
        names.map(str::to_string).collect()
    }

    /// The number of its last statement in `update`.
    fn last_place(&self) -> usize {
        self.items.iter().map(|item| item.place).max().unwrap_or(0)
    }
}

/// The checked clusters, in an order in which each reads only what earlier ones assign.
pub fn split(items: Vec<Item>, symbols: &Symbols) -> Result<Vec<Cluster>, PrintError> {
    let mut clusters = group_by_target(items)?;
    check_driven(&clusters, symbols)?;
    check_order(&clusters, symbols)?;
    for cluster in &mut clusters {
        let flow = Flow { targets: cluster.targets.clone(), symbols };
        flow.drop_dead_holds(&mut cluster.items);
        flow.check(&cluster.items)?;
    }
    // Every read comes after the last write to its source, so this order is safe.
    clusters.sort_by_key(Cluster::last_place);
    check_not_constant(&clusters, symbols)?;
    Ok(clusters)
}

/// Reserves the names that the clusters add to the module: loop variables, and the register behind
/// each output that an always block drives.
///
/// Two always blocks must not share a loop variable: each would trigger the other, forever.
pub fn name_inner_registers(clusters: &[Cluster], symbols: &mut Symbols) -> Result<(), PrintError> {
    for cluster in clusters {
        for variable in cluster.loop_variables() {
            symbols.take(&variable)?;
        }
        let procedural = cluster.targets.iter().filter(|_| cluster.as_assign().is_none());
        for &target in procedural {
            if symbols[target].role == Role::Output {
                symbols.name_inner_register(target)?;
            }
        }
    }
    Ok(())
}

fn group_by_target(items: Vec<Item>) -> Result<Vec<Cluster>, PrintError> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for item in items {
        let mut merged = Cluster { targets: item.writes().into_iter().collect(), items: vec![] };
        if merged.targets.is_empty() {
            // An `if` with an empty body does nothing, but a comment on it would be lost.
            if let Some(text) = item.comments.into_iter().next() {
                return Err(PrintError::StrayComment(text));
            }
            continue;
        }
        let (joined, rest): (Vec<_>, Vec<_>) =
            clusters.into_iter().partition(|cluster| !cluster.targets.is_disjoint(&merged.targets));
        clusters = rest;
        for cluster in joined {
            merged.items.extend(cluster.items);
            merged.targets.extend(cluster.targets);
        }
        merged.items.push(item);
        merged.items.sort_by_key(|item| item.place);
        clusters.push(merged);
    }
    Ok(clusters)
}

fn check_driven(clusters: &[Cluster], symbols: &Symbols) -> Result<(), PrintError> {
    let is_driven = |id: Id| clusters.iter().any(|cluster| cluster.targets.contains(&id));
    let must_be = |id: &Id| matches!(symbols[*id].role, Role::Output | Role::Local);
    match symbols.ids().filter(must_be).find(|id| !is_driven(*id)) {
        Some(id) => Err(PrintError::Undriven(symbols[id].verilog.clone())),
        None => Ok(()),
    }
}

/// A cluster sees the final values of other clusters, so it must not read them before they are
/// final.
fn check_order(clusters: &[Cluster], symbols: &Symbols) -> Result<(), PrintError> {
    let mut final_write: BTreeMap<Id, usize> = BTreeMap::new();
    for item in clusters.iter().flat_map(|cluster| &cluster.items) {
        for id in item.writes() {
            let place = final_write.entry(id).or_default();
            *place = item.place.max(*place);
        }
    }
    for cluster in clusters {
        for item in &cluster.items {
            let is_early = |id: &Id| {
                !cluster.targets.contains(id)
                    && final_write.get(id).is_some_and(|place| *place > item.place)
            };
            if let Some(id) = item.reads().into_iter().find(is_early) {
                return Err(read_before_write(id, symbols));
            }
        }
    }
    Ok(())
}

/// `always @*` waits for a change: if it reads only constants, it never runs.
fn check_not_constant(clusters: &[Cluster], symbols: &Symbols) -> Result<(), PrintError> {
    let mut changing: BTreeSet<Id> =
        symbols.ids().filter(|id| matches!(symbols[*id].role, Role::Input | Role::State)).collect();
    for cluster in clusters {
        if !cluster.reads().is_disjoint(&changing) {
            changing.extend(&cluster.targets);
        } else if let (None, Some(&id)) = (cluster.as_assign(), cluster.targets.first()) {
            let name = symbols[id].verilog.clone();
            return Err(PrintError::ConstantBlock(name));
        }
    }
    Ok(())
}

fn read_before_write(id: Id, symbols: &Symbols) -> PrintError {
    let name = symbols[id].verilog.clone();
    PrintError::ReadBeforeWrite(name)
}

/// Follows the paths through one cluster and tracks which targets are assigned on all of them.
struct Flow<'a> {
    targets: BTreeSet<Id>,
    symbols: &'a Symbols,
}

impl Flow<'_> {
    fn check(&self, items: &[Item]) -> Result<(), PrintError> {
        let mut assigned = BTreeSet::new();
        for item in items {
            self.step(&item.stmt, &mut assigned)?;
        }
        match self.targets.difference(&assigned).next() {
            Some(id) => Err(self.latch(*id)),
            None => Ok(()),
        }
    }

    fn step(&self, stmt: &Stmt, assigned: &mut BTreeSet<Id>) -> Result<(), PrintError> {
        let (values, bodies) = stmt.parts();
        let mut read = BTreeSet::new();
        for value in values {
            value.names(&mut |id| _ = read.insert(id));
        }
        let is_early = |id: &&Id| self.targets.contains(id) && !assigned.contains(id);
        if let Some(id) = read.iter().find(is_early) {
            return Err(read_before_write(*id, self.symbols));
        }
        match stmt {
            Stmt::Assign { target, .. } => _ = assigned.insert(*target),
            Stmt::AssignBit { target, .. } if !assigned.contains(target) => {
                return Err(self.latch(*target));
            }
            _ => {}
        }
        let mut after_each = Vec::new();
        for body in bodies {
            let mut after = assigned.clone();
            for stmt in body {
                self.step(stmt, &mut after)?;
            }
            after_each.push(after);
        }
        let on_all = after_each.into_iter().reduce(|a, b| &a & &b);
        assigned.extend(on_all.into_iter().flatten());
        Ok(())
    }

    /// Removes each `d = q` of `dff_setup!` that the next assignment to `d` overwrites.
    fn drop_dead_holds(&self, items: &mut Vec<Item>) {
        let is_dead = |place: usize, hold: &Item| {
            let Some(target) = hold.stmt.target().filter(|_| hold.is_hold) else {
                return false;
            };
            let mut rest = items[place + 1..].iter();
            rest.find(|item| item.writes().contains(&target)).is_some_and(|next| {
                let mut assigned = self.targets.clone();
                assigned.remove(&target);
                self.step(&next.stmt, &mut assigned).is_ok() && assigned.contains(&target)
            })
        };
        let dead: Vec<usize> = (0..items.len()).filter(|&n| is_dead(n, &items[n])).collect();
        let mut number = 0..;
        items.retain(|_| !number.next().is_some_and(|n| dead.contains(&n)));
    }

    fn latch(&self, id: Id) -> PrintError {
        let name = self.symbols[id].verilog.clone();
        PrintError::Latch(name)
    }
}
