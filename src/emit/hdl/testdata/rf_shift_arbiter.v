// Grants up to four of 16 requests, lowest index first.
`default_nettype none

module rf_shift_arbiter (
    input  wire [15:0] request_i,
    input  wire [15:0] misaligned_i,
    output wire [15:0] grant_o,      // at most four ones
    output wire [15:0] preshift_o
);

  reg [15:0] grant;
  reg [2:0]  count;
  integer i;

  // The lowest four requests win.
  always @* begin
    count = 3'd0;
    grant = 16'd0;
    for (i = 0; i < 16; i = i + 1) begin
      if (request_i[i] && (count < 3'd4)) begin
        grant[i] = 1'b1;
        count = count + 3'd1;
      end
    end
  end

  assign grant_o    = grant;
  assign preshift_o = ~grant & misaligned_i;

endmodule

`default_nettype wire
