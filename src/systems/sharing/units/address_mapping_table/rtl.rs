//! The templates of the table, of an entry, and of what they share.

use super::{AddressMappingTable, Params, QUERIES, TAKEN};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::config::{SharedLanes, StoreRule};
use crate::units::{Unit, unit_ports};
use askama::Template;

const COMPARE: &str = "rf_address_mapping_compare";
const ENTRY: &str = "rf_address_mapping_entry";
const LONGEST: &str = "rf_longest_of_four";
const SEARCH: &str = "rf_cover_search";

/// One step of a search: the best of each four goes on.
#[derive(Clone, Copy)]
struct Step {
    /// Its number, from 1.
    n: usize,
    /// How many go on.
    count: usize,
    /// How many places of the last four are empty.
    empty: usize,
}

impl Step {
    /// The steps from a number of entries to one.
    fn all(mut entries: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        while entries > 1 || steps.is_empty() {
            let count = entries.div_ceil(4);
            steps.push(Step { n: steps.len() + 1, count, empty: 4 * count - entries });
            entries = count;
        }
        steps
    }

    /// What stands before a vector so that it fills the fours, of elements of so many bits.
    fn pad(&self, bits: usize) -> String {
        match self.empty {
            0 => String::new(),
            empty => format!("{{{}'d0, ", empty * bits),
        }
    }

    /// Text behind the vector.
    fn end(&self) -> &'static str {
        if self.empty == 0 { "" } else { "}" }
    }
}

#[derive(Template)]
#[template(path = "sharing/rf_address_mapping_table.v", escape = "none")]
struct Table<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    run: bool,
    exact: bool,
    queries: usize,
    taken: usize,
    /// Places that the last 16 have too many.
    spare: usize,
    /// Inputs that this table does not need.
    unused: String,
    steps: &'a [Step],
    /// The number of the last step.
    top: usize,
}

#[derive(Template)]
#[template(path = "sharing/rf_cover_search.v", escape = "none")]
struct Search<'a> {
    params: &'a Params,
    steps: &'a [Step],
}

#[derive(Template)]
#[template(path = "sharing/rf_address_mapping_entry.v", escape = "none")]
struct Entry<'a> {
    params: &'a Params,
    run: bool,
    exact: bool,
}

#[derive(Template)]
#[template(path = "sharing/rf_address_mapping_compare.v", escape = "none")]
struct Compare<'a> {
    params: &'a Params,
    run: bool,
    exact: bool,
}

#[derive(Template)]
#[template(path = "sharing/rf_longest_of_four.v", escape = "none")]
struct Longest<'a> {
    params: &'a Params,
}

pub fn design(params: &Params) -> Result<Design> {
    let failed = || Error::emission(AddressMappingTable::NAME);
    let run = params.active == SharedLanes::Run;
    let exact = params.store == StoreRule::Exact;
    let module = |name, body| Module::leaf(AddressMappingTable::OWNER, name, body);
    let compare = Compare { params, run, exact }.render().map_err(failed())?;
    let mut entry = module(ENTRY, Entry { params, run, exact }.render().map_err(failed())?);
    entry.children = vec![(COMPARE, 1)];
    let steps = &Step::all(params.entries);
    let unused = [(!run, "first_i"), (exact, "end_i, high_i"), (!params.rows, "rows_i, pitch_i")];
    let unused: Vec<&str> = unused.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    let table = Table {
        params,
        contract: comment(AddressMappingTable::CONTRACT),
        ports: port_list(&unit_ports::<AddressMappingTable>(params)),
        run,
        exact,
        queries: QUERIES,
        taken: TAKEN,
        spare: params.entries.div_ceil(16) * 16 - params.entries,
        unused: unused.join(", "),
        top: steps.len(),
        steps,
    };
    let mut table = module("rf_address_mapping_table", table.render().map_err(failed())?);
    table.children = vec![(COMPARE, 1), (ENTRY, params.entries)];
    let mut modules = vec![module(COMPARE, compare), entry];
    if params.partial {
        let longest = Longest { params }.render().map_err(failed())?;
        let mut search = module(SEARCH, Search { params, steps }.render().map_err(failed())?);
        search.children = vec![(LONGEST, steps.iter().map(|step| step.count).sum())];
        table.children.push((SEARCH, 2));
        modules.extend([module(LONGEST, longest), search]);
    }
    modules.push(table);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "sharing/props/address_mapping_table_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    run: bool,
    name: &'static str,
}

/// The claims, one per checker: the checker's name, and the claim.
const CLAIMS: [(&str, &str); 4] = [
    (
        "address_mapping_hit",
        "LOC-I5: what hits was recorded with the load's base, stride and lanes",
    ),
    ("address_mapping_store", "LOC-I7: no store to a word of what hits came since its record"),
    ("address_mapping_kept", "what was recorded hits until it is deleted or may be replaced"),
    ("address_mapping_one", "LOC-I6: a register has at most one entry"),
];

/// The proofs: two entries without pairs and rows, by the sound rule for stores.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    if params.store == StoreRule::Exact {
        return Ok(Vec::new());
    }
    let params = &Params {
        entries: 2,
        lanes: 4,
        word_bits: 3,
        stride_bits: 2,
        phys_bits: 2,
        partial: false,
        rows: false,
        ..params.clone()
    };
    let run = params.active == SharedLanes::Run;
    let lanes = if run { "a run of lanes" } else { "the first lanes" };
    let proof = |(name, claim): (&'static str, &str)| {
        let checker = Checker { params, run, name }.render();
        Ok(Proof {
            name,
            claim: format!("{claim}; any of 4 registers, 2 entries, 8 words, {lanes} of 4"),
            checker: checker.map_err(Error::emission(AddressMappingTable::NAME))?,
            modules: design(params)?.modules,
        })
    };
    CLAIMS.into_iter().map(proof).collect()
}
