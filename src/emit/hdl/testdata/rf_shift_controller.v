// Decides, once a cycle, what one racetrack bank does: read, write, shift one step, or nothing.
//
// The head position is the offset that lies under all access ports.
`default_nettype none

module rf_shift_controller (
    input  wire       clk_i,
    input  wire       rst_ni,        // synchronous, active low
    input  wire       req_valid_i,   // the bank has a request
    input  wire       req_write_i,   // the request is a write
    input  wire [3:0] req_offset_i,  // the offset that it needs under the ports
    input  wire       grant_i,       // one of this cycle's busy banks
    input  wire       preshift_en_i, // may shift without a grant
    output wire [2:0] op_o,          // OpNop .. OpShiftRight
    output wire [3:0] head_o,        // offset under the ports now
    output wire       aligned_o,     // valid request and head at its offset
    output wire       busy_o         // a write is still running
);

  localparam [2:0] OpNop        = 3'd0;
  localparam [2:0] OpRead       = 3'd1;
  localparam [2:0] OpWrite      = 3'd2;
  localparam [2:0] OpShiftLeft  = 3'd3;
  localparam [2:0] OpShiftRight = 3'd4;

  localparam [3:0] LastOffset = 4'd11; // 96 positions over 8 ports: offsets 0 to 11
  localparam [2:0] WriteHold  = 3'd2;  // cycles that a write holds the bank after its first
  localparam [3:0] HeadReset  = 4'd6;  // head position after reset

  reg [3:0] head_q, head_d;
  reg [2:0] hold_q, hold_d; // cycles that the running write still needs
  reg [2:0] op;

  assign head_o    = head_q;
  assign aligned_o = req_valid_i && (head_q == req_offset_i);
  assign busy_o    = hold_q != 3'd0;

  wire shifts = req_valid_i && !aligned_o && !busy_o && (grant_i || preshift_en_i);

  // What the bank does this cycle.
  always @* begin
    op = OpNop;
    if (shifts) begin
      op = (head_q < req_offset_i) ? OpShiftRight : OpShiftLeft;
    end else if (aligned_o && grant_i && !busy_o) begin
      op = req_write_i ? OpWrite : OpRead;
    end
  end

  assign op_o = op;

  // Where the head goes; it never leaves 0 to LastOffset.
  always @* begin
    head_d = head_q;
    if ((op == OpShiftRight) && (head_q != LastOffset)) head_d = head_q + 4'd1;
    else if ((op == OpShiftLeft) && (head_q != 4'd0))   head_d = head_q - 4'd1;
  end

  // How long a write still holds the bank.
  always @* begin
    hold_d = 3'd0;
    if (busy_o)             hold_d = hold_q - 3'd1;
    else if (op == OpWrite) hold_d = WriteHold;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= HeadReset;
      hold_q <= 3'd0;
    end else begin
      head_q <= head_d;
      hold_q <= hold_d;
    end
  end

endmodule

`default_nettype wire
