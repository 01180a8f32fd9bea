//! Templates of the converter for one lane and for a warp.

use super::{Params, ValueConverter};
use crate::bits::float::{FORMATS, Format};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

/// The module that converts one lane.
const THREAD: &str = "rf_thread_value_converter";

#[derive(Template)]
#[template(path = "compressed/rf_thread_value_converter.v", escape = "none")]
struct Thread {
    formats: [Format; FORMATS.len()],
    subnormals: bool,
}

impl Thread {
    /// The bit of a vector that belongs to a format, replicated.
    fn selected(&self, vector: &str, format: &usize, times: usize) -> String {
        format!("{{{times}{{{vector}[{format}]}}}}")
    }

    /// Sign and top exponent bit of the code, then its other exponent bits, right-aligned in seven.
    fn head(&self, f: &Format) -> String {
        let (bits, fraction) = (f.bits(), f.fraction_bits);
        let zeros = zeros(8 - f.exponent_bits);
        format!("{{code_i[{}:{}]{zeros}, code_i[{}:{fraction}]}}", bits - 1, bits - 2, bits - 3)
    }

    /// Mask of the exponent bits, below the top one, that binary32 has and the format lacks.
    fn lacking(&self, f: &Format) -> String {
        format!("{:07b}", 0x7f >> (f.exponent_bits - 1) << (f.exponent_bits - 1))
    }

    fn fraction(&self, f: &Format) -> String {
        format!("{{code_i[{}:0]{}}}", f.fraction_bits - 1, zeros(23 - f.fraction_bits))
    }

    fn joint(&self, last: &bool) -> &'static str {
        if *last { ";" } else { " |" }
    }
}

/// `count` zero bits as the next element of a Verilog concatenation.
fn zeros(count: u32) -> String {
    if count == 0 { String::new() } else { format!(", {count}'d0") }
}

#[derive(Template)]
#[template(path = "compressed/rf_value_converter.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let failed = || Error::emission(ValueConverter::NAME);
    let thread = Thread { formats: FORMATS, subnormals: params.subnormals };
    let thread = thread.render().map_err(failed())?;
    let body = Body {
        params,
        contract: comment(ValueConverter::CONTRACT),
        ports: port_list(&unit_ports::<ValueConverter>(params)),
    };
    let body = body.render().map_err(failed())?;
    let mut warp = Module::leaf(ValueConverter::OWNER, "rf_value_converter", body);
    warp.children = vec![(THREAD, params.lanes)];
    Ok(Design { modules: vec![Module::leaf(ValueConverter::OWNER, THREAD, thread), warp] })
}

#[derive(Template)]
#[template(path = "compressed/props/value_converter_check.sv", escape = "none")]
struct Checker {
    formats: [Format; FORMATS.len()],
    subnormals: bool,
}

/// Proofs of one lane, with and without subnormals, for any configuration.
pub fn proofs(_: &Params) -> Result<Vec<Proof>> {
    let proof = |subnormals| {
        let checker = Checker { formats: FORMATS, subnormals };
        let kind = if subnormals { "with subnormals" } else { "without subnormals" };
        Ok(Proof {
            name: "value_converter_check",
            claim: format!("SDC-I8: extension is exact for every code, {kind}"),
            checker: checker.render().map_err(Error::emission(ValueConverter::NAME))?,
            modules: design(&Params { lanes: 1, subnormals })?.modules,
        })
    };
    [true, false].into_iter().map(proof).collect()
}
