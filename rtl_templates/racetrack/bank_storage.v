  // A row is a port region and, below it, an offset.
  rf_map_table u_map_table (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .load_valid_i  (map_valid_i),
      .load_entry_i  (map_entry_i),
      .load_port_i   (map_port_i),
      .load_offset_i (map_offset_i),
      .read_entry_i  (read_entry_i),
      .write_entry_i (write_entry_i),
      .read_port_o   (read_row[{{ row_bits - 1 }}:{{ offset_bits }}]),
      .read_offset_o (read_row[{{ offset_bits - 1 }}:0]),
      .write_port_o  (write_row[{{ row_bits - 1 }}:{{ offset_bits }}]),
      .write_offset_o(write_row[{{ offset_bits - 1 }}:0])
  );

  rf_shift_controller u_shift_controller (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .req_valid_i   (read_wanted || write_wanted),
      .req_write_i   (write_wanted),
      .read_offset_i (queue_row[{{ offset_bits - 1 }}:0]),
      .write_offset_i(buffer_row[{{ offset_bits - 1 }}:0]),
      .grant_i       (grant_i),
      .preshift_en_i (preshift_en_i),
      .op_o          (op_o),
      .head_o        (head_o),
      .aligned_o     (aligned_o),
      .busy_o        (busy_o)
  );

  assign read_o  = op_o == 3'd1;
  assign write_o = op_o == 3'd2;

  // Port region of the request to perform.
  wire [{{ row_bits - offset_bits - 1 }}:0] port = write_wanted
      ? buffer_row[{{ row_bits - 1 }}:{{ offset_bits }}] : queue_row[{{ row_bits - 1 }}:{{ offset_bits }}];

  {{ array }} u_domain_array (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .op_i        (op_o),
      .port_i      (port),
      .lane_mask_i (buffer_lane_mask),
      .write_data_i(buffer_data),
      .read_valid_o(rsp_valid_o),
      .read_data_o (rsp_data_o)
  );
