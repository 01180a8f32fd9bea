rf_merge_unit.v
