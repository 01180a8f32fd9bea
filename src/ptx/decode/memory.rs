//! Modifiers of loads, stores, atomic operations and fences.

use super::modifiers::{Modifiers, Refused};
use super::opcode::SPACES;
use crate::ptx::isa::{Access, Atomic, AtomicOp, Cache, Order, Scope, Space};

const SCOPES: &[(&str, Scope)] = &[
    ("cta", Scope::Cta),
    ("cluster", Scope::Cluster),
    ("gpu", Scope::Gpu),
    ("sys", Scope::System),
];

/// Levels of `membar`.
const LEVELS: &[(&str, Scope)] = &[("cta", Scope::Cta), ("gl", Scope::Gpu), ("sys", Scope::System)];

/// A memory order as named in the text, without its scope.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Weak,
    Volatile,
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
}

const ORDERS: &[(&str, Named)] = &[
    ("weak", Named::Weak),
    ("volatile", Named::Volatile),
    ("relaxed", Named::Relaxed),
    ("acquire", Named::Acquire),
    ("release", Named::Release),
    ("acq_rel", Named::AcquireRelease),
];

const CACHES: &[(&str, Cache)] = &[
    ("ca", Cache::All),
    ("wb", Cache::All),
    ("cg", Cache::Level2),
    ("cs", Cache::Streaming),
    ("lu", Cache::LastUse),
    ("cv", Cache::Never),
    ("wt", Cache::WriteThrough),
];

/// Decodes the access of `ld`, `ldu`, `st`, `atom` or `red`.
pub fn access(base: &str, m: &mut Modifiers) -> Result<Access, Refused> {
    let order = order(base, m)?;
    let cache = cache(base, order, m)?;
    if base == "ld" {
        m.ignore(&["nc"]);
    }
    m.ignore(&["unified"]);
    m.ignore_prefixed(&["L1::", "L2::", "level::"]);
    // Banks of PTX before 2.2 are ignored: the variable's address determines the memory.
    let banks = m.flag_prefixed("const[");
    let space = m.one_of(SPACES).unwrap_or(if banks { Space::Const } else { Space::Generic });
    let elements = m.one_of(&[("v2", 2), ("v4", 4), ("v8", 8)]).unwrap_or(1);
    Ok(Access { elements, order, cache, ..Access::plain(space, m.ty()?) })
}

/// The order of an access. By default, atomic operations are relaxed, with device scope.
fn order(base: &str, m: &mut Modifiers) -> Result<Order, Refused> {
    let is_atomic = matches!(base, "atom" | "red");
    let is_mmio = m.flag("mmio");
    let named = m.at_most_one(ORDERS, "memory order")?;
    let scope = m.at_most_one(SCOPES, "scope")?;
    let (name, order) = named.unwrap_or(match is_atomic {
        true => ("relaxed", Named::Relaxed),
        false => ("weak", Named::Weak),
    });
    let allowed = orders(base);
    if !allowed.contains(&name) {
        let expected = format!("{base} with one of .{}", allowed.join(", ."));
        return Err(Refused::new(format!("'{base}.{name}'"), expected));
    }
    if is_mmio {
        return match (base, order, scope) {
            ("ld" | "st", Named::Relaxed, Some((_, Scope::System))) => Ok(Order::Mmio),
            _ => Err(Refused::new(format!("'{base}.mmio'"), "ld or st with .mmio.relaxed.sys")),
        };
    }
    let scope = match (order, scope) {
        (Named::Weak | Named::Volatile, Some((scope, _))) => {
            let found = format!("scope '.{scope}' of a {name} access");
            return Err(Refused::new(found, "a scope with .relaxed or stronger only"));
        }
        (Named::Weak, None) => return Ok(Order::Weak),
        (Named::Volatile, None) => return Ok(Order::Volatile),
        (_, Some((_, scope))) => scope,
        (_, None) if is_atomic => Scope::Gpu,
        (_, None) => {
            let found = format!("'{base}.{name}' without a scope");
            return Err(Refused::new(found, ".cta, .cluster, .gpu or .sys"));
        }
    };
    Ok(match order {
        Named::Acquire => Order::Acquire(scope),
        Named::Release => Order::Release(scope),
        Named::AcquireRelease => Order::AcquireRelease(scope),
        _ => Order::Relaxed(scope),
    })
}

/// Orders that an instruction may have.
fn orders(base: &str) -> &'static [&'static str] {
    match base {
        "ld" => &["weak", "volatile", "relaxed", "acquire"],
        "st" => &["weak", "volatile", "relaxed", "release"],
        "atom" => &["relaxed", "acquire", "release", "acq_rel"],
        "red" => &["relaxed", "release"],
        _ => &["weak"],
    }
}

fn cache(base: &str, order: Order, m: &mut Modifiers) -> Result<Cache, Refused> {
    let Some((name, cache)) = m.at_most_one(CACHES, "cache operator")? else {
        return Ok(Cache::All);
    };
    let allowed: &[&str] = match base {
        "ld" => &["ca", "cg", "cs", "lu", "cv"],
        "st" => &["wb", "cg", "cs", "wt"],
        _ => &[],
    };
    match (allowed.contains(&name), order) {
        (true, Order::Weak) => Ok(cache),
        (true, _) => {
            let found = format!("cache operator '.{name}' of an ordered access");
            Err(Refused::new(found, "a cache operator with weak accesses only"))
        }
        (false, _) if allowed.is_empty() => {
            Err(Refused::new(format!("'{base}.{name}'"), format!("{base} without cache operator")))
        }
        (false, _) => {
            let expected = format!("{base} with one of .{}", allowed.join(", ."));
            Err(Refused::new(format!("'{base}.{name}'"), expected))
        }
    }
}

/// `atom`, `red`.
pub fn atomic(base: &str, m: &mut Modifiers) -> Result<Atomic, Refused> {
    m.ignore(&["async", "noftz"]);
    let ops = [
        ("and", AtomicOp::And),
        ("or", AtomicOp::Or),
        ("xor", AtomicOp::Xor),
        ("exch", AtomicOp::Exchange),
        ("cas", AtomicOp::CompareAndSwap),
        ("add", AtomicOp::Add),
        ("inc", AtomicOp::Increment),
        ("dec", AtomicOp::Decrement),
        ("min", AtomicOp::Min),
        ("max", AtomicOp::Max),
    ];
    let op = m.exactly_one(&ops, "operation")?;
    Ok(Atomic { access: access(base, m)?, op })
}

/// `membar`, `fence`. A proxy fence orders accesses through different paths to memory; it is
/// treated as a fence of system scope.
pub fn fence(base: &str, m: &mut Modifiers) -> Result<Scope, Refused> {
    if m.flag("proxy") {
        m.ignore(&["alias"]);
        m.ignore_prefixed(&["async"]);
        return Ok(Scope::System);
    }
    let scopes = match base {
        "membar" => LEVELS,
        _ => {
            m.at_most_one(&[("sc", ()), ("acq_rel", ())], "memory order")?;
            SCOPES
        }
    };
    m.exactly_one(scopes, "scope")
}
