//! The four-state check: finds X and Z, which Verilator's two states cannot show.
//!
//! Recorded stimulus runs through Icarus Verilog. After the first reset edge every output must
//! equal the model's and so be neither X nor Z. Data whose own valid is low is not compared.

use super::layout::{Layout, Slot};
use super::lockstep::record_with_answers;
use crate::emit::{Design, Port, clocked};
use crate::error::{Error, Result};
use crate::temporary;
use crate::tools::{IVERILOG, run};
use crate::units::Bench;
use askama::Template;
use std::process::Command;

#[derive(Template)]
#[template(path = "four_state_tb.v", escape = "none")]
struct TestBench<'a> {
    top: &'a str,
    cycles: usize,
    input_bits: usize,
    clocked: bool,
    inputs: Vec<Field>,
    outputs: Vec<&'a Port>,
}

/// Bits of an input in a line of the recorded inputs.
struct Field {
    name: String,
    high: usize,
    low: usize,
}

/// A four-state check that is ready to run: the Verilog, its test bench, inputs and expected
/// outputs.
pub struct FourState {
    design: Design,
    layout: Layout,
    test_bench: String,
    recorded: Vec<(Vec<u32>, Vec<u32>)>,
}

impl FourState {
    /// Records `cycles` cycles of the bench's stimulus and of the model's outputs.
    ///
    /// # Errors
    /// Errors of emission.
    pub fn new(
        design: Design,
        ports: &[Port],
        bench: &mut dyn Bench,
        cycles: usize,
    ) -> Result<FourState> {
        let layout = Layout::new(ports);
        let recorded = record_with_answers(bench, &layout, cycles as u64);
        let field = |slot: &Slot| Field {
            name: slot.port.verilog(),
            high: slot.at * 32 + slot.port.width() - 1,
            low: slot.at * 32,
        };
        let test_bench = TestBench {
            top: design.top().name,
            cycles,
            input_bits: layout.input_words * 32,
            clocked: clocked(ports),
            inputs: layout.inputs.iter().map(field).collect(),
            outputs: layout.outputs.iter().map(|slot| &slot.port).collect(),
        };
        let test_bench = test_bench.render().map_err(Error::emission(design.top().owner.unit))?;
        Ok(FourState { design, layout, test_bench, recorded })
    }

    /// Content that decides the verdict: test bench, inputs, expected outputs, and the Verilog's
    /// hash.
    pub fn content(&self) -> [String; 4] {
        let (inputs, answers): (String, String) = self
            .recorded
            .iter()
            .map(|(inputs, answers)| (hex_line(inputs), hex_line(answers)))
            .unzip();
        [self.test_bench.clone(), inputs, answers, self.design.content_hash()]
    }

    /// Runs the inputs through Icarus.
    ///
    /// # Errors
    /// [`Error::Disagreement`] with cycle, port and both values.
    pub fn run(&self) -> Result<()> {
        let iverilog = IVERILOG.find()?;
        let folder = temporary::Folder::new()?;
        folder.write("four_state_tb.v", &self.test_bench)?;
        let lines = self.recorded.iter().map(|(inputs, _)| hex_line(inputs));
        folder.write("inputs.hex", &lines.collect::<String>())?;
        let mut compile = Command::new(&iverilog.path);
        compile.current_dir(folder.path()).args(["-g2005", "-o", "tb", "-s", "four_state_tb"]);
        for module in &self.design.modules {
            folder.write(&module.file(), &module.text())?;
            compile.arg(module.file());
        }
        run(&IVERILOG, compile.arg("four_state_tb.v"))?;
        let mut simulate = Command::new(iverilog.path.with_file_name("vvp"));
        let printed = run(&IVERILOG, simulate.current_dir(folder.path()).args(["-n", "tb"]))?;
        compare(&self.layout, &self.recorded, &printed)
    }
}

fn hex_line(words: &[u32]) -> String {
    let digits: String = words.iter().rev().map(|word| format!("{word:08x}")).collect();
    digits + "\n"
}

fn compare(layout: &Layout, recorded: &[(Vec<u32>, Vec<u32>)], printed: &str) -> Result<()> {
    let reset = layout.inputs.iter().find(|slot| slot.port.name == "rst_n");
    let mut was_reset = reset.is_none();
    let mut lines = printed.lines();
    for (cycle, (inputs, expected)) in recorded.iter().enumerate() {
        let got = lines.next().unwrap_or_default().split(' ');
        if was_reset {
            for (slot, got) in layout.outputs.iter().zip(got) {
                let wanted = slot.binary(expected);
                if slot.counts(expected) && got != wanted {
                    let port = slot.port.verilog();
                    return Err(Error::Disagreement(format!(
                        "four-state check: cycle {cycle}, {port}: model {wanted}, Icarus {got}"
                    )));
                }
            }
        } else {
            was_reset = reset.is_some_and(|slot| inputs[slot.at] == 0);
        }
    }
    match lines.next() {
        None if printed.lines().count() == recorded.len() => Ok(()),
        _ => Err(Error::Disagreement(format!(
            "four-state check: {} lines for {} cycles",
            printed.lines().count(),
            recorded.len()
        ))),
    }
}
