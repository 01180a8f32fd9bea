//! The structures of section 6.4: transistors by synthesis beside what the paper prints and what it
//! should have printed (sdc-e03 to e05).

use super::{LIST, number, part};
use crate::bits::LANES;
use crate::config::Config;
use crate::papers::{Structure, Structures};
use crate::report::Area;
use crate::systems::compressed::units::collector_unit::CollectorUnit;
use crate::systems::compressed::units::indirection_table::IndirectionTable;
use crate::systems::compressed::units::value_converter::ValueConverter;
use crate::systems::compressed::units::value_extractor::ValueExtractor;
use crate::systems::compressed::units::value_truncator::ValueTruncator;

/// Converters without subnormal numbers, as the paper's are, and with them.
pub const STRUCTURES: Structures = Structures {
    list: &LIST,
    configurations: ["sdc_paper", Config::DEFAULT],
    rows: &ROWS,
    total: "sdc-area-total",
    // A thread-level value converter: the paper's figure, too, is from synthesis.
    synthesised: "sdc-area-tvc",
    synthesised_how: "regforge area value_converter --config sdc_paper, a lane of 32",
    synthesised_note: |[_, subnormals]| {
        format!("subnormal numbers flushed, {subnormals} with them")
    },
};

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
    /// Transistors of a flip-flop, as Yosys counts.
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

const ROWS: [Structure; 10] = [
    Structure {
        name: "thread extractor",
        count: 1,
        claim: "sdc-area-tve",
        printed: || number("sdc-area-tve") + number("sdc-area-tve-pad"),
        correct: super::extractor_of_thread,
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
        correct: super::extractor,
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
        correct: super::extractors,
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
        correct: super::converters,
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
        correct: super::tables,
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
        correct: || super::truncator_of_thread(super::extractor_of_thread()),
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
        correct: || super::truncators(super::truncator_of_thread(super::extractor_of_thread())),
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
        correct: super::collector_unit,
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
        correct: super::collector_units,
        unit: &CollectorUnit,
        one: extension,
        whole: true,
        why: COLLECTOR,
    },
];
