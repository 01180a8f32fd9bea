rf_scratchpad_bank.v
rf_scratchpad.v
