{{ contract }}
`default_nettype none

module rf_indirection_table (
{{ ports }}
);

  // Source copy: registers that instructions read.
  rf_source_table u_source (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .load_valid_i   (load_valid_i),
      .load_register_i(load_register_i),
      .load_entry_i   (load_entry_i),
      .valid_i        (source_valid_i),
      .register_i     (source_register_i),
      .ready_o        (source_ready_o),
      .found_o        (source_found_o),
      .entry_o        (source_entry_o)
  );

  // Destination copy: registers that instructions write.
  rf_destination_table u_destination (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .load_valid_i   (load_valid_i),
      .load_register_i(load_register_i),
      .load_entry_i   (load_entry_i),
      .valid_i        (destination_valid_i),
      .register_i     (destination_register_i),
      .ready_o        (destination_ready_o),
      .found_o        (destination_found_o),
      .entry_o        (destination_entry_o)
  );

endmodule

`default_nettype wire
