// One lane of rf_value_extractor: each slice of the output is a slice of the register, copies of
// the sign, or 0. At most one thing is selected for a slice. Combinational.
`default_nettype none

module rf_thread_value_extractor (
    input  wire [63:0] select_i, // bit 8n+s: slice n is slice s of the register
    input  wire [7:0]  sign_i,   // bit s: the sign is the top bit of slice s; none: it is 0
    input  wire [7:0]  pad_i,    // bit n: slice n is copies of the sign
    input  wire [31:0] data_i,
    output reg  [31:0] data_o
);

  reg sign;
  integer n, s;
  always @* begin
    sign = 1'b0;
    for (s = 0; s < 8; s = s + 1) sign = sign | (sign_i[s] & data_i[4*s + 3]);
    for (n = 0; n < 8; n = n + 1) begin
      data_o[4*n +: 4] = {4{pad_i[n] & sign}};
      for (s = 0; s < 8; s = s + 1) begin
        data_o[4*n +: 4] = data_o[4*n +: 4] | ({4{select_i[8*n + s]}} & data_i[4*s +: 4]);
      end
    end
  end

endmodule

`default_nettype wire
