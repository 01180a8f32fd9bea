//! Builds a shared object from Verilog, and caches it by content.
//!
//! The key of an entry is the content of the sources, the C ABI, the flags and the tools. An entry
//! in the cache is never built again; entries are added atomically. Verilator's runtime is compiled
//! once for each set of flags. A build for a short run is barely optimised, unless the cache has
//! the optimised build.

use super::layout::{Layout, Slot};
use crate::emit::{Design, Port, clocked, code, port_list};
use crate::error::{Error, Result};
use crate::shipped;
use crate::temporary::Folder;
use crate::tools::{CXX, Found, VERILATOR, run};
use askama::Template;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Wave format of a traced build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    Vcd,
    Fst,
}

impl Trace {
    pub fn ending(self) -> &'static str {
        match self {
            Trace::Vcd => "vcd",
            Trace::Fst => "fst",
        }
    }

    fn header(self) -> &'static str {
        match self {
            Trace::Vcd => "verilated_vcd_c.h",
            Trace::Fst => "verilated_fst_c.h",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Trace::Vcd => "VerilatedVcdC",
            Trace::Fst => "VerilatedFstC",
        }
    }

    fn flag(self) -> &'static str {
        match self {
            Trace::Vcd => "--trace",
            Trace::Fst => "--trace-fst",
        }
    }
}

const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "-O3",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "--output-split",
    "0",
    // Compilers take far longer for one huge function than for many small ones.
    "--output-split-cfuncs",
    "500",
    // Disabled, because both passes join the parts of a wide vector by copying it once for each
    // part. n parts take n * n / 2 words of stack: megabytes for a register file, and most of the
    // time.
    "-fno-dfg",
    "-fno-assemble",
    // Instances of a large module share its code, which halves the compile time of a register file.
    // But if several blocks have an instance each, each instance refers to signals of its own block
    // and shares no code. Such smaller modules are inlined into their blocks.
    "--inline-mult",
    "1200",
    "--expand-limit",
    "4",
];
const CXX_FLAGS: &[&str] =
    &["-std=c++17", "-fPIC", "-fvisibility=hidden", "-DVM_COVERAGE=0", "-DVM_SC=0", "-w"];

/// How a model is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Optimisation {
    /// Compiles in 0.4 times the time of `Full` and runs at 0.6 to 0.8 times its speed.
    Least,
    Full,
}

impl Optimisation {
    fn flag(self) -> &'static str {
        match self {
            Optimisation::Least => "-Og",
            Optimisation::Full => "-O2",
        }
    }
}

/// The tools, located once.
#[derive(Clone)]
pub struct Builder {
    optimisation: Optimisation,
    verilator: Found,
    cxx: Found,
    /// Identifies both tools' versions without starting the compiler.
    tools_key: String,
    cache: PathBuf,
}

impl Builder {
    /// Longest run, in cycles, for which no optimised build is made. An optimised build saves more
    /// time than it takes from one million cycles (SRAM register file) or two million (sharing
    /// register file). The limit is lower because runs are often repeated.
    pub const SHORT_RUN: u64 = 500_000;

    /// Finds the tools. The cache is the folder in `REGFORGE_CACHE`, else `cache` in
    /// [`shipped::cache`].
    ///
    /// # Errors
    /// [`Error::MissingTool`].
    pub fn new() -> Result<Builder> {
        let cache = std::env::var_os("REGFORGE_CACHE").map(PathBuf::from);
        match cache {
            Some(folder) => Builder::in_cache(&folder),
            None => Builder::in_cache(&shipped::cache()?.join("cache")),
        }
    }

    /// As [`Builder::new`], with the cache in the given folder.
    ///
    /// # Errors
    /// [`Error::MissingTool`].
    pub fn in_cache(cache: &Path) -> Result<Builder> {
        let verilator = VERILATOR.find()?;
        let cxx = CXX.locate()?;
        let program = cxx.canonicalize().unwrap_or_else(|_| cxx.clone());
        let content = std::fs::read(&program).map_err(Error::io(&program))?;
        let tools_key =
            format!("{}\n{}\n{}", verilator.version, program.display(), blake3::hash(&content));
        let cxx = Found { path: cxx, version: String::new() };
        let optimisation = Optimisation::Full;
        Ok(Builder { optimisation, verilator, cxx, tools_key, cache: cache.to_path_buf() })
    }

    /// A builder for runs of at most `cycles` cycles.
    pub fn for_cycles(&self, cycles: u64) -> Builder {
        let optimisation = match cycles {
            ..=Builder::SHORT_RUN => Optimisation::Least,
            _ => Optimisation::Full,
        };
        Builder { optimisation, ..self.clone() }
    }

    /// The shared object of a design, from the cache or newly built.
    ///
    /// # Errors
    /// [`Error::ToolFailed`] with what Verilator or the compiler printed.
    pub fn shared_object(
        &self,
        design: &Design,
        ports: &[Port],
        trace: Option<Trace>,
    ) -> Result<PathBuf> {
        let harness = Harness::new(design, ports, trace)?;
        let content = design.content_hash();
        let name = |optimisation: Optimisation| {
            let Harness { abi, registered, .. } = &harness;
            let registered = registered.as_deref().map(code).unwrap_or_default();
            let key = self.key(&[&content, abi, &registered, optimisation.flag()]);
            format!("{}-{key}", design.top().owner.unit)
        };
        let optimised = self.cache.join(name(Optimisation::Full)).join("model.so");
        if optimised.exists() {
            return Ok(optimised);
        }
        let name = name(self.optimisation);
        let folder = self.entry(&name, |folder| self.build(folder, design, &harness, trace))?;
        Ok(folder.join("model.so"))
    }

    fn key(&self, parts: &[&str]) -> String {
        let mut hasher = blake3::Hasher::new();
        let flags = [VERILATOR_FLAGS.join(" "), CXX_FLAGS.join(" ")];
        for part in parts.iter().copied().chain(flags.iter().map(String::as_str)) {
            hasher.update(part.as_bytes());
            hasher.update(b"\0");
        }
        hasher.update(self.tools_key.as_bytes());
        hasher.finalize().to_hex()[..24].to_string()
    }

    /// The cache's folder of this name. If it does not exist, `fill` fills a temporary folder,
    /// which is then renamed.
    fn entry(&self, name: &str, fill: impl FnOnce(&Folder) -> Result<()>) -> Result<PathBuf> {
        let folder = self.cache.join(name);
        if folder.is_dir() {
            return Ok(folder);
        }
        std::fs::create_dir_all(&self.cache).map_err(Error::io(&self.cache))?;
        let temporary = Folder::within(&self.cache, "building-")?;
        fill(&temporary)?;
        // If another process was faster, its folder has the same content.
        temporary.keep_as(&folder)?;
        Ok(folder)
    }

    fn build(
        &self,
        folder: &Folder,
        design: &Design,
        harness: &Harness,
        trace: Option<Trace>,
    ) -> Result<()> {
        let runtime = self.runtime(trace)?;
        let mut verilate = Command::new(&self.verilator.path);
        verilate.current_dir(folder.path()).args(VERILATOR_FLAGS).args(["--prefix", "Vdut"]);
        verilate.args(["--Mdir", "cpp", "--top-module", harness.top]);
        verilate.args(trace.map(Trace::flag));
        for module in &design.modules {
            folder.write(&module.file(), &module.text())?;
            verilate.arg(module.file());
        }
        if let Some(registered) = &harness.registered {
            folder.write("registered.v", registered)?;
            verilate.arg("registered.v");
        }
        run(&VERILATOR, &mut verilate)?;

        let mut unity = String::new();
        for name in cpp_files(&folder.path().join("cpp"))? {
            unity += &format!("#include \"cpp/{name}\"\n");
        }
        folder.write("abi.cpp", &(unity + &harness.abi))?;
        let mut compile = self.compiler(self.optimisation)?;
        compile.current_dir(folder.path()).args(["-shared", "-Wl,-Bsymbolic", "-Icpp", "abi.cpp"]);
        compile.arg(runtime.join("runtime.o")).args(["-o", "model.so", "-pthread"]);
        compile.args((trace == Some(Trace::Fst)).then_some("-lz"));
        run(&CXX, &mut compile)?;
        let generated = folder.path().join("cpp");
        std::fs::remove_dir_all(&generated).map_err(Error::io(&generated))
    }

    /// The folder that holds Verilator's runtime as one object.
    fn runtime(&self, trace: Option<Trace>) -> Result<PathBuf> {
        let kind = trace.map_or("plain", Trace::ending);
        let name = format!("runtime-{kind}-{}", self.key(&[]));
        let folder = self.entry(&name, |folder| {
            let mut sources = vec!["verilated.cpp", "verilated_threads.cpp"];
            match trace {
                None => {}
                Some(Trace::Vcd) => sources.push("verilated_vcd_c.cpp"),
                Some(Trace::Fst) => sources.push("verilated_fst_c.cpp"),
            }
            let mut objects = Vec::new();
            for source in sources {
                let object = format!("{source}.o");
                let mut compile = self.compiler(Optimisation::Full)?;
                let source = self.include()?.join(source);
                compile
                    .current_dir(folder.path())
                    .arg("-c")
                    .arg(source)
                    .args(["-o", &object, "-pthread"]);
                run(&CXX, &mut compile)?;
                objects.push(object);
            }
            let mut link = Command::new(&self.cxx.path);
            link.current_dir(folder.path())
                .args(["-r", "-nostdlib", "-o", "runtime.o"])
                .args(&objects);
            run(&CXX, &mut link)?;
            Ok(())
        })?;
        // The path must be absolute, because compilers run in other folders.
        folder.canonicalize().map_err(Error::io(&folder))
    }

    fn include(&self) -> Result<PathBuf> {
        let mut ask = Command::new(&self.verilator.path);
        let root = run(&VERILATOR, ask.args(["--getenv", "VERILATOR_ROOT"]))?;
        Ok(Path::new(root.trim()).join("include"))
    }

    fn compiler(&self, optimisation: Optimisation) -> Result<Command> {
        let include = self.include()?;
        let mut command = Command::new(&self.cxx.path);
        command.args(CXX_FLAGS).arg(optimisation.flag()).arg("-isystem").arg(&include);
        command.arg("-isystem").arg(include.join("vltstd"));
        Ok(command)
    }
}

fn cpp_files(folder: &Path) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(folder).map_err(Error::io(folder))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".cpp"))
        .collect();
    names.sort();
    Ok(names)
}

#[derive(Template)]
#[template(path = "abi.cpp", escape = "none")]
struct Abi<'a> {
    top: &'a str,
    inputs: Vec<AbiPort>,
    outputs: Vec<AbiPort>,
    input_words: usize,
    output_words: usize,
    clocked: bool,
    layout: u64,
    trace_header: Option<&'static str>,
    trace_class: Option<&'static str>,
}

/// A wrapper that registers the inputs of a clocked design.
#[derive(Template)]
#[template(path = "registered.v", escape = "none")]
struct Registered<'a> {
    module: &'static str,
    top: &'a str,
    ports: String,
    inputs: Vec<AbiPort>,
    outputs: Vec<AbiPort>,
}

/// The sources that Verilator gets in addition to the design.
struct Harness {
    abi: String,
    /// The wrapper that registers the inputs, if the design has a clock.
    registered: Option<String>,
    top: &'static str,
}

impl Harness {
    fn new(design: &Design, ports: &[Port], trace: Option<Trace>) -> Result<Harness> {
        let abi = abi(design, ports, trace)?;
        if !clocked(ports) {
            return Ok(Harness { abi, registered: None, top: design.top().name });
        }
        let top = "rf_registered";
        let layout = Layout::new(ports);
        let template = Registered {
            module: top,
            top: design.top().name,
            ports: port_list(ports),
            inputs: layout.inputs.iter().map(AbiPort::from).collect(),
            outputs: layout.outputs.iter().map(AbiPort::from).collect(),
        };
        let registered = template.render().map_err(Error::emission(design.top().owner.unit))?;
        Ok(Harness { abi, registered: Some(registered), top })
    }
}

struct AbiPort {
    name: String,
    range: String,
    width: usize,
    words: usize,
    at: usize,
}

impl From<&Slot> for AbiPort {
    fn from(slot: &Slot) -> AbiPort {
        let port = &slot.port;
        AbiPort {
            name: port.verilog(),
            range: port.range(),
            width: port.width(),
            words: port.words(),
            at: slot.at,
        }
    }
}

fn abi(design: &Design, ports: &[Port], trace: Option<Trace>) -> Result<String> {
    let layout = Layout::new(ports);
    let template = Abi {
        top: design.top().name,
        inputs: layout.inputs.iter().map(AbiPort::from).collect(),
        outputs: layout.outputs.iter().map(AbiPort::from).collect(),
        input_words: layout.input_words,
        output_words: layout.output_words,
        clocked: clocked(ports),
        layout: layout.hash(),
        trace_header: trace.map(Trace::header),
        trace_class: trace.map(Trace::class),
    };
    template.render().map_err(Error::emission(design.top().owner.unit))
}
