rf_domain_array.v
