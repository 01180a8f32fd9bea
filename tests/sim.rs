//! Does `regforge sim` say what the SM did, and do its counts agree with one another?

use crate::support::{assert_refused, fermi, outcome};
use regforge::config::Options;
use regforge::run::Simulation;
use regforge::run::System;
use regforge::run::case::Case;
use regforge::sm::{Outcome, Statistics, Unwatched};
use regforge::stream::{Direction, Stream};
use regforge::systems::SYSTEMS;
use regforge::systems::racetrack::compiler::mapping::{Map, write_maps};
use regforge::systems::racetrack::units::PortRegions;
use serde_json::Value;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const HALF_AXPY: &str = "kernels/half_axpy/case.toml";
const REDUCTION: &str = "kernels/reduction/case.toml";

/// Small ones; of the last, a write is under way when it ends.
const CASES: [&str; 5] = [
    HALF_AXPY,
    REDUCTION,
    "kernels/scalar_product/case.toml",
    "kernels/histogram_final/case.toml",
    "kernels/bitonic_sort/case.toml",
];

/// Every way in which the register files' models run.
const MODES: [&[&str]; 4] = [
    &["--rf", "sram"],
    &["--rf", "racetrack"],
    &["--rf", "racetrack", "--preshift"],
    &["--rf", "racetrack", "--aligned-only"],
];

/// Runs `sim` with these arguments, which must succeed: standard output.
fn sim(args: &[&str]) -> String {
    let (code, stdout, stderr) = outcome(&[&["sim"], args].concat());
    assert_eq!(code, 0, "{args:?}: {stderr}");
    stdout
}

/// The runs in the JSON of these arguments.
fn runs(args: &[&str]) -> Vec<Value> {
    let object: Value = serde_json::from_str(&sim(&[args, &["--json"]].concat())).unwrap();
    assert_eq!(object["configuration"], "fermi");
    assert_eq!(object["version"], env!("CARGO_PKG_VERSION"));
    object["runs"].as_array().unwrap().clone()
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("no count: {value}"))
}

/// Sum of a count over the banks.
fn banks(run: &Value, name: &str) -> u64 {
    let banks = run["register_file_counts"]["banks"].as_array().unwrap();
    assert_eq!(banks.len(), 16);
    // Events that this register file does not have are not there.
    banks.iter().map(|bank| bank.get(name).map_or(0, count)).sum()
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

#[test]
fn text_has_gpgpu_sim_s_names_and_json_s_figures() {
    let text = sim(&[REDUCTION]);
    let run = &runs(&[REDUCTION])[0];
    let (statistics, memory) = (&run["statistics"], &run["memory"]);
    let values: HashMap<&str, &str> =
        text.lines().filter_map(|line| line.split_once(" = ")).collect();
    let l1 = |name: &str| -> u64 {
        let parts = ["loads", "stores", "local_loads", "local_stores", "atomics"];
        parts.iter().map(|part| count(&memory[part][name])).sum()
    };
    let counts = [
        ("gpu_sim_cycle", count(&statistics["cycles"])),
        ("gpu_sim_insn", count(&statistics["thread_instructions"])),
        ("gpgpu_n_tot_w_icount", count(&statistics["issued"])),
        ("gpgpu_n_load_insn", count(&statistics["thread_loads"])),
        ("gpgpu_n_store_insn", count(&statistics["thread_stores"])),
        ("gpgpu_n_shmem_insn", count(&statistics["thread_shared_accesses"])),
        ("gpgpu_n_shmem_bkconflict", count(&statistics["shared_conflicts"])),
        ("gpgpu_n_mem_read_global", count(&memory["loads"]["misses"])),
        ("gpgpu_n_mem_write_global", count(&memory["stores"]["accesses"])),
        ("gpgpu_stall_shd_mem", count(&statistics["memory_stalls"])),
        ("L1D_total_cache_accesses", l1("accesses")),
        ("L1D_total_cache_misses", l1("misses")),
        ("L1D_total_cache_pending_hits", l1("pending_hits")),
        ("L1D_total_cache_reservation_fails", count(&memory["load_reservation_failures"])),
        ("L2_total_cache_accesses", count(&memory["l2"]["accesses"])),
        ("L2_total_cache_misses", count(&memory["l2"]["misses"])),
        ("L2_total_cache_pending_hits", count(&memory["l2"]["pending_hits"])),
    ];
    for (name, count) in counts {
        assert_eq!(values[name], count.to_string(), "{name}");
    }
    assert!(count(&statistics["thread_loads"]) > 0 && l1("accesses") > 0);
    assert_eq!(values["kernel_name"], "reduction ");
    assert_eq!(values["gpu_ipc"], format!("{:.4}", run["ipc"].as_f64().unwrap()));
    let occupancy = format!("{:.4}%", run["occupancy"].as_f64().unwrap());
    assert_eq!(values["gpu_occupancy"], occupancy);
    let rate = count(&memory["l2"]["misses"]) as f64 / count(&memory["l2"]["accesses"]) as f64;
    assert_eq!(values["L2_total_cache_miss_rate"], format!("{rate:.4}"));
    // Eight CTAs of four warps in 48 slots.
    assert!(text.contains("static occupancy: 66.6667%"), "{text}");
    assert!(text.contains("output: as expected"), "{text}");
}

/// In every cycle each scheduler issues or not, for one reason.
#[test]
fn the_distribution_has_every_cycle_of_every_scheduler() {
    let text = sim(&[REDUCTION]);
    let line = text.lines().skip_while(|line| *line != "Warp Occupancy Distribution:").nth(1);
    let parts: Vec<(&str, u64)> = line
        .unwrap()
        .split('\t')
        .map(|part| part.split_once(':').unwrap())
        .map(|(name, count)| (name, count.parse().unwrap()))
        .collect();
    let names: Vec<&str> = parts.iter().map(|part| part.0).collect();
    assert_eq!(names[..4], ["Stall", "W0_Idle", "W0_Scoreboard", "W1"]);
    assert_eq!((names.len(), names[34]), (35, "W32"));
    let run = &runs(&[REDUCTION])[0];
    let all: u64 = parts.iter().map(|part| part.1).sum();
    assert_eq!(all, fermi().sm().schedulers as u64 * count(&run["cycles"]));
}

#[test]
fn nothing_is_lost_on_the_way_through_the_sm() {
    for mode in MODES {
        for run in runs(&[&CASES, mode].concat()) {
            let what = format!("{} {mode:?}", run["launch"]);
            let of = |name: &str| count(&run["statistics"][name]);
            assert_eq!(run["agrees"], true, "{what}");
            assert_eq!(of("issued"), of("retired"), "{what}");
            assert_eq!(of("reads_wanted"), of("reads_accepted"), "{what}");
            assert_eq!(of("writes_wanted"), of("writes_accepted"), "{what}");
            assert_eq!(of("reads_accepted"), banks(&run, "reads"), "{what}");
            assert_eq!(of("writes_accepted"), banks(&run, "writes"), "{what}");
            assert!(of("reads_accepted") > 0 && of("writes_accepted") > 0, "{what}");
            let classes: u64 = ["sp", "sfu", "memory", "control"].map(of).iter().sum();
            assert_eq!(of("issued"), classes, "{what}");
            let shifts = banks(&run, "demand_shifts") + banks(&run, "preshifts");
            match mode {
                [_, "sram", ..] => assert_eq!(shifts, 0, "{what}"),
                [_, _, "--preshift"] => assert!(banks(&run, "preshifts") > 0, "{what}"),
                _ => assert!(shifts > 0 && banks(&run, "waits") > 0, "{what}"),
            }
            for cache in ["loads", "stores", "l2"] {
                let cache = &run["memory"][cache];
                let parts = ["hits", "pending_hits", "misses"].map(|part| count(&cache[part]));
                assert_eq!(count(&cache["accesses"]), parts.iter().sum::<u64>(), "{what}");
            }
        }
    }
}

/// A value in two registers is read and written twice; narrow floats are converted; nobody says what
/// that costs.
#[test]
fn packed_registers_are_counted_as_they_are_accessed() {
    const IMGVF: &str = "kernels/imgvf/case.toml";
    let whole = &runs(&[IMGVF, "--rf", "sram"])[0];
    let registers = |run: &Value| count(&run["registers"]);
    let mut before = registers(whole);
    for (options, converts) in
        [(&["--no-split"][..], false), (&[], false), (&["--quality", "high"], true)]
    {
        let run = &runs(&[&[IMGVF, "--rf", "compressed"], options].concat())[0];
        let of = |name: &str| count(&run["statistics"][name]);
        assert_eq!(run["agrees"], true, "{options:?}");
        assert_eq!(of("issued"), of("retired"), "{options:?}");
        assert_eq!(of("reads_wanted"), of("reads_accepted"), "{options:?}");
        let once = [of("reads_accepted"), of("writes_accepted")];
        let parts = ["reads", "writes"].map(|name| banks(run, name));
        // Of narrow integers alone none has to be split.
        let twice = parts.iter().zip(once).all(|(parts, once)| *parts > once);
        assert!(if converts { twice } else { parts == once }, "{options:?}: {parts:?} {once:?}");
        let conversions = count(&run["register_file_counts"]["conversions"]);
        assert_eq!(conversions > 0, converts, "{options:?}");
        assert!(conversions < once[0] && run["energy"].is_null());
        assert!(registers(run) <= before, "{options:?}");
        before = registers(run);
    }
    assert!(before < registers(whole));
}

/// The figures of Liang and Wang's table 3, with a write buffer of two entries a bank.
#[test]
fn energy_is_what_the_counts_cost() {
    let close = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(1.0);
    for mode in MODES {
        for run in runs(&[&CASES, mode].concat()) {
            let energy = &run["energy"];
            let pj = |name: &str| energy[name].as_f64().unwrap();
            let parts = energy["parts_pj"].as_object().unwrap();
            let of = |name: &str| banks(&run, name) as f64;
            let ns = count(&run["cycles"]) as f64 * 1_000.0 / 700.0;
            let shifts = of("demand_shifts") + of("preshifts");
            let (reads, writes) = (of("reads"), of("writes"));
            let sram =
                [("read", 218.88 * reads), ("write", 57.28 * writes), ("leakage", 12.31 * ns)];
            let racetrack = [
                ("read", 117.12 * reads),
                ("write", 173.22 * writes),
                ("shift", 56.16 * shifts),
                ("write_buffer", (15.60 + 14.60) * writes),
                ("leakage", (7.95 + 2.0 * 1.12) * ns),
            ];
            let whole: f64 = sram.iter().map(|(_, pj)| pj).sum();
            let expected = match run["register_file"].as_str() {
                Some("sram") => {
                    assert!(energy["baseline_pj"].is_null());
                    &sram[..]
                }
                _ => {
                    assert!(close(pj("baseline_pj"), whole));
                    assert!(close(pj("of_baseline"), pj("total_pj") / whole));
                    &racetrack
                }
            };
            assert_eq!(parts.len(), expected.len());
            for (name, expected) in expected {
                let ours = parts[*name].as_f64().unwrap();
                assert!(close(ours, *expected), "{}: {name}: {expected}", run["launch"]);
            }
            assert!(close(pj("total_pj"), expected.iter().map(|(_, pj)| pj).sum()));
            assert!(energy["not_covered"].is_null());
        }
    }
}

#[test]
fn two_runs_are_the_same_to_the_byte() {
    let folder = tempfile::tempdir().unwrap();
    let once = |n: usize| {
        let (svg, csv) = (path(&folder, &format!("{n}.svg")), path(&folder, &format!("{n}.csv")));
        let text = sim(&[REDUCTION, "--preshift", "--timeline", &svg, "--stream", &csv]);
        let files = [svg, csv].map(|file| std::fs::read(file).unwrap());
        (text, files, sim(&[REDUCTION, "--preshift", "--json"]))
    };
    assert!(once(0) == once(1));
}

fn simulate(case: &Arc<Case>, system: &dyn System, skip: bool) -> Outcome {
    let config = fermi();
    let compiled = system.compile(case, &config, &Options::default()).unwrap();
    let simulation = Simulation::new(system, &*compiled, &config).unwrap();
    let simulation = Simulation { skip, ..simulation };
    simulation.run(&mut Unwatched).unwrap()
}

#[test]
fn skipped_cycles_change_no_count() {
    let mut skipped = 0;
    for &system in SYSTEMS.iter() {
        for case in CASES {
            let launch = Arc::new(Case::on_allocated_registers(Path::new(case)).unwrap());
            let [skipping, whole] = [true, false].map(|skip| simulate(&launch, system, skip));
            skipped += skipping.statistics.skipped_cycles;
            assert_eq!(whole.statistics.skipped_cycles, 0, "{case}");
            let skipping = Outcome {
                statistics: Statistics { skipped_cycles: 0, ..skipping.statistics },
                ..skipping
            };
            assert_eq!(skipping.statistics, whole.statistics, "{case}");
            assert_eq!(skipping.hierarchy, whole.hierarchy, "{case}");
            assert_eq!(skipping.register_file.banks, whole.register_file.banks, "{case}");
        }
    }
    assert!(skipped > 0);
}

#[test]
fn several_launches_have_a_row_each() {
    let text = sim(&CASES);
    for run in runs(&CASES) {
        let name = run["launch"].as_str().unwrap();
        let row = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        let row = row.unwrap_or_else(|| panic!("no {name} in {text}"));
        let cells: Vec<String> = row.split_whitespace().map(|cell| cell.replace(',', "")).collect();
        assert_eq!(
            cells[1..4],
            ["racetrack", &run["resident"].to_string(), &run["cycles"].to_string()]
        );
        assert_eq!(cells.last().unwrap(), "yes");
    }
    assert!(text.contains("Liang and Wang 2016, table 3"), "{text}");
}

/// The launch of half_axpy in a folder of its own, its last element expected to be another one.
fn wrong_case(folder: &tempfile::TempDir) -> PathBuf {
    for file in ["case.toml", "half_axpy.ptx", "x.npy", "y.npy", "y.expect.npy"] {
        let from = Path::new("kernels/half_axpy").join(file);
        std::fs::copy(from, folder.path().join(file)).unwrap();
    }
    let expect = folder.path().join("y.expect.npy");
    let mut bytes = std::fs::read(&expect).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&expect, bytes).unwrap();
    folder.path().join("case.toml")
}

#[test]
fn a_wrong_result_is_named_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let case = wrong_case(&folder).display().to_string();
    for args in [&["sim", &case, HALF_AXPY][..], &["sim", &case], &["ptx", "run", &case]] {
        let named = ["half_axpy: y: 1 of 500 elements differ", "first y[499]", "unexpected output"];
        assert_refused(args, 1, &named);
    }
    let (code, stdout, _) = outcome(&["sim", &case, HALF_AXPY, "--json"]);
    let object: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((code, &object["runs"][0]["agrees"]), (1, &Value::Bool(false)));
    assert_eq!(object["runs"][1]["agrees"], true);
}

#[test]
fn bad_options_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = path(&folder, "nowhere/file.csv");
    let refused: [(&[&str], &[&str]); 15] = [
        (&[HALF_AXPY, "--rf", "paper"], &["'paper'", "racetrack"]),
        (&[HALF_AXPY, "--rf", "sram", "--preshift"], &["--preshift", "--rf racetrack"]),
        (&[HALF_AXPY, "--rf", "sram", "--aligned-only"], &["--aligned-only"]),
        (&[HALF_AXPY, "--rf", "sram", "--map", "m.csv"], &["--map: --rf sram"]),
        (&[HALF_AXPY, "--quality", "high"], &["--quality: --rf racetrack", "--rf compressed"]),
        (&[HALF_AXPY, "--rf", "sram", "--no-split"], &["--no-split", "--rf compressed"]),
        (&[HALF_AXPY, "--rf", "compressed", "--quality", "good"], &["'good'", "perfect, high"]),
        (&[HALF_AXPY, "--rf", "compressed", "--profile", "a"], &["--profile: --rf compressed"]),
        (&[HALF_AXPY, "--map", &nowhere], &["nowhere"]),
        (&[HALF_AXPY, "--resident", "0"], &["--resident: 0", "1 to 8"]),
        (&[HALF_AXPY, "--resident", "9"], &["--resident: 9", "1 to 8"]),
        (&[HALF_AXPY, "--profile", "dreamt"], &["--profile", "dreamt"]),
        (&[HALF_AXPY, REDUCTION, "--timeline", "t.svg"], &["--timeline: 2 launches"]),
        (&[HALF_AXPY, "--stream", &nowhere], &["nowhere"]),
        (&[HALF_AXPY, "--timeline", &nowhere], &["nowhere"]),
    ];
    for (args, parts) in refused {
        assert_refused(&[&["sim"], args].concat(), 2, parts);
    }
    assert_refused(&["sim", HALF_AXPY, "--limit", "3"], 1, &["half_axpy"]);
}

/// As those of `sim` and of sweeps.
#[test]
fn techniques_name_resident_ctas() {
    for (system, run) in [("racetrack", "/launches/0/sram"), ("expanded", "/launches/0/runs/0")] {
        let args = ["techniques", HALF_AXPY, "--rf", system, "--json"];
        let json: Value = serde_json::from_str(&outcome(&args).1).unwrap();
        assert_eq!(json.pointer(run).unwrap()["resident"], 8, "{system}");
    }
}

#[test]
fn fewer_ctas_at_once_are_fewer() {
    let run = &runs(&[REDUCTION, "--resident", "1"])[0];
    assert_eq!(run["resident"], 1);
    // One CTA of four warps: the SM is never fuller than that.
    assert!(run["occupancy"].as_f64().unwrap() <= 100.0 * 4.0 / 48.0);
    assert!(count(&run["cycles"]) > count(&runs(&[REDUCTION])[0]["cycles"]));
}

#[test]
fn the_stream_has_what_the_register_file_accepted() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["stream.csv", "stream.csv.xz"] {
        let file = path(&folder, name);
        let run = &runs(&[REDUCTION, "--stream", &file])[0];
        let stream = Stream::open(Path::new(&file), fermi().gpu()).unwrap();
        let of = |direction| {
            stream.requests.iter().filter(|request| request.direction == direction).count() as u64
        };
        assert_eq!(of(Direction::Read), count(&run["statistics"]["reads_accepted"]));
        assert_eq!(of(Direction::Write), count(&run["statistics"]["writes_accepted"]));
        let last = stream.requests.last().unwrap().cycle;
        assert!(last < count(&run["cycles"]) && last > 0);
        let warps = stream.requests.iter().map(|request| request.warp).max();
        // Five CTAs of four warps.
        assert_eq!(warps, Some(19));
    }
}

#[test]
fn maps_move_registers_and_no_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "maps.csv");
    let geometry = PortRegions::from(&fermi());
    let with = |map: Map| {
        write_maps(Path::new(&file), &vec![map; 16]).unwrap();
        runs(&[REDUCTION, "--map", &file]).remove(0)
    };
    let plain = runs(&[REDUCTION]).remove(0);
    let (direct, interleaved) = (with(Map::direct(geometry)), with(Map::interleaved(geometry)));
    assert_eq!(direct, plain);
    assert_eq!(interleaved["agrees"], true);
    assert_ne!(banks(&interleaved, "demand_shifts"), banks(&plain, "demand_shifts"));
}

#[test]
fn the_timeline_shows_every_cta_and_every_state() {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "timeline.svg");
    sim(&[REDUCTION, "--timeline", &file]);
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let outlines = svg.lines().filter(|line| line.contains("fill=\"none\" stroke=\"#000000\""));
    assert_eq!(outlines.filter(|line| line.starts_with("<rect")).count(), 5);
    for text in ["reduction on racetrack", "issues", "waits for memory", "waits at a barrier"] {
        assert!(svg.lines().any(|line| line == text), "{text}");
    }
    for colour in ["#1F4E79", "#9DC3E6", "#F4B183", "#C0392B", "#8E9A5B"] {
        // One is the legend's.
        assert!(svg.matches(&format!("fill=\"{colour}\"")).count() > 1, "{colour}");
    }
}

#[test]
fn rtl_in_lockstep_takes_as_many_cycles() {
    let both = ["model", "lockstep"].map(|backend| {
        let mut run = runs(&[HALF_AXPY, "--backend", backend]).remove(0);
        assert_eq!(run["backend"], backend);
        run["backend"].take();
        run
    });
    assert_eq!(both[0], both[1]);
}
