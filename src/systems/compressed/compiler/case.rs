//! Packs the registers of a launch into slices.

use super::needs::{classes, needs};
use super::ranges::{Limits, Ranges};
use super::slices::{NUMBERS, PHYSICAL, Packing, pack};
use crate::bits::float::Format;
use crate::compiler::allocate::allocate;
use crate::compiler::liveness::Liveness;
use crate::error::{Error, Place, Result};
use crate::ptx::cfg::Cfg;
use crate::run::Case;
use crate::systems::compressed::indirection::Indirection;

/// Packs the registers of a case on allocated registers. If `integers`, integers are packed by
/// their ranges, else they keep 32 bits. Floats are packed in `formats` (by register), if given,
/// else they keep 32 bits. `split` allows a value in two physical registers.
///
/// The homes of the new case are architectural registers; the table of the packing maps them to
/// physical ones. The number of registers that the launch states no longer counts, because it is
/// that of unpacked registers.
///
/// # Errors
/// [`Error::Input`] if the kernel has more registers than a table has entries or can name.
pub fn pack_case(
    case: &Case,
    integers: bool,
    formats: Option<&[Format]>,
    split: bool,
) -> Result<(Case, Packing)> {
    let cfg = Cfg::new(&case.kernel);
    let live = Liveness::new(&case.kernel, &cfg);
    let ranges = || Ranges::new(&case.kernel, &cfg, &live, &Limits::new(&case.geometry));
    let ranges = integers.then(ranges);
    let needs = needs(&classes(&case.kernel), ranges.as_ref(), formats);
    let unpacked = allocate(&case.kernel, &cfg, &live);
    let Some(packing) = pack(&case.kernel, &cfg, &live, &unpacked, &needs, split) else {
        return Err(beyond_a_table(case, unpacked.registers));
    };
    let packed = case.rehomed(packing.homes.clone(), packing.registers);
    Ok((packed, packing))
}

/// The indirection table of an unpacked case: register n fills physical register n.
///
/// # Errors
/// [`Error::Input`] if there are more registers than a table can name.
pub fn table(case: &Case) -> Result<Vec<Indirection>> {
    match case.registers() {
        registers if registers > PHYSICAL => Err(beyond_a_table(case, registers)),
        registers => Ok((0..registers as u8).map(Indirection::whole).collect()),
    }
}

fn beyond_a_table(case: &Case, registers: usize) -> Error {
    let place = Place::whole(case.launch.ptx.display());
    let found = format!("{}: {registers} registers per thread", case.kernel.name);
    let expected = format!("at most {PHYSICAL}, and {NUMBERS} table entries");
    Error::input(place, found, expected)
}
