// RM-I6: the logical and the physical array give the same answers to every legal sequence of
// operations, from any initial contents. RM-I5 follows, as the logical one is a plain memory.
// Proof only, not part of the design.
`default_nettype none

module domain_array_equal (
    input wire                clk_i,
    input wire                rst_ni,
    input wire [2:0]          op_i,
    input wire [{{ geometry.port_bits() - 1 }}:0] port_i,
    input wire [{{ params.lanes - 1 }}:0] lane_mask_i,
    input wire [{{ params.data_bits() - 1 }}:0] write_data_i
);

  localparam Offsets = {{ geometry.offsets }};
  localparam Positions = {{ geometry.positions() }};
  localparam Lanes = {{ params.lanes }};

  wire logical_valid, physical_valid;
  wire [{{ params.data_bits() - 1 }}:0] logical_data, physical_data;

  rf_domain_array u_logical (
      .clk_i, .rst_ni, .op_i, .port_i, .lane_mask_i, .write_data_i,
      .read_valid_o(logical_valid), .read_data_o(logical_data)
  );

  rf_domain_array_physical u_physical (
      .clk_i, .rst_ni, .op_i, .port_i, .lane_mask_i, .write_data_i,
      .read_valid_o(physical_valid), .read_data_o(physical_data)
  );

  // Forbidden by the contract: shifts beyond the ends, and reads of what was not written.
  reg [7:0] head;
  reg [Positions*Lanes-1:0] written;
  reg past_q = 1'b0;
  wire [7:0] position = port_i * Offsets + head;
  wire [Lanes-1:0] here = written[position*Lanes +: Lanes];

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!rst_ni) begin
      head <= {{ geometry.rest_offset() }};
      written <= 0;
    end else begin
      if (op_i == 3'd4) head <= head + 8'd1;
      if (op_i == 3'd3) head <= head - 8'd1;
      if (op_i == 3'd2) written[position*Lanes +: Lanes] <= here | lane_mask_i;
    end

    if (!past_q) assume (!rst_ni);
    assume (port_i < {{ geometry.ports }});
    if (rst_ni) begin
      assume (op_i <= 3'd4);
      assume (!(op_i == 3'd4 && head == Offsets - 1));
      assume (!(op_i == 3'd3 && head == 0));
      assume (!(op_i == 3'd1 && !(&here)));
    end

    if (past_q) begin
      assert (logical_valid == physical_valid);
      if (logical_valid) assert (logical_data == physical_data);
    end
  end

endmodule

`default_nettype wire
