//! The datapath of static data compression: narrow floats by independent libraries, masks one by
//! one, and models and RTL over all of it.

use crate::support::builder;
use crate::support::evidence::area;
use crate::support::narrow::ORACLES;
use regforge::bits::float::{Class, FORMATS, Format};
use regforge::bits::{LANES, Shape, WarpRegister, splitmix64};
use regforge::config::Config;
use regforge::cosim::{Check, Instance, Replay, replay};
use regforge::parallel;
use regforge::report::{Area, Synthesiser};
use regforge::stream::Placer;
use regforge::systems;
use regforge::systems::compressed::indirection::{Indirection, SLICES};
use regforge::systems::compressed::units::compressed_register_file::{
    self, CompressedRegisterFile,
};
use regforge::systems::compressed::units::storages::PackedStorage;
use regforge::systems::compressed::units::value_converter::{self, ValueConverter};
use regforge::systems::compressed::units::value_extractor::{self, ValueExtractor};
use regforge::systems::compressed::units::value_truncator::{self, ValueTruncator};
use regforge::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use regforge::systems::sram::units::sram_bank::SramStorage;
use regforge::units::{InOf, Model, Ports, Unit};

/// With and without subnormals.
fn kinds() -> [Config; 2] {
    ["fermi", "sdc_paper"].map(|name| systems::config(name).unwrap())
}

fn format(slices: usize) -> Format {
    Format::of_slices(slices).unwrap()
}

/// A NaN made quiet, as LLVM does; other numbers as they are.
fn quiet(number: u32) -> u32 {
    if f32::from_bits(number).is_nan() { number | 1 << 22 } else { number }
}

#[test]
fn every_code_of_up_to_24_bits_stands_for_its_number() {
    parallel::for_each(ORACLES[..5].iter().rev(), |oracle| {
        let format = format(oracle.slices);
        for code in 0..1u32 << format.bits() {
            for subnormals in [true, false] {
                let ours = format.extend(code, subnormals);
                assert_eq!(quiet(ours), (oracle.extend)(code, subnormals), "{format:?} {code:x}");
            }
        }
    });
}

/// The payload of a NaN stays where it is: extension alone does not make it quiet.
#[test]
fn codes_of_16_bits_are_binary16() {
    for code in 0..=u16::MAX {
        let theirs = half::f16::from_bits(code);
        let ours = format(4).extend(code.into(), true);
        assert_eq!(quiet(ours), quiet(theirs.to_f32().to_bits()), "{code:x}");
        if theirs.is_nan() {
            assert_eq!(ours & 0x7f_ffff, u32::from(code & 0x3ff) << 13);
        }
        let back = half::f16::from_f32(f32::from_bits(ours)).to_bits();
        assert_eq!(format(4).truncate(ours, true), u32::from(back));
    }
}

/// A code's number, the middle to the next one, and both neighbours of each, of either sign.
fn around(format: Format, code: u32) -> [u32; 6] {
    let exact = format.extend(code, true);
    let next = format.extend(code + 1, true);
    let middle = match format.class(code + 1) {
        // Up to there numbers are rounded down, from there on to infinity.
        Class::Infinity => exact | 1 << (22 - format.fraction_bits),
        // Both have so few bits that a double holds their sum.
        _ => {
            let [exact, next] = [exact, next].map(|bits| f64::from(f32::from_bits(bits)));
            ((exact + next) / 2.0) as f32
        }
        .to_bits(),
    };
    [exact, middle].map(|n| [n.wrapping_sub(1), n, n + 1]).concat().try_into().unwrap()
}

/// All codes of up to 20 bits, a part of those of more.
fn finite_codes(format: Format) -> Vec<u32> {
    let infinity = format.largest_exponent() << format.fraction_bits;
    let step = if format.bits() <= 20 { 1 } else { infinity as usize / 100_003 };
    (0..infinity).step_by(step).chain([infinity - 1]).collect()
}

#[test]
fn numbers_around_every_code_and_every_middle_are_rounded_as_by_llvm() {
    parallel::for_each(&ORACLES, |oracle| {
        let format = format(oracle.slices);
        for code in finite_codes(format) {
            for number in around(format, code).into_iter().flat_map(|n| [n, n | 1 << 31]) {
                for subnormals in [true, false] {
                    let ours = format.truncate(number, subnormals);
                    let theirs = (oracle.truncate)(number, subnormals);
                    assert_eq!(ours, theirs, "{format:?} {number:x} {subnormals}");
                }
            }
        }
    });
}

#[test]
fn infinities_and_nans_are_truncated_as_by_llvm() {
    let fractions = (0..23).flat_map(|bit| [0, 1 << bit, 0x7f_ffff >> bit, 0x55_5555 >> bit]);
    for number in fractions.flat_map(|f| [0x7f80_0000 | f, 0xff80_0000 | f]) {
        for oracle in &ORACLES {
            let ours = format(oracle.slices).truncate(number, true);
            assert_eq!(ours, (oracle.truncate)(number, true), "{number:x}");
        }
    }
}

/// Inputs that a unit takes one after the other, model and RTL side by side.
fn agree<U: Unit>(config: &Config, inputs: impl Iterator<Item = InOf<U>>) {
    let builder = builder();
    let unit = systems::unit(U::NAME).unwrap();
    let check = Check::new(&builder, unit, config).unwrap();
    let shapes: Vec<Shape> =
        InOf::<U>::ports(&U::params(config)).iter().map(|port| port.shape).collect();
    let words: usize = shapes.iter().map(|shape| shape.words()).sum();
    let mut instance = Instance::new(check.library(), 1);
    let mut inputs = inputs.peekable();
    while inputs.peek().is_some() {
        let stored = inputs.by_ref().take(4096).map(|inputs| {
            let mut stored = vec![0; words];
            inputs.store(&shapes, &mut stored);
            stored
        });
        let stored: Vec<Vec<u32>> = stored.collect();
        let mut bench = unit.bench(config, 1);
        let outcome = replay(&mut *bench, &mut instance, check.library().layout(), &stored);
        assert_eq!(outcome, Replay::Agrees, "{}", U::NAME);
    }
}

/// Numbers, a warp at a time.
fn warps(numbers: impl Iterator<Item = u32>) -> impl Iterator<Item = WarpRegister> {
    let mut numbers = numbers.peekable();
    std::iter::from_fn(move || {
        numbers.peek()?;
        Some(std::array::from_fn(|_| numbers.next().unwrap_or_default()))
    })
}

#[test]
fn the_converter_agrees_on_every_code_of_up_to_20_bits() {
    for config in kinds() {
        let inputs = (2..=5).flat_map(|slices: u8| {
            let codes = warps(0..1 << format(slices.into()).bits());
            codes.map(move |data| value_converter::In { slices, data })
        });
        agree::<ValueConverter>(&config, inputs);
    }
}

#[test]
fn the_truncator_agrees_around_every_code_and_every_middle() {
    parallel::for_each(&kinds(), |config| {
        let inputs = FORMATS[..6].iter().flat_map(|&format| {
            let masks = [((1 << format.slices()) - 1) as u8, 0];
            let numbers = finite_codes(format).into_iter().flat_map(move |code| {
                let numbers = around(format, code);
                numbers.into_iter().flat_map(|n| [n, n | 1 << 31])
            });
            let inputs = move |data| value_truncator::In { float: true, masks, data };
            warps(numbers).map(inputs)
        });
        agree::<ValueTruncator>(config, inputs);
    });
}

/// All pairs of masks that a table may hold, of integers.
fn legal_masks() -> impl Iterator<Item = [u8; 2]> {
    let masks = (0..=u16::MAX).map(u16::to_le_bytes);
    masks.filter(|&masks| Indirection { masks, registers: [0, 1], ..Default::default() }.is_legal())
}

/// A bit that is set alone in each lane, or alone is not.
const ALONE: [fn(usize) -> u32; 2] = [|lane| 1 << lane, |lane| !(1 << lane)];

#[test]
fn the_extractor_agrees_under_all_masks_on_every_bit() {
    let count: usize = (1..=8).map(|k| choose(16, k) - choose(8, k)).sum();
    assert_eq!(legal_masks().count(), count);
    let inputs = legal_masks().flat_map(|masks| {
        let parts = [false, true].into_iter().filter(move |part| !part || masks[1] != 0);
        parts.flat_map(move |part| {
            [false, true].into_iter().flat_map(move |signed| {
                let data = ALONE.map(std::array::from_fn::<u32, LANES, _>);
                data.map(|data| value_extractor::In { masks, part, signed, data })
            })
        })
    });
    agree::<ValueExtractor>(&kinds()[0], inputs);
}

#[test]
fn the_truncator_agrees_under_all_masks_on_every_bit() {
    let inputs = legal_masks().flat_map(|masks| {
        let data = ALONE.map(std::array::from_fn::<u32, LANES, _>);
        data.map(|data| value_truncator::In { float: false, masks, data })
    });
    agree::<ValueTruncator>(&kinds()[0], inputs);
}

fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// SDC-I12 on the models: what is written under any legal masks is read again, whatever lies beside
/// it, and nothing else is touched.
#[test]
fn every_placement_brings_back_integers_and_rounded_floats() {
    parallel::for_each(legal_masks(), |masks| {
        let random = splitmix64(u16::from_le_bytes(masks).into());
        let (value, beside) = (random as u32, (random >> 32) as u32);
        for (float, signed) in [(false, false), (false, true), (true, false)] {
            let placed = Indirection { registers: [0, 1], masks, signed, float };
            if !placed.is_legal() {
                continue;
            }
            let narrow = Format::of_slices(placed.slices()).filter(|_| float);
            let code = narrow.map_or(value, |format| format.truncate(value, true));
            let parts = [0, 1].map(|part| {
                let driven = regforge::systems::compressed::indirection::slice_bits(masks[part]);
                let [data] = placed.scatter(part, &[code]);
                assert_eq!(data & !driven, 0);
                placed.extract(part, &[data | beside & !driven])[0]
            });
            let merged = parts[0] | parts[1];
            let read = narrow.map_or(merged, |format| format.extend(merged, true));
            let spare = 4 * (SLICES - placed.slices()) as u32;
            let expected = match narrow {
                Some(format) => format.extend(format.truncate(value, true), true),
                None if signed => ((value << spare) as i32 >> spare) as u32,
                None => value << spare >> spare,
            };
            assert_eq!(read, expected, "{placed:x?}");
        }
    });
}

/// The register file of packed registers, one request at a time.
struct Driven<S: PackedStorage> {
    model: compressed_register_file::Model<S>,
    inputs: compressed_register_file::In<S>,
    outputs: compressed_register_file::Out<S>,
}

impl<S: PackedStorage> Driven<S> {
    /// With this table loaded, for a kernel of so many physical registers a thread.
    fn new(config: &Config, table: &[Indirection], physical: usize) -> Self {
        let params = CompressedRegisterFile::<S>::params(config);
        let mut driven = Driven {
            model: compressed_register_file::Model::new(&params),
            inputs: Default::default(),
            outputs: Default::default(),
        };
        driven.step();
        let inputs = &mut driven.inputs.shared;
        (inputs.rst_n, inputs.regs_per_thread) = (true, physical as u16);
        for (register, entry) in table.iter().enumerate() {
            let inputs = &mut driven.inputs.shared;
            inputs.load_valid = true;
            inputs.load_register = register as u8;
            inputs.load_entry = entry.word();
            driven.step();
        }
        driven.inputs.shared.load_valid = false;
        driven
    }

    fn step(&mut self) {
        self.model.step(&self.inputs, &mut self.outputs);
    }

    /// Steps until this holds; returns how often.
    fn until(&mut self, holds: impl Fn(&compressed_register_file::SharedOut) -> bool) -> usize {
        let steps = |_: &usize| {
            self.step();
            holds(&self.outputs.shared)
        };
        (1..=40).find(steps).expect("an answer")
    }

    /// Returns how many cycles after its acceptance it was in place.
    fn write(&mut self, warp: u8, register: usize, lanes: u32, data: WarpRegister) -> usize {
        let i = &mut self.inputs.shared;
        (i.write_valid, i.write_warp[1], i.write_reg[1]) = (2, warp, register as u8);
        (i.write_lane_mask[1], i.write_data[1]) = (lanes, data);
        self.until(|o| o.write_ready & 2 != 0);
        self.inputs.shared.write_valid = 0;
        self.until(|o| o.written & 2 != 0)
    }

    fn read(&mut self, cu: usize, warp: u8, register: usize) -> WarpRegister {
        self.answered(cu, warp, register);
        self.outputs.shared.rsp_data[cu]
    }

    /// How many cycles after its acceptance a read is answered.
    fn answered(&mut self, cu: usize, warp: u8, register: usize) -> usize {
        let i = &mut self.inputs.shared;
        (i.read_valid, i.read_cu[3], i.read_slot[3]) = (8, cu as u8, 1);
        (i.read_warp[3], i.read_reg[3]) = (warp, register as u8);
        self.until(|o| o.read_ready & 8 != 0);
        self.inputs.shared.read_valid = 0;
        let cycles = self.until(|o| o.rsp_valid != 0);
        let o = &self.outputs.shared;
        assert_eq!((o.rsp_valid, o.rsp_slot[cu]), (1 << cu, 1));
        cycles
    }
}

/// What a value that is kept in this entry is read as, by arithmetic and by LLVM.
fn read_as(entry: &Indirection, subnormals: bool, value: u32) -> u32 {
    let spare = 4 * (SLICES - entry.slices()) as u32;
    match entry.float {
        true if spare > 0 => {
            let oracle = &ORACLES[entry.slices() - 2];
            (oracle.extend)((oracle.truncate)(value, subnormals), subnormals)
        }
        false if entry.signed => ((value << spare) as i32 >> spare) as u32,
        _ => value << spare >> spare,
    }
}

/// The slices that placements leave free in their registers, as registers of their own.
fn beside(entry: &Indirection) -> impl Iterator<Item = Indirection> {
    let parts =
        entry.registers.into_iter().zip(entry.masks).take(1 + usize::from(entry.is_split()));
    parts.filter(|(_, mask)| *mask != u8::MAX).map(|(register, mask)| Indirection {
        registers: [register, 0],
        masks: [!mask, 0],
        ..Indirection::default()
    })
}

/// Random numbers of a lane; floats among them that narrow formats tell apart.
fn random_lanes(n: usize, float: bool) -> WarpRegister {
    std::array::from_fn(|lane| {
        let random = splitmix64((n * LANES + lane) as u64);
        match float {
            true => (((random as u32 as f32) / 2e9 - 1.0) * 3.0).to_bits(),
            false => random as u32,
        }
    })
}

/// SDC-I12 on the whole path: what is written to a register is read again, or its rounding, under
/// every legal placement; lanes that are not written and slices beside it stay as they were.
#[test]
fn every_placement_goes_through_the_whole_path() {
    every_placement_is_read_as_written::<SramStorage>();
    every_placement_is_read_as_written::<RacetrackStorage>();
}

fn every_placement_is_read_as_written<S: PackedStorage>() {
    const WARP: u8 = 5;
    let config = &kinds()[0];
    let placements: Vec<Indirection> = legal_masks()
        .flat_map(|masks| {
            let kinds = [(false, false), (false, true), (true, false)];
            kinds.map(|(float, signed)| Indirection { registers: [0, 1], masks, signed, float })
        })
        .filter(Indirection::is_legal)
        .collect();
    assert!(placements.len() > 50_000, "{}", placements.len());
    parallel::for_each(placements.chunks(64).enumerate(), |(chunk, placements)| {
        let mut table: Vec<Indirection> = Vec::new();
        for (n, placement) in placements.iter().enumerate() {
            table.push(Indirection { registers: [2 * n as u8, 2 * n as u8 + 1], ..*placement });
        }
        let neighbours: Vec<Indirection> = table.iter().flat_map(beside).collect();
        table.extend(neighbours);
        let mut path = Driven::<S>::new(config, &table, 128);
        let mut expected = Vec::new();
        for (register, entry) in table.iter().enumerate() {
            let data = random_lanes(chunk * 1000 + register, entry.float);
            path.write(WARP, register, u32::MAX, data);
            expected.push(data);
        }
        for (register, entry) in table.iter().take(placements.len()).enumerate() {
            let data = random_lanes(chunk * 1000 + 500 + register, entry.float);
            let lanes = splitmix64((chunk * 1000 + register) as u64) as u32;
            path.write(WARP, register, lanes, data);
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
                expected[register][lane] = data[lane];
            }
        }
        for (register, entry) in table.iter().enumerate() {
            let read = path.read(register % 16, WARP, register);
            let expected = expected[register].map(|value| read_as(entry, true, value));
            assert_eq!(read, expected, "{entry:x?}");
        }
    });
}

/// SDC-I16: three split values whose six parts go to one bank are told one after the other, each in
/// the cycle in which its second part is written.
#[test]
fn a_write_is_told_when_both_its_parts_are_in_place() {
    three_split_writes_are_told_in_turn::<SramStorage>();
    three_split_writes_are_told_in_turn::<RacetrackStorage>();
}

fn three_split_writes_are_told_in_turn<S: PackedStorage>() {
    let config = &kinds()[0];
    let physical = 6 * config.gpu().banks;
    let placer = Placer::new(config.gpu(), physical);
    let in_bank: Vec<u8> =
        (0..physical as u8).filter(|register| placer.place(0, *register).0 == 0).collect();
    let pairs = in_bank.chunks_exact(2).take(3);
    let table: Vec<Indirection> = pairs
        .map(|pair| Indirection {
            registers: [pair[0], pair[1]],
            masks: [0x0f, 0x30],
            ..Indirection::default()
        })
        .collect();
    let mut path = Driven::<S>::new(config, &table, physical);
    path.inputs.shared.write_valid = 7;
    path.inputs.shared.write_reg = [0, 1, 2];
    path.inputs.shared.write_lane_mask = [u32::MAX; 3];
    let (mut parts, mut told) = (0, Vec::new());
    for _ in 0..100 {
        path.step();
        let outputs = &path.outputs.shared;
        path.inputs.shared.write_valid &= !outputs.write_ready;
        parts += outputs.bank_write.count_ones();
        assert!(outputs.bank_write.count_ones() <= 1, "one bank");
        told.extend((0..3).filter(|n| outputs.written >> n & 1 != 0).map(|n| (n, parts)));
    }
    assert_eq!(told, [(0, 2), (1, 4), (2, 6)]);
}

/// A read that never waits, of one part and of two, also of a narrow float, and a write take as many
/// cycles as the contract says, with stages and without.
#[test]
fn reads_and_writes_take_as_long_as_the_contract_says() {
    let of = |registers, masks, float| Indirection { registers, masks, signed: false, float };
    let table = [
        of([0, 0], [0x0f, 0], false),
        of([0, 1], [0xf0, 0x03], false),
        of([1, 0], [0x3c, 0], true),
    ];
    for (stages, cycles) in [("false", [3, 4, 4, 2]), ("true", [6, 7, 9, 4])] {
        let change = [format!("gpu.request_stage={stages}")];
        let config = systems::config_with("fermi", &change).unwrap();
        let mut path = Driven::<SramStorage>::new(&config, &table, 2);
        let written = path.write(3, 0, u32::MAX, [7; LANES]);
        for register in 1..3 {
            path.write(3, register, u32::MAX, [7; LANES]);
        }
        let [whole, split, converted] = [0, 1, 2].map(|register| path.answered(5, 3, register));
        assert_eq!([whole, split, converted, written], cycles, "stages: {stages}");
    }
}

/// Sizes that the paper estimates, beside ours of a lane; bands are wide, as figures move between
/// versions of Yosys.
#[test]
fn the_units_are_as_large_as_they_were_measured() {
    let [_, paper] = kinds();
    let synthesiser = Synthesiser::new(None).unwrap();
    let with = |unit: &str| area(unit);
    let without = |unit: &str| synthesiser.area(systems::unit(unit).unwrap(), &paper).unwrap();
    let figures = [
        // 1300 in the paper, by synthesis.
        (without("value_converter"), 986),
        (with("value_converter"), 1_942),
        // 1536 + 24 in the paper.
        (with("value_extractor"), 1_478),
        // 1300 + 2 x (1536 + 24) in the paper.
        (without("value_truncator"), 4_245),
        (with("value_truncator"), 5_347),
    ];
    for (Area { unit, own, .. }, transistors) in figures {
        let lane = own.transistors / LANES;
        let band = transistors * 85 / 100..=transistors * 115 / 100;
        assert!(band.contains(&lane), "{unit}: {transistors} by 0.23, now {lane}");
        assert_eq!(own.flip_flops, 0);
    }
}
