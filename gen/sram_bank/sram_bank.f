rf_sram_read_queue.v
rf_sram_write_buffer.v
rf_sram_memory.v
rf_sram_array.v
rf_sram_bank.v
