//! Precision tuning: finds the narrowest format in which each float may be kept.
//!
//! A format suffices if the launch, run with every value rounded when it is written, gives results
//! of the required quality ([`Target`], [`Quality`]) compared with the exact run. A run that faults
//! or does not end does not suffice.
//!
//! The search starts with 32 bits for every register of class [`Class::Float`] and takes registers
//! of the highest pressure first. For each register it finds the narrowest of the seven formats
//! that suffices while all others stay: it tries one format narrower, then bisects. It repeats this
//! for all registers until nothing changes. So the formats returned suffice, and narrowing any one
//! of them by one step does not.
//!
//! Results are the buffers with an expectation in the launch. If the launch has none, they are
//! those with an expectation in the small launch in the same folder ([`judged`]). Without any
//! expectation, a kernel cannot be tuned.
//!
//! The formats hold for the data of the launch; nothing is promised for other inputs. Registers are
//! webs, so a format belongs to one register of the allocation and to all values in it.
//!
//! Source: Angerd et al. 2020, section 4.1; the order of the search is ours.

use super::needs::{Class, classes};
use crate::bits::float::{FORMATS, Format};
use crate::compiler::liveness::Liveness;
use crate::config::{Config, Options};
use crate::error::{Error, Place, Result, nearest};
use crate::fields::{ANY_U64, Fields, Source};
use crate::files::{read_text, write_whole};
use crate::ptx::cfg::Cfg;
use crate::ptx::exec::{Event, Memory, Schedule, Unwatched, Watch, Write};
use crate::ptx::isa::Reg;
use crate::ptx::kernel::Kernel;
use crate::ptx::launch::{Expect, Launch, Quality};
use crate::run::case::Case;
use crate::systems::compressed::config::Compression;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Rounds values that are written to a register with a format.
pub struct Rounded {
    /// Formats, by register.
    formats: Vec<Option<Format>>,
    /// Whether converter and truncator support subnormal numbers; else they become zero.
    subnormals: bool,
}

impl Rounded {
    /// Formats by register; `subnormals` is `compression.subnormals`.
    pub fn new(formats: Vec<Option<Format>>, subnormals: bool) -> Rounded {
        Rounded { formats, subnormals }
    }
}

impl Watch for Rounded {
    #[inline]
    fn executed(&mut self, _: &Event) {}

    #[inline]
    fn writes(&mut self, write: &mut Write) {
        for (dst, reg) in write.instruction.dst.iter().enumerate() {
            let Some(format) = reg.and_then(|reg| self.formats[reg.index()]) else { continue };
            for word in &mut write.values.values[dst].lo {
                let code = format.truncate(*word, self.subnormals);
                *word = format.extend(code, self.subnormals);
            }
        }
    }
}

/// Required quality of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Results equal those of the exact run.
    Perfect,
    /// Floats deviate by at most 10 %, images have a similarity of at least 0.9 (sdc-quality-high).
    High,
}

impl Target {
    pub const ALL: [Target; 2] = [Target::Perfect, Target::High];

    /// The target named by the option `quality`.
    pub fn of(options: &Options) -> Option<Target> {
        let word = options.word("quality")?;
        Target::ALL.into_iter().find(|target| target.name() == word)
    }

    /// Maximum relative deviation of floats from the exact value.
    pub const fn deviation(self) -> f64 {
        match self {
            Target::Perfect => 0.0,
            Target::High => 0.1,
        }
    }

    /// Minimum similarity of images.
    pub const fn similarity(self) -> f64 {
        match self {
            Target::Perfect => 1.0,
            Target::High => 0.9,
        }
    }

    /// Whether a result of this quality meets the target.
    pub fn accepts(self, quality: Quality) -> bool {
        match quality {
            Quality::Same(same) => same,
            Quality::Deviation(found) => found <= self.deviation(),
            Quality::Similarity(found) => found >= self.similarity(),
        }
    }

    /// Whether the results of a run meet the target, compared with those of the exact run.
    pub fn is_met(self, launch: &Launch, memory: &Memory, exact: &Memory) -> bool {
        launch.buffers.iter().all(|buffer| {
            let bytes = |memory: &Memory| memory.area(&buffer.name).map(|area| area.bytes.clone());
            match (bytes(memory), bytes(exact)) {
                (Some(got), Some(want)) => {
                    buffer.quality(&got, &want).is_none_or(|found| self.accepts(found))
                }
                _ => true,
            }
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Target::Perfect => "perfect",
            Target::High => "high",
        }
    }
}

/// The launch of a case, in which the buffers with an expectation are the results. If it has no
/// expectations, they are taken from the small launch in the same folder, `case.toml`.
///
/// # Errors
/// Errors of reading `case.toml`.
pub fn judged(case: &Case) -> Result<Launch> {
    let mut launch = case.launch.clone();
    let expects = |launch: &Launch| launch.buffers.iter().any(|buffer| buffer.expect.is_some());
    let small = case.path.as_deref().map(|path| path.with_file_name("case.toml"));
    if let Some(small) = small.filter(|path| !expects(&launch) && path.exists()) {
        let small = Launch::read(&small)?;
        for buffer in &mut launch.buffers {
            let same = small.buffers.iter().find(|other| other.name == buffer.name);
            let expect = same.and_then(|other| other.expect.clone());
            buffer.expect = expect.map(|expect| Expect { data: Vec::new(), ..expect });
        }
    }
    Ok(launch)
}

/// State of the search.
struct Search<'a> {
    case: &'a Case,
    /// Launch whose expectations name the result buffers.
    launch: Launch,
    target: Target,
    subnormals: bool,
    /// Memory after the exact run.
    exact: Memory,
    schedule: Schedule,
    /// Formats that suffice so far, by register, as indices into [`FORMATS`].
    formats: Vec<usize>,
}

const WIDEST: usize = FORMATS.len() - 1;

/// Result of tuning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuned {
    /// Formats, by register; 32 bits for a register without floats.
    pub formats: Vec<Format>,
    /// Whether converter and truncator supported subnormal numbers during tuning.
    pub subnormals: bool,
}

/// Finds a format for every register of a case on allocated registers. Values are rounded as by the
/// truncator of the configuration. Calls `progress` for each register of every round.
///
/// # Errors
/// [`Error::Input`] if there are floats but no results, because any format would then suffice.
/// Errors of the exact run.
pub fn tune(
    case: &Case,
    target: Target,
    config: &Config,
    mut progress: impl FnMut(),
) -> Result<Tuned> {
    let order = by_pressure(&case.kernel);
    let launch = judged(case)?;
    if !order.is_empty() && launch.buffers.iter().all(|buffer| buffer.expect.is_none()) {
        let found = format!("{}: no buffer with expected contents", launch.name);
        let expected = "expected contents of a buffer, to judge rounded floats";
        return Err(Error::input(launch.place.clone(), found, expected));
    }
    let exact = case.run(Schedule::default(), &mut Unwatched, || {})?;
    case.expect_right(&exact.memory)?;
    let limit = 2 * exact.counts.warp_instructions;
    let mut search = Search {
        case,
        launch,
        target,
        subnormals: Compression::from(config).subnormals,
        exact: exact.memory,
        schedule: Schedule { limit, ..Schedule::default() },
        formats: vec![WIDEST; case.kernel.registers.len()],
    };
    let mut changed = true;
    while changed {
        changed = false;
        for reg in &order {
            changed |= search.narrow(*reg);
            progress();
        }
    }
    let formats = search.formats.into_iter().map(|n| FORMATS[n]).collect();
    Ok(Tuned { formats, subnormals: search.subnormals })
}

impl Search<'_> {
    /// Finds the narrowest format of a register that suffices. Returns whether it has changed.
    fn narrow(&mut self, reg: Reg) -> bool {
        let before = self.formats[reg.index()];
        if before == 0 || !self.suffices(reg, before - 1) {
            return false;
        }
        let (mut low, mut good) = (0, before - 1);
        while low < good {
            let middle = (low + good) / 2;
            match self.suffices(reg, middle) {
                true => good = middle,
                false => low = middle + 1,
            }
        }
        self.formats[reg.index()] = good;
        true
    }

    fn suffices(&mut self, reg: Reg, format: usize) -> bool {
        let before = std::mem::replace(&mut self.formats[reg.index()], format);
        let good = self.is_good();
        self.formats[reg.index()] = before;
        good
    }

    fn is_good(&self) -> bool {
        let formats = self.formats.iter().map(|n| (*n < WIDEST).then(|| FORMATS[*n]));
        let mut rounded = Rounded::new(formats.collect(), self.subnormals);
        let Ok(run) = self.case.run(self.schedule, &mut rounded, || {}) else { return false };
        self.target.is_met(&self.launch, &run.memory, &self.exact)
    }
}

/// Registers with floats, those of the highest pressure first.
fn by_pressure(kernel: &Kernel) -> Vec<Reg> {
    let cfg = Cfg::new(kernel);
    let mut pressure = vec![0; kernel.registers.len()];
    let after = Liveness::new(kernel, &cfg).after_each(kernel, &cfg);
    for (mut live, instruction) in after.into_iter().zip(&kernel.code) {
        instruction.writes().for_each(|reg| live.grow_and_insert(reg.index()));
        let words: usize = live.ones().map(|reg| kernel.registers[reg].words()).sum();
        live.ones().for_each(|reg| pressure[reg] = words.max(pressure[reg]));
    }
    let all = classes(kernel).into_iter().enumerate().filter(|(_, class)| *class == Class::Float);
    let mut order: Vec<Reg> = all.map(|(reg, _)| Reg(reg as u32)).collect();
    order.sort_by_key(|reg| (Reverse(pressure[reg.index()]), *reg));
    order
}

/// Path of the file with tuned formats, in the folder of the launch.
pub fn path(launch: &Path, target: Target) -> PathBuf {
    launch.with_file_name(format!("formats-{}.toml", target.name()))
}

/// Formats from the file beside the launch, if it was tuned for the converter of the configuration;
/// else formats tuned now.
///
/// # Errors
/// As [`read`] and [`tune`].
pub fn formats(case: &Case, target: Target, config: &Config) -> Result<Vec<Format>> {
    let file = case.path.as_deref().map(|launch| path(launch, target));
    let kept = file.filter(|file| file.exists()).map(|file| read(&file, &case.kernel, target));
    let subnormals = Compression::from(config).subnormals;
    match kept.transpose()?.filter(|kept| kept.subnormals == subnormals) {
        Some(kept) => Ok(kept.formats),
        None => Ok(tune(case, target, config, || {})?.formats),
    }
}

/// Contents of a file of formats: what they were tuned for, and the bits of each register that has
/// fewer than 32, by name.
#[derive(Serialize)]
struct File<'a> {
    kernel: &'a str,
    quality: Target,
    subnormals: bool,
    formats: BTreeMap<String, u32>,
}

/// A unique name for each register. Registers in different PTX scopes may have the same name: the
/// second and later ones get a number after it.
fn names(kernel: &Kernel) -> Vec<String> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut name = |name| {
        let count = seen.entry(name).or_default();
        *count += 1;
        if *count == 1 { name.to_string() } else { format!("{name} ({count})") }
    };
    kernel.registers.iter().map(|register| name(&register.name)).collect()
}

/// Writes the formats of a kernel's registers to a TOML file.
///
/// # Errors
/// [`Error::Io`].
pub fn write(path: &Path, kernel: &Kernel, target: Target, tuned: &Tuned) -> Result<()> {
    let all = names(kernel).into_iter().zip(&tuned.formats);
    let narrow = all.filter(|(_, format)| format.bits() < 32);
    let file = File {
        kernel: &kernel.name,
        quality: target,
        subnormals: tuned.subnormals,
        formats: narrow.map(|(name, format)| (name, format.bits())).collect(),
    };
    let text = toml::to_string(&file).map_err(|error| {
        Error::input(Place::whole(path.display()), error, "formats that TOML can hold")
    })?;
    write_whole(path, text.as_bytes())
}

/// Reads the formats of a kernel's registers (webs) from a TOML file.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read. [`Error::Input`] if it is for another kernel or
/// quality, or if an entry is not a float of the kernel with a legal number of bits.
pub fn read(path: &Path, kernel: &Kernel, target: Target) -> Result<Tuned> {
    let text = read_text(path, "TOML text")?;
    let source = Source { path, text: &text };
    let table = source.parse()?;
    let file = Fields::top(&source, &table);
    file.only(&[&["kernel", "quality", "subnormals", "formats"]])?;
    let of = file.required("kernel")?;
    if of.text()? != kernel.name {
        return of.refuse(format!("'{}'", kernel.name));
    }
    if file.choice("quality", &Target::ALL.map(|target| (target.name(), target)))? != target {
        return file.required("quality")?.refuse(format!("'{}'", target.name()));
    }
    let (names, classes) = (names(kernel), classes(kernel));
    let mut formats = vec![FORMATS[WIDEST]; kernel.registers.len()];
    for field in file.required("formats")?.entries()? {
        let known = names.iter().position(|known| known == field.name());
        let Some(reg) = known.filter(|reg| classes[*reg] == Class::Float) else {
            let floats = names.iter().zip(&classes).filter(|(_, class)| **class == Class::Float);
            let nearest = nearest(field.name(), floats.map(|(name, _)| name.as_str()));
            return field.refuse(format!("a register that holds floats; the nearest is {nearest}"));
        };
        let bits = field.integer(ANY_U64)?;
        match FORMATS.iter().find(|format| i128::from(format.bits()) == bits) {
            Some(format) => formats[reg] = *format,
            None => return field.refuse("8, 12, 16, 20, 24, 28 or 32 bits"),
        }
    }
    Ok(Tuned { formats, subnormals: file.required("subnormals")?.flag()? })
}
