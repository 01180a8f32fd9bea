//! Errata of the racetrack paper, each confirmed by a computation.

use super::algorithms::*;
use super::arithmetic::*;
use super::{FRAMEWORK_SHARES, KB, PROFILES, TECHNOLOGY_SHARE, energy_reductions};
use crate::compiler::occupancy::{Residency, Resources};
use crate::papers::computed::{Shown, ShownErratum};
use crate::systems::racetrack::energy as racetrack;
use crate::systems::sram::energy as sram;
use crate::tech::Clock;

/// The framework's stated share of the energy reduction, in percent (`rm-energy-breakdown`).
const STATED_FRAMEWORK_SHARE: i32 = 44;

pub const ERRATA: &[ShownErratum] = &[
    erratum("rm-e01", "number of banks from 0 to 4, and from 0 to 3", || {
        let (stated, busy) = ((0..=4).count(), (0..=3).count());
        Shown {
            stated: format!("bank 0~bank 4: {stated} banks"),
            ours: format!("bank 0~bank 3: {busy} banks, the number served per cycle"),
            confirmed: stated == BUSY_BANKS + 1 && busy == BUSY_BANKS,
        }
    }),
    erratum("rm-e02", "registers: 256 KB / 16 banks / 128 B; groups: registers / 8 ports", || {
        let (registers, orders) = (registers_per_bank(LARGE_BYTES), groups(LARGE_BYTES));
        Shown {
            stated: format!("64 registers per bank, 8 groups, 8! = {} orders", factorial(8)),
            ours: format!(
                "{registers} registers per bank, {orders} groups, {orders}! = {} orders",
                factorial(orders)
            ),
            confirmed: (registers, orders) == (128, 16)
                && registers_per_bank(SMALL_BYTES) == 64
                && groups(SMALL_BYTES) == 8,
        }
    }),
    erratum("rm-e03", "entries x 16 banks x 128 bytes", || {
        let of = |entries| racetrack::LIANG_2016.with_write_buffer(entries, BANKS as usize);
        let kb = |entries| of(entries).write_buffer.capacity_bytes >> 10;
        Shown {
            stated: "2 KB with two entries per bank".into(),
            ours: format!("{} KB with two entries per bank, {} KB with one", kb(2), kb(1)),
            confirmed: (kb(2), kb(1)) == (4, 2),
        }
    }),
    erratum("rm-e04", "framework: 11 + 8 + 15; sum with the technology's 66", || {
        let framework: i32 = FRAMEWORK_SHARES.iter().sum();
        let stated = STATED_FRAMEWORK_SHARE + TECHNOLOGY_SHARE;
        Shown {
            stated: format!(
                "framework {STATED_FRAMEWORK_SHARE} %, in sum with the technology {stated} %"
            ),
            ours: format!(
                "framework {framework} %, in sum with the technology {} %",
                framework + TECHNOLOGY_SHARE
            ),
            confirmed: framework + TECHNOLOGY_SHARE == 100 && stated != 100,
        }
    }),
    erratum("rm-e05", "positions of a bank with 0 < p < 8, and with 0 <= p < 8", || {
        let registers = registers_per_bank(LARGE_BYTES);
        let places = |first: usize| (first..PORTS).count() * groups(LARGE_BYTES);
        Shown {
            stated: format!("0 < p < N_p: positions for {} of {registers} registers", places(1)),
            ours: format!("0 <= p < N_p: positions for {}", places(0)),
            confirmed: places(1) < registers && places(0) == registers,
        }
    }),
    erratum("rm-e06", "Algorithm 1's main loop over the 128 registers of a bank", || {
        let registers = registers_per_bank(LARGE_BYTES);
        let [printed, meant] = [true, false].map(|printed| distinct_places(registers, printed));
        Shown {
            stated: format!("as printed, {printed} position for {registers} registers"),
            ours: format!("{meant} positions as corrected"),
            confirmed: printed == 1 && meant == registers,
        }
    }),
    erratum("rm-e07", "FindMaxSubgraph on random complete graphs of 24 nodes", || {
        let printed = runs_that_end(8, While::AtMost, 100);
        let [odd, even] =
            [(7, 200), (8, 100)].map(|(size, graphs)| runs_that_end(size, While::LessThan, graphs));
        Shown {
            stated: format!("as printed ('<='), it ends on {printed} of 100 graphs"),
            ours: format!(
                "with '<', it ends on {even} of 100 for size 8 and on {odd} of 200 for size 7"
            ),
            confirmed: (printed, odd, even) == (0, 0, 100),
        }
    }),
    erratum("rm-e08", "iterations of FindMaxSubgraph on 300 random graphs of 24 nodes", || {
        let (singles, pairs) = choices(300);
        Shown {
            stated: "adds one node or two, whichever has the larger weight".into(),
            ours: format!("adds one node {singles} times and two {pairs} times"),
            confirmed: singles == 0 && pairs > 0,
        }
    }),
    erratum("rm-e09", "groups of a bank with 128 registers and 8 ports", || {
        let groups = groups(LARGE_BYTES);
        Shown {
            stated: format!("N_p = {PORTS} groups"),
            ours: format!("N_r / N_p = {groups} groups"),
            confirmed: groups != PORTS && registers_per_bank(SMALL_BYTES) / PORTS == PORTS,
        }
    }),
    erratum("rm-e10", "longest distance among 4 and among 8 registers of a port (eq. 4)", || {
        let [small, large] = [4, 8].map(longest_way);
        Shown {
            stated: "increases from 4 to 8 shifts".into(),
            ours: format!("increases from {small} to {large} shifts"),
            confirmed: [small, large] == [3, 7],
        }
    }),
    erratum("rm-e11", "energies of Table 3, SRAM against racetrack memory", || {
        let [read, write] = energy_reductions();
        Shown {
            stated: "energy: read 2x lower, write 5x lower".into(),
            ours: format!("energy: read {read:.2}x lower, write {:.2}x higher", write.recip()),
            confirmed: read > 1.0 && write < 1.0,
        }
    }),
    erratum("rm-e12", "256 KB of racetrack memory in 55 % of the area of 128 KB of SRAM", || {
        let density = register_file_density();
        Shown {
            stated: "28x as dense".into(),
            ours: format!("{density:.2}x as dense at the level of the register file"),
            confirmed: density < 4.0,
        }
    }),
    erratum("rm-e13", "TLP and mean occupancy of Table 1's kernels with 128 and 256 KB", || {
        let [small, large] = [SMALL_BYTES, LARGE_BYTES].map(residencies);
        let tlps = |rows: &[Residency; 5]| rows.each_ref().map(|row| row.tlp);
        let choices = choices_at_80_percent(tlps(&small), tlps(&large));
        let list = tlps(&large).map(|tlp| tlp.to_string()).join(", ");
        let before = mean_occupancy(&small);
        Shown {
            stated: "Table 1 has the TLPs of several sizes; mean occupancy 46.6 and 80.0 %".into(),
            ours: format!(
                "Table 1 has the TLPs of 128 KB only: {before:.2} %; 256 KB allows {:.2} % at TLPs \
                 {list}; {choices} choices of TLPs in between give 80.0 %",
                mean_occupancy(&large)
            ),
            confirmed: tlps(&small) == TABLE_1.map(|row| row.2) && choices > 1,
        }
    }),
    erratum("rm-e14", "longest shift of a head by eq. 4, in cycles at 700 MHz", || {
        let [small, large] = [SMALL_BYTES, LARGE_BYTES].map(|bytes| longest_wait(bytes, PORTS));
        let single = longest_wait(LARGE_BYTES, 1);
        Shown {
            stated: "up to tens of cycles".into(),
            ours: format!(
                "at most {small} with 128 KB, {large} with 256 KB, {single} with 256 KB and one \
                 port"
            ),
            confirmed: large < 20,
        }
    }),
    erratum("rm-e15", "shifts over all sequences of 16 offsets, with and without preshift", || {
        let (in_order, overtaken) = preshifts(groups(LARGE_BYTES));
        Shown {
            stated: "preshifting contributes 17 % of the reduction in shifts".into(),
            ours: format!(
                "with a preshift, of {} cases in FIFO order, {} need fewer shifts; of {} in which \
                 a write overtakes the read, {} need fewer and {} more",
                in_order.all(),
                in_order.fewer,
                overtaken.all(),
                overtaken.fewer,
                overtaken.more
            ),
            confirmed: in_order.fewer + in_order.more + overtaken.fewer == 0 && overtaken.more > 0,
        }
    }),
    erratum("rm-e16", "L1 and register file of Table 2, doubled", || {
        let l1 = [16, 32].map(|kb| 2 * kb);
        let file = (2 * sram::LIANG_2016.capacity_bytes) >> 10;
        Shown {
            stated: "the cache capacity doubles to 256 KB".into(),
            ours: format!(
                "doubled, L1 has {} or {} KB; the register file has {file} KB",
                l1[0], l1[1]
            ),
            confirmed: !l1.contains(&256) && file == 256,
        }
    }),
    erratum("rm-e17", "TLP values x profiles in eqs. 1 and 2", || {
        let (stated, profiles) = (Resources::FERMI.ctas, PROFILES.len());
        Shown {
            stated: format!("at most {stated} runs"),
            ours: format!("{stated} x {profiles} = {} runs", stated * profiles),
            confirmed: stated == 8 && stated * profiles == 24,
        }
    }),
    erratum("rm-e18", "a write of 1.24 ns in whole cycles", || {
        let write_ps = racetrack::LIANG_2016.array.write_ps;
        let fastest = Clock::fastest_for(write_ps, 1).map_or(0, Clock::mhz);
        let ours = cycles(CLOCK_MHZ, write_ps);
        Shown {
            stated: "long write latency".into(),
            ours: format!("{ours} cycle at {CLOCK_MHZ} MHz, and at any clock up to {fastest} MHz"),
            confirmed: ours == 1 && cycles(fastest as usize + 1, write_ps) == 2,
        }
    }),
    erratum("rm-e19", "all groupings of six registers at two ports, for 300 random traces", || {
        let lost = heaviest_groups_that_lose(300);
        Shown {
            stated: "groups with the most internal moves need the fewest shifts".into(),
            ours: format!("not on {lost} of 300 traces"),
            confirmed: lost > 0,
        }
    }),
    erratum("rm-e20", "16 banks x 128 registers x 7 bits", || {
        let bytes = position_table_bits(LARGE_BYTES) / 8;
        Shown {
            stated: "describes no hardware that applies the mapping".into(),
            ours: format!("a position table needs {} KB per SM", bytes as f64 / KB),
            confirmed: bytes == 1_792,
        }
    }),
];

const fn erratum(id: &'static str, how: &'static str, shown: fn() -> Shown) -> ShownErratum {
    ShownErratum { id, how, shown }
}
