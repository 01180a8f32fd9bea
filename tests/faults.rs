//! Is a fault found, shrunk to something short, and replayable?

use crate::support::{builder, fermi, notes};
use rayon::prelude::*;
use regforge::config::Config;
use regforge::cosim::{Check, Instance, Recording, Replay, Source, prove, replay, run};
use regforge::emit::Proof;
use regforge::error::Error;
use regforge::systems;
use regforge::units::{Activity, AnyUnit, Bench, Scenario};

const CYCLES: u64 = 20_000;
/// Cycles of a replay that is short. Packed registers on racetracks take most: tables are loaded first,
/// then banks move.
const SHORT: usize = 80;
const SOURCE: Source = Source::Random { seed: 3, cycles: CYCLES };

/// Lockstep with a change to the text of one of the unit's modules: its diagnosis.
fn planted(unit: &str, module: &str, from: &str, to: &str) -> String {
    planted_in(&fermi(), unit, module, from, to)
}

pub fn planted_in(config: &Config, unit: &str, module: &str, from: &str, to: &str) -> String {
    let builder = builder().for_cycles(CYCLES);
    let unit = systems::unit(unit).unwrap();
    let mut design = unit.design(config).unwrap();
    let module = design.modules.iter_mut().find(|m| m.name == module).unwrap();
    assert!(module.body.contains(from), "the fault's place is gone: {from}");
    module.body = module.body.replacen(from, to, 1);
    let check = Check::of_design(&builder, unit, config, design).unwrap();
    let notes = notes().join(format!("{:x}", from.len() * 31 + to.len()));
    let found = check.run(&SOURCE, &notes, |_| {});
    let error = found.expect_err(&format!("{from:?} is {to:?}, which is not found"));
    assert!(matches!(error, Error::Disagreement(_)));

    // The recording fails on the faulty RTL and passes on the right one.
    let recording = Recording::read(&notes.join(format!("{}.json", unit.name()))).unwrap();
    let length = recording.cycles.len();
    assert!(length <= SHORT, "{}: {length} cycles are not short", unit.name());
    let inputs = recording.inputs(check.library().layout(), &notes).unwrap();
    assert!(matches!(replayed(unit, config, &check, &inputs), Replay::Differs(_)));
    let right = Check::new(&builder, unit, config).unwrap();
    assert_eq!(replayed(unit, config, &right, &inputs), Replay::Agrees);
    assert!(notes.join(format!("{}.vcd", unit.name())).exists());
    error.to_string()
}

fn replayed(unit: &dyn AnyUnit, config: &Config, check: &Check, inputs: &[Vec<u32>]) -> Replay {
    let library = check.library();
    let mut instance = Instance::new(library, 0);
    replay(&mut *unit.bench(config, 0), &mut instance, library.layout(), inputs)
}

#[test]
fn shifting_the_wrong_way_is_found() {
    let found = planted(
        "shift_controller",
        "rf_shift_controller",
        "head_q < req_offset_i",
        "head_q > req_offset_i",
    );
    assert!(found.contains("op_o: model"), "{found}");
}

#[test]
fn a_write_that_overtakes_an_older_read_is_found() {
    let found = planted(
        "racetrack_bank",
        "rf_write_buffer",
        "front_valid_o && !waits[front_q]",
        "front_valid_o",
    );
    assert!(found.contains("replay: regforge cosim racetrack_bank --replay"), "{found}");
}

#[test]
fn a_lane_mask_that_is_ignored_is_found() {
    planted("racetrack_bank", "rf_domain_array", " && lane_mask_i[lane]", "");
}

/// The bank behind the last place is granted, too.
const ONE_GRANT_TOO_MANY: &str = "competes & ~(full & {full[14:0], full[15]})";

#[test]
fn one_grant_too_many_is_found() {
    planted("request_arbiter", "rf_request_arbiter", "competes & ~full", ONE_GRANT_TOO_MANY);
}

#[test]
fn answers_on_the_wrong_channel_are_found() {
    planted(
        "racetrack_register_file",
        "rf_racetrack_register_file",
        "if (answers[a]) count = count + 3'd1;",
        "if (answers[a]) count = 3'd1;",
    );
}

#[test]
fn faults_of_the_compressed_register_file_are_found() {
    planted("packed_bank", "rf_packed_bank", "{8{write_lane_mask_i[l]}} & ", "");
    planted("packed_bank", "rf_sram_memory_sliced", " && wmask_i[n]", "");
    planted("indirection_table", "rf_source_table", "!taken || shared", "1'b1");
    planted(
        "collector_unit",
        "rf_collector_unit",
        "convert_valid_o  = (|converting_q) && !whole",
        "convert_valid_o  = |converting_q",
    );
}

/// In a small one, as each fault is built anew.
#[test]
fn faults_of_the_compressed_register_file_itself_are_found() {
    let keys = ["gpu.banks=4", "gpu.collector_units=4", "compression.converters=1"];
    let config = systems::config("fermi", &keys.map(String::from)).unwrap();
    let faults = [
        // Told when its first part is written.
        ("busy && (remain == 2'd0)", "busy && (remain != left_q[2*n +: 2])"),
        // What was looked up in an earlier cycle is lost.
        ("entry_held_q[n] ? held_entry_q[32*n +: 32] : found", "found"),
        // A bank whose port is taken is read.
        ("free[u] = asks[u] && !store", "free[u] = asks[u]"),
    ];
    faults.par_iter().for_each(|(from, to)| {
        planted_in(&config, "compressed_register_file", "rf_compressed_register_file", from, to);
    });
}

/// The same over racetracks, whose banks wait.
#[test]
fn faults_of_packed_registers_on_racetracks_are_found() {
    planted("packed_racetrack_bank", "rf_domain_array_sliced", " && lane_mask_i[part]", "");
    planted("packed_racetrack_bank", "rf_packed_racetrack_bank", "op_o == 3'd2", "write_wanted");
    let keys = ["gpu.banks=4", "gpu.collector_units=4", "racetrack.max_banks=2"];
    let config = systems::config("fermi", &keys.map(String::from)).unwrap();
    let faults = [
        // A write is told as written while its bank still moves.
        (" && bank_write_o[store_bank_q[2*z +: 2]]", ""),
        // A read is taken as performed while its bank still moves.
        ("chosen & {Collectors{bank_read_o[b]}}", "chosen"),
        // A bank forgets for whose read it moves.
        ("else held_q <= chosen;", "else held_q <= {Collectors{1'b0}};"),
    ];
    let unit = "compressed_racetrack_register_file";
    faults.par_iter().for_each(|(from, to)| {
        planted_in(&config, unit, "rf_compressed_racetrack_register_file", from, to);
    });
}

#[test]
fn faults_of_an_sram_bank_are_found() {
    planted("sram_bank", "rf_sram_memory", " && wmask_i[n]", "");
    planted("sram_bank", "rf_sram_bank", "queue_valid && !buffer_serviceable", "queue_valid");
    planted(
        "sram_bank",
        "rf_sram_write_buffer",
        "front_valid_o && !waits[front_q]",
        "front_valid_o",
    );
}

#[test]
fn an_sram_bank_that_hears_the_highest_channel_is_found() {
    planted(
        "sram_register_file",
        "rf_sram_register_file",
        "for (rc = ReadPorts - 1; rc >= 0; rc = rc - 1)",
        "for (rc = 0; rc < ReadPorts; rc = rc + 1)",
    );
}

#[test]
fn a_mapping_that_is_not_loaded_is_found() {
    planted(
        "map_table",
        "rf_map_table",
        "else if (load_valid_i) loaded_q",
        "else if (1'b0) loaded_q",
    );
}

#[test]
fn a_queue_that_overflows_is_found() {
    planted("read_queue", "rf_read_queue", "push_valid_i && push_ready_o", "push_valid_i");
}

#[test]
fn a_port_one_slot_off_is_found() {
    planted(
        "domain_array_physical",
        "rf_domain_array_physical",
        "domain_q <= from_left",
        "domain_q <= from_right",
    );
}

#[test]
fn faults_of_the_compression_datapath_are_found() {
    planted("value_extractor", "rf_value_extractor", "part_i && first[s]", "first[s]");
    planted(
        "value_converter",
        "rf_thread_value_converter",
        "head[7] ? largest : nonzero",
        "nonzero",
    );
    planted("value_truncator", "rf_thread_value_truncator", "&& !huge;", ";");
    planted("value_truncator", "rf_value_truncator", "second[s] && next[n]", "second[s]");
}

/// A model that is wrong in one bit, once.
struct OneBitWrong {
    bench: Box<dyn Bench>,
    left: u32,
}

impl Bench for OneBitWrong {
    fn cycle(&mut self, inputs: &mut [u32], expected: &mut [u32]) {
        self.bench.cycle(inputs, expected);
        self.left = self.left.wrapping_sub(1);
        if self.left == 0 {
            expected[1] ^= 1;
        }
    }
    fn stimulate(&mut self, answers: &[u32], inputs: &mut [u32]) {
        self.bench.stimulate(answers, inputs);
    }
    fn replay(&mut self, inputs: &[u32], expected: &mut [u32]) -> bool {
        self.bench.replay(inputs, expected)
    }
    fn finish(&mut self) {
        self.bench.finish();
    }
    fn finished(&self) -> bool {
        self.bench.finished()
    }
    fn scenarios(&self) -> Vec<Scenario> {
        self.bench.scenarios()
    }
    fn activity(&self) -> Option<Activity> {
        self.bench.activity()
    }
}

#[test]
fn one_wrong_bit_of_the_model_is_found_in_its_cycle() {
    let (builder, config) = (builder().for_cycles(CYCLES), fermi());
    let unit = systems::unit("shift_controller").unwrap();
    let check = Check::new(&builder, unit, &config).unwrap();
    let library = check.library();
    let mut bench = OneBitWrong { bench: unit.bench(&config, 1), left: 777 };
    let mut instance = Instance::new(library, 1);
    let outcome = run(&mut bench, &mut instance, library.layout(), CYCLES, |_| {});
    let mismatch = outcome.mismatch.expect("a planted fault");
    assert_eq!((mismatch.cycle, mismatch.port.as_str()), (776, "head_o"));
}

/// A held request is offered to its bank if no older one of that bank is held.
const STAGE_ORDER: &str = "(older_q == {Registers{1'b0}})";
const READ_OVERTAKES_WRITE: &str = "(older_q[ReadPorts-1:0] == {ReadPorts{1'b0}})";
const WRITE_OVERTAKES_READ: &str = "(older_q[Registers-1:ReadPorts] == {WritePorts{1'b0}})";

/// Register files with a request stage: requests overtake each other, or lose a part.
#[test]
fn faults_of_a_request_stage_are_found() {
    let config = systems::config("fermi", &["gpu.request_stage=true".into()]).unwrap();
    let faults = [
        ("sram_register_file", "rf_request_stage", STAGE_ORDER, READ_OVERTAKES_WRITE),
        ("stt_register_file", "rf_request_stage", STAGE_ORDER, WRITE_OVERTAKES_READ),
        (
            "sram_register_file",
            "rf_request_stage",
            "read_ready_o} = ~stays",
            "read_ready_o} = ~held_q",
        ),
        ("stt_register_file", "rf_stt_register_file", "held_hints_q[2*hc +: 2] <=", HINTS_LOST),
    ];
    faults.par_iter().for_each(|(unit, module, from, to)| {
        planted_in(&config, unit, module, from, to);
    });
}

const HINTS_LOST: &str = "held_hints_q[2*hc +: 2] <= 2'd0 &";

/// Proofs can fail: each of these faults in a unit's own module is refuted.
#[test]
fn faults_refute_the_proofs() {
    let faults = [
        ("shift_controller", "head_q < req_offset_i", "head_q > req_offset_i"),
        (
            "shift_controller",
            "assign busy_o    = hold_q != 3'd0",
            "assign busy_o    = hold_q == 3'd1",
        ),
        ("request_arbiter", "competes & ~full", ONE_GRANT_TOO_MANY),
        ("request_arbiter", "first_q <= {last[14:0], last[15]}", "first_q <= last"),
        ("preshift_arbiter", "~aligned_i", "aligned_i"),
        ("request_stage", STAGE_ORDER, "1'b1"),
        ("request_stage", STAGE_ORDER, READ_OVERTAKES_WRITE),
        ("request_stage", STAGE_ORDER, WRITE_OVERTAKES_READ),
        ("request_stage", "|| (loads[m]", "|| (1'b0 && loads[m]"),
        ("request_stage", "older_q & ~enters_bank", "older_q"),
        ("domain_array_physical", "domain_q <= from_left", "domain_q <= from_right"),
        ("domain_array_physical", "(port_i == Region", "(port_i <= Region"),
        ("domain_array_physical", "read_valid_q <= rst_ni &&", "read_valid_q <="),
        ("map_table", "else if (load_valid_i) loaded_q", "else if (1'b0) loaded_q"),
        ("map_table", "loaded_q ? write_place", "!loaded_q ? write_place"),
        ("read_queue", "push_valid_i && push_ready_o", "push_valid_i"),
        ("read_queue", "(popped_match && !pushed_match)", "popped_match"),
        (
            "read_queue",
            "push_cu_i, push_slot_i, push_position_i",
            "push_cu_i, 2'd0, push_position_i",
        ),
        ("write_buffer", "push_valid_i && push_ready_o", "push_valid_i"),
        ("write_buffer", "pop_i && front_valid_o", "pop_i && front_serviceable_o"),
        ("write_buffer", "front_valid_o && !waits[front_q]", "front_valid_o"),
        ("write_buffer", "= |match", "= match[front_q]"),
        ("write_buffer", "|(match & ~waits)", "|match"),
    ];
    let config = systems::config("racetrack-96x8", &["racetrack.write_cycles=3".into()]).unwrap();
    faults.par_iter().for_each(|(unit, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&config).unwrap();
        let own = proofs[0].modules.last().unwrap().name;
        refuted(proofs.into_iter().next().unwrap(), own, from, to);
    });
}

/// What the arbiter's other proof allows: a priority that goes round only in cycles that refuse a
/// bank. And of the SRAM register file's arbiter: grants to banks that do not compete.
#[test]
fn other_grants_than_those_of_a_serial_search_are_refuted() {
    let faults = [
        ("request_arbiter", 1, "!held16_4) first_q", "!held16_4 && (|full)) first_q"),
        ("sram_register_file", 0, "assign grant_o = competes", "assign grant_o = request_i"),
    ];
    faults.par_iter().for_each(|(unit, number, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        let proof = proofs.into_iter().nth(*number).unwrap();
        let module = proof.modules[0].name;
        refuted(proof, module, from, to);
    });
}

/// Numbers of the proofs with writes of 2, 3 and 8 cycles, and a fault that no proof with shorter
/// writes finds.
#[test]
fn faults_of_the_hold_counter_are_refuted_with_long_writes() {
    let faults = [
        (1, "hold_d = WriteHold", "hold_d = 3'd0"),
        (2, "hold_q - 3'd1", "3'd0"),
        (3, "hold_q - 3'd1", "{1'b0, hold_q[1:0]} - 3'd1"),
    ];
    for (number, from, to) in faults {
        let proofs = systems::unit("shift_controller").unwrap().proofs(&fermi()).unwrap();
        for shorter in &proofs[..number] {
            prove(&with_fault(shorter.clone(), "rf_shift_controller", from, to)).unwrap();
        }
        refuted(proofs[number].clone(), "rf_shift_controller", from, to);
    }
}

/// A bank's proofs find faults in its parts as well: checker, module, and the fault.
#[test]
fn faults_refute_the_proofs_of_a_bank() {
    let faults = [
        ("bank_check", "rf_write_buffer", "front_valid_o && !waits", "front_valid_o || waits"),
        (
            "bank_check",
            "rf_read_queue",
            "(pushed_match && !popped_match) ? waiting + 2'd1",
            "(pushed_match && !popped_match) ? waiting",
        ),
        (
            "bank_check",
            "rf_racetrack_bank",
            ".req_write_i  (write_wanted)",
            ".req_write_i  (write_wanted && !queue_valid)",
        ),
        ("bank_value", "rf_domain_array", " && lane_mask_i[lane]", ""),
        ("bank_check", "rf_racetrack_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i"),
        ("bank_bound", "rf_shift_controller", "head_q < req_offset_i", "head_q > req_offset_i"),
        ("bank_bound", "rf_shift_controller", "(grant_i || preshift_en_i)", "grant_i"),
    ];
    faults.par_iter().for_each(|(checker, module, from, to)| {
        let mut proofs =
            systems::unit("racetrack_bank").unwrap().proofs(&fermi()).unwrap().into_iter();
        refuted(proofs.find(|proof| proof.name == *checker).unwrap(), module, from, to);
    });
}

/// So do an SRAM bank's, of one port or two: number of the proof, module, and the fault.
#[test]
fn faults_refute_the_proofs_of_an_sram_bank() {
    let (one, two) = (0, 4);
    let (check, value, bound) = (0, 2, 3);
    let faults = [
        (one + check, "rf_sram_write_buffer", "front_valid_o && !waits", "front_valid_o || waits"),
        (one + check, "rf_sram_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i"),
        (one + check, "rf_sram_bank", "queue_valid && !buffer_serviceable", "queue_valid"),
        (one + value, "rf_sram_memory", " && wmask_i", ""),
        (one + bound, "rf_sram_bank", "grant_i && read_wanted", "1'b0 && read_wanted"),
        (two + check, "rf_sram_bank", "queue_valid && !read_younger", "queue_valid"),
        (
            two + check,
            "rf_sram_bank",
            "queue_valid && !read_younger",
            "queue_valid && !(read_younger || (read_blocked && buffer_serviceable))",
        ),
        (two + value, "rf_sram_write_buffer", "|(match & ~waits)", "match[front_q]"),
        (
            two + bound,
            "rf_sram_bank",
            "queue_valid && !read_younger",
            "queue_valid && !read_blocked",
        ),
    ];
    faults.par_iter().for_each(|(number, module, from, to)| {
        let proofs = systems::unit("sram_bank").unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}

/// So do those of the compressed register file's parts: unit, number of the proof, module, fault.
#[test]
fn faults_refute_the_proofs_of_compression() {
    let (with, without) = (0, 7);
    let (bits_8, bits_28, back) = (0, 5, 6);
    let faults = [
        // The paper's single pad: in all slices that the part does not fill (sdc-e02).
        ("value_extractor", 0, "rf_value_extractor", "|at_7[7:slice]", "at_7[slice]"),
        ("value_extractor", 0, "rf_value_extractor", "mask & ~far_1", "~far_1"),
        ("value_converter", 0, "rf_thread_value_converter", "6'd1 - {1'b0, zeros}", "6'd0 - zeros"),
        ("value_converter", 1, "rf_thread_value_converter", "{6{implicit}}", "{6{1'b1}}"),
        (
            "value_truncator",
            with + bits_8,
            "rf_thread_value_truncator",
            "(rest[0] || rest[2])",
            "rest[0]",
        ),
        ("value_truncator", with + bits_28, "rf_thread_value_truncator", "|by_16[8:0]", "by_16[8]"),
        ("value_truncator", with + back, "rf_value_truncator", "second[s] && next[n]", "second[s]"),
        (
            "value_truncator",
            without + bits_8,
            "rf_thread_value_truncator",
            "tiny && !almost",
            "tiny",
        ),
        (
            "value_truncator",
            without + bits_28,
            "rf_thread_value_truncator",
            "!below && (&number_i[22:18])",
            "(&number_i[22:18])",
        ),
        ("indirection_table", 0, "rf_source_table", "!taken || shared", "1'b1"),
        (
            "indirection_table",
            0,
            "rf_destination_table",
            "(load_valid_i\n",
            "(1'b0 && load_valid_i\n",
        ),
        // The third channel does not hear the second one.
        ("indirection_table", 0, "rf_destination_table", "m < n;", "m < n && m < 1;"),
        ("collector_unit", 0, "rf_collector_unit", "rst_ni && claim_i[s]", "1'b0"),
        // The third slot is cleared with the first one.
        ("collector_unit", 0, "rf_collector_unit", "claim_i[s]", "claim_i[s % 2]"),
        ("collector_unit", 0, "rf_collector_unit", "(|converting_q) && !whole", "|converting_q"),
        ("collector_unit", 0, "rf_collector_unit", "left[r] && (r[1:0] > req_last_q)", "1'b0"),
        ("collector_unit", 0, "rf_collector_unit", "second_left_q[s] && first_left_q[s]", "1'b0"),
        (
            "compressed_register_file",
            0,
            "rf_converter_turns",
            "first_i[c-step] || !first_i[c]",
            "1'b1",
        ),
        ("packed_bank", 0, "rf_packed_bank", "}} & write_slice_mask_i", "}}"),
        ("packed_bank", 1, "rf_sram_memory_sliced", " && wmask_i[n]", ""),
        ("packed_racetrack_bank", 0, "rf_packed_racetrack_bank", "op_o == 3'd1", "read_wanted"),
        ("packed_racetrack_bank", 1, "rf_shift_controller", "head_q < req", "head_q > req"),
        ("packed_racetrack_bank", 2, "rf_domain_array_sliced", " && lane_mask_i[part]", ""),
    ];
    faults.par_iter().for_each(|(unit, number, module, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}

/// Plants a fault in one of the proof's modules: a counterexample is found.
pub fn refuted(proof: Proof, module: &str, from: &str, to: &str) {
    let error = prove(&with_fault(proof, module, from, to)).expect_err(from);
    assert!(error.to_string().contains("asserted in frame"), "{from}: {error}");
}

fn with_fault(mut proof: Proof, module: &str, from: &str, to: &str) -> Proof {
    let module = proof.modules.iter_mut().find(|m| m.name == module).unwrap();
    assert!(module.body.contains(from), "the fault's place is gone: {from}");
    module.body = module.body.replacen(from, to, 1);
    proof
}
