//! Templates of the table, of a block of entries, and of the search for covers.

use super::{AddressMappingTable, FILLS, Params, QUERIES, TAKEN};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::config::{SharedLanes, StoreRule};
use crate::units::{Unit, unit_ports};
use askama::Template;
use std::fmt::Display;

const LONGEST: &str = "rf_longest_block";

/// Entries per group: a search finds the longest cover of each group in the look cycle.
const SEARCHED: usize = 5;

/// Entries per group: a search first finds the longest cover of each group, in the look cycle.
/// each block drives its own entries.
const BLOCK: usize = 25;

/// Module names of a cover search, of its choice within each group and of its choice among groups.
#[derive(Clone, Copy)]
struct CoverSearch {
    name: &'static str,
    of_each: &'static str,
    of_all: &'static str,
}

const SEARCH: CoverSearch = CoverSearch {
    name: "rf_cover_search",
    of_each: "rf_longest_of_each_group",
    of_all: "rf_longest_of_groups",
};

/// Search of the last block, if that block has fewer entries.
const LAST_SEARCH: CoverSearch = CoverSearch {
    name: "rf_cover_search_last",
    of_each: "rf_longest_of_each_group_last",
    of_all: "rf_longest_of_groups_last",
};

/// A block of consecutive entries.
struct Block {
    name: &'static str,
    search: CoverSearch,
    /// Number of entries.
    size: usize,
    /// Verilog constant with two bits per block, set for the blocks below this one.
    below: String,
}

impl Block {
    /// Splits the entries into blocks of equal size; the last one may be smaller.
    fn all(entries: usize) -> Vec<Block> {
        let size = entries.div_ceil(entries.div_ceil(BLOCK));
        let block = |first| {
            let (name, search) = match entries - first < size {
                false => ("rf_address_mapping_block", SEARCH),
                true => ("rf_address_mapping_block_last", LAST_SEARCH),
            };
            let (count, index) = (entries.div_ceil(size), first / size);
            let [above, below] = ["00".repeat(count - index), "11".repeat(index)];
            let below = format!("{}'b{above}{below}", 2 * count);
            Block { name, search, size: size.min(entries - first), below }
        };
        (0..entries).step_by(size).map(block).collect()
    }
}

#[derive(Template)]
#[template(path = "sharing/rf_address_mapping_table.v", escape = "none")]
struct Table<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    run: bool,
    has_end: bool,
    queries: usize,
    taken: usize,
    /// Input ports that this configuration does not use.
    unused: String,
    blocks: &'a [Block],
}

impl Table<'_> {
    /// Concatenation of one wire of each block, with the first block in the lowest bits.
    fn of_blocks(&self, wire: &str) -> String {
        let wires: Vec<String> =
            (0..self.blocks.len()).rev().map(|n| format!("{wire}_{n}")).collect();
        let lines = textwrap::Options::new(60).subsequent_indent("      ");
        textwrap::fill(&format!("{{{}}}", wires.join(", ")), lines)
    }
}

#[derive(Template)]
#[template(path = "sharing/rf_cover_search.v", escape = "none")]
struct Search<'a> {
    params: &'a Params,
    name: &'static str,
    of_each: &'static str,
    of_all: &'static str,
    block: &'static str,
    size: usize,
    searched: usize,
    /// Number of groups of `searched` entries.
    groups: usize,
}

impl Search<'_> {
    /// The vector of `bits` bits per entry, zero-extended so that the last group is full.
    fn padded(&self, vector: &str, bits: usize) -> String {
        match self.searched * self.groups - self.size {
            0 => vector.into(),
            empty => format!("{{{}'d0, {vector}}}", empty * bits),
        }
    }
}

/// Patterns that a look is compared with.
enum Compared {
    Entries,
    /// The look of the previous cycle, in the place after all entries.
    LastLook,
}

impl Compared {
    /// Verilog that begins the comparison.
    fn each(&self) -> &'static str {
        match self {
            Compared::Entries => "for (n = 0; n < Size; n = n + 1) begin",
            Compared::LastLook => "begin // the look of the cycle before",
        }
    }

    fn place(&self) -> &'static str {
        match self {
            Compared::Entries => "n",
            Compared::LastLook => "Size",
        }
    }

    /// Verilog of one field of the pattern, `bits` wide.
    fn field(&self, name: &str, bits: impl Display) -> String {
        match self {
            Compared::Entries => format!("{name}_q[{bits}*n +: {bits}]"),
            Compared::LastLook => format!("look_{name}_q"),
        }
    }
}

#[derive(Template)]
#[template(path = "sharing/rf_address_mapping_block.v", escape = "none")]
struct Entries<'a> {
    params: &'a Params,
    name: &'static str,
    search: &'static str,
    size: usize,
    /// Number of entries in the lower half.
    half: usize,
    /// Verilog constant with one bit per place, set in the lower half.
    lower: String,
    /// Number of blocks in the table.
    blocks: usize,
    /// Verilog constant with one bit per place, set for odd places.
    odd: String,
    run: bool,
    exact: bool,
    has_end: bool,
    queries: usize,
    fills: usize,
    compared: [Compared; 2],
    asked: Vec<Asked>,
}

/// A search for the entries that have a given physical register.
struct Asked {
    /// Name of the resulting vector, one bit per entry.
    name: String,
    /// Signal that requests the search.
    valid: String,
    /// Signal that contains the register number.
    phys: &'static str,
    /// Offset of the register number in `phys`, as a summand of a bit index; empty for offset 0.
    at: String,
}

/// The searches: for the queries, for the fills and for the register that is recorded.
fn asked(phys_bits: usize) -> Vec<Asked> {
    let channels = |name, valid, phys, count| {
        (0..count).map(move |n| Asked {
            name: format!("{name}_{n}"),
            valid: format!("{valid}[{n}]"),
            phys,
            at: if n == 0 { String::new() } else { format!("{}+", phys_bits * n) },
        })
    };
    let record = Asked {
        name: "recorded".into(),
        valid: "record_i".into(),
        phys: "new_phys_i",
        at: String::new(),
    };
    let queries = channels("queried", "query_valid_i", "query_phys_i", QUERIES);
    queries
        .chain(channels("filled", "fill_valid_i", "fill_phys_i", FILLS))
        .chain([record])
        .collect()
}

#[derive(Template)]
#[template(path = "sharing/rf_longest_cover.v", escape = "none")]
struct Longest<'a> {
    params: &'a Params,
    name: &'static str,
    /// Low bits of a word that order covers by length.
    bits: usize,
    /// Bits of a word.
    width: usize,
    /// Candidates per group.
    count: usize,
    /// Number of groups.
    groups: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let failed = || Error::emission(AddressMappingTable::NAME);
    let run = params.active == SharedLanes::Run;
    let exact = params.store == StoreRule::Exact;
    let module = |name, body| Module::leaf(AddressMappingTable::OWNER, name, body);
    // Entries store their last word only if stores or pairs compare it.
    let has_end = !exact || params.partial;
    let unused =
        [(!run, "first_i"), (!has_end, "end_i, high_i"), (!params.rows, "rows_i, pitch_i")];
    let unused: Vec<&str> = unused.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
    let blocks = &Block::all(params.entries);
    let table = Table {
        params,
        contract: comment(AddressMappingTable::CONTRACT),
        ports: port_list(&unit_ports::<AddressMappingTable>(params)),
        run,
        has_end,
        queries: QUERIES,
        taken: TAKEN,
        unused: unused.join(", "),
        blocks,
    };
    let mut table = module("rf_address_mapping_table", table.render().map_err(failed())?);
    let mut modules = Vec::new();
    let key = params.lane_bits();
    let choice = |name, count, groups, bits, width| {
        let choice = Longest { params, name, count, groups, bits, width };
        Ok(module(name, choice.render().map_err(failed())?))
    };
    if params.partial {
        modules.push(choice(LONGEST, blocks.len(), 1, key, key)?);
        table.children.push((LONGEST, 2));
    }
    for alike in blocks.chunk_by(|a, b| a.name == b.name) {
        let &Block { name, search, size, .. } = &alike[0];
        let (blocks, queries) = (blocks.len(), QUERIES);
        let half = size.div_ceil(2);
        let lower = format!("{size}'b{}{}", "0".repeat(size - half), "1".repeat(half));
        let odd = format!("{size}'b{}", "10".repeat(size).split_off(size));
        let body = Entries {
            params,
            name,
            search: search.name,
            size,
            half,
            lower,
            blocks,
            odd,
            run,
            exact,
            has_end,
            queries,
            fills: FILLS,
            compared: [Compared::Entries, Compared::LastLook],
            asked: asked(params.phys_bits),
        };
        let mut entries = module(name, body.render().map_err(failed())?);
        if params.partial {
            let (searched, groups) = (SEARCHED, size.div_ceil(SEARCHED));
            let CoverSearch { name: search, of_each, of_all } = search;
            let body = Search {
                params,
                name: search,
                of_each,
                of_all,
                block: name,
                size,
                searched,
                groups,
            };
            let mut search = module(search, body.render().map_err(failed())?);
            search.children = vec![(of_each, 1), (of_all, 1)];
            entries.children = vec![(search.name, 2)];
            let (order, word) = (params.order_bits(), params.word_bits);
            let of_each = choice(of_each, searched, groups, order, word)?;
            modules.extend([of_each, choice(of_all, groups, 1, key, key)?, search]);
        }
        table.children.push((name, alike.len()));
        modules.push(entries);
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

/// Name of the checker of pairs.
const PAIR: &str = "address_mapping_pair";

/// Name and claim of each checker.
const CLAIMS: [(&str, &str); 5] = [
    (
        "address_mapping_hit",
        "LOC-I5: what hits was recorded with the load's base, stride and lanes",
    ),
    ("address_mapping_store", "LOC-I7: no store to a word of what hits came since its record"),
    ("address_mapping_kept", "what was recorded hits until it is deleted or may be replaced"),
    ("address_mapping_one", "LOC-I6: a register has at most one entry"),
    (
        PAIR,
        "LOC-I12: each lane of a load with a pair is a lane of A, up to split, or of B, with the \
         word that it asks for",
    ),
];

/// The proofs: on tables of two entries without rows, for the sound store rule only. The search for
/// pairs is included only in the proof that concerns it.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    if params.store == StoreRule::Exact {
        return Ok(Vec::new());
    }
    let run = params.active == SharedLanes::Run;
    let lanes = if run { "a run of lanes" } else { "the first lanes" };
    let proof = |(name, claim): (&'static str, &str)| {
        let params = &Params {
            entries: 2,
            lanes: 4,
            word_bits: 3,
            stride_bits: 2,
            phys_bits: 2,
            partial: name == PAIR,
            rows: false,
            ..params.clone()
        };
        let checker = Checker { params, run, name }.render();
        Ok(Proof {
            name,
            claim: format!("{claim}; any of 4 registers, 2 entries, 8 words, {lanes} of 4"),
            checker: checker.map_err(Error::emission(AddressMappingTable::NAME))?,
            modules: design(params)?.modules,
        })
    };
    let claims = CLAIMS.into_iter().filter(|(name, _)| params.partial || *name != PAIR);
    claims.map(proof).collect()
}
