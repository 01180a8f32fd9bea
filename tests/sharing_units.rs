//! Are faults in the sharing register file's map, pool and merge unit, and in the file, found?

use crate::faults::{planted_in, refuted};
use crate::support::fermi;
use rayon::prelude::*;
use regforge::systems;

const FILE: &str = "sharing_register_file";
const FILE_MODULE: &str = "rf_sharing_register_file";

/// Unit, number of its proof, module, and the fault.
#[test]
fn faults_refute_the_proofs() {
    let (nothing_kept, kept) = (0, 1);
    let faults = [
        // A count that forgets a channel, a map, a borrow.
        (
            "register_pool",
            nothing_kept,
            "rf_register_pool",
            "less_0 ^ less_1 ^ less_2",
            "less_0 ^ less_1",
        ),
        ("register_pool", nothing_kept, "rf_register_pool", "one_less & ~more", "one_less"),
        ("register_pool", nothing_kept, "rf_register_pool", "two_less | borrow", "two_less"),
        // A held register is offered, a mapped one, one of a later bank.
        ("register_pool", nothing_kept, "rf_register_pool", "& ~odd & ~holds", "& ~odd"),
        (
            "register_pool",
            nothing_kept,
            "rf_register_pool",
            "~many & ~two & ~odd &",
            "~many & ~two &",
        ),
        (
            "register_pool",
            nothing_kept,
            "rf_register_pool",
            "(|behind) ? behind : offers",
            "offers",
        ),
        (
            "register_pool",
            nothing_kept,
            "rf_register_pool",
            "if (m > k) last = 1'b0",
            "if (m < k) last = 1'b0",
        ),
        ("register_pool", kept, "rf_register_pool", "spare & ~kept_q", "spare"),
        ("register_pool", kept, "rf_register_pool", "kept_q & ~more & ~taken", "kept_q & ~taken"),
        ("register_pool", kept, "rf_register_pool", "released & ~unmap_recorded_i", "released"),
        // A walk that leaves the last register, that does not unmap, that takes a used bank.
        ("rename_table", 0, "rf_rename_table", "walk_next >= regs", "walk_next + 9'd1 >= regs"),
        ("rename_table", 0, "rf_rename_table", "& clear_i)) || walks", "& clear_i))"),
        (
            "rename_table",
            0,
            "rf_rename_table",
            "walking_q && !change_valid[walk_bank]",
            "walking_q",
        ),
        // The wrong channel, an entry that is not unmapped, a warp that seems to have left.
        ("rename_table", 0, "rf_rename_changes", "asks & (~asks + 6'd1)", "asks"),
        ("rename_table", 0, "rf_rename_reads", "valid_i[k] && (bank", "(bank"),
        ("rename_table", 0, "rf_rename_bank", "set_i || clear_i", "set_i"),
        ("rename_table", 0, "rf_rename_table", "used_q | sets", "used_q & sets"),
        // No mask, the wrong shift, a source that is given up with its read.
        ("merge_unit", 0, "rf_merge_unit", "from_first & ~behind_split", "from_first"),
        ("merge_unit", 0, "rf_merge_unit", "held_q[0] ? a_shift_q : b_shift_q", "a_shift_q"),
        ("merge_unit", 0, "rf_merge_unit", "held_q[1] && held_q[0], 1'b0", "2'd0"),
        ("merge_unit", 0, "rf_merge_unit", "|held_q && !asked_q", "|held_q"),
        ("merge_unit", 0, "rf_merge_unit", "copy_i ? 3'd0 : a_shift_i", "a_shift_i"),
        ("merge_unit", 0, "rf_merge_unit", "else if (!refused_q[4])", "else"),
        ("merge_unit", 0, "rf_merge_unit", " || (write_valid_o && !write_ready_i)", ""),
        ("merge_unit", 1, "rf_merge_unit", "source[3:2] == 2'd0", "1'b1"),
        // What a write changes, a walk or both does not leave the old register.
        (FILE, 0, FILE_MODULE, "map_set ? change_mapped[0] : writer_mapped", "change_mapped[0]"),
        (FILE, 0, FILE_MODULE, "released[0] || walks, unmaps", "released[0], unmaps"),
        (FILE, 0, FILE_MODULE, "wire walk_go = !release_valid_i[0];", "wire walk_go = 1'b1;"),
        // A read of what is not mapped, of another channel's register, one that replaces another.
        (
            FILE,
            0,
            FILE_MODULE,
            "read_mapped_q[k] <= map_read_mapped[k]",
            "read_mapped_q[k] <= 1'b1",
        ),
        (FILE, 0, FILE_MODULE, "<= map_read_phys[2*k +: 2]", "<= map_read_phys[0 +: 2]"),
        (FILE, 0, FILE_MODULE, "read_valid_i & read_room & map", "read_valid_i & map"),
        // A write to what others share, or that leaves its entry; lanes that were never written.
        (
            FILE,
            0,
            "rf_mapping_controller",
            "write_mapped_i & (write_single_i | write_fill_i)",
            "write_mapped_i",
        ),
        (FILE, 0, "rf_mapping_controller", "alone & write_recorded_i & ~write_fill_i", "3'd0"),
        (FILE, 0, FILE_MODULE, "write_set | write_fill_i", "write_fill_i"),
        // A store or a fence that deletes nothing.
        (FILE, 0, FILE_MODULE, "(kind_q == 2'd1) && touches_q", "1'b0"),
        (FILE, 0, FILE_MODULE, "judged_q && (kind_q == 2'd2)", "1'b0"),
        // A source that is written or taken before it is read; a lane of the wrong source.
        (FILE, 0, FILE_MODULE, "(held[0] && phys ==", "(1'b0 && phys =="),
        (FILE, 0, "rf_register_pool", "& ~odd & ~holds", "& ~odd"),
        (FILE, 0, "rf_merge_unit", "from_first & ~behind_split", "from_first"),
    ];
    faults.par_iter().for_each(|(unit, number, module, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}

/// In small ones, as each fault is built anew.
#[test]
fn faults_are_found_in_lockstep() {
    let keys = ["gpu.banks=4", "gpu.registers=1024", "gpu.warps=8"];
    let config = systems::config("fermi", &keys.map(String::from)).unwrap();
    let faults = [
        ("register_pool", "rf_register_pool", "one_less & ~more", "one_less"),
        ("register_pool", "rf_register_pool", "& ~odd & ~holds", "& ~odd"),
        ("register_pool", "rf_register_pool", "if (m < k) names = names + 2'd1", ""),
        ("register_pool", "rf_register_pool", "+ {1'b0, released[2]}", ""),
        ("rename_table", "rf_rename_table", "walk_next >= regs", "walk_next > regs"),
        ("rename_table", "rf_rename_bank", "rst_ni && set_i", "rst_ni"),
        ("rename_table", "rf_rename_reads", "k < c", "k + 1 < c"),
        ("merge_unit", "rf_merge_unit", "({32{1'b1}} << split_q) << 1", "{32{1'b1}} << split_q"),
        ("merge_unit", "rf_merge_unit", "if (shift[4])", "if (1'b0)"),
        ("merge_unit", "rf_merge_unit", " || (write_valid_o && !write_ready_i)", ""),
        ("merge_unit", "rf_merge_unit", "read_phys_o   = held_q[0]", "read_phys_o   = held_q[1]"),
    ];
    faults.par_iter().for_each(|(unit, module, from, to)| {
        planted_in(&config, unit, module, from, to);
    });
}
