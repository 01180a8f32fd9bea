rf_slice_array.v
