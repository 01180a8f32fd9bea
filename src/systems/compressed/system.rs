use super::compiler::pack_case;
use super::compiler::tuning::{self, Target};
use super::indirection::Indirection;
use super::register_file::PackedMode;
use super::units::compressed_register_file::CompressedRegisterFile;
use super::units::storages::PackedStorage;
use crate::bits::float::Format;
use crate::config::{Config, Opt, OptKind, Options};
use crate::error::Result;
use crate::ptx::exec::{Memory, Schedule, Unwatched};
use crate::run::backend::{Backend, register_file};
use crate::run::{Case, Compiled, System};
use crate::sm::register_file::RegisterFile;
use crate::systems::sram::units::sram_bank::SramStorage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The register file of packed registers. No source gives its access energies.
pub struct Compressed;

/// Required quality of results with rounded floats. Without the option, floats keep 32 bits.
pub const QUALITY: Opt = Opt::new(
    "quality",
    OptKind::Choice(&["perfect", "high"]),
    "float formats tuned for this output quality: read from the file that `ptx tune` wrote beside \
     the launch, else tuned now [default: 32-bit floats]",
);

/// Keeps every value in one physical register.
pub const NO_SPLIT: Opt = Opt::new("no_split", OptKind::Flag, "splits no value over two registers");

impl System for Compressed {
    fn name(&self) -> &'static str {
        "compressed"
    }

    fn summary(&self) -> &'static str {
        "SRAM banks of packed registers: integers narrowed by value range, floats by required \
         quality"
    }

    fn options(&self) -> &'static [Opt] {
        &[QUALITY, NO_SPLIT]
    }

    fn takes_profiles(&self) -> bool {
        false
    }

    fn compile(
        &self,
        case: &Arc<Case>,
        config: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(Packed::compile(case, config, options)?))
    }

    fn files_beside(&self, launch: &Path) -> Vec<PathBuf> {
        Target::ALL.map(|target| tuning::path(launch, target)).to_vec()
    }
}

/// A case with packed registers.
pub struct Packed {
    case: Case,
    /// Indirection table, by architectural register.
    table: Vec<Indirection>,
    quality: Option<Target>,
}

impl Packed {
    /// Packs the registers of a case as the options say.
    ///
    /// # Errors
    /// Those of tuning formats and of [`pack_case`].
    pub fn compile(case: &Case, config: &Config, options: &Options) -> Result<Packed> {
        let quality = Target::of(options);
        let formats = quality.map(|quality| tuning::formats(case, quality, config));
        let formats = formats.transpose()?;
        let split = !options.flag(NO_SPLIT.name);
        Packed::new(case, formats.as_deref(), quality, split)
    }

    /// Packs integers by their ranges, and floats in `formats` (by register) or else in 32 bits.
    ///
    /// # Errors
    /// Those of [`pack_case`].
    pub fn new(
        case: &Case,
        formats: Option<&[Format]>,
        quality: Option<Target>,
        split: bool,
    ) -> Result<Packed> {
        let (case, packing) = pack_case(case, true, formats, split)?;
        Ok(Packed { case, table: packing.table, quality })
    }

    /// The register file of the case over the storage `S` in the mode `storage`.
    ///
    /// # Errors
    /// Those of building RTL.
    pub fn on<S: PackedStorage>(
        &self,
        storage: S::Mode,
        config: &Config,
        backend: Backend,
    ) -> Result<Box<dyn RegisterFile>> {
        let mode = PackedMode { table: self.table.clone(), storage };
        register_file::<CompressedRegisterFile<S>>(mode, config, backend)
    }

    /// A case with a given indirection table.
    pub fn with_table(case: Case, table: Vec<Indirection>) -> Packed {
        Packed { case, table, quality: None }
    }
}

impl Compiled for Packed {
    fn case(&self) -> &Case {
        &self.case
    }

    fn build(&self, config: &Config, backend: Backend, _: usize) -> Result<Box<dyn RegisterFile>> {
        self.on::<SramStorage>((), config, backend)
    }

    fn is_right(&self, memory: &Memory) -> Result<Option<bool>> {
        let expected = self.case.is_right(memory);
        match self.quality {
            Some(quality) if expected.is_some() => {
                let exact = self.case.run(Schedule::default(), &mut Unwatched, || {})?.memory;
                Ok(Some(quality.is_met(&self.case.launch, memory, &exact)))
            }
            _ => Ok(expected),
        }
    }

    fn is_exact(&self) -> bool {
        self.quality.is_none()
    }
}
