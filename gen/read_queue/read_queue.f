rf_read_queue.v
