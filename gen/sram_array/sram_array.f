rf_sram_memory.v
rf_sram_array.v
