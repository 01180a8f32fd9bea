// RM-I1, RM-I2, RM-I3 and RM-I4 of the shift controller. Proof only, not part of the design.
{%- let w = offset_bits %}
`default_nettype none

module shift_controller_check (
    input wire       clk_i,
    input wire       rst_ni,
    input wire       req_valid_i,
    input wire       req_write_i,
    input wire [{{ w - 1 }}:0] read_offset_i,
    input wire [{{ w - 1 }}:0] write_offset_i,
    input wire       grant_i,
    input wire       preshift_en_i
);

  localparam [{{ w - 1 }}:0] LastOffset = {{ w }}'d{{ params.geometry.offsets - 1 }};
  localparam [{{ w - 1 }}:0] RestOffset = {{ w }}'d{{ params.geometry.rest_offset() }};

  wire [2:0] op;
  wire [{{ w - 1 }}:0] head;
  wire aligned, busy;

  rf_shift_controller u_dut (
      .clk_i, .rst_ni, .req_valid_i, .req_write_i, .read_offset_i, .write_offset_i,
      .grant_i, .preshift_en_i,
      .op_o(op), .head_o(head), .aligned_o(aligned), .busy_o(busy)
  );

  wire [{{ w - 1 }}:0] offset = req_write_i ? write_offset_i : read_offset_i;

  // A tape of our own, moved by nothing but the bank's operations.
  reg [{{ w - 1 }}:0] tape;
  reg [{{ w - 1 }}:0] want_q, away_q;
  reg moved_q, past_q = 1'b0;
  reg [3:0] holds; // cycles that the last write still holds the bank

  wire shifts_right = op == 3'd4;
  wire shifts_left = op == 3'd3;
  wire accesses = op == 3'd1 || op == 3'd2;
  wire [{{ w - 1 }}:0] away = (tape > offset) ? tape - offset : offset - tape;
  wire [{{ w - 1 }}:0] away_before = (tape > want_q) ? tape - want_q : want_q - tape;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    want_q <= offset;
    away_q <= away;
    moved_q <= rst_ni && (shifts_left || shifts_right);
    if (!rst_ni) tape <= RestOffset;
    else if (shifts_right) tape <= tape + {{ w }}'d1;
    else if (shifts_left) tape <= tape - {{ w }}'d1;

    if (!rst_ni) holds <= 4'd0;
    else if (op == 3'd2) holds <= 4'd{{ params.write_cycles - 1 }};
    else if (holds != 4'd0) holds <= holds - 4'd1;

    if (!past_q) assume (!rst_ni);
    assume (read_offset_i <= LastOffset && write_offset_i <= LastOffset);
    if (past_q) begin
      assert (head == tape);                                // the state tells the truth
      assert (aligned == (req_valid_i && tape == offset));
      assert (op <= 3'd4);
      assert (tape <= LastOffset);                          // RM-I1
      assert (!(shifts_right && tape == LastOffset));       // RM-I1
      assert (!(shifts_left && tape == {{ w }}'d0));        // RM-I1
      assert (!(accesses && tape != offset));               // RM-I2
      assert (!(accesses && !(req_valid_i && grant_i)));    // only what was asked and granted
      assert (busy == (holds != 4'd0));                     // RM-I3: a write holds the bank
      assert (!(busy && op != 3'd0));                       // RM-I3
      if (moved_q) assert (away_before == away_q - {{ w }}'d1); // RM-I4: one step nearer
      // RM-I7: an unobstructed request shifts or is performed in every cycle.
      if (req_valid_i && grant_i && !busy) assert (op != 3'd0);
      if (req_valid_i && preshift_en_i && !busy && !aligned) assert (op != 3'd0);
    end
  end

endmodule

`default_nettype wire
