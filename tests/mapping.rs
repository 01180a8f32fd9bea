//! Does the register mapping do what the paper says, where the paper is right, and what the errata
//! say, where it is not?

use crate::support::{assert_refused, fermi, outcome};
use proptest::prelude::*;
use regforge::bits::splitmix64;
use regforge::config::Config;
use regforge::stream::{Action, BankRequest, Hint, Stream};
use regforge::systems;
use regforge::systems::racetrack::compiler::mapping::{
    Map, MoveMatrix, Score, best, exact, model_shifts, paper, parse_maps, read_maps, write_maps,
};
use regforge::systems::racetrack::units::PortRegions;
use regforge::systems::racetrack::units::racetrack_bank::{self, RacetrackBank};
use regforge::systems::racetrack::units::shift_controller::Op;
use regforge::units::{Model, Unit};
use std::path::Path;

const ALL: fn(&MoveMatrix, PortRegions) -> [Map; 5] = |matrix, geometry| {
    [
        Map::direct(geometry),
        Map::interleaved(geometry),
        paper(matrix, geometry, Score::Total),
        paper(matrix, geometry, Score::PerNode),
        best(matrix, geometry),
    ]
};

fn random_matrix(entries: usize, registers: usize, accesses: u64, seed: u64) -> MoveMatrix {
    let entry = |n| splitmix64(seed << 32 | n) as usize % registers;
    MoveMatrix::of(entries, (0..accesses).map(entry))
}

fn geometries() -> impl Strategy<Value = PortRegions> {
    (1usize..=9, 2usize..=20).prop_map(|(ports, offsets)| PortRegions { ports, offsets })
}

/// Figure 7: RM-I23.
mod figure_7 {
    use super::*;

    const BANK: PortRegions = PortRegions { ports: 1, offsets: 5 };
    const TRACE: [usize; 6] = [4, 1, 3, 0, 3, 2];

    /// What the ways between accesses cost, and the way to the first if a start is given.
    fn cost(offsets: &[usize; 5], start: Option<usize>, trace: &[usize; 6]) -> usize {
        let first = start.map_or(0, |start| start.abs_diff(offsets[trace[0]]));
        let way = |pair: &[usize]| offsets[pair[0]].abs_diff(offsets[pair[1]]);
        first + trace.windows(2).map(way).sum::<usize>()
    }

    fn permutations() -> Vec<[usize; 5]> {
        let all = (0..5usize.pow(5)).map(|n| [n % 5, n / 5 % 5, n / 25 % 5, n / 125 % 5, n / 625]);
        all.filter(|offsets| (0..5).all(|offset| offsets.contains(&offset))).collect()
    }

    #[test]
    fn costs_twelve_and_six_and_six_is_optimal() {
        let matrix = MoveMatrix::of(5, TRACE);
        let direct = Map::direct(BANK);
        let mut exchanged = direct.clone();
        exchanged.place.swap(0, 4);
        assert_eq!((direct.shifts(&matrix), exchanged.shifts(&matrix)), (12, 6));
        assert_eq!(permutations().iter().map(|map| cost(map, None, &TRACE)).min(), Some(6));
        assert_eq!(best(&matrix, BANK).shifts(&matrix), 6);
        assert_eq!(exact(&matrix, BANK, &direct).shifts, 6);
    }

    /// Claim rm-fig7. Sixteen, if the head's start counts: free, or at one of the five offsets.
    #[test]
    fn sixteen_traces_fit() {
        let permutations = permutations();
        let fits = |start: Option<usize>, trace: &[usize; 6]| {
            (0..5).all(|register| trace.contains(&register))
                && cost(&[0, 1, 2, 3, 4], start, trace) == 12
                && cost(&[4, 1, 2, 3, 0], start, trace) == 6
                && permutations.iter().all(|map| cost(map, start, trace) >= 6)
        };
        let digit = |n: usize, place: u32| n / 5usize.pow(place) % 5;
        let traces = (0..5usize.pow(6)).map(|n| std::array::from_fn(|i| digit(n, i as u32)));
        let traces: Vec<[usize; 6]> = traces.collect();
        let count = |start| traces.iter().filter(|trace| fits(start, trace)).count();
        let counts = [None, Some(0), Some(1), Some(2), Some(3), Some(4)].map(count);
        assert_eq!(counts, [4, 3, 1, 4, 1, 3]);
        assert_eq!(counts.iter().sum::<usize>(), 16);
        assert!(fits(None, &TRACE));
    }
}

/// RM-I21: maps are maps, whatever the accesses.
mod maps {
    use super::*;

    /// All registers that occur but those of one group lie in whole groups.
    fn assert_groups(map: &Map, matrix: &MoveMatrix) {
        let mut members = vec![0; map.geometry.offsets];
        matrix.used().iter().for_each(|&entry| members[map.offset(entry)] += 1);
        let partial = members.iter().filter(|&&n| n > 0 && n < map.geometry.ports);
        assert!(partial.count() <= 1, "{members:?}");
        let groups = members.iter().filter(|&&n| n > 0).count();
        assert_eq!(groups, matrix.used().len().div_ceil(map.geometry.ports));
    }

    fn assert_maps(matrix: &MoveMatrix, geometry: PortRegions) {
        let maps = ALL(matrix, geometry);
        assert!(maps.iter().all(Map::is_permutation));
        assert_groups(&maps[2], matrix);
        assert_groups(&maps[3], matrix);
        let least = maps.iter().map(|map| map.shifts(matrix)).min();
        assert_eq!(least, Some(maps[4].shifts(matrix)), "best is best");
        let exact = exact(matrix, geometry, &maps[4]);
        assert!(exact.map.is_permutation());
        assert_eq!(exact.map.shifts(matrix), exact.shifts);
        assert!(exact.lower_bound <= exact.shifts && Some(exact.shifts) <= least);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn hold_every_register_once(
            geometry in geometries(),
            registers in 1usize..200,
            accesses in 0u64..300,
            seed in any::<u32>(),
        ) {
            let entries = geometry.positions();
            let registers = registers.min(entries);
            assert_maps(&random_matrix(entries, registers, accesses, seed.into()), geometry);
        }
    }

    #[test]
    fn edgeless_complete_odd_and_small_graphs_end() {
        for (ports, offsets) in [(1, 5), (2, 8), (3, 4), (7, 5), (8, 16), (16, 2), (2, 20)] {
            let geometry = PortRegions { ports, offsets };
            let entries = geometry.positions();
            let pairs = (0..entries).flat_map(|a| (0..a).flat_map(move |b| [a, b]));
            assert_maps(&MoveMatrix::of(entries, pairs), geometry);
            assert_maps(&MoveMatrix::new(entries), geometry);
            assert_maps(&MoveMatrix::of(entries, [1]), geometry);
            assert_maps(&MoveMatrix::of(entries, [0; 9]), geometry);
            assert_maps(&MoveMatrix::of(entries, [0, entries - 1, 0]), geometry);
        }
    }

    #[test]
    fn are_the_same_each_time() {
        let geometry = PortRegions { ports: 8, offsets: 16 };
        let matrix = random_matrix(128, 60, 5_000, 1);
        assert_eq!(best(&matrix, geometry).place, best(&matrix, geometry).place);
    }

    #[test]
    fn few_registers_cost_the_optimum() {
        for seed in 0..40 {
            let geometry = PortRegions { ports: 1 + seed as usize % 4, offsets: 12 };
            let matrix = random_matrix(geometry.positions(), 11, 400, seed);
            let best = best(&matrix, geometry);
            let exact = exact(&matrix, geometry, &best);
            assert!(exact.optimal());
            let (found, least) = (best.shifts(&matrix), exact.shifts);
            assert!(found >= least && 50 * found <= 51 * least, "seed {seed}: {found}, {least}");
        }
    }
}

/// RM-I22: what a map costs is what the hardware does.
mod replay {
    use super::*;

    fn config(ports: usize, offsets: usize, write_cycles: usize) -> Config {
        let positions = ports * offsets;
        let keys = [
            format!("racetrack.positions={positions}"),
            format!("racetrack.ports={ports}"),
            format!("racetrack.write_cycles={write_cycles}"),
        ];
        systems::config_with("fermi", &keys).unwrap()
    }

    fn request(entry: usize, random: u64) -> BankRequest {
        let action = match random >> 40 & 1 {
            0 => Action::Read { cu: 1, slot: 0, hint: Hint::default() },
            _ => Action::Write { lane_mask: u32::MAX, number: 0 },
        };
        BankRequest { bank: 0, cycle: 0, warp: 0, reg: 0, entry, action }
    }

    fn assert_exact(config: &Config, map: &Map, matrix: &MoveMatrix, requests: &[BankRequest]) {
        let predicted = map.shifts(matrix) + map.initial_move(matrix);
        let entries = requests.iter().map(|request| request.entry);
        assert_eq!(map.replay(map.geometry.rest_offset(), entries), predicted);
        assert_eq!(model_shifts(&RacetrackBank::params(config), map, requests), predicted);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_bank_shifts_what_is_predicted(
            (ports, offsets) in (2usize..=8, 2usize..=20),
            write_cycles in 1usize..3,
            seed in any::<u64>(),
        ) {
            let config = config(ports, offsets, write_cycles);
            let geometry = PortRegions::from(&config);
            let random = |n| splitmix64(seed ^ n);
            let entry = |n| (random(n) % geometry.positions() as u64) as usize;
            let requests: Vec<_> = (0..100).map(|n| request(entry(n), random(n))).collect();
            let entries = requests.iter().map(|request| request.entry);
            let matrix = MoveMatrix::of(geometry.positions(), entries);
            for map in ALL(&matrix, geometry) {
                assert_exact(&config, &map, &matrix, &requests);
            }
        }

        /// No other order of the paper's groups is cheaper, and `best` not dearer than `direct`.
        #[test]
        fn arranged_groups_beat_random_orders(
            (ports, offsets) in (1usize..=8, 2usize..=16),
            seed in any::<u32>(),
        ) {
            let geometry = PortRegions { ports, offsets };
            let entries = geometry.positions();
            let matrix = random_matrix(entries, entries, 500, seed.into());
            let arranged = paper(&matrix, geometry, Score::Total);
            for n in 0..20 {
                let mut order: Vec<u8> = (0..offsets as u8).collect();
                order.sort_by_key(|&offset| splitmix64((u64::from(seed) + n) << 8 | u64::from(offset)));
                let mut other = arranged.clone();
                other.place.iter_mut().for_each(|place| place.1 = order[usize::from(place.1)]);
                prop_assert!(other.is_permutation());
                prop_assert!(arranged.shifts(&matrix) <= other.shifts(&matrix));
            }
        }
    }

    #[test]
    fn a_bank_of_hotspot_shifts_what_is_predicted() {
        let config = fermi();
        let stream = Stream::open(Path::new(HOTSPOT), config.gpu()).unwrap();
        let regs = stream.regs_per_thread();
        let matrices = MoveMatrix::of_stream(&stream, config.gpu(), regs, 128).unwrap();
        let requests = stream.place(config.gpu(), regs, 128).unwrap().requests(Some(5));
        for map in ALL(&matrices[5], PortRegions::from(&config)) {
            assert_exact(&config, &map, &matrices[5], &requests);
        }
    }
}

const HOTSPOT: &str = "tests/streams/hotspot.csv.xz";

/// Recorded streams.
mod streams {
    use super::*;

    /// Totals of all banks: direct, interleaved, paper, best, the lower bound.
    fn totals(stream: &Path) -> [u64; 5] {
        let config = fermi();
        let geometry = PortRegions::from(&config);
        let stream = Stream::open(stream, config.gpu()).unwrap();
        let regs = stream.regs_per_thread();
        let matrices = MoveMatrix::of_stream(&stream, config.gpu(), regs, 128).unwrap();
        let mut totals = [0; 5];
        for matrix in &matrices {
            let [direct, interleaved, paper, per_node, best] =
                ALL(matrix, geometry).map(|map| map.shifts(matrix));
            assert!(best <= direct.min(interleaved).min(paper).min(per_node));
            let bound = exact(matrix, geometry, &Map::direct(geometry)).lower_bound;
            assert!(bound <= best);
            let bank = [direct, interleaved, paper, best, bound];
            totals.iter_mut().zip(bank).for_each(|(total, shifts)| *total += shifts);
        }
        totals
    }

    #[test]
    fn hotspot_costs_a_quarter_of_the_direct_map() {
        let [direct, interleaved, paper, best, bound] = totals(Path::new(HOTSPOT));
        assert_eq!((direct, interleaved), (485_206, 145_861));
        assert!(4 * best <= direct && 100 * best <= 95 * paper, "{best} {paper}");
        assert!(10 * bound >= 6 * best, "{bound} {best}");
    }

    #[test_with::env(REGFORGE_DATA)]
    #[test]
    fn the_larger_streams_cost_less_too() {
        for (name, direct) in [("backprop", 276_176), ("pathfinder", 215_306)] {
            let totals = totals(&crate::support::data("traces").join(format!("{name}.csv.xz")));
            assert_eq!(totals[0], direct, "{name}");
            assert!(100 * totals[3] <= 95 * totals[2], "{name}: {totals:?}");
        }
    }
}

/// What is wrong in the paper, shown.
mod errata {
    use super::*;

    #[test]
    fn rm_e05_a_port_region_above_zero_leaves_one_out() {
        let geometry = PortRegions { ports: 8, offsets: 16 };
        let regions = (1..geometry.ports).count();
        assert_eq!(geometry.positions() - regions * geometry.offsets, 16);
        let used = Map::interleaved(geometry).place.iter().filter(|place| place.0 == 0).count();
        assert_eq!(used, 16, "corrected: region 0 is used");
    }

    /// Lines 1 to 13 as printed: the group's number begins again with each group, and what is
    /// counted up is not what is assigned.
    #[test]
    fn rm_e06_as_printed_all_registers_share_a_position() {
        let geometry = PortRegions { ports: 2, offsets: 2 };
        let mut map = Map::direct(geometry);
        for group in [[0, 1], [2, 3]] {
            let (group_id, port_num, mut other_name) = (0, 0, 0);
            for entry in group {
                map.place[entry] = (port_num, group_id);
                other_name = port_num + 1;
            }
            assert_eq!(other_name, 1);
        }
        assert!(map.place.iter().all(|place| *place == (0, 0)) && !map.is_permutation());
        let matrix = MoveMatrix::of(4, [0, 1, 2, 3]);
        assert!(paper(&matrix, geometry, Score::Total).is_permutation(), "corrected");
    }

    /// What FindMaxSubgraph does on a graph of positive weights.
    struct Printed {
        /// Whether it comes to its end instead of a state that it never leaves.
        ends: bool,
        singles: usize,
        pairs: usize,
    }

    /// Lines 23 to 48 as printed; `strict` loops while smaller instead of smaller or equal.
    fn printed(
        weight: &dyn Fn(usize, usize) -> u64,
        nodes: usize,
        size: usize,
        strict: bool,
    ) -> Printed {
        let mut group: Vec<usize> = Vec::new();
        let (mut singles, mut pairs) = (0, 0);
        let within = |nodes: &[usize]| -> u64 {
            nodes.iter().flat_map(|&a| nodes.iter().map(move |&b| weight(a, b))).sum()
        };
        while if strict { group.len() < size } else { group.len() <= size } {
            let outside: Vec<usize> = (0..nodes).filter(|node| !group.contains(node)).collect();
            let with = |more: &[usize]| within(&[&group[..], more].concat());
            let single = outside.iter().map(|&a| (with(&[a]), a)).max();
            let edges = outside.iter().flat_map(|&a| outside.iter().map(move |&b| [a, b]));
            let edges = edges.filter(|[a, b]| a < b);
            let pair = edges.map(|pair| (with(&pair), pair)).max();
            match (single, pair) {
                (Some((wd, node)), pair)
                    if wd >= pair.map_or(0, |pair| pair.0) && group.len() < size =>
                {
                    group.push(node);
                    singles += 1;
                }
                (_, Some((_, pair))) if group.len() + 2 <= size => {
                    group.extend(pair);
                    pairs += 1;
                }
                _ => return Printed { ends: false, singles, pairs },
            }
        }
        Printed { ends: true, singles, pairs }
    }

    fn dense(seed: u64) -> impl Fn(usize, usize) -> u64 {
        move |a, b| match a == b {
            true => 0,
            false => 1 + splitmix64(seed << 16 | (a.min(b) << 8 | a.max(b)) as u64) % 50,
        }
    }

    #[test]
    fn rm_e07_the_printed_loop_never_ends() {
        for seed in 0..100 {
            assert!(!printed(&dense(seed), 16, 8, false).ends, "smaller or equal");
            assert!(!printed(&dense(seed), 16, 7, true).ends, "a pair wins the last place");
            assert!(printed(&dense(seed), 16, 8, true).ends, "even sizes end");
        }
        let matrix = random_matrix(14, 14, 500, 1);
        let geometry = PortRegions { ports: 7, offsets: 2 };
        assert!(paper(&matrix, geometry, Score::Total).is_permutation(), "corrected");
    }

    #[test]
    fn rm_e08_the_single_register_is_never_chosen() {
        let chosen = (0..100).map(|seed| printed(&dense(seed), 16, 8, true));
        let (singles, pairs) = chosen.fold((0, 0), |sum, p| (sum.0 + p.singles, sum.1 + p.pairs));
        assert_eq!((singles, pairs), (0, 400));
    }

    #[test]
    fn rm_e09_there_are_as_many_groups_as_offsets_not_as_ports() {
        for (positions, groups) in [(64, 8), (128, 16)] {
            let geometry = PortRegions { ports: 8, offsets: positions / 8 };
            let matrix = random_matrix(positions, positions, 5_000, 1);
            let map = paper(&matrix, geometry, Score::Total);
            let offsets = (0..positions).map(|entry| map.offset(entry)).max().unwrap();
            assert_eq!((matrix.used().len(), offsets + 1), (positions, groups));
        }
    }

    /// Reads in turn, granted in one of four cycles: shifts and cycles.
    fn fifo(preshift: bool) -> (u64, u64) {
        let params = RacetrackBank::params(&fermi());
        let mut bank = racetrack_bank::Model::new(&params);
        let (mut shifts, mut served, mut asked) = (0, 0, 0);
        for cycle in 0.. {
            let position = splitmix64(asked) % 128;
            let mut inputs = racetrack_bank::In::default();
            inputs.shared.rst_n = cycle > 0;
            inputs.shared.read_valid = cycle > 0 && asked < 1_000;
            inputs.shared.read_entry = position as u16;
            inputs.shared.grant = cycle % 4 == 0;
            inputs.own.preshift_en = preshift;
            let outputs = bank.outputs(&inputs);
            asked += u64::from(inputs.shared.read_valid && outputs.shared.read_ready);
            shifts += u64::from(outputs.own.op.shifts());
            served += u64::from(outputs.own.op == Op::Read);
            if served == 1_000 {
                return (shifts, cycle);
            }
            bank.tick(&inputs);
        }
        unreachable!("the loop has no end")
    }

    #[test]
    fn rm_e15_preshifting_hides_shifts_and_saves_none() {
        let ((with, fast), (without, slow)) = (fifo(true), fifo(false));
        assert_eq!(with, without);
        assert!(2 * fast < slow, "{fast} {slow}");
    }

    /// The pairs of six registers: all fifteen ways.
    fn pairings(left: &[usize]) -> Vec<Vec<[usize; 2]>> {
        let Some((&first, rest)) = left.split_first() else { return vec![vec![]] };
        let with = |&partner: &usize| {
            let left: Vec<usize> = rest.iter().copied().filter(|&n| n != partner).collect();
            let more = pairings(&left).into_iter();
            more.map(move |pairs| [vec![[first, partner]], pairs].concat()).collect::<Vec<_>>()
        };
        rest.iter().flat_map(with).collect()
    }

    #[test]
    fn rm_e19_heavy_groups_are_not_always_best() {
        let geometry = PortRegions { ports: 2, offsets: 3 };
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2]];
        let loses = |seed: &u64| {
            let matrix = random_matrix(6, 6, 30, *seed);
            let weight = |[a, b]: [usize; 2]| matrix.moves(a, b) + matrix.moves(b, a);
            let all = pairings(&[0, 1, 2, 3, 4, 5]);
            let inside = |pairs: &Vec<[usize; 2]>| pairs.iter().map(|&p| weight(p)).sum::<u64>();
            let heaviest = all.iter().map(inside).max();
            let cost = |pairs: &Vec<[usize; 2]>| {
                let arranged = orders.map(|order| order.map(|n| pairs[n].to_vec()));
                arranged.map(|groups| Map::from_groups(geometry, &groups).shifts(&matrix))
            };
            let heavy = all.iter().filter(|pairs| Some(inside(pairs)) == heaviest);
            let least = heavy.flat_map(cost).min();
            least > Some(exact(&matrix, geometry, &Map::direct(geometry)).shifts)
        };
        let losing = (0..300).filter(loses).count();
        assert!((1..60).contains(&losing), "{losing} of 300");
    }

    #[test]
    fn rm_e19_the_greedy_can_lose_to_a_plain_map() {
        let geometry = PortRegions { ports: 8, offsets: 8 };
        let entry = |n: u64| ((n / 30) + splitmix64(n) % 8) as usize % 64;
        let matrix = MoveMatrix::of(64, (0..1_700).map(entry));
        let [_, plain, paper, per_node, best] =
            ALL(&matrix, geometry).map(|map| map.shifts(&matrix));
        assert!(plain < paper.min(per_node) && best <= plain, "{plain} {paper} {per_node} {best}");
    }

    #[test]
    fn rm_e20_a_table_of_positions_takes_1_75_kib() {
        let config = fermi();
        let geometry = PortRegions::from(&config);
        let bits = config.gpu().banks * geometry.positions() * geometry.row_bits();
        assert_eq!(bits, 14 * 1024);
    }
}

/// Maps as files.
mod files {
    use super::*;

    const BANK: PortRegions = PortRegions { ports: 2, offsets: 2 };

    fn refused(lines: &str, parts: &[&str]) {
        let text = format!("bank,entry,port,offset\n{lines}");
        let message = parse_maps("maps.csv", text.as_bytes(), 1, BANK).unwrap_err().to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "no '{part}': {message}"));
    }

    #[test]
    fn are_refused_with_their_line() {
        refused("1,0,0,0\n", &["maps.csv:2", "bank 1", "below 1"]);
        refused("0,0,0,0\n0,4,0,0\n", &["maps.csv:3", "entry 4", "below 4"]);
        refused("0,0,2,0\n", &["maps.csv:2", "port 2", "below 2"]);
        refused("0,0,0,2\n", &["maps.csv:2", "offset 2", "below 2"]);
        refused("0,0,0,0\n0,0,0,1\n", &["maps.csv:3", "entry 0", "line 2"]);
        refused("0,0,0,1\n0,1,0,1\n", &["maps.csv:3", "port 0 and offset 1", "line 2"]);
        refused("0,0,x,1\n", &["maps.csv:2", "port 'x'", "a whole number"]);
        refused("0,0,-1,1\n", &["maps.csv:2", "port '-1'", "a whole number"]);
        refused("0,0,0\n", &["maps.csv:2", "3 fields", "4: bank,entry,port,offset"]);
        refused("0,0,0,0\r\n\r\n0,x,0,0\r\n", &["maps.csv:4: entry 'x'"]);
        refused("0,0,0,0\n0,1,0,1\n0,3,1,1\n", &["maps.csv", "bank 0 without entry 2", "4"]);
        let message = parse_maps("maps.csv", b"bank,entry\n", 1, BANK).unwrap_err().to_string();
        assert!(message.contains("maps.csv:1") && message.contains("bank,entry,port,offset"));
        assert!(read_maps(Path::new("no/such.csv"), 1, BANK).is_err());
    }

    #[test]
    fn are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("maps.csv");
        let geometry = PortRegions { ports: 3, offsets: 5 };
        let matrix = random_matrix(15, 12, 300, 1);
        let maps = ALL(&matrix, geometry);
        write_maps(&path, &maps).unwrap();
        let read = read_maps(&path, maps.len(), geometry).unwrap();
        let same = |(a, b): (&Map, &Map)| a.place == b.place;
        assert!(maps.iter().zip(&read).all(same));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    proptest! {
        #[test]
        fn of_garbage_are_refused_or_whole(
            words in proptest::collection::vec(
                prop_oneof![
                    8 => proptest::sample::select(vec![
                        "bank,entry,port,offset\n", "0,0,0,0\n", "0,1,1,0\n", "0,2,0,1\n",
                        "0,3,1,1\n", "9", ",", "\n", "\"", "-", "99999999999999999999",
                    ]).prop_map(|word| word.as_bytes().to_vec()),
                    1 => proptest::collection::vec(any::<u8>(), 0..4),
                ],
                0..12,
            ),
            header in any::<bool>(),
        ) {
            let head = if header { "bank,entry,port,offset\n" } else { "" };
            let text = [head.as_bytes(), &words.concat()].concat();
            if let Ok(maps) = parse_maps("garbage", &text, 1, BANK) {
                prop_assert!(maps.len() == 1 && maps[0].is_permutation());
            }
        }
    }
}

/// The command.
mod command {
    use super::*;

    fn json(args: &[&str]) -> serde_json::Value {
        let (code, stdout, stderr) = outcome(&[&["map", HOTSPOT, "--json"], args].concat());
        assert_eq!(code, 0, "{stderr}");
        serde_json::from_str(&stdout).unwrap()
    }

    #[test]
    fn writes_the_maps_that_it_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("maps.csv");
        let result = json(&["--algorithm", "paper", "-o", path.to_str().unwrap()]);
        assert_eq!(result["algorithm"], "paper");
        let config = fermi();
        let maps = read_maps(&path, 16, PortRegions::from(&config)).unwrap();
        let stream = Stream::open(Path::new(HOTSPOT), config.gpu()).unwrap();
        let matrices = MoveMatrix::of_stream(&stream, config.gpu(), 22, 128).unwrap();
        let shifts = maps.iter().zip(&matrices).map(|(map, matrix)| map.shifts(matrix));
        assert_eq!(result["shifts"], shifts.sum::<u64>());
    }

    /// What the map command writes, the map tables of model and RTL take, and every answer is right.
    #[test]
    fn writes_maps_that_the_register_file_loads() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("maps.csv");
        let path = path.to_str().unwrap();
        let counted = json(&["-o", path]);
        let shifts = |n: usize| counted["algorithms"][n]["shift_total"].as_u64().unwrap();
        assert!(shifts(3) < shifts(2) && shifts(2) < shifts(1) && shifts(1) < shifts(0));
        let run =
            ["cosim", "racetrack_register_file", "--stream", HOTSPOT, "--map", path, "--json"];
        let (code, stdout, stderr) = outcome(&run);
        assert_eq!(code, 0, "{stderr}");
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let file = &result["banks"][0];
        assert_eq!(file["shift total"], counted["algorithms"][3]["shift_total"]);
        assert_eq!(
            (&file["cycles"], &file["answers checked"]),
            (&counted["algorithms"][3]["cycles"], &71_076.into(),)
        );
    }

    #[test]
    fn energy_follows_the_shifts() {
        let result = json(&[]);
        let energy = |n: usize| &result["algorithms"][n]["energy"];
        let pj = |n: usize, part: &str| energy(n)["parts_pj"][part].as_f64().unwrap();
        for n in 0..4 {
            let shifts = result["algorithms"][n]["shift_total"].as_f64().unwrap();
            assert!((pj(n, "shift") / shifts - 56.16).abs() < 1e-9);
            assert!((pj(n, "read") / 71_076.0 - 117.12).abs() < 1e-9);
            assert!((pj(n, "write_buffer") / 47_187.0 - 30.2).abs() < 1e-9);
        }
        let of_baseline = |n: usize| energy(n)["of_baseline"].as_f64().unwrap();
        assert!(of_baseline(3) < of_baseline(0));
    }

    #[test]
    fn knows_one_bank_and_a_bound() {
        let result = json(&["--algorithm", "exact", "--bank", "3"]);
        let bank = &result["banks"][0];
        assert_eq!((&bank["bank"], &bank["best"]), (&3.into(), &result["shifts"]));
        assert!(bank["lower_bound"].as_u64() < bank["exact"].as_u64());
        assert_eq!(result["lower_bound"], bank["lower_bound"]);
    }

    /// A kernel is executed, and its own requests are mapped.
    #[test]
    fn takes_a_kernel() {
        let (code, stdout, stderr) = outcome(&["map", "kernels/hotspot/case.toml", "--json"]);
        assert_eq!(code, 0, "{stderr}");
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let shifts = |n: usize| result["algorithms"][n]["shifts"].as_u64().unwrap();
        assert!(result["requests"].as_u64().unwrap() > 10_000);
        assert!(shifts(3) <= shifts(2) && shifts(3) <= shifts(1) && shifts(3) < shifts(0));
    }

    #[test]
    fn prints_a_table_with_a_sum() {
        let (code, stdout, _) = outcome(&["map", HOTSPOT, "--algorithm", "direct"]);
        assert_eq!(code, 0);
        assert!(stdout.contains("485,206") && stdout.contains("145,861"), "{stdout}");
    }

    #[test]
    fn refuses_what_it_cannot_do() {
        let refused = |args: &[&str], parts: &[&str]| {
            assert_refused(&[&["map"], args].concat(), 2, parts);
        };
        refused(&["kernel.ptx"], &["kernel.ptx", ".ptx", ".csv.xz", "launch (.toml)"]);
        refused(&["no_such.toml"], &["no_such.toml"]);
        refused(&["stream"], &["without an ending", ".csv.xz"]);
        refused(&["no_such.csv"], &["no_such.csv"]);
        refused(&[HOTSPOT, "--bank", "16"], &["--bank", "16", "below gpu.banks = 16"]);
        refused(&[HOTSPOT, "--bank", "1", "-o", "x.csv"], &["--bank", "cannot be used with"]);
        refused(&[HOTSPOT, "--regs-per-thread", "3"], &["--regs-per-thread", "22"]);
        refused(&[HOTSPOT, "--regs-per-thread", "99"], &["99 registers", "at most 128 entries"]);
        refused(&[HOTSPOT, "--algorithm", "magic"], &["magic", "interleaved"]);
        refused(
            &[HOTSPOT, "--algorithm", "exact", "-p", "racetrack.ports=4"],
            &["--algorithm", "32 offsets", "at most 16"],
        );
        refused(&[HOTSPOT, "-o", "/no/such/folder/maps.csv"], &["/no/such/folder"]);
        let load = ["cosim", "racetrack_bank", "--stream", HOTSPOT, "--map", "Cargo.toml"];
        assert_refused(&load, 2, &["Cargo.toml:1", "bank,entry,port,offset"]);
    }
}

/// Without a shift there is nothing to compare.
#[test]
fn no_difference_is_shown_where_no_shift_is_predicted() {
    let (code, stdout, stderr) = outcome(&["map", "kernels/half_axpy/case.toml"]);
    assert_eq!(code, 0, "{stderr}");
    let best = stdout.lines().rfind(|line| line.trim().starts_with("best")).unwrap();
    assert_eq!(best.split_whitespace().take(4).collect::<Vec<_>>(), ["best", "0", "0", "+0.0"]);
}
