//! The errata of Liang and Wang 2016 whose figures follow from running what is printed, or from
//! functions with results of their own: exact figures. `reproduce` shows all errata and has the test
//! that each is confirmed.

use crate::support::fermi;
use regforge::systems::racetrack::config::Racetrack;
use regforge::systems::racetrack::energy as racetrack;
use regforge::systems::racetrack::paper::algorithms::{
    While, choices, distinct_places, find_max_subgraph, graph, heaviest_groups_that_lose, pairings,
    runs_that_end,
};
use regforge::systems::racetrack::paper::arithmetic::*;
use regforge::systems::sram::energy as sram;
use regforge::tech::Clock;

fn clock() -> Clock {
    Clock::from_mhz(fermi().gpu().clock_mhz).expect("700 MHz")
}

#[test]
fn rm_e02_a_bank_of_256_kb_holds_128_registers_in_16_groups() {
    let stated = 64;
    assert_eq!(registers_per_bank(256 << 10), 2 * stated);
    assert_eq!(registers_per_bank(128 << 10), stated);
    assert_eq!(Racetrack::from(&fermi()).positions, 2 * stated);

    assert_eq!((groups(128 << 10), groups(256 << 10)), (8, 16));
    // 8! orders can be tried one by one, 16! cannot; their 2^16 subsets can.
    assert_eq!(factorial(8), 40_320);
    assert_eq!(factorial(16), 20_922_789_888_000);
    assert_eq!(1u64 << groups(256 << 10), 65_536);
}

#[test]
fn rm_e06_as_printed_all_registers_get_one_place() {
    assert_eq!(distinct_places(128, true), 1);
    assert_eq!(distinct_places(128, false), 128);
}

#[test]
fn rm_e07_the_printed_loop_never_ends() {
    assert_eq!(runs_that_end(8, While::AtMost, 100), 0);
    assert_eq!(runs_that_end(7, While::LessThan, 200), 0);
    assert_eq!(runs_that_end(8, While::LessThan, 100), 100);
}

#[test]
fn rm_e08_a_single_node_is_never_heavier_than_a_pair() {
    assert_eq!(choices(300), (0, 1_200));

    // Only where no edge is left is a single one taken: a star, whose centre goes with the first pair.
    let star = graph(9, |i, _| u64::from(i == 0));
    let run = find_max_subgraph(&star, 8, While::LessThan);
    assert_eq!((run.singles, run.pairs, run.group.len()), (6, 1, 8));
}

#[test]
fn rm_e11_a_racetrack_write_costs_three_times_an_sram_write() {
    let (rm, baseline) = (racetrack::LIANG_2016.array, sram::LIANG_2016);
    let [read, write] = [baseline.read_pj / rm.read_pj, baseline.write_pj / rm.write_pj];
    assert!((1.865..1.875).contains(&read), "about 2 is stated, {read} in table 3");
    assert!((0.325..0.335).contains(&write), "about 5 is stated, {write} in table 3");
    assert!((3.015..3.025).contains(&write.recip()));
}

#[test]
fn rm_e12_the_register_file_is_3_64_times_as_dense() {
    let density = register_file_density();
    assert!((3.63..3.64).contains(&density), "28 is stated, {density} follows");
}

#[test]
fn rm_e13_table_1_is_of_one_register_file_size() {
    let tlps = |bytes| residencies(bytes).map(|row| row.tlp);
    assert_eq!(tlps(128 << 10), TABLE_1.map(|row| row.2));
    assert_eq!(tlps(256 << 10), [4, 6, 3, 2, 6]);
    // 46.6 is stated: cut, not rounded. 80.0 is not what the highest TLPs give.
    assert_eq!(format!("{:.2}", mean_occupancy(&residencies(128 << 10))), "46.67");
    assert_eq!(format!("{:.2}", mean_occupancy(&residencies(256 << 10))), "93.33");

    // The chosen TLPs are not printed, and too many give 80.0.
    let at_80 = |lowest| choices_at_80_percent(lowest, tlps(256 << 10));
    assert_eq!(at_80(tlps(128 << 10)), 18);
    assert_eq!(at_80([1; 5]), 24);
}

#[test]
fn rm_e14_no_access_waits_tens_of_cycles_for_its_shifts() {
    assert_eq!(longest_wait(128 << 10, PORTS), 7);
    assert_eq!(longest_wait(256 << 10, PORTS), 15);
    assert_eq!(longest_wait(256 << 10, 1), 127);
}

#[test]
fn rm_e15_preshifting_saves_no_shift() {
    // First in, first out: the steps of the preshift are steps of the read.
    let (in_order, overtaken) = preshifts(groups(256 << 10));
    assert_eq!((in_order.fewer, in_order.more), (0, 0));
    // A write that overtakes the read can only make the way longer.
    assert_eq!(overtaken.fewer, 0);
    assert!(in_order.equal > 0 && overtaken.more > 0);
}

#[test]
fn rm_e18_a_write_takes_one_cycle_at_700_mhz() {
    let write_ps = racetrack::LIANG_2016.array.write_ps;
    let cycles = |mhz| Clock::from_mhz(mhz).unwrap().cycles(write_ps);
    assert_eq!(clock().mhz(), 700);
    assert_eq!([700, 806, 807, 1_400].map(cycles), [1, 1, 2, 2]);
}

/// The list's count, 2 of 300, is of traces that it does not give. It grows with their length: none
/// of 10 accesses, some 12 % of 40.
#[test]
fn rm_e19_the_heaviest_groups_do_not_always_shift_least() {
    assert_eq!(pairings().len(), 15);
    let lost = heaviest_groups_that_lose(300);
    assert!((1..100).contains(&lost), "a heuristic that seldom loses: {lost} of 300");
}

#[test]
fn rm_e20_the_table_of_positions_takes_1_75_kb() {
    assert_eq!(regforge::bits::bits_for(registers_per_bank(256 << 10)), 7);
    let bits = position_table_bits(256 << 10);
    assert_eq!(bits / 8, 1_792);
    assert_eq!(bits as f64 / 8.0 / 1_024.0, 1.75);
}
