//! The structures of section 6.4: transistors from synthesis, compared with the figures that the
//! paper prints and with the corrected ones (sdc-e03 to e05).

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

/// Structures in two configurations: without subnormal numbers, as in the paper, and with them.
pub const STRUCTURES: Structures = Structures {
    list: &LIST,
    configurations: ["sdc_paper", Config::DEFAULT],
    rows: &ROWS,
    total: "sdc-area-total",
    // The figure of the paper for a thread-level value converter is also from synthesis.
    synthesised: "sdc-area-tvc",
    synthesised_how: "regforge area value_converter --config sdc_paper, one of 32 lanes",
    synthesised_note: |[_, subnormals]| {
        format!("without subnormal numbers; {subnormals} transistors with them")
    },
};

/// Transistors per lane of a unit of 32 lanes.
fn lane(area: &Area) -> usize {
    area.own.transistors / LANES
}

fn all(area: &Area) -> usize {
    area.own.transistors
}

/// Transistors with the memory of the unit: six per bit, as in the paper.
fn with_memory(area: &Area) -> usize {
    const CELL: usize = 6;
    area.own.transistors + CELL * area.macro_bits
}

/// Transistors of a collector unit without the flip-flops of three 1024-bit operands.
fn extension(area: &Area) -> usize {
    /// Transistors of a flip-flop, as counted by Yosys.
    const FLIP_FLOP: usize = 16;
    const OPERANDS: usize = 3;
    area.own.transistors - FLIP_FLOP * OPERANDS * LANES * u32::BITS as usize
}

const MASKS: &str = "ours also selects the sign, derives the select signals from the masks, and \
                     gates the pad below the data (sdc-e02)";
const CONVERTER: &str = "support of subnormal numbers";
const PORTS: &str =
    "ours includes ports: channels select a bank, and requests for one register share an access";
const COLLECTOR: &str = "ours counts all but the operands' flip-flops: OR, hold and clear of each \
                         bit, and selection of the slot to convert and to answer; the 105 bits are \
                         flip-flops, not memory";

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
        // The unit has two copies of the table.
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
