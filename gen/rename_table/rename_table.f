rf_rename_placement.v
rf_rename_bank.v
rf_rename_reads.v
rf_rename_changes.v
rf_rename_table.v
