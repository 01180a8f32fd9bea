//! The arbiter's Verilog template: a parallel-prefix count of the competing banks.

use super::{CONTRACT, In, NAME, Out, Params};
use crate::emit::{Design, Module, Owner, Proof, comment, port_list, range};
use crate::error::{Error, Result};
use crate::units::ports_of;
use askama::Template;

/// Maximum columns of a line of Verilog.
const COLUMNS: usize = 100;

#[derive(Template)]
#[template(path = "rf_request_arbiter.v", escape = "none")]
struct Body {
    module: &'static str,
    contract: String,
    ports: String,
    banks: usize,
    max_banks: usize,
    /// Steps of the prefix count. Empty if all banks may be busy at once: then nothing is counted.
    steps: Vec<Step>,
}

/// A step of the prefix count: from counts over `half` banks to counts over `window` banks, which
/// are twice as many.
#[derive(Clone, Copy)]
struct Step {
    half: usize,
    window: usize,
    max_banks: usize,
}

impl Step {
    /// Largest count before the step; larger counts are not told apart.
    fn most(&self) -> usize {
        self.half.min(self.max_banks)
    }

    /// The counts after the step.
    fn sums(&self) -> impl Iterator<Item = usize> {
        1..=self.window.min(self.max_banks)
    }
}

impl Body {
    fn new(params: &Params, module: &'static str) -> Body {
        let Params { banks, max_banks } = *params;
        let counted = if max_banks < banks { banks.ilog2() } else { 0 };
        let step = |n: u32| Step { half: 1_usize << n, window: 2_usize << n, max_banks };
        Body {
            module,
            contract: comment(CONTRACT),
            ports: port_list(&ports_of::<In, Out>(params)),
            banks,
            max_banks,
            steps: (0..counted).map(step).collect(),
        }
    }

    /// All steps but the last one.
    fn inner(&self) -> &[Step] {
        &self.steps[..self.steps.len() - 1]
    }

    /// Declaration of a wire with a bit for each bank.
    fn wire(&self, name: &str) -> String {
        format!("wire {} {name}", range(self.banks))
    }

    /// One bit, replicated for each bank.
    fn all(&self, bit: &str) -> String {
        format!("{{{}{{{bit}}}}}", self.banks)
    }

    /// A rotated vector: bit n is the bit of the bank `by` places before bank n.
    fn up(&self, name: &str, by: usize) -> String {
        self.rotated(name, self.banks - by)
    }

    /// A rotated vector: bit n is the bit of the bank `by` places behind bank n.
    fn down(&self, name: &str, by: usize) -> String {
        self.rotated(name, by)
    }

    /// A vector rotated down: bit `at` becomes bit 0.
    fn rotated(&self, name: &str, at: usize) -> String {
        format!("{{{name}{}, {name}{}}}", bits(0, at), bits(at, self.banks - at))
    }

    fn far(&self, step: &Step) -> String {
        let Step { half, window, .. } = *step;
        let name = format!("far{half}");
        format!("{} = {name} & {};", self.wire(&format!("far{window}")), self.up(&name, half))
    }

    fn rest(&self, step: &Step) -> String {
        let half = step.half;
        let wire = self.wire(&format!("rest{half}"));
        format!("{wire} = {};", self.down(&format!("far{half}"), half))
    }

    fn behind(&self, step: &Step) -> String {
        let Step { half, window, .. } = *step;
        let (wire, name) = (self.wire(&format!("behind{window}")), format!("behind{half}"));
        format!("{wire} = {name} | ({} & rest{half});", self.down(&name, half))
    }

    /// Counts over the farther half of the window.
    fn beyond(&self, step: &Step) -> Vec<String> {
        let half = step.half;
        let line = |count| {
            let wire = self.wire(&format!("beyond{half}_{count}"));
            format!("{wire} = {} & far{half};", self.up(&format!("before{half}_{count}"), half))
        };
        (1..=step.most()).map(line).collect()
    }

    fn before(&self, step: &Step) -> Vec<String> {
        let Step { half, window, .. } = *step;
        let near = |count| format!("before{half}_{count}");
        let far = |count| format!("beyond{half}_{count}");
        let line = |count| {
            let wire = self.wire(&format!("before{window}_{count}"));
            assignment(&wire, &at_least(count, step.most(), near, far))
        };
        step.sums().map(line).collect()
    }

    fn held(&self, step: &Step) -> Vec<String> {
        let Step { half, window, .. } = *step;
        let left = self.banks / window;
        let half = |at, count| match half {
            1 => format!("busy_i{}", bits(at, left)),
            _ => format!("held{half}_{count}{}", bits(at, left)),
        };
        let line = |count| {
            let wire = format!("{} held{window}_{count}", format!("wire {}", range(left)).trim());
            let (upper, lower) = (|count| half(left, count), |count| half(0, count));
            assignment(&wire, &at_least(count, step.most(), upper, lower))
        };
        step.sums().map(line).collect()
    }

    fn full(&self) -> String {
        self.taken("full", self.max_banks)
    }

    fn almost(&self) -> String {
        self.taken("almost", self.max_banks - 1)
    }

    /// Bit n: the held banks and the banks that compete before bank n are at least `count`.
    fn taken(&self, name: &str, count: usize) -> String {
        let before = |count| format!("before{}_{count}", self.banks);
        let held = |count| self.all(&format!("held{}_{count}", self.banks));
        let terms = at_least(count, self.max_banks, before, held);
        assignment(&self.wire(name), &terms)
    }
}

/// Select of `count` bits of a vector, from bit `low` up.
fn bits(low: usize, count: usize) -> String {
    match count {
        1 => format!("[{low}]"),
        _ => format!("[{}:{low}]", low + count - 1),
    }
}

/// Terms of an OR that is true when two counts add up to at least `count`. `first(n)` and
/// `second(n)` are the signals that the respective count is at least n, for n from 1 to `most`.
fn at_least(
    count: usize,
    most: usize,
    first: impl Fn(usize) -> String,
    second: impl Fn(usize) -> String,
) -> Vec<String> {
    let pairs = (0..=count).rev().map(|n| (n, count - n));
    let pairs: Vec<_> = pairs.filter(|&(n, m)| n <= most && m <= most).collect();
    let alone = pairs.len() == 1;
    let term = |(n, m)| match (n, m) {
        (n, 0) => first(n),
        (0, m) => second(m),
        (n, m) if alone => format!("{} & {}", first(n), second(m)),
        (n, m) => format!("({} & {})", first(n), second(m)),
    };
    pairs.into_iter().map(term).collect()
}

/// A declaration that assigns the OR of the terms, broken into lines of [`COLUMNS`].
fn assignment(declaration: &str, terms: &[String]) -> String {
    let (mut text, indent) = (format!("{declaration} ="), declaration.len() + 3);
    let mut column = text.len() + 2;
    for (n, term) in terms.iter().enumerate() {
        let or = if n == 0 { "" } else { "| " };
        if column + or.len() + term.len() + 2 > COLUMNS {
            text += &format!("\n{:indent$}", "");
            column = indent;
        } else {
            text += " ";
            column += 1;
        }
        text += &format!("{or}{term}");
        column += or.len() + term.len();
    }
    text + ";"
}

/// The arbiter under the module name `module`. `owner` is the unit whose keys the header lists: the
/// number of granted banks differs between register files.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let body = Body::new(params, module).render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}

#[derive(Template)]
#[template(path = "props/request_arbiter_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    bank_bits: usize,
    /// Cycles within which a bank that keeps requesting is granted.
    bound: usize,
}

#[derive(Template)]
#[template(path = "props/request_arbiter_serial.sv", escape = "none")]
struct Serial<'a> {
    params: &'a Params,
    module: &'static str,
    bank_bits: usize,
}

pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let bound = params.banks.div_ceil(params.max_banks);
    let checker = Checker { params, bank_bits: params.banks.ilog2() as usize, bound };
    let module = "rf_request_arbiter";
    let check = Proof {
        name: "request_arbiter_check",
        claim: format!(
            "RM-I14, RM-I16, RM-I17: grants only to requests, never too many, work conserving, \
             within {bound} cycles"
        ),
        checker: checker.render().map_err(Error::emission(NAME))?,
        modules: design_as(params, Owner { unit: NAME, keys: &[] }, module)?.modules,
    };
    Ok(vec![check, searches_as(params, module)?])
}

/// Proof that the arbiter grants the same banks as a serial search, one bank after the other.
pub fn searches_as(params: &Params, module: &'static str) -> Result<Proof> {
    let checker = Serial { params, module, bank_bits: params.banks.ilog2() as usize };
    Ok(Proof {
        name: "request_arbiter_serial",
        claim: format!(
            "RM-I14: grants are those of a serial search; {} of {} banks",
            params.max_banks.min(params.banks),
            params.banks
        ),
        checker: checker.render().map_err(Error::emission(NAME))?,
        modules: design_as(params, Owner { unit: NAME, keys: &[] }, module)?.modules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_size_has_a_long_line() {
        for banks in [2, 4, 8, 16, 32] {
            for max_banks in 2..=banks {
                let params = Params { banks, max_banks };
                let text = Body::new(&params, "rf_request_arbiter").render().unwrap();
                let long = text.lines().find(|line| line.len() > COLUMNS || line.ends_with(' '));
                assert_eq!(long, None, "{max_banks} of {banks}");
            }
        }
    }
}
