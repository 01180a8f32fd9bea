rf_sram_array.v
