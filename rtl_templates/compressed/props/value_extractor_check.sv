// SDC-I5, SDC-I6 and SDC-I7 of an extractor's lane: any value stored under any legal pair of masks,
// among anything else. Proof only, not part of the design.
`default_nettype none

module value_extractor_check (
    input wire clk_i,
    input wire [15:0] masks_i,
    input wire signed_i,
    input wire [31:0] value_i,
    input wire [63:0] other_i // what both registers hold outside of the masks
);

  // Both registers side by side: slices follow one another from the first to the second.
  reg [63:0] stored;
  reg [4:0] slices;
  integer s;
  always @* begin
    slices = 5'd0;
    for (s = 0; s < 16; s = s + 1) begin
      stored[4*s +: 4] = masks_i[s] ? value_i >> (4 * slices) : other_i[4*s +: 4];
      slices = slices + masks_i[s];
    end
  end
  wire split = masks_i[15:8] != 0;

  wire [31:0] part_0, part_1;
  wire [31:0] merged = part_0 | (split ? part_1 : 32'd0);

  rf_value_extractor u_first (
      .masks_i, .part_i(1'b0), .signed_i, .data_i(stored[31:0]), .data_o(part_0)
  );
  rf_value_extractor u_second (
      .masks_i, .part_i(1'b1), .signed_i, .data_i(stored[63:32]), .data_o(part_1)
  );

  wire [5:0] spare = 6'd32 - 4 * slices;
  wire signed [31:0] top = value_i << spare;
  wire [31:0] by_sign = top >>> spare;
  wire [31:0] by_zeros = (value_i << spare) >> spare;

  always @(posedge clk_i) begin
    assume (masks_i[7:0] != 0);
    assume (slices <= 8);
    if (signed_i) assert (merged == by_sign);
    else assert (merged == by_zeros);
    if (masks_i == 16'h00ff) assert (part_0 == stored[31:0]);
    // Whole parts, to be merged in either order: each has only what is its own.
    if (split) assert ((part_0 & part_1) == 32'd0);
  end

endmodule

`default_nettype wire
