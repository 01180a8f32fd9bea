//! Claims that synthesis answers: transistors of a unit's lane, by
//! [`Synthesiser::RULE`](crate::report::Synthesiser::RULE).

use super::Claim;
use super::computed::Value;
use crate::bits::LANES;
use crate::config::Config;
use crate::error::Result;
use crate::report::Synthesiser;
use crate::tools::YOSYS;
use crate::units::AnyUnit;
use crate::units::value_converter::ValueConverter;

/// What synthesis comes to.
#[derive(Clone, Debug)]
pub struct Synthesised {
    pub ours: Value,
    pub how: &'static str,
    pub note: String,
}

/// The sizes that claims are judged by.
#[derive(Default)]
pub struct Sizes {
    converter: Option<Converter>,
}

/// Transistors of a converter's lane.
struct Converter {
    with_subnormals: usize,
    without_subnormals: usize,
    /// The tool and its version.
    tool: String,
}

/// A thread-level value converter.
const CONVERTER: &str = "sdc-area-tvc";

impl Sizes {
    /// The sizes that these claims need: none if they need none or if there is no Yosys.
    ///
    /// # Errors
    /// Those of [`Synthesiser::area`].
    pub fn run(claims: &[Claim]) -> Result<Sizes> {
        let needed = claims.iter().any(|claim| claim.id == CONVERTER);
        let converter = (needed && YOSYS.find().is_ok()).then(converter).transpose()?;
        Ok(Sizes { converter })
    }

    /// What they say of a claim, if it is one of theirs.
    pub fn of(&self, id: &str) -> Option<Synthesised> {
        let converter = self.converter.as_ref().filter(|_| id == CONVERTER)?;
        let Converter { with_subnormals, without_subnormals, tool } = converter;
        Some(Synthesised {
            ours: Value::Number(*without_subnormals as f64),
            how: "regforge area value_converter --config sdc_paper, a lane of 32",
            note: format!(
                "subnormal numbers flushed, {with_subnormals} with them; {tool}, script {}",
                Synthesiser::SCRIPT_NAME
            ),
        })
    }
}

fn converter() -> Result<Converter> {
    let synthesiser = Synthesiser::new(None)?;
    let unit: &dyn AnyUnit = &ValueConverter;
    let lane = |name: &str| {
        let area = synthesiser.area(unit, &Config::load(name, &[])?)?;
        Ok(area.own.transistors / LANES)
    };
    Ok(Converter {
        with_subnormals: lane(Config::DEFAULT)?,
        without_subnormals: lane("sdc_paper")?,
        tool: synthesiser.yosys.version.clone(),
    })
}
