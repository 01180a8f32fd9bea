rf_shift_controller.v
rf_read_queue.v
rf_write_buffer.v
rf_domain_array.v
rf_racetrack_bank.v
