//! Our cycles beside GPGPU-Sim's: the command, its input, and how close both are.

use crate::support::{assert_refused, data, outcome};
use regforge::config::Config;
use regforge::run::Case;
use regforge::run::compare::{Agreement, Column, Cycles, Setting};
use regforge::systems;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Two small launches; GPGPU-Sim's cycles are made up.
const FILE: &str = r#"
[[launch]]
name = "reduction"
case = "project/kernels/reduction/case.toml"
registers = 16
ctas = 2
ctas_gpgpusim = 7
thread_instructions = 1000
cycles = 4000
cycles_perfect_lrr = 3000

[[launch]]
name = "half_axpy"
case = "project/kernels/half_axpy/case.toml"
cycles = 2000
"#;

/// By column: the largest mean absolute error, percent, and the smallest correlation of logarithms.
const BANDS: [(Column, f64, f64); 3] =
    [(Column::Cycles, 2.5, 0.999), (Column::Perfect, 2.5, 0.999), (Column::PerfectLrr, 2.5, 0.999)];

/// A cycles file in a folder of its own.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn json(path: &Path, more: &[&str]) -> serde_json::Value {
    let args = ["compare", path.to_str().unwrap(), "--json"];
    let (code, stdout, stderr) = outcome(&[&args, more].concat());
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn each_launch_has_its_cycles_ratio_and_ctas() {
    let (folder, path) = file(FILE);
    let plot = folder.path().join("plot.svg");
    let all = json(&path, &["--plot", plot.to_str().unwrap()]);
    let launches = all["launches"].as_array().unwrap();
    let names: Vec<_> = launches.iter().map(|launch| launch["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["reduction", "half_axpy"]);
    for (launch, gpgpusim) in launches.iter().zip([4000.0, 2000.0]) {
        let cycles = launch["cycles"].as_f64().unwrap();
        assert_eq!(launch["gpgpusim"], gpgpusim);
        assert!((launch["ratio"].as_f64().unwrap() - cycles / gpgpusim).abs() < 1e-12);
    }
    assert_eq!(launches[0]["ctas_gpgpusim"], 7);
    assert_eq!(
        (&all["agreement"]["ctas_compared"], &all["agreement"]["ctas_equal"]),
        (&1.into(), &0.into())
    );
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2, "a point for each launch");
}

/// The cycles of `sim` with the same registers, CTAs and memory.
#[test]
fn a_launch_runs_as_the_file_and_the_column_say() {
    let (_folder, path) = file(FILE);
    let sim = |case: &str, more: &[&str]| {
        let args =
            ["sim", case, "--rf", "sram", "--config", "gpgpusim-4.2", "--json", "-p", "gpu.sms=1"];
        let (code, stdout, stderr) = outcome(&[&args, more].concat());
        assert_eq!(code, 0, "{stderr}");
        let all: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let mut found = Vec::new();
        numbers(&all, "cycles", &mut found);
        found
    };
    let of = |all: &serde_json::Value, n: usize| all["launches"][n]["cycles"].as_f64().unwrap();
    let all = json(&path, &[]);
    let reduction = "kernels/reduction/case.toml";
    assert!(sim(reduction, &["--resident", "2"]).contains(&of(&all, 0)));
    assert!(sim("kernels/half_axpy/case.toml", &[]).contains(&of(&all, 1)));
    let lrr = json(&path, &["--column", "cycles_perfect_lrr"]);
    assert_eq!(lrr["launches"].as_array().unwrap().len(), 1, "the other was not measured with LRR");
    let perfect = ["-p", "instruction.perfect=true", "-p", "constant.perfect=true"];
    let lrr_alone = ["--resident", "2", "-p", "sm.scheduler=lrr"];
    let expected = sim(reduction, &[&lrr_alone[..], &perfect].concat());
    assert!(expected.contains(&of(&lrr, 0)));
}

/// Results are right on either, and the timing differs.
#[test]
fn a_launch_runs_on_allocated_registers_or_on_those_that_the_ptx_names() {
    let (_folder, path) = file(FILE);
    let more = ["-p", "gpu.registers=131072"];
    let (allocated, named) =
        (json(&path, &more), json(&path, &[&more[..], &["--named-registers"]].concat()));
    assert_eq!(named["failed"].as_array().map_or(0, Vec::len), 0);
    let of = |all: &serde_json::Value, n: usize| all["launches"][n]["cycles"].as_f64().unwrap();
    assert!((0..2).any(|n| of(&allocated, n) != of(&named, n)), "{allocated} {named}");
}

/// All numbers of this name.
fn numbers(value: &serde_json::Value, name: &str, found: &mut Vec<f64>) {
    match value {
        serde_json::Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            found.extend(value.as_f64().filter(|_| key == name));
            numbers(value, name, found);
        }),
        serde_json::Value::Array(items) => items.iter().for_each(|item| numbers(item, name, found)),
        _ => {}
    }
}

/// The SRAM register file, allocated registers.
fn on_sram(config: &Config) -> Setting<'_> {
    let system = systems::system(systems::BASELINE).unwrap();
    Setting { system, config, case: Case::on_allocated_registers }
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let (_folder, path) = file(FILE);
    let run = |threads: usize| {
        let cycles = Cycles::read(&path, None).unwrap();
        let config = systems::config_with("gpgpusim-4.2", &["gpu.sms=1"]).unwrap();
        let setting = on_sram(&config);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let all = pool.install(|| cycles.run(setting, Column::Cycles, || {}));
        regforge::report::comparison(&all)
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_launch_that_fails_does_not_end_the_others() {
    let (_folder, path) = file(&FILE.replace("ctas = 2", "ctas = 1000"));
    let (code, stdout, stderr) = outcome(&["compare", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(stdout.contains("half_axpy") && !stdout.contains("reduction"), "{stdout}");
    assert!(stderr.contains("reduction: --resident: 1000, expected 1 to 8"), "{stderr}");
}

#[test]
fn bad_files_are_refused_with_their_line() {
    let refused = |text: &str, line: usize, parts: &[&str]| {
        let (_folder, path) = file(text);
        let at = format!("{}:{line}:", path.display());
        let args = ["compare", path.to_str().unwrap(), "--shared", "no/such/folder"];
        assert_refused(&args, 2, &[&[at.as_str()], parts].concat());
    };
    let with = |from: &str, to: &str| FILE.replace(from, to);
    refused(&with("ctas = 2", "ctas = 0"), 6, &["ctas = 0", "1 to 1024"]);
    refused(&with("registers = 16", "registers = 257"), 5, &["registers = 257", "1 to 256"]);
    refused(&with("cycles = 4000", "cycles = 0"), 9, &["cycles = 0", "1 to"]);
    refused(&with("cycles = 4000", "cylces = 1"), 9, &["'cylces'", "'cycles'"]);
    refused(&with("\"half_axpy\"", "\"reduction\""), 13, &["reduction", "no other launch"]);
    refused(&with("cycles = 2000", ""), 12, &["half_axpy", "cycles_perfect_lrr"]);
    refused(&with("project/kernels/reduction", "shared/a"), 4, &["no/such/folder/a/case.toml"]);
    refused(&with("project/", "/"), 4, &["project/ or shared/"]);
    refused(
        "[sensitivity.scan]\nsp_collector_3 = 1.0\n",
        2,
        &["sp_collector_3", "sp_collectors_3"],
    );
    refused("[per_instruction]\nlat_add = 0.0\n", 2, &["lat_add = 0.0", "above 0"]);
    refused("[per_instruction]\nlat_add = 1.0\n", 2, &["micro/lat_add_16/case.toml"]);
}

#[test]
fn files_and_columns_that_have_nothing_are_refused() {
    let (_folder, path) = file(FILE);
    let path = path.to_str().unwrap();
    assert_refused(&["compare", path, "--column", "cycles_perfect"], 2, &["cycles_perfect_lrr"]);
    assert_refused(&["compare", path, "--column", "cycle"], 2, &["'cycle'", "cycles_perfect"]);
    assert_refused(&["compare", "no.toml"], 2, &["no.toml"]);
    let (_folder, empty) = file("[collector_held]\nsp = 2.0\n");
    assert_refused(&["compare", empty.to_str().unwrap()], 2, &["no launch"]);
    let (_folder, shared) = file(&FILE.replace("project/", "shared/"));
    let mut without = crate::support::regforge();
    let refusal = without.env_remove("REGFORGE_DATA").args(["compare", shared.to_str().unwrap()]);
    let stderr = String::from_utf8(refusal.output().unwrap().stderr).unwrap();
    assert!(stderr.contains("--shared DIR or REGFORGE_DATA"), "{stderr}");
}

/// Changes of the SM in one file, the launch in another.
#[test]
fn sensitivities_are_compared_where_their_launches_are() {
    let (_folder, path) = file(&FILE.replace("cycles_perfect_lrr", "cycles_perfect"));
    let changes = "dram_latency_400 = 30.0\nctas_1 = -90.0\nbanks_8 = 0.0";
    let text = format!("[sensitivity.reduction]\n{changes}\n[sensitivity.scan]\nlrr = 1.0\n");
    let (_other, sensitivities) = file(&text);
    let perfect = ["--column", "cycles_perfect"];
    let all = json(&path, &[&[sensitivities.to_str().unwrap()], &perfect[..]].concat());
    let found = all["sensitivities"].as_array().unwrap();
    let percent = |change: &str| {
        let one = found.iter().find(|one| one["change"] == change).unwrap();
        one["percent"].as_f64().unwrap()
    };
    assert_eq!(found.len(), 3, "scan is in no file: {found:?}");
    assert!(percent("dram_latency_400") > 1.0 && percent("ctas_1") > 1.0, "{found:?}");
    let twice = path.to_str().unwrap();
    assert_refused(&["compare", twice, twice], 2, &["'reduction'", "no other file"]);
}

/// How close `gpgpusim-4.2` is to GPGPU-Sim on the launches that it was measured on. The bands are what
/// is reached now.
#[test_with::env(REGFORGE_DATA)]
fn cycles_are_as_close_to_gpgpusim_as_the_page_says() {
    let path = data("gpgpusim/cycles.toml");
    let cycles = Cycles::read(&path, Some(&data(""))).unwrap();
    for (column, error, correlation) in BANDS {
        let config = systems::config_with("gpgpusim-4.2", column.settings()).unwrap();
        let all = cycles.run(on_sram(&config), column, || {});
        assert!(all.failed.is_empty(), "{:?}", all.failed);
        let found = Agreement::of(&all.launches).unwrap();
        assert!(found.mean_absolute_error <= error, "{column:?}: {found:?}");
        assert!(found.log_correlation >= correlation, "{column:?}: {found:?}");
        assert_eq!(found.within_15, 100.0, "{column:?}: {found:?}");
        assert_eq!(found.ctas_equal, found.ctas_compared, "{column:?}: {found:?}");
    }
}

/// Every table of the page, as the command prints it now.
#[test_with::env(REGFORGE_DATA)]
fn the_page_shows_what_the_command_prints() {
    let page = std::fs::read_to_string("docs/gpgpusim.md").unwrap();
    let files = ["cycles", "micro"].map(|name| data(&format!("gpgpusim/{name}.toml")));
    let (both, shared) = (files.each_ref().map(|file| file.to_str().unwrap()), data(""));
    let runs = [
        (&both[..1], Column::Cycles),
        (&both[..1], Column::PerfectLrr),
        (&both[..], Column::Perfect),
    ];
    for (files, column) in runs {
        let options =
            ["--shared", shared.to_str().unwrap(), "--markdown", "--column", column.name()];
        let (code, stdout, stderr) = outcome(&[&["compare"], files, &options].concat());
        assert_eq!(code, 0, "{stderr}");
        assert!(page.contains(&stdout), "docs/gpgpusim.md should have, for {column:?}:\n{stdout}");
    }
}

/// What takes a cause of differences away: registers as the PTX names them, writes that never wait.
const NAMED: [&str; 3] = ["--named-registers", "-p", "gpu.registers=262144"];
const FREE: [&str; 2] = ["-p", "sm.writes=free"];

/// The microkernels beyond 5 %, and the ratios as causes are taken away: the table that
/// `docs/gpgpusim.md` has.
#[test_with::env(REGFORGE_DATA)]
fn the_page_names_the_causes_of_the_largest_differences() {
    let path = data("gpgpusim/micro.toml");
    let shared = data("");
    let mut table = String::new();
    for (column, what) in [(Column::Perfect, ""), (Column::Cycles, ", with caches")] {
        let ratios = |more: &[&str]| -> Vec<(String, f64)> {
            let options = ["--shared", shared.to_str().unwrap(), "--column", column.name()];
            let all = json(&path, &[&options, more].concat());
            let rows =
                ["launches", "per_instruction"].map(|part| all[part].as_array().unwrap().clone());
            let rows = rows.into_iter().flatten();
            let ratio = |row: serde_json::Value| {
                (row["name"].as_str().unwrap().to_string(), row["ratio"].as_f64().unwrap())
            };
            rows.map(ratio).collect()
        };
        let all = [&[][..], &NAMED, &FREE, &[&NAMED[..], &FREE].concat()].map(ratios);
        for (n, (name, ratio)) in all[0].iter().enumerate() {
            if (ratio - 1.0).abs() > 0.05 {
                let ratios = all.each_ref().map(|of| format!("{:.3}", of[n].1)).join(" | ");
                table += &format!("| {name}{what} | {ratios} |\n");
            }
        }
    }
    let page = std::fs::read_to_string("docs/gpgpusim.md").unwrap();
    assert!(page.contains(&table), "docs/gpgpusim.md should have:\n{table}");
}
