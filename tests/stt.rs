//! Is the STT-RAM register file's hardware right, and is a fault in it found?

use crate::faults::refuted;
use crate::support::fermi;
use rayon::prelude::*;
use regforge::systems;

/// Unit, number of its proof, module, and the fault.
#[test]
fn faults_refute_the_proofs() {
    let faults = [
        ("restore_selector", 0, "rf_restore_selector", "&& early_out_i &&", "&&"),
        ("restore_selector", 0, "rf_restore_selector", "if (!dead_i)", "if (1'b1)"),
        ("restore_selector", 0, "rf_restore_selector", "&& !conflict_i", "&& conflict_i"),
        ("restore_selector", 2, "rf_restore_selector", "hold_d = ReadHold", "hold_d = 3'd0"),
    ];
    faults.par_iter().for_each(|(unit, number, module, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}
