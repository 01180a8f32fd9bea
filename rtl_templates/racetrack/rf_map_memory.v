// The memory of a map table: one write port, two read ports. This is the module to replace by a
// foundry's macro.
//
// Timing: reads are combinational; a write counts from the next cycle on.
`default_nettype none

module rf_map_memory (
    input  wire       clk_i,
    input  wire       write_valid_i,
    input  wire [{{ entry_bits - 1 }}:0] write_entry_i,
    input  wire [{{ place_bits - 1 }}:0] write_place_i, // port, offset
    input  wire [{{ entry_bits - 1 }}:0] first_entry_i,
    input  wire [{{ entry_bits - 1 }}:0] second_entry_i,
    output wire [{{ place_bits - 1 }}:0] first_place_o,
    output wire [{{ place_bits - 1 }}:0] second_place_o
);

  localparam Entries = {{ entries }};

  reg [{{ place_bits - 1 }}:0] place_q [0:Entries-1];

  assign first_place_o  = place_q[first_entry_i];
  assign second_place_o = place_q[second_entry_i];

  always @(posedge clk_i) begin
    if (write_valid_i) place_q[write_entry_i] <= write_place_i;
  end

endmodule

`default_nettype wire
