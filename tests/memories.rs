//! Do the memories have only the ports that memory compilers offer?

use crate::support::fermi;
use regforge::config::Config;
use regforge::emit::Module;
use regforge::systems;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

const ONE_PORT: [&str; 7] = ["clk_i", "req_i", "we_i", "addr_i", "wmask_i", "wdata_i", "rdata_o"];
const TWO_PORTS: [&str; 8] = [
    "clk_i",
    "read_req_i",
    "read_addr_i",
    "rdata_o",
    "write_req_i",
    "write_addr_i",
    "wmask_i",
    "wdata_i",
];

/// They have one port whatever the banks have.
const SCRATCHPAD: &str = "rf_scratchpad_memory";
const CACHE: &str = "rf_operand_cache_memory";

/// Of the prefetcher: a vector is written while another is read.
const VECTORS: &str = "rf_register_prefetcher_memory";

/// Racetracks and STT-RAM are no memory of a memory compiler: they shift, or a read disturbs them.
fn is_other(module: &Module) -> bool {
    module.name.starts_with("rf_domain_array") || module.name == "rf_stt_cells"
}

/// The memory modules of all units, by name.
fn memories(config: &Config) -> BTreeMap<&'static str, Module> {
    let modules =
        systems::units().into_iter().flat_map(|unit| unit.design(config).unwrap().modules);
    let memories = modules.filter(|module| module.macro_bits.is_some() && !is_other(module));
    memories.map(|module| (module.name, module)).collect()
}

/// What Yosys makes of a module.
fn netlist(module: &Module) -> Json {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("memory.v"), module.text()).unwrap();
    let script =
        "read_verilog memory.v; proc; opt; memory -nomap; opt_clean; write_json netlist.json";
    let status =
        Command::new("yosys").args(["-q", "-p", script]).current_dir(folder.path()).status();
    assert!(status.unwrap().success());
    let text = std::fs::read_to_string(folder.path().join("netlist.json")).unwrap();
    serde_json::from_str::<Json>(&text).unwrap()["modules"][module.name].clone()
}

/// Asserts that a module is memory with registered reads, each part of a word with one port to read and
/// one to write, behind these ports.
fn assert_memory(module: &Module, ports: &[&str]) {
    let netlist = netlist(module);
    let named: BTreeSet<&str> =
        netlist["ports"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(named, ports.iter().copied().collect(), "{}", module.name);
    let cells = netlist["cells"].as_object().unwrap().values();
    let memories: Vec<&Json> =
        cells.filter(|cell| cell["type"].as_str().unwrap().starts_with("$mem")).collect();
    assert!(!memories.is_empty(), "{}", module.name);
    for memory in memories {
        let parameter = |name: &str| {
            let bits = memory["parameters"][name].as_str().unwrap();
            u64::from_str_radix(bits, 2).unwrap()
        };
        assert_eq!((parameter("RD_PORTS"), parameter("WR_PORTS")), (1, 1), "{}", module.name);
        assert_eq!(parameter("RD_CLK_ENABLE"), 1, "{}: reads are registered", module.name);
        assert_eq!(parameter("WR_CLK_ENABLE"), 1, "{}", module.name);
    }
}

#[test]
fn a_bank_with_one_port_has_a_memory_with_one_port() {
    let memories = memories(&fermi());
    let names: Vec<&str> = memories.keys().copied().collect();
    let buffers = ["rf_read_buffer_memory", "rf_stt_write_memory"];
    let banks = ["rf_sram_memory", "rf_sram_memory_sliced"];
    let expanded = [CACHE, buffers[0], VECTORS, SCRATCHPAD];
    let expected = ["rf_indirection_memory"].into_iter().chain(expanded).chain(banks);
    assert_eq!(names, expected.chain([buffers[1]]).collect::<Vec<_>>());
    assert_memory(&memories[SCRATCHPAD], &ONE_PORT);
    assert_memory(&memories[CACHE], &ONE_PORT);
    assert_memory(&memories[VECTORS], &TWO_PORTS);
    assert_memory(&memories["rf_sram_memory"], &ONE_PORT);
    assert_memory(&memories["rf_sram_memory_sliced"], &ONE_PORT);
    // It is loaded while it is looked up.
    assert_memory(&memories["rf_indirection_memory"], &TWO_PORTS);
    // They are filled while they are read.
    buffers.iter().for_each(|buffer| assert_memory(&memories[buffer], &TWO_PORTS));
}

#[test]
fn a_bank_with_two_ports_has_a_memory_with_a_read_port_and_a_write_port() {
    let config = systems::config_with("fermi", &["sram.bank_ports=1r1w"]).unwrap();
    let memories = memories(&config);
    let of_banks = memories.values().filter(|memory| ![SCRATCHPAD, CACHE].contains(&memory.name));
    of_banks.for_each(|memory| assert_memory(memory, &TWO_PORTS));
}

/// The check can fail: a write that reads has a second read port.
#[test]
#[should_panic(expected = "rf_sram_memory_sliced")]
fn a_memory_that_reads_within_its_write_is_found() {
    let mut memory = memories(&fermi()).remove("rf_sram_memory_sliced").unwrap();
    let body = memory.body.replace("<= wdata_i[4*n +: 4]", "<= ~memory_q[addr_i]");
    assert_ne!(body, memory.body);
    memory.body = body;
    assert_memory(&memory, &ONE_PORT);
}
