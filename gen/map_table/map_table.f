rf_map_memory.v
rf_map_table.v
