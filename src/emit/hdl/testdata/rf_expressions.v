// One of each.
`default_nettype none

module rf_expressions (
    input  wire        clk_i,
    input  wire        rst_ni,     // synchronous, active low
    input  wire [7:0]  a_i,
    input  wire [7:0]  b_i,
    input  wire        flag_i,
    output wire [7:0]  mixed_o,
    output wire [8:0]  sum_o,
    output wire [3:0]  low_o,
    output wire [7:0]  shifted_o,
    output wire        reduced_o,
    output wire        compared_o,
    output wire        grouped_o,
    output wire [7:0]  nibbles_o,
    output wire        picked_o,
    output wire [7:0]  patched_o,
    output wire [63:0] constant_o,
    output wire [2:0]  state_o,
    output wire        long_o
);

  localparam [2:0] OpNop        = 3'd0; // nothing
  localparam [2:0] OpRead       = 3'd1;
  localparam [2:0] OpWrite      = 3'd2;
  localparam [2:0] OpShiftLeft  = 3'd3;
  localparam [2:0] OpShiftRight = 3'd4;

  localparam [63:0] Big   = 64'hfeedf00ddeadbeef;
  localparam [2:0]  Which = 3'd5;

  reg [2:0] state_q, state_d;
  reg       toggle_q, toggle_d;
  reg [7:0] patched;
  reg [3:0] half;               // the larger nibble of a
  integer i;

  assign mixed_o    = (a_i & 8'd15) | (b_i ^ ~a_i);
  assign sum_o      = {1'b0, a_i} + {1'b0, b_i} - 9'd3;
  assign low_o      = a_i[3:0] - b_i[3:0] + 4'd1;
  assign shifted_o  = (a_i << 2'd3) ^ (b_i >> a_i[2:1]);
  assign reduced_o  = ((|a_i) && !(&b_i)) || (^a_i);
  assign compared_o = (a_i >= b_i) ^ (a_i[3:0] <= b_i[7:4]) ^ (a_i[1:0] > b_i[1:0]);
  assign grouped_o  = ((a_i & 8'd3) == b_i) || ((a_i + 8'd1 < b_i) && (flag_i != toggle_q));

  // The larger nibble of a in both halves, "twice".
  always @* begin
    half = 4'd0;
    for (i = 0; i < 2; i = i + 1) begin
      if ((i == 1) && flag_i) begin
        // A comment so long that it must go on in a second line, which begins where the first
        // began.
        half = 4'd7;
      end
      if (a_i[4 * i +: 4] > half) half = a_i[4 * i +: 4];
    end
  end

  assign nibbles_o = ({4'd0, half} << 3'd4) | {4'd0, half};
  assign picked_o  = a_i[Which] ^ b_i[a_i[2:0]] ^ a_i[7];

  always @* begin
    patched = a_i;
    patched[7] = flag_i;
    patched[0] = 1'b0;
  end

  assign patched_o  = patched;
  assign constant_o = Big;

  // Around the states; b == 255 stops.
  always @* begin
    toggle_d = toggle_q;
    case (state_q)
      OpNop: state_d = OpRead;
      OpRead: begin
        if (flag_i) begin
          state_d = OpWrite;
        end else if (a_i == 8'd0) begin
          // Nothing to do.
          state_d = OpNop;
          toggle_d = !toggle_q;
        end else begin
          state_d = OpShiftLeft;
        end
      end
      OpWrite: state_d = OpShiftLeft;
      OpShiftLeft: state_d = OpShiftRight;
      default: state_d = OpNop;
    endcase
    // The stop.
    if (b_i == 8'd255) state_d = state_q;
  end

  assign state_o = state_q;
  assign long_o  = flag_i && ((a_i == b_i) || (a_i[0] && b_i[1]) || (a_i[2] && b_i[3])) &&
      (state_q != OpShiftRight);

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= OpRead;
      toggle_q <= 1'b1;
    end else begin
      state_q <= state_d;
      toggle_q <= toggle_d;
    end
  end

endmodule

`default_nettype wire
