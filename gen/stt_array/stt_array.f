rf_stt_cells.v
rf_stt_array.v
