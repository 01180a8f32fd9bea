//! Are units counted by the rule, and is what goes in checked?

use crate::support::evidence::{self, assert_recorded, checks};
use crate::support::{assert_refused, assert_shown, fermi, outcome, regforge};
use regforge::bits::{LANES, bits_for};
use regforge::config::Config;
use regforge::evidence::Kind;
use regforge::report::{Area, Synthesis, Synthesiser};
use regforge::systems;
use regforge::systems::expanded::config::Queue;
use regforge::systems::expanded::units::operand_cache::OperandCache;
use regforge::systems::expanded::units::register_allocation_table::{
    self, RegisterAllocationTable,
};
use regforge::systems::expanded::units::register_prefetcher::RegisterPrefetcher;
use regforge::systems::expanded::units::scratchpad::Scratchpad;
use regforge::systems::expanded::units::warp_limiter::WarpLimiter;
use regforge::systems::racetrack::config::Racetrack;
use regforge::systems::racetrack::units::PortRegions;
use regforge::table::grouped;
use regforge::units::Unit;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// At the default configuration, from the record.
fn area(unit: &str) -> Area {
    evidence::area(unit)
}

#[test]
fn every_unit_is_counted_in_the_default_configuration() {
    let areas = checks(Kind::Area);
    assert_eq!(areas.len(), systems::units().len());
    assert_recorded(areas);
}

/// The record is of what the tools count now: only its key tells whether it holds.
#[test]
fn an_area_is_counted_as_it_was_recorded() {
    let synthesiser = Synthesiser::new(None).unwrap();
    let unit = "shift_controller";
    assert_eq!(synthesiser.area(systems::unit(unit).unwrap(), &fermi()).unwrap(), area(unit));
}

/// The band is wide, as figures move between versions of Yosys.
#[test]
fn the_shift_controller_is_as_large_as_it_was_measured() {
    let area = area("shift_controller");
    let own = area.own;
    assert!((418..=626).contains(&own.transistors), "522 by 0.23, now {own:?}");
    assert!((9..=27).contains(&own.depth.unwrap()), "18 by 0.23, now {own:?}");
    assert!(own.cells > own.flip_flops && own.area_um2.is_none() && area.path.is_none());
}

/// Four bits of head, three of hold. With one-cycle writes hold is always zero after reset, yet it
/// is no constant to synthesis, which knows no reachable states: before reset it may count down.
#[test]
fn every_state_bit_is_a_flip_flop() {
    let synthesiser = Synthesiser::new(None).unwrap();
    let unit = systems::unit("shift_controller").unwrap();
    let flip_flops = |config: &Config| synthesiser.area(unit, config).unwrap().own.flip_flops;
    assert_eq!(flip_flops(&fermi()), 4 + 3);
    // Twelve offsets, writes of two cycles: the same widths.
    let config = systems::config("racetrack-96x8").unwrap();
    assert_eq!(flip_flops(&config), 4 + 3);
    let config = systems::config_with("fermi", &["racetrack.ports=4"]).unwrap();
    assert_eq!(flip_flops(&config), 5 + 3);
}

#[test]
fn a_bank_is_the_sum_of_its_parts_and_its_glue() {
    let bank = area("racetrack_bank");
    let parts = ["shift_controller", "read_queue", "write_buffer", "map_table"];
    let parts = parts.map(|unit| area(unit).own);
    let rest = |of: fn(&Synthesis) -> usize| of(&bank.own) - parts.iter().map(of).sum::<usize>();
    // Who gets the answer: four bits of collector unit, two of slot.
    assert_eq!(rest(|part| part.flip_flops), 6);
    assert!((200..=400).contains(&rest(|part| part.transistors)), "290 by 0.23");
    assert_eq!(bank.macro_bits, 131_072);
    assert_eq!(bank.own.depth, bank.flat.unwrap().depth);
}

/// Cells, transistors and macro bits of every unit.
#[test]
fn the_page_of_units_has_the_areas_of_the_record() {
    let page = fs::read_to_string("docs/units.md").unwrap();
    for unit in systems::units() {
        let area = area(unit.name());
        // A unit of macros alone has no cells.
        let cells = [area.own.cells, area.own.transistors].map(|figure| match figure {
            0 => "-".into(),
            figure => grouped(figure as u64),
        });
        let measured = [cells.as_slice(), &[grouped(area.macro_bits as u64)]].concat();
        let start = format!("| `{}` ", unit.name());
        let row = page.lines().find(|line| line.starts_with(&start) && line.contains("| fermi"));
        let shown: Vec<&str> = row.unwrap().split('|').skip(3).take(3).map(str::trim).collect();
        assert_eq!(shown, measured, "{}: make readme", unit.name());
    }
}

/// What the page says of an STT-RAM bank's parts.
#[test]
fn the_page_of_stt_ram_has_the_areas_of_the_record() {
    const BANKS: usize = 16;
    let page = fs::read_to_string("docs/stt.md").unwrap();
    let [bits, file] = {
        let sram = area("sram_register_file");
        [6 * sram.macro_bits, 6 * sram.macro_bits + sram.own.transistors]
    };
    let figures = |unit: &str, transistors: usize, macro_bits: usize| {
        let all = 100.0 * (BANKS * (transistors + 6 * macro_bits)) as f64;
        let [of_bits, of_file] = [bits, file].map(|whole| format!("{:.1} %", all / whole as f64));
        let [transistors, macro_bits] = [transistors, macro_bits].map(|n| grouped(n as u64));
        [format!("`{unit}`"), transistors, macro_bits, of_bits, of_file]
    };
    let parts = ["stt_write_buffer", "read_buffer", "stt_array", "restore_selector"];
    let own = |unit: &str| area(unit).own.transistors;
    let front = own("sram_bank") - own("sram_array");
    let rest = own("stt_bank") - parts.map(own).iter().sum::<usize>() - front;
    let rows = parts.map(|unit| {
        let area = area(unit);
        // The cells of the array are a macro of another kind.
        let bits = if unit == "stt_array" { 0 } else { area.macro_bits };
        figures(unit, area.own.transistors, bits)
    });
    let shown = page.lines().filter_map(|line| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.trim().to_string()).collect();
        cells.get(2).is_some_and(|unit| unit.starts_with('`')).then(|| cells[2..7].to_vec())
    });
    let rows = rows.into_iter().chain([figures("stt_bank", rest, 0)]);
    assert_eq!(shown.collect::<Vec<_>>(), rows.map(Vec::from).collect::<Vec<_>>());
}

/// Unit, what it stores, and the bits of that.
type Stored = (&'static str, &'static str, usize);

/// All storage of EXPARS beside the banks.
fn storage_of_expars(config: &Config) -> Vec<Stored> {
    let cache = OperandCache::params(config);
    let prefetcher = RegisterPrefetcher::params(config);
    let table = RegisterAllocationTable::params(config);
    let scratchpad = Scratchpad::params(config);
    let limiter = WarpLimiter::params(config);
    let (lines, line, data) = (cache.lines, cache.line_bits(), cache.data_bits());
    let (warp, count) = (cache.warp_bits(), cache.count_bits());
    let number = warp + cache.reg_bits;
    let set = bits_for(cache.sets());
    let tag = warp + 2 + 1 + 1;
    let passed = if prefetcher.queue == Queue::Front { prefetcher.passed_bits() } else { 0 };
    let launch =
        2 * register_allocation_table::Params::REG_BITS + table.warp_bits() + 1 + table.line_bits();
    let (counter, total) = (limiter.count_bits, limiter.total_bits());
    vec![
        ("operand_cache", "lines", lines * data),
        ("operand_cache", "tags: warp, two bits of the register, valid, dirty", lines * tag),
        ("operand_cache", "other bits of the register", lines * (cache.upper_bits() - 2)),
        ("operand_cache", "filling, pinned", lines * 2),
        ("operand_cache", "a line that leaves, a fetch, a fill", 4 + 3 * line + number + count),
        ("operand_cache", "queued writes", count + cache.depth * (number + LANES + data)),
        ("operand_cache", "a write register of each bank", cache.banks * (1 + set + LANES + data)),
        (
            "operand_cache",
            "who is answered",
            cache.banks * (1 + cache.cu_bits() + cache.slot_bits()),
        ),
        ("register_prefetcher", "vectors", prefetcher.warps * prefetcher.registers),
        (
            "register_prefetcher",
            "the queue",
            prefetcher.warps * warp + warp + prefetcher.count_bits() + passed,
        ),
        ("register_prefetcher", "the warp whose turn it is, what it lacks", 2 + warp + lines),
        ("register_prefetcher", "who holds a bundle", prefetcher.warps),
        ("register_allocation_table", "base registers", table.ctas * table.address_bits()),
        ("register_allocation_table", "first warps, valid", table.ctas * (warp + 1)),
        ("register_allocation_table", "variables of the launch", launch),
        ("warp_limiter", "counters", limiter.warps * counter),
        (
            "warp_limiter",
            "warps that have issued, how many have just issued",
            limiter.warps + limiter.active_bits(),
        ),
        ("warp_limiter", "the division", 3 + total + counter + limiter.active_bits()),
        ("scratchpad", "shared memory", 32 * LANES * scratchpad.rows),
        ("scratchpad", "passes since a register waits, answers", scratchpad.run_bits() + LANES + 1),
    ]
}

/// Storage that the paper states, in bytes (sections 3.3.2 to 3.3.6).
const STATED: [(&str, usize); 5] = [
    ("lines", 2048),
    ("tags: warp, two bits of the register, valid, dirty", 20),
    ("vectors", 378),
    ("base registers", 16),
    ("counters", 192),
];

#[test]
fn the_page_of_expars_has_all_storage_and_the_papers_bit_for_bit() {
    // Nothing is left out: it is what Yosys counts.
    let at_fermi = storage_of_expars(&fermi());
    let units: BTreeSet<&str> = at_fermi.iter().map(|(unit, ..)| *unit).collect();
    for unit in units {
        let area = area(unit);
        let bits: usize = at_fermi.iter().filter(|row| row.0 == unit).map(|row| row.2).sum();
        assert_eq!(bits, area.own.flip_flops + area.macro_bits, "{unit}");
    }
    let paper = systems::config("expars_paper").unwrap();
    let row = |(unit, what, bits): Stored| {
        let stated = STATED.iter().find(|(stated, _)| *stated == what).map(|(_, bytes)| {
            assert_eq!(8 * bytes, bits, "{what}");
            format!("{} B", grouped(*bytes as u64))
        });
        let stored = [format!("`{unit}`"), what.to_string(), grouped(bits as u64)];
        format!("| {} | {} |", stored.join(" | "), stated.unwrap_or_default())
    };
    let rows: Vec<String> = storage_of_expars(&paper).into_iter().map(row).collect();
    assert_shown("docs/expars.md", "## Storage", &rows);
}

#[test]
fn a_bank_flattened_is_within_the_tolerance() {
    let bank = area("racetrack_bank");
    let percent = bank.flat_difference().unwrap();
    assert!(percent.abs() <= Area::TOLERANCE && bank.agrees(), "{percent} %");
    // Nothing else is lost either way: without a limit on writes in a row nobody asks for the entries of
    // writes that wait.
    let config = fermi();
    let waiting = Racetrack::from(&config).write_buffer_depth;
    let dead = waiting * PortRegions::from(&config).position().entry_bits;
    assert_eq!(bank.flat.unwrap().flip_flops + dead, bank.own.flip_flops);
}

#[test]
fn storage_is_bits_and_no_cells() {
    for unit in ["domain_array", "domain_array_physical"] {
        let array = area(unit);
        assert_eq!(array.macro_bits, 131_072);
        assert_eq!((array.own.cells, array.own.flip_flops, array.own.transistors), (0, 0, 0));
        assert!(array.is_macro() && array.own.depth.is_none() && array.flat.is_none());
    }
}

/// Of a unit of 32 lanes that is not flattened, the lane's depth is known, and what they share.
#[test]
fn a_unit_too_large_to_flatten_has_the_depth_of_its_lane() {
    let result = json(&["area", "value_extractor", "--json"]);
    let unit = &result["units"][0];
    assert!(unit["depth"].is_null() && unit["flat"].is_null(), "{unit}");
    let (_, table, _) = outcome(&["area", "value_extractor"]);
    for (n, module, depths) in
        [(0, "rf_value_extractor", 5..=60), (1, "rf_thread_value_extractor", 4..=16)]
    {
        let part = &unit["parts"][n];
        assert_eq!(part["module"], module);
        let depth = part["depth"].as_u64().unwrap();
        assert!(depths.contains(&depth), "{unit}");
        assert!(table.contains(&format!("{depth} ({module})")), "{table}");
    }
}

#[test]
fn the_table_names_tool_script_and_rule() {
    let (code, stdout, stderr) = outcome(&["area", "shift_controller"]);
    assert_eq!((code, &*stderr), (0, ""));
    for part in ["shift_controller", "fermi", "Yosys 0.", "cmos-dch-map: synth -flatten", "rule:"] {
        assert!(stdout.contains(part), "no '{part}' in:\n{stdout}");
    }
    assert!(!stdout.contains("um^2"));
}

#[test]
fn json_is_one_object() {
    let result = json(&["area", "domain_array", "--json"]);
    assert!(result["tool"].as_str().unwrap().starts_with("Yosys"));
    assert_eq!(result["script"]["name"], "cmos-dch-map");
    assert!(result["liberty"].is_null());
    assert_eq!(result["units"][0]["unit"], "domain_array");
    assert_eq!(result["units"][0]["macro_bits"], 131_072);
    assert!(result["units"][0]["depth"].is_null());
}

fn json(args: &[&str]) -> serde_json::Value {
    let (code, stdout, stderr) = outcome(args);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

/// A file of this content, in a folder with a blank in its name.
fn library(content: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::Builder::new().prefix("a b").tempdir().unwrap();
    let path = folder.path().join("my cells.lib");
    fs::write(&path, content).unwrap();
    (folder, path)
}

fn liberty_refused(path: &Path, parts: &[&str]) {
    let path = path.to_str().unwrap();
    assert_refused(&["area", "shift_controller", "--liberty", path], 2, &[&[path], parts].concat());
}

#[test]
fn a_file_that_is_no_liberty_is_refused() {
    liberty_refused(Path::new("no/such.lib"), &["No such file"]);
    liberty_refused(Path::new("src"), &["directory"]);
    liberty_refused(Path::new("/dev/zero"), &["a file of more than 268435456 bytes"]);
    let without_flip_flop = tiny().replace("cell (FLOP)", "none (FLOP)");
    for (content, parts) in [
        ("", [":1: the end of the file", "'library (NAME) {'"]),
        ("/* a\n */\n\nmodule x;", [":4: \"module x;\"", "expected a Liberty file"]),
        ("library of books", [":1: \"library of books\"", "expected a Liberty file"]),
        ("library (x) {\n cell (", ["ERROR", "expected a file that Yosys can read"]),
        ("library (x) {\n}\n", ["no flip-flop", "expected a library with"]),
        (&without_flip_flop, ["no flip-flop", "expected a library with"]),
    ] {
        let (_folder, path) = library(content);
        liberty_refused(&path, &parts);
    }
}

/// Inverter, buffer, gates and flip-flop of areas 1, 2, 4, 3 and 16; a cell takes `delay` of the
/// library's unit of time, twice that at the largest load. ABC wants at least three functions.
fn library_text(time_unit: &str, delay: f64) -> String {
    let arc = |pin: &str, kind: &str| {
        let row = format!("\"{delay}, {}\"", 2.0 * delay);
        let table = format!("(t) {{ values ({row}, {row}); }}");
        let flat = "(t) { values (\"0.01, 0.01\", \"0.01, 0.01\"); }";
        format!(
            "timing () {{ related_pin : \"{pin}\"; {kind} cell_rise {table} cell_fall {table} \
             rise_transition {flat} fall_transition {flat} }}"
        )
    };
    let input = |pin: &str| format!("pin ({pin}) {{ direction : input; capacitance : 0.001; }}\n");
    let output = |function: &str, arcs: &str| {
        format!(
            "pin (Y) {{ direction : output; function : \"{function}\"; \
             max_capacitance : 10; {arcs} }}\n"
        )
    };
    let unate = |sense: &str| format!("timing_sense : {sense};");
    let cell = |name: &str, area: u32, rest: String| {
        format!("cell ({name}) {{ area : {area};\n{rest}}}\n")
    };
    let (negative, positive) = (unate("negative_unate"), unate("positive_unate"));
    let gate = |name, area, function| {
        let arcs = arc("A", &negative) + &arc("B", &negative);
        cell(name, area, input("A") + &input("B") + &output(function, &arcs))
    };
    let cells = [
        cell("INV", 1, input("A") + &output("!A", &arc("A", &negative))),
        cell("BUFFER", 2, input("A") + &output("A", &arc("A", &positive))),
        gate("NAND", 4, "!(A B)"),
        gate("NOR", 3, "!(A + B)"),
        cell(
            "FLOP",
            16,
            "ff (IQ, IQN) { clocked_on : \"C\"; next_state : \"D\"; }\n".to_string()
                + &input("D")
                + "pin (C) { direction : input; capacitance : 0.001; clock : true; }\n"
                + &output("IQ", &arc("C", "timing_type : rising_edge;")),
        ),
    ];
    format!(
        "/* tiny */\nlibrary (tiny) {{\n delay_model : table_lookup;\n time_unit : \"{time_unit}\";\n\
         voltage_unit : \"1V\"; current_unit : \"1mA\"; pulling_resistance_unit : \"1kohm\";\n\
         leakage_power_unit : \"1nW\"; capacitive_load_unit (1, pf); nom_voltage : 1.0;\n\
         slew_lower_threshold_pct_rise : 20; slew_upper_threshold_pct_rise : 80;\n\
         slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_fall : 80;\n\
         input_threshold_pct_rise : 50; output_threshold_pct_rise : 50;\n\
         input_threshold_pct_fall : 50; output_threshold_pct_fall : 50;\n\
         lu_table_template (t) {{ variable_1 : input_net_transition; \
         variable_2 : total_output_net_capacitance; index_1 (\"0.01, 1\"); \
         index_2 (\"0.001, 1\"); }}\n{}}}\n",
        cells.concat()
    )
}

fn tiny() -> String {
    library_text("1ns", 0.125)
}

fn with_liberty(unit: &str, content: &str) -> serde_json::Value {
    let (_folder, path) = library(content);
    json(&["area", unit, "--json", "--liberty", path.to_str().unwrap()])
}

#[test]
fn a_liberty_file_gives_area_and_delay() {
    let result = with_liberty("shift_controller", &tiny());
    let unit = &result["units"][0];
    let um2 = unit["area_um2"].as_f64().unwrap();
    // Whole cells: the seven flip-flops and at least as much again of gates.
    assert!(um2.fract() == 0.0 && (224.0..2000.0).contains(&um2), "{unit}");
    // From five to forty cells on the path.
    let delay = unit["path"]["delay_ns"].as_f64().unwrap();
    assert!((0.625..5.0).contains(&delay), "{unit}");
    assert_eq!(result["liberty"]["file"], "my cells.lib");
    assert_eq!(result["liberty"]["blake3"], blake3::hash(tiny().as_bytes()).to_hex().as_str());
    assert_eq!(result["liberty"]["driving_cell"], "BUFFER");
    // Transistors do not depend on the library.
    assert_eq!(unit["transistors"], area("shift_controller").own.transistors);
}

/// 32 memories are flattened for it, and a larger unit is timed across the borders of its parts.
#[test]
fn large_units_are_timed_as_a_whole() {
    let scratchpad = &with_liberty("scratchpad", &tiny())["units"][0];
    assert!(scratchpad["flat"].is_null(), "{scratchpad}");
    let end = scratchpad["path"]["end"].as_str().unwrap();
    assert!(end.starts_with("gen_bank[") && end.contains("].u_memory/"), "{scratchpad}");
    let (_folder, path) = library(&tiny());
    let path = path.to_str().unwrap();
    let (code, table, stderr) = outcome(&["area", "indirection_table", "--liberty", path]);
    assert_eq!(code, 0, "{stderr}");
    // A bank's memory is three instances below the top.
    assert!(table.contains("slowest path") && table.contains(".u_memory/"), "{table}");
}

/// Paths end at a memory's pins and start there, and registers have the names of the Verilog.
#[test]
fn a_path_is_named_by_its_ends() {
    let named = |unit: &str| {
        let path = with_liberty(unit, &tiny())["units"][0]["path"].clone();
        ["start", "end"].map(|end| path[end].as_str().unwrap().to_string())
    };
    let array = named("sram_array");
    assert!(array.iter().any(|end| end.starts_with("u_memory/")), "{array:?}");
    // Its registers drive ports.
    let controller = named("shift_controller");
    let is_port = |end: &String| ["_i", "_o"].iter().any(|suffix| end.contains(suffix));
    assert!(controller.iter().all(is_port), "{controller:?}");
}

/// The delay is in ns whatever unit the library has.
#[test]
fn units_of_time_are_the_librarys() {
    let delay =
        |text: &str| with_liberty("shift_controller", text)["units"][0]["path"]["delay_ns"].clone();
    let in_ps =
        library_text("1ps", 125.0).replace("0.01, 0.01", "10, 10").replace("0.01, 1", "10, 1000");
    assert_eq!(delay(&tiny()), delay(&in_ps));
}

#[test]
fn without_a_buffer_the_output_says_what_that_means() {
    let text = tiny().replace("function : \"A\"", "function : \"!A\"");
    let (_folder, path) = library(&text);
    let (code, stdout, stderr) =
        outcome(&["area", "shift_controller", "--liberty", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("the library has no buffer"), "{stdout}");
    assert!(stdout.contains("wires and placement are not modelled") && !stdout.contains("-constr"));
}

#[test]
fn osu018_gives_plausible_figures() {
    let path = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";
    if !Path::new(path).exists() {
        println!("skipped: no {path}; apt-get install qflow-tech-osu018");
        return;
    }
    let result = json(&["area", "racetrack_bank", "--json", "--liberty", path]);
    let bank = &result["units"][0];
    let (area, delay) =
        (bank["area_um2"].as_f64().unwrap(), bank["path"]["delay_ns"].as_f64().unwrap());
    assert!((360_000.0..540_000.0).contains(&area), "450,824 um^2 by 0.23, now {area}");
    // Also that macro pins end paths, that their clock does not, and that loads are in fF.
    assert!((1.8..4.2).contains(&delay), "2.754 ns by 0.23, now {delay}");
}

/// The README's slowest unit, with the Liberty file that it names; `REGFORGE_LIBERTY` says where.
#[test]
fn the_readme_has_the_arbiter_s_delay() {
    let Some(path) = std::env::var_os("REGFORGE_LIBERTY") else {
        println!("skipped: REGFORGE_LIBERTY names no Liberty file");
        return;
    };
    let path = path.to_str().unwrap();
    let result = json(&["area", "request_arbiter", "--json", "--liberty", path]);
    let delay = result["units"][0]["path"]["delay_ns"].as_f64().unwrap();
    let readme = fs::read_to_string("README.md").unwrap();
    assert!(readme.contains(&format!("{delay:.3} ns")), "{delay}");
}

#[test]
fn a_missing_tool_is_named_with_what_installs_it() {
    let run = |path: &Path, args: &[&str]| {
        let output = regforge().env("PATH", path).arg("area").args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let folder = tempfile::tempdir().unwrap();
    let (code, stderr) = run(folder.path(), &["shift_controller"]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.contains("apt-get install yosys"), "{stderr}");

    // With Yosys, but without OpenSTA: only a Liberty file needs it.
    std::os::unix::fs::symlink(which::which("yosys").unwrap(), folder.path().join("yosys"))
        .unwrap();
    let (_library, path) = library(&tiny());
    let (code, stderr) = run(folder.path(), &["--liberty", path.to_str().unwrap()]);
    assert_eq!(code, Some(3), "{stderr}");
    assert!(stderr.contains("apt-get install opensta"), "{stderr}");
}
