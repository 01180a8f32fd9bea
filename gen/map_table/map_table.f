rf_map_table.v
