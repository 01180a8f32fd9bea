rf_write_buffer.v
