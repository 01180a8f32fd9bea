//! The file's template and what it needs.

use super::{Params, SharingRegisterFile};
use crate::emit::Design;
use crate::error::{Error, Place, Result};
use crate::units::Unit;

pub(super) fn design(_: &Params) -> Result<Design> {
    Err(Error::input(Place::whole(SharingRegisterFile::NAME), "no Verilog", "a model"))
}
