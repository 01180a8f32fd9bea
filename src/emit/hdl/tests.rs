//! Four units print exactly the files in `testdata`, pass three tools, and simulate as the Rust
//! source does; every [`super::PrintError`] is provoked once.
//!
//! `REGFORGE_BLESS=1 cargo test` writes the files anew: read the difference.

mod agreement;
mod refusals;
mod units;

use super::{Sheet, print};
use crate::bits::Shape;
use crate::emit::{Direction, Port};
use rust_hdl::prelude::Block;
use std::path::Path;
use std::process::Command;
use units::*;

fn input(name: &'static str, width: usize, doc: &'static str) -> Port {
    port(Direction::Input, name, width, doc)
}

fn output(name: &'static str, width: usize, doc: &'static str) -> Port {
    port(Direction::Output, name, width, doc)
}

fn port(direction: Direction, name: &'static str, width: usize, doc: &'static str) -> Port {
    let valid = None;
    Port { name, direction, shape: Shape { bits: width, count: 1 }, doc, valid }
}

fn check(name: &str, block: &mut dyn Block, sheet: &Sheet) {
    let text = print(block, sheet).expect(name);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/emit/hdl/testdata");
    let file = file.join(format!("{name}.v"));
    if std::env::var_os("REGFORGE_BLESS").is_some() {
        std::fs::write(&file, &text).expect("testdata");
    }
    assert_eq!(text, std::fs::read_to_string(&file).expect("testdata"));
    assert!(text.lines().all(|line| line.len() <= 100), "a line is too long");
    let file = file.to_str().expect("a path in UTF-8");
    silent("verilator", &["--lint-only", "-Wall", file]);
    silent("iverilog", &["-g2005", "-Wall", "-o", "/dev/null", file]);
    let script = format!("read_verilog {file}; hierarchy -check -top {name}; proc; check -assert");
    silent("yosys", &["-q", "-p", &script]);
}

/// Runs a tool that must succeed and say nothing.
fn silent(tool: &str, arguments: &[&str]) {
    let Ok(run) = Command::new(tool).args(arguments).output() else {
        println!("skipped: {tool} is not installed");
        return;
    };
    let said = [run.stdout, run.stderr].concat();
    assert!(run.status.success() && said.is_empty(), "{tool}: {}", String::from_utf8_lossy(&said));
}

#[test]
fn prints_the_shift_controller() {
    check("rf_shift_controller", &mut ShiftController::<4>::new(11, 6, 3), &controller_sheet());
}

#[test]
fn prints_the_arbiter() {
    check("rf_shift_arbiter", &mut Arbiter::<16>::default(), &arbiter_sheet());
}

#[test]
fn prints_the_rotating_arbiter() {
    check("rf_rotating_arbiter", &mut Rotating::new(4), &rotating_sheet());
}

#[test]
fn prints_every_kind_of_expression() {
    check("rf_expressions", &mut Expressions::new(), &expressions_sheet());
}

#[test]
fn prints_the_same_twice() {
    let text = || print(&mut Rotating::new(4), &rotating_sheet());
    assert_eq!(text(), text());
}

/// Where a vector has one bit, Verilog has no range and no index.
#[test]
fn prints_vectors_of_one_bit() {
    let mut ports = controller_sheet().ports.to_vec();
    for port in ports.iter_mut().filter(|port| port.width() == 4) {
        port.shape.bits = 1;
    }
    let sheet = Sheet { ports: &ports, ..controller_sheet() };
    let text = print(&mut ShiftController::<1>::new(1, 1, 3), &sheet).expect("printable");
    assert!(text.contains("head_d = head_q + 1'b1;"), "{text}");
    let names = ["request", "misaligned", "grant", "preshift"];
    let port = |name: &'static str| match name {
        "request" | "misaligned" => input(name, 1, ""),
        _ => output(name, 1, ""),
    };
    let sheet = Sheet { ports: &names.map(port), ..arbiter_sheet() };
    let text = print(&mut Arbiter::<1>::default(), &sheet).expect("printable");
    assert!(text.contains("if (request_i && (count < 3'd4))"), "{text}");
}
