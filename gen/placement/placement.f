rf_placement.v
