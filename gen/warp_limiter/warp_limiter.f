rf_warp_limiter.v
