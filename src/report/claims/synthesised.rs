//! What synthesis says of the structures of static data compression's section 6.4: transistors by
//! [`Synthesiser::RULE`], beside what the paper prints and what it should have printed.
//!
//! A claim that the paper has from synthesis gets ours from it. The others are arithmetic, on which
//! the verdict is; what synthesis comes to stands in their notes and in the table.

use super::Claim;
use super::computed::{Value, number, part};
use super::sdc;
use crate::bits::LANES;
use crate::config::Config;
use crate::error::Result;
use crate::report::{Area, Synthesiser};
use crate::tools::YOSYS;
use crate::units::AnyUnit;
use crate::units::collector_unit::CollectorUnit;
use crate::units::indirection_table::IndirectionTable;
use crate::units::value_converter::ValueConverter;
use crate::units::value_extractor::ValueExtractor;
use crate::units::value_truncator::ValueTruncator;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// What synthesis comes to.
#[derive(Clone, Debug)]
pub struct Synthesised {
    pub ours: Value,
    pub how: &'static str,
    pub note: String,
}

/// The configurations that are synthesised: converters without subnormal numbers, as the paper's
/// are, and with them.
pub const CONFIGURATIONS: [&str; 2] = ["sdc_paper", Config::DEFAULT];

/// A structure of section 6.4.
pub struct Structure {
    pub name: &'static str,
    /// How many of an SM the figures are for.
    pub count: usize,
    /// The claim that prints its size.
    pub claim: &'static str,
    /// Transistors that the paper prints, and those that it should have printed (sdc-e03 to e05).
    pub printed: fn() -> f64,
    pub correct: fn() -> f64,
    unit: &'static dyn AnyUnit,
    /// Transistors of one, of its unit's.
    one: fn(&Area) -> usize,
    /// Whether it is no part of another row, and so of the total.
    whole: bool,
    /// Why ours is larger, where it is.
    pub why: &'static str,
}

/// A lane of a unit of 32.
fn lane(area: &Area) -> usize {
    area.own.transistors / LANES
}

fn all(area: &Area) -> usize {
    area.own.transistors
}

/// Six transistors for a bit of memory, as the paper counts.
fn with_memory(area: &Area) -> usize {
    const CELL: usize = 6;
    area.own.transistors + CELL * area.macro_bits
}

/// A collector unit without the flip-flops of three operands of 1024 bits.
fn extension(area: &Area) -> usize {
    /// Of a flip-flop, as Yosys counts.
    const FLIP_FLOP: usize = 16;
    const OPERANDS: usize = 3;
    area.own.transistors - FLIP_FLOP * OPERANDS * LANES * u32::BITS as usize
}

const MASKS: &str = "ours has the choice of the sign, selects that are worked out from the masks, \
                     and no pad below the data (e02)";
const CONVERTER: &str = "subnormal numbers";
const PORTS: &str =
    "ours has its ports: channels choose among banks, equal registers share an access";
const COLLECTOR: &str = "all but the flip-flops of three operands: the OR, hold and clear of every \
                         bit, the choice of a slot to convert and to answer; and the 105 bits are \
                         flip-flops";

pub const STRUCTURES: [Structure; 10] = [
    Structure {
        name: "thread extractor",
        count: 1,
        claim: "sdc-area-tve",
        printed: || number("sdc-area-tve") + number("sdc-area-tve-pad"),
        correct: sdc::extractor_of_thread,
        unit: &ValueExtractor,
        one: lane,
        whole: false,
        why: MASKS,
    },
    Structure {
        name: "warp extractor",
        count: 1,
        claim: "sdc-area-extractor",
        printed: || number("sdc-area-extractor"),
        correct: sdc::extractor,
        unit: &ValueExtractor,
        one: all,
        whole: false,
        why: MASKS,
    },
    Structure {
        name: "warp extractors",
        count: 16,
        claim: "sdc-area-extractors",
        printed: || number("sdc-area-extractors"),
        correct: sdc::extractors,
        unit: &ValueExtractor,
        one: all,
        whole: true,
        why: MASKS,
    },
    Structure {
        name: "thread converter",
        count: 1,
        claim: "sdc-area-tvc",
        printed: || number("sdc-area-tvc"),
        correct: || number("sdc-area-tvc"),
        unit: &ValueConverter,
        one: lane,
        whole: false,
        why: CONVERTER,
    },
    Structure {
        name: "warp converters",
        count: 6,
        claim: "sdc-area-vc",
        printed: || number("sdc-area-vc"),
        correct: sdc::converters,
        unit: &ValueConverter,
        one: all,
        whole: true,
        why: CONVERTER,
    },
    Structure {
        name: "indirection tables",
        count: 2,
        claim: "sdc-area-table",
        printed: || part("sdc-area-table", 1),
        correct: sdc::tables,
        unit: &IndirectionTable,
        // The unit has both copies.
        one: |area| with_memory(area) / 2,
        whole: true,
        why: PORTS,
    },
    Structure {
        name: "thread truncator",
        count: 1,
        claim: "sdc-area-tvt",
        printed: || number("sdc-area-tvt"),
        correct: || sdc::truncator_of_thread(sdc::extractor_of_thread()),
        unit: &ValueTruncator,
        one: lane,
        whole: false,
        why: CONVERTER,
    },
    Structure {
        name: "warp truncators",
        count: 3,
        claim: "sdc-area-wvt",
        printed: || number("sdc-area-wvt"),
        correct: || sdc::truncators(sdc::truncator_of_thread(sdc::extractor_of_thread())),
        unit: &ValueTruncator,
        one: all,
        whole: true,
        why: CONVERTER,
    },
    Structure {
        name: "collector unit's extension",
        count: 1,
        claim: "sdc-area-cu",
        printed: || part("sdc-area-cu", 0),
        correct: sdc::collector_unit,
        unit: &CollectorUnit,
        one: extension,
        whole: false,
        why: COLLECTOR,
    },
    Structure {
        name: "collector units' extensions",
        count: 16,
        claim: "sdc-area-cu",
        printed: || part("sdc-area-cu", 1),
        correct: sdc::collector_units,
        unit: &CollectorUnit,
        one: extension,
        whole: true,
        why: COLLECTOR,
    },
];

/// The claim that prints the sum.
const TOTAL: &str = "sdc-area-total";

/// Of a structure, at [`CONFIGURATIONS`].
pub struct Size {
    pub structure: &'static Structure,
    /// Transistors of all [`Structure::count`].
    pub transistors: [usize; 2],
    /// Gates on the longest path: of the unit or, where that is too large, of each of its modules
    /// alone, the top first: of what lanes have in common and of a lane.
    pub depths: Vec<usize>,
}

fn depths(area: &Area) -> Vec<usize> {
    let parts = area.parts.iter().map(|part| part.depth);
    area.own.depth.into_iter().chain(parts).collect()
}

impl Size {
    /// Why ours is larger than it should be; none if it is not.
    pub fn why(&self) -> Option<&'static str> {
        let larger = self.transistors.iter().any(|ours| *ours as f64 > (self.structure.correct)());
        larger.then_some(self.structure.why)
    }
}

/// All that stands in an SM.
pub struct Total {
    pub printed: f64,
    pub correct: f64,
    pub transistors: [usize; 2],
}

/// The sizes that claims are judged by.
#[derive(Default)]
pub struct Sizes {
    /// In the order of [`STRUCTURES`], those that are needed.
    pub rows: Vec<Size>,
    /// The tool and its version; empty if nothing was synthesised.
    pub tool: String,
}

/// A thread-level value converter: the paper's figure, too, is from synthesis.
const THREAD_CONVERTER: &str = "sdc-area-tvc";

impl Sizes {
    /// Structures that these claims need: their own, and of the total all.
    fn needed(claims: &[Claim]) -> Vec<&'static Structure> {
        let asked = |id: &str| claims.iter().any(|claim| claim.id == id);
        STRUCTURES.iter().filter(|of| asked(of.claim) || asked(TOTAL)).collect()
    }

    /// Their units by name, of which progress is told; none if there is no Yosys.
    fn units(claims: &[Claim]) -> BTreeMap<&'static str, &'static dyn AnyUnit> {
        let needed = Sizes::needed(claims).into_iter().filter(|_| YOSYS.find().is_ok());
        needed.map(|structure| (structure.unit.name(), structure.unit)).collect()
    }

    /// Units of which progress is told.
    pub fn count(claims: &[Claim]) -> usize {
        Sizes::units(claims).len()
    }

    /// The sizes that these claims need: none if they need none or if there is no Yosys. `progress`
    /// hears of each unit.
    ///
    /// # Errors
    /// Those of [`Synthesiser::area`].
    pub fn run(claims: &[Claim], progress: impl Fn() + Sync) -> Result<Sizes> {
        let units: Vec<_> = Sizes::units(claims).into_values().collect();
        if units.is_empty() {
            return Ok(Sizes::default());
        }
        let synthesiser = Synthesiser::new(None)?;
        let areas = units.into_par_iter().map(|unit| {
            let [ours, default] =
                CONFIGURATIONS.map(|name| synthesiser.area(unit, &Config::load(name, &[])?));
            progress();
            Ok((unit.name(), [ours?, default?]))
        });
        let areas = areas.collect::<Result<BTreeMap<_, _>>>()?;
        let rows = Sizes::needed(claims).into_iter().filter_map(|structure| {
            let areas = areas.get(structure.unit.name())?;
            let transistors = areas.each_ref().map(|area| structure.count * (structure.one)(area));
            Some(Size { structure, transistors, depths: depths(&areas[0]) })
        });
        Ok(Sizes { rows: rows.collect(), tool: synthesiser.yosys.version.clone() })
    }

    /// The sum, if all structures were synthesised.
    pub fn total(&self) -> Option<Total> {
        let whole = || self.rows.iter().filter(|size| size.structure.whole);
        let sum = |n: usize| whole().map(|size| size.transistors[n]).sum();
        (self.rows.len() == STRUCTURES.len()).then(|| Total {
            printed: number(TOTAL),
            correct: whole().map(|size| (size.structure.correct)()).sum(),
            transistors: [sum(0), sum(1)],
        })
    }

    /// What they say of a claim that the paper has from synthesis.
    pub fn of(&self, id: &str) -> Option<Synthesised> {
        let converter = self.rows.iter().find(|size| size.structure.claim == id)?;
        let [without_subnormals, with_subnormals] = converter.transistors;
        (id == THREAD_CONVERTER).then(|| Synthesised {
            ours: Value::Number(without_subnormals as f64),
            how: "regforge area value_converter --config sdc_paper, a lane of 32",
            note: format!(
                "subnormal numbers flushed, {with_subnormals} with them; {}, script {}",
                self.tool,
                Synthesiser::SCRIPT_NAME
            ),
        })
    }

    /// What they say beside arithmetic, if a structure or all of them are the claim's.
    pub fn note(&self, id: &str) -> Option<String> {
        let rows = self.rows.iter().filter(|size| size.structure.claim == id);
        let each = rows.map(|size| (size.structure.name, size.structure.count, size.transistors));
        let total = self.total().filter(|_| id == TOTAL);
        let each = each.chain(total.map(|total| ("all structures", 1, total.transistors)));
        let each = each.map(|(name, count, [ours, _])| format!("{count} {name} {ours}"));
        let each: Vec<String> = each.collect();
        (!each.is_empty()).then(|| format!("synthesised: {}", each.join(", ")))
    }
}
