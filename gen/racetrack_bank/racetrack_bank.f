rf_read_queue.v
rf_write_buffer.v
rf_map_table.v
rf_shift_controller.v
rf_domain_array.v
rf_racetrack_bank.v
