rf_slice_memory.v
rf_slice_array.v
