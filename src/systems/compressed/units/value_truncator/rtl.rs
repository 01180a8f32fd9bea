//! Templates of the truncator for one lane and for a warp, each combinational or in stages.

use super::{In, Out, Params, StageIn, ValueTruncator};
use crate::bits::float::{FORMATS, Format};
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::compressed::units::value_converter::{self, ValueConverter};
use crate::systems::compressed::units::value_extractor::{self, ValueExtractor};
use crate::units::{Ports as _, Unit, ports_of};
use askama::Template;

/// Modules of the combinational truncator: of a warp, of a lane.
const MODULES: [&str; 2] = ["rf_value_truncator", "rf_thread_value_truncator"];

/// Modules of the staged truncator: of a warp, of a lane.
const STAGED: [&str; 2] = ["rf_staged_truncator", "rf_thread_staged_truncator"];

/// Contract of the staged truncator.
const STAGES: &str = "rf_value_truncator in three cycles: a value that is taken (decode) is rounded \
                      from the next cycle on. With round, what was rounded is placed from the next \
                      cycle on, as the data and masks at the outputs. A register keeps its value \
                      until its input is high again.";

/// Number of formats narrower than binary32.
const NARROW: usize = FORMATS.len() - 1;

#[derive(Template)]
#[template(path = "compressed/rf_thread_value_truncator.v", escape = "none")]
struct Thread<'a> {
    /// Name of the module.
    name: &'static str,
    /// Name of the module that instantiates it in each lane.
    warp: &'static str,
    staged: bool,
    narrow: &'a [Format],
    subnormals: bool,
}

impl Thread<'_> {
    /// The bit of a vector that belongs to a format, replicated.
    fn selected(&self, vector: &str, format: &usize, times: usize) -> String {
        format!("{{{times}{{{vector}[{format}]}}}}")
    }

    /// Mask of the exponent bits, below the top one, that binary32 has and the format lacks.
    fn lacking(&self, f: &Format) -> String {
        format!("7'b{:07b}", 0x7f >> (f.exponent_bits - 1) << (f.exponent_bits - 1))
    }

    /// The code with sign and exponent in place and a fraction of 0.
    fn head(&self, f: &Format) -> String {
        let (above, low) = (32 - f.bits(), f.exponent_bits - 2);
        let zeros = f.fraction_bits;
        format!("{{{above}'d0, number_i[31], exponent[6], exponent[{low}:0], {zeros}'d0}}")
    }

    /// The upper fraction bits that the code keeps, right-aligned.
    fn fraction(&self, f: &Format) -> String {
        let upper = format!("fraction[19:{}]", 20 - f.fraction_bits);
        match 20 - f.fraction_bits {
            0 => upper,
            above => format!("{{{above}'d0, {upper}}}"),
        }
    }

    /// Rounding bits: the lowest kept bit, the highest dropped bit, the OR of the bits below.
    fn rest(&self, f: &Format) -> String {
        let first = 23 - f.fraction_bits; // in `shifted`, which has one bit more than the fraction
        format!("{{shifted[{}], shifted[{first}], |shifted[{}:0]}}", first + 1, first - 1)
    }

    /// Mask of the fraction bits below the highest dropped one.
    fn beyond(&self, f: &Format) -> String {
        format!("18'b{:018b}", (1 << (22 - f.fraction_bits)) - 1)
    }

    fn joint(&self, last: &bool) -> &'static str {
        if *last { ";" } else { " |" }
    }
}

#[derive(Template)]
#[template(path = "compressed/rf_value_truncator.v", escape = "none")]
struct Body<'a> {
    name: &'static str,
    staged: bool,
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let ports = port_list(&ports_of::<In, Out>(params));
    truncator(params, ValueTruncator::OWNER, false, ValueTruncator::CONTRACT, ports)
}

/// The staged truncator, as modules of the unit `owner`.
///
/// # Errors
/// Errors of emission.
pub fn in_stages(params: &Params, owner: Owner) -> Result<Design> {
    let ports = [StageIn::ports(params), ports_of::<In, Out>(params)].concat();
    truncator(params, owner, true, STAGES, port_list(&ports))
}

fn truncator(
    params: &Params,
    owner: Owner,
    staged: bool,
    contract: &str,
    ports: String,
) -> Result<Design> {
    let failed = || Error::emission(ValueTruncator::NAME);
    let [warp, name] = if staged { STAGED } else { MODULES };
    let subnormals = params.subnormals;
    let thread = Thread { name, warp, staged, narrow: &FORMATS[..NARROW], subnormals };
    let thread = Module::leaf(owner, name, thread.render().map_err(failed())?);
    let body = Body { name: warp, staged, params, contract: comment(contract), ports };
    let mut warp = Module::leaf(owner, warp, body.render().map_err(failed())?);
    warp.children = vec![(name, params.lanes)];
    Ok(Design { modules: vec![thread, warp] })
}

#[derive(Template)]
#[template(path = "compressed/props/value_truncator_round.sv", escape = "none")]
struct Round {
    f: Format,
    subnormals: bool,
}

#[derive(Template)]
#[template(path = "compressed/props/value_truncator_back.sv", escape = "none")]
struct Back {
    formats: [Format; FORMATS.len()],
    subnormals: bool,
}

/// Proofs of one lane, with and without subnormals, for any configuration. One lane is enough: all
/// lanes are equal and share the selection.
pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for subnormals in [true, false] {
        for f in &FORMATS[..NARROW] {
            proofs.push(rounds(*f, subnormals)?);
        }
        proofs.push(comes_back(subnormals)?);
    }
    Ok(proofs)
}

fn kind(subnormals: bool) -> &'static str {
    if subnormals { "with subnormals" } else { "without subnormals" }
}

fn rounds(f: Format, subnormals: bool) -> Result<Proof> {
    let checker = Round { f, subnormals }.render();
    Ok(Proof {
        name: "value_truncator_round",
        claim: format!(
            "SDC-I9, SDC-I10: every number becomes the nearest code of {} bits, ties to even, {}",
            f.bits(),
            kind(subnormals)
        ),
        checker: checker.map_err(Error::emission(ValueTruncator::NAME))?,
        modules: design(&Params { lanes: 1, subnormals })?.modules,
    })
}

fn comes_back(subnormals: bool) -> Result<Proof> {
    let checker = Back { formats: FORMATS, subnormals }.render();
    let parts = [
        design(&Params { lanes: 1, subnormals })?,
        ValueExtractor::design(&value_extractor::Params { lanes: 1 })?,
        ValueConverter::design(&value_converter::Params { lanes: 1, subnormals })?,
    ];
    Ok(Proof {
        name: "value_truncator_back",
        claim: format!(
            "SDC-I8, SDC-I12: a code or an integer that is placed, gathered and extended is the \
             same, under all legal masks, {}",
            kind(subnormals)
        ),
        checker: checker.map_err(Error::emission(ValueTruncator::NAME))?,
        modules: parts.into_iter().flat_map(|part| part.modules).collect(),
    })
}
