// Grants some of 16 requests with rotating priority.
`default_nettype none

module rf_rotating_arbiter (
    input  wire        clk_i,
    input  wire        rst_ni,    // synchronous, active low
    input  wire [15:0] request_i, // one bit per bank
    output wire [15:0] grant_o,   // at most MaxGrants ones
    output wire [3:0]  first_o,   // lowest granted index, 0 if there is none
    output wire        any_o      // first counts
);

  localparam [4:0] MaxGrants = 5'd4; // grants in one cycle

  reg [3:0]  start_q; // where the search begins
  reg [15:0] grant;
  reg [3:0]  first;
  reg [4:0]  count;   // grants so far
  reg [3:0]  place;
  integer i, j;

  // From start upwards, around the end, until MaxGrants are granted.
  always @* begin
    count = 5'd0;
    grant = 16'd0;
    for (i = 0; i < 16; i = i + 1) begin
      place = start_q + i[3:0];
      if (request_i[place] && (count < MaxGrants)) begin
        grant[place] = 1'b1;
        count = count + 5'd1;
      end
    end
  end

  assign grant_o = grant;

  // The lowest granted index.
  always @* begin
    first = 4'd0;
    for (j = 0; j < 16; j = j + 1) begin
      if (grant[15 - j]) first = 4'd15 - j[3:0];
    end
  end

  assign first_o = first;
  assign any_o   = |grant;

  // Whoever was granted is last in the next cycle.
  wire start_en      = any_o;
  wire [3:0] start_d = first + 4'd1;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      start_q <= 4'd0;
    end else begin
      if (start_en) start_q <= start_d;
    end
  end

endmodule

`default_nettype wire
