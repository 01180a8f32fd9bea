//! Template context of the map table.

use super::{MapTable, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::racetrack::units::PortRegions;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "racetrack/rf_map_table.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    entry_bits: usize,
    place_bits: usize,
    port_bits: usize,
    offset_bits: usize,
}

impl Body<'_> {
    /// Verilog of an entry's port and offset under the identity mapping, concatenated.
    fn direct(&self, entry: &str) -> String {
        let offsets = self.params.geometry.offsets;
        if offsets.is_power_of_two() {
            return entry.to_string();
        }
        let (port, offset) = (self.port_bits, self.offset_bits);
        let port = format!("{entry}_div[{}:0]", port - 1);
        let offset = format!("{entry}_mod[{}:0]", offset - 1);
        format!("{{{port}, {offset}}}")
    }

    /// Whether the number of offsets is a power of two, so that division needs no logic.
    fn by_wires(&self) -> bool {
        self.params.geometry.offsets.is_power_of_two()
    }
}

pub fn design(params: &Params) -> Result<Design> {
    let geometry = params.geometry;
    let (entry_bits, place_bits) = (params.entry_bits(), geometry.row_bits());
    let body = Body {
        params,
        contract: comment(MapTable::CONTRACT),
        ports: port_list(&unit_ports::<MapTable>(params)),
        entry_bits,
        place_bits,
        port_bits: geometry.port_bits(),
        offset_bits: geometry.offset_bits(),
    };
    let body = body.render().map_err(Error::emission(MapTable::NAME))?;
    Ok(Design { modules: vec![Module::leaf(MapTable::OWNER, "rf_map_table", body)] })
}

#[derive(Template)]
#[template(path = "racetrack/props/map_table_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs of three table sizes, whatever the configuration. The second needs a real division.
pub fn proofs() -> Result<Vec<Proof>> {
    let proof = |(ports, offsets)| {
        let params = &Params { geometry: PortRegions { ports, offsets } };
        Ok(Proof {
            name: "map_table_check",
            claim: format!(
                "RM-I24: different entries lie at different positions, loaded or not, \
                 {ports} ports x {offsets} offsets"
            ),
            checker: Checker { params }.render().map_err(Error::emission(MapTable::NAME))?,
            modules: design(params)?.modules,
        })
    };
    [(4, 4), (2, 3), (8, 16)].into_iter().map(proof).collect()
}
