//! The printed Verilog in Icarus against the Rust source in rust-hdl's own simulator.

use super::units::*;
use crate::emit::hdl::tree::literal_value;
use crate::emit::hdl::{Sheet, print};
use crate::emit::{Direction, Port, clocked};
use rust_hdl::prelude::*;
use std::process::Command;

const CYCLES: usize = 2000;

/// A random value of an input.
trait Draw {
    fn draw(random: u64) -> Self;
}

impl Draw for Bit {
    fn draw(random: u64) -> Self {
        random % 8 > 2
    }
}

impl<const N: usize> Draw for Bits<N> {
    fn draw(random: u64) -> Self {
        (random >> 8 & (u64::MAX >> (64 - N))).to_bits()
    }
}

/// A vector: the values of all ports, in the sheet's order, once the unit has settled.
type Values = Vec<u64>;

/// Drives a unit: random inputs, settle, record; then the clock's edge, if it has one.
macro_rules! record {
    ($unit:ident, $($clock:ident)?, [$($input:ident),*], [$($output:ident),*]) => {{
        let mut vectors: Vec<Values> = Vec::new();
        let mut state = 88_172_645_463_325_252_u64;
        $unit.connect_all();
        for cycle in 0..CYCLES {
            $(state ^= state << 13;
              state ^= state >> 7;
              state ^= state << 17;
              $unit.$input.next = Draw::draw(state);)*
            $($unit.$clock.next = Clock { clk: false };
              $unit.rst_ni.next = cycle > 0 && state % 64 != 0;)?
            let _ = cycle;
            assert!(simulate(&mut $unit, 50), "the unit does not settle");
            vectors.push(vec![
                $({ let _ = stringify!($clock); $unit.rst_ni.val() as u64 },)?
                $(literal_value(&$unit.$input.val().verilog()).expect("64 bits"),)*
                $(literal_value(&$unit.$output.val().verilog()).expect("64 bits"),)*
            ]);
            $($unit.$clock.next = Clock { clk: true };
              assert!(simulate(&mut $unit, 50), "the unit does not settle");)?
        }
        vectors
    }};
}

/// A test bench that applies the inputs of each vector and compares the outputs, except before
/// the first edge.
fn bench(sheet: &Sheet, vectors: &[Values]) -> String {
    let mut declarations = String::from("reg clk_i = 0;\n");
    let mut connections = Vec::new();
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for port in sheet.ports {
        let name = port.verilog();
        let (kind, names) = match port.direction {
            Direction::Input => ("reg", &mut inputs),
            Direction::Output => ("wire", &mut outputs),
        };
        declarations += &format!("{kind} {} {name};\n", port.range());
        connections.push(format!(".{name}({name})"));
        names.push(name);
    }
    if clocked(sheet.ports) {
        connections.push(".clk_i(clk_i)".to_string());
    }
    let mut steps = String::new();
    for (number, values) in vectors.iter().enumerate() {
        let sized = |(port, value): (&Port, &u64)| format!("{}'h{value:x}", port.width());
        let values: Vec<String> = sheet.ports.iter().zip(values).map(sized).collect();
        let (given, expected) = values.split_at(inputs.len());
        let (given, expected) = (given.join(", "), expected.join(", "));
        steps += &format!("step({number}, {{{given}}}, {{{expected}}});\n");
    }
    format!(
        "module bench;
         {declarations}
         {module} unit ({connections});
         task step(input integer n, input [255:0] given, input [255:0] expected);
         begin
           {{{inputs}}} = given;
           #1;
           if (n > 0 && {{256'd0, {outputs}}} !== {{256'd0, expected}})
             $display(\"vector %0d: %h, not %h\", n, {{{outputs}}}, expected);
           clk_i = 1;
           #1 clk_i = 0;
         end
         endtask
         initial begin
           {steps}
         end
         endmodule",
        module = sheet.module,
        connections = connections.join(", "),
        inputs = inputs.join(", "),
        outputs = outputs.join(", "),
    )
}

fn agree(unit: &mut dyn Block, sheet: &Sheet, vectors: &[Values]) {
    let folder = std::env::temp_dir().join(format!("{}_{}", sheet.module, std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (source, program) = (folder.join("bench.v"), folder.join("bench"));
    let text = print(unit, sheet).expect("printable") + &bench(sheet, vectors);
    std::fs::write(&source, text).expect("a file");
    let compile =
        Command::new("iverilog").arg("-g2005").arg("-o").args([&program, &source]).output();
    let Ok(compile) = compile else {
        println!("skipped: iverilog is not installed");
        return;
    };
    assert!(compile.status.success(), "{}", String::from_utf8_lossy(&compile.stderr));
    let run = Command::new("vvp").arg(&program).output().expect("vvp");
    assert!(run.status.success());
    assert_eq!(String::from_utf8_lossy(&run.stdout), "");
    std::fs::remove_dir_all(&folder).expect("own folder");
}

#[test]
fn the_controller_agrees() {
    let mut unit = ShiftController::<4>::new(11, 6, 3);
    let vectors = record!(
        unit,
        clk_i,
        [req_valid_i, req_write_i, req_offset_i, grant_i, preshift_en_i],
        [op_o, head_o, aligned_o, busy_o]
    );
    agree(&mut unit, &controller_sheet(), &vectors);
}

#[test]
fn the_arbiter_agrees() {
    let mut unit = Arbiter::<16>::default();
    let vectors = record!(unit, , [request_i, misaligned_i], [grant_o, preshift_o]);
    agree(&mut unit, &arbiter_sheet(), &vectors);
}

#[test]
fn the_rotating_arbiter_agrees() {
    let mut unit = Rotating::new(4);
    let vectors = record!(unit, clk_i, [request_i], [grant_o, first_o, any_o]);
    agree(&mut unit, &rotating_sheet(), &vectors);
}

#[test]
fn every_kind_of_expression_agrees() {
    let mut unit = Expressions::new();
    let vectors = record!(
        unit,
        clk_i,
        [a_i, b_i, flag_i],
        [
            mixed_o, sum_o, low_o, shifted_o, reduced_o, compared_o, grouped_o, nibbles_o,
            picked_o, patched_o, constant_o, state_o, long_o
        ]
    );
    agree(&mut unit, &expressions_sheet(), &vectors);
}
