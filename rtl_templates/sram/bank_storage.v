  // A row is an entry, and every granted request is performed.
  assign read_row  = read_entry_i;
  assign write_row = write_entry_i;
  assign read_o    = grant_i && read_wanted;
  assign write_o   = grant_i && write_wanted;

  {{ array }} u_sram_array (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .read_i       (read_o),
      .read_entry_i (queue_row),
      .write_i      (write_o),
      .write_entry_i(buffer_row),
      .lane_mask_i  (buffer_lane_mask),
      .write_data_i (buffer_data),
      .read_valid_o (rsp_valid_o),
      .read_data_o  (rsp_data_o)
  );
