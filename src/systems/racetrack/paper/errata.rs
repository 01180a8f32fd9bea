//! The errata of the racetrack paper, computed.

use super::algorithms::*;
use super::arithmetic::*;
use super::{FRAMEWORK_SHARES, KB, PROFILES, TECHNOLOGY_SHARE, energy_reductions};
use crate::compiler::occupancy::{Residency, Resources};
use crate::papers::computed::{Shown, ShownErratum};
use crate::systems::racetrack::energy as racetrack;
use crate::systems::sram::energy as sram;
use crate::tech::Clock;

/// Share of the energy reduction, in percent (`rm-energy-breakdown`).
const STATED_FRAMEWORK_SHARE: i32 = 44;

pub const ERRATA: &[ShownErratum] = &[
    erratum("rm-e01", "banks 0 to 4, counted", || {
        let (stated, busy) = ((0..=4).count(), (0..=3).count());
        Shown {
            stated: format!("bank 0~bank 4: {stated} banks"),
            ours: format!("bank 0~bank 3: {busy} banks, as many as are served in a cycle"),
            confirmed: stated == BUSY_BANKS + 1 && busy == BUSY_BANKS,
        }
    }),
    erratum("rm-e02", "256 KB / 16 banks / 128 bytes; / 8 ports", || {
        let (registers, orders) = (registers_per_bank(LARGE_BYTES), groups(LARGE_BYTES));
        Shown {
            stated: format!("64 registers a bank, 8 groups, 8! = {} orders", factorial(8)),
            ours: format!(
                "{registers} registers a bank, {orders} groups, {orders}! = {} orders",
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
            stated: "2 KB, two entries a bank".into(),
            ours: format!("{} KB with two entries a bank, {} KB with one", kb(2), kb(1)),
            confirmed: (kb(2), kb(1)) == (4, 2),
        }
    }),
    erratum("rm-e04", "11 + 8 + 15, and with 66", || {
        let framework: i32 = FRAMEWORK_SHARES.iter().sum();
        let stated = STATED_FRAMEWORK_SHARE + TECHNOLOGY_SHARE;
        Shown {
            stated: format!("{STATED_FRAMEWORK_SHARE} %, with the technology's {stated} %"),
            ours: format!(
                "{framework} %, with the technology's {} %",
                framework + TECHNOLOGY_SHARE
            ),
            confirmed: framework + TECHNOLOGY_SHARE == 100 && stated != 100,
        }
    }),
    erratum("rm-e05", "registers of a bank that 0 < p < 8 and 0 <= p < 8 have places for", || {
        let registers = registers_per_bank(LARGE_BYTES);
        let places = |first: usize| (first..PORTS).count() * groups(LARGE_BYTES);
        Shown {
            stated: format!("places for {} of {registers} registers", places(1)),
            ours: format!("places for {}", places(0)),
            confirmed: places(1) < registers && places(0) == registers,
        }
    }),
    erratum("rm-e06", "Algorithm 1's loop over the 128 registers of a bank", || {
        let registers = registers_per_bank(LARGE_BYTES);
        let [printed, meant] = [true, false].map(|printed| distinct_places(registers, printed));
        Shown {
            stated: format!("{printed} place for {registers} registers"),
            ours: format!("{meant} places as corrected"),
            confirmed: printed == 1 && meant == registers,
        }
    }),
    erratum("rm-e07", "FindMaxSubgraph on random complete graphs of 24 nodes", || {
        let printed = runs_that_end(8, While::AtMost, 100);
        let [odd, even] =
            [(7, 200), (8, 100)].map(|(size, graphs)| runs_that_end(size, While::LessThan, graphs));
        Shown {
            stated: format!("as printed, it ends on {printed} of 100"),
            ours: format!("with '<', on {even} of 100 for size 8 and {odd} of 200 for size 7"),
            confirmed: (printed, odd, even) == (0, 0, 100),
        }
    }),
    erratum("rm-e08", "choices of FindMaxSubgraph on 300 random graphs of 24 nodes", || {
        let (singles, pairs) = choices(300);
        Shown {
            stated: "one node or two, whichever is heavier".into(),
            ours: format!("one node {singles} times, two {pairs} times"),
            confirmed: singles == 0 && pairs > 0,
        }
    }),
    erratum("rm-e09", "128 registers of a bank at 8 ports", || {
        let groups = groups(LARGE_BYTES);
        Shown {
            stated: format!("N_p = {PORTS} groups"),
            ours: format!("N_r / N_p = {groups} groups"),
            confirmed: groups != PORTS && registers_per_bank(SMALL_BYTES) / PORTS == PORTS,
        }
    }),
    erratum("rm-e10", "the farthest of 4 and of 8 registers at a port (eq. 4)", || {
        let [small, large] = [4, 8].map(longest_way);
        Shown {
            stated: "4 to 8 shifts".into(),
            ours: format!("{small} to {large} shifts"),
            confirmed: [small, large] == [3, 7],
        }
    }),
    erratum("rm-e11", "energies of Table 3", || {
        let [read, write] = energy_reductions();
        Shown {
            stated: "read 2x lower, write 5x lower".into(),
            ours: format!("read {read:.2}x lower, write {:.2}x higher", write.recip()),
            confirmed: read > 1.0 && write < 1.0,
        }
    }),
    erratum("rm-e12", "256 KB in 55 % of the area of 128 KB", || {
        let density = register_file_density();
        Shown {
            stated: "28x as dense".into(),
            ours: format!("{density:.2}x as dense, as a register file"),
            confirmed: density < 4.0,
        }
    }),
    erratum("rm-e13", "occupancy of Table 1's kernels at every TLP", || {
        let [small, large] = [SMALL_BYTES, LARGE_BYTES].map(residencies);
        let tlps = |rows: &[Residency; 5]| rows.each_ref().map(|row| row.tlp);
        let choices = choices_at_80_percent(tlps(&small), tlps(&large));
        let list = tlps(&large).map(|tlp| tlp.to_string()).join(", ");
        let before = mean_occupancy(&small);
        Shown {
            stated: "Table 1 has the TLPs of both sizes; occupancy 46.6 and 80.0 %".into(),
            ours: format!(
                "{before:.2} % with 128 KB; {:.2} % with 256 KB, at TLPs {list}; {choices} choices \
                 of TLPs give 80.0 %",
                mean_occupancy(&large)
            ),
            confirmed: tlps(&small) == TABLE_1.map(|row| row.2) && choices > 1,
        }
    }),
    erratum("rm-e14", "the longest way of a head in cycles of 700 MHz", || {
        let [small, large] = [SMALL_BYTES, LARGE_BYTES].map(|bytes| longest_wait(bytes, PORTS));
        let single = longest_wait(LARGE_BYTES, 1);
        Shown {
            stated: "up to tens of cycles".into(),
            ours: format!("{small} with 128 KB, {large} with 256 KB, {single} with one port"),
            confirmed: large < 20,
        }
    }),
    erratum("rm-e15", "steps of every way over 16 offsets with and without a preshift", || {
        let (in_order, overtaken) = preshifts(groups(LARGE_BYTES));
        Shown {
            stated: "preshifting gives 17 % of the reduction of shifts".into(),
            ours: format!(
                "of {} ways in order {} are shorter; of {} on which a write overtakes {} are \
                 shorter and {} longer",
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
            ours: format!("L1 {} or {} KB, register file {file} KB", l1[0], l1[1]),
            confirmed: !l1.contains(&256) && file == 256,
        }
    }),
    erratum("rm-e17", "TLPs x profiles that eqs. 1 and 2 need", || {
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
            ours: format!("{ours} cycle at {CLOCK_MHZ} MHz, and up to {fastest} MHz"),
            confirmed: ours == 1 && cycles(fastest as usize + 1, write_ps) == 2,
        }
    }),
    erratum("rm-e19", "300 random traces of six registers at two ports, all groupings", || {
        let lost = heaviest_groups_that_lose(300);
        Shown {
            stated: "the most moves within groups give the fewest shifts".into(),
            ours: format!("not so on {lost} of 300"),
            confirmed: lost > 0,
        }
    }),
    erratum("rm-e20", "16 banks x 128 registers x 7 bits", || {
        let bytes = position_table_bits(LARGE_BYTES) / 8;
        Shown {
            stated: "no hardware for the map".into(),
            ours: format!("a table of {} KB for each SM", bytes as f64 / KB),
            confirmed: bytes == 1_792,
        }
    }),
];

const fn erratum(id: &'static str, how: &'static str, shown: fn() -> Shown) -> ShownErratum {
    ShownErratum { id, how, shown }
}
