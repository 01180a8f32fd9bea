use crate::cli::options::named;
use crate::cli::print;
use crate::compiler::allocate::allocate;
use crate::compiler::liveness::Liveness;
use crate::compiler::values::split_webs;
use crate::error::Result;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Reg, Type};
use crate::ptx::kernel::{Home, Kernel};
use crate::ptx::{Source, decode, parse};
use crate::run::KernelView;
use crate::systems::SYSTEMS;
use crate::table::terminal;
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// Shows what an analysis finds in a kernel
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge ptx show cfg kernel.ptx
  regforge ptx show dot kernel.ptx | dot -Tsvg -o kernel.svg
  regforge ptx show liveness kernel.ptx --entry my_kernel
  regforge ptx show registers kernel.ptx")]
pub struct Show {
    #[arg(value_parser = view_parser())]
    what: KernelView,
    /// A PTX file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Shows one kernel only
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
}

/// Views of any kernel. Systems add their own.
const VIEWS: [KernelView; 4] = [
    KernelView {
        name: "cfg",
        help: "Basic blocks, reconvergence points and loops",
        of: |kernel, _| format!("{}:\n{}", kernel.name, Cfg::new(kernel)),
    },
    KernelView {
        name: "dot",
        help: "The control-flow graph in Graphviz format",
        of: |kernel, _| Cfg::new(kernel).dot(&kernel.name),
    },
    KernelView {
        name: "liveness",
        help: "Each instruction with the registers that are live after it",
        of: |kernel, lines| format!("{}:\n{}", kernel.name, liveness(kernel, lines)),
    },
    KernelView {
        name: "registers",
        help: "The register that holds each value",
        of: |kernel, _| format!("{}:\n{}", kernel.name, registers(kernel)),
    },
];

fn view_parser() -> impl TypedValueParser<Value = KernelView> {
    let of_systems = SYSTEMS.iter().flat_map(|system| system.views().iter().copied());
    let all = VIEWS.into_iter().chain(of_systems);
    named(&all.map(|view| (view, view.name, view.help)).collect::<Vec<_>>())
}

impl Show {
    pub fn run(self) -> Result<()> {
        let source = Source::read(&self.file)?;
        let module = parse(&source)?;
        let program = decode(&source, &module, self.entry.as_deref())?;
        let lines: Vec<&str> = source.text.lines().collect();
        for kernel in &program.kernels {
            print((self.what.of)(kernel, &lines))?;
        }
        Ok(())
    }
}

fn liveness(kernel: &Kernel, lines: &[&str]) -> String {
    let cfg = Cfg::new(kernel);
    let after = Liveness::new(kernel, &cfg).after_each(kernel, &cfg);
    let row = |(n, live): (usize, &crate::compiler::liveness::Registers)| {
        let line = kernel.code[n].line as usize;
        let live: Vec<Reg> = live.ones().map(|reg| Reg(reg as u32)).collect();
        let words: usize = live.iter().map(|reg| kernel.registers[reg.index()].words()).sum();
        let mut names: Vec<&str> =
            live.iter().map(|reg| kernel.registers[reg.index()].name.as_str()).collect();
        names.sort_unstable();
        vec![
            n.to_string(),
            line.to_string(),
            lines.get(line.wrapping_sub(1)).map_or("", |text| text.trim()).replace('\t', " "),
            words.to_string(),
            names.join(" "),
        ]
    };
    let rows: Vec<Vec<String>> = after.iter().enumerate().map(row).collect();
    terminal(&["instruction", "line", "text", "words live", "live after it"], &rows)
}

fn registers(kernel: &Kernel) -> String {
    let webs = split_webs(kernel);
    let cfg = Cfg::new(&webs);
    let allocation = allocate(&webs, &cfg, &Liveness::new(&webs, &cfg));
    let row = |(register, home): (&crate::ptx::kernel::Register, &Home)| {
        let place = match home {
            Home::Word(n) => format!("r{n}"),
            Home::Pair(n) => format!("r{n}, r{}", n + 1),
            Home::Predicate(n) => format!("p{n}"),
        };
        let ty: Type = register.ty;
        vec![register.name.clone(), format!("{ty:?}").to_lowercase(), place]
    };
    let rows: Vec<Vec<String>> = webs.registers.iter().zip(&allocation.homes).map(row).collect();
    terminal(&["value", "type", "register"], &rows)
}
