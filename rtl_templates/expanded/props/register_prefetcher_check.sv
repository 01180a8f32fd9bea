// EXP-I7, I11 and I12 of any warp. Proof only, not part of the design.
`default_nettype none

module register_prefetcher_check (
    input wire clk_i,
    input wire rst_ni,
    input wire bundle_valid_i,
    input wire [1:0] bundle_warp_i,
    input wire [3:0] bundle_set_i,
    input wire bundle_mix_i,
    input wire [1:0] spilled_from_i,
    input wire [2:0] released_i,
    input wire [1:0] present_i,
    input wire claimed_i,
    input wire filling_i,
    // Any warp, the same for ever.
    input wire [1:0] warp_i
);

  wire bundle_none, pin, claim, busy;
  wire [2:0] holds;
  wire [1:0] pin_warp, claim_warp, claim_reg, pin_wanted, pin_upper, queued;

  rf_register_prefetcher u_dut (
      .clk_i, .rst_ni, .bundle_valid_i, .bundle_warp_i, .bundle_set_i, .bundle_mix_i,
      .spilled_from_i, .released_i, .present_i, .claimed_i, .filling_i,
      .bundle_none_o(bundle_none), .holds_o(holds),
      .pin_o(pin), .pin_warp_o(pin_warp), .pin_wanted_o(pin_wanted), .pin_upper_o(pin_upper),
      .claim_o(claim), .claim_warp_o(claim_warp), .claim_reg_o(claim_reg),
      .queued_o(queued), .busy_o(busy)
  );

  // The bundle's registers in the scratchpad; 0 and 2 have one remainder, 1 and 3 the other.
  wire [3:0] spilled = bundle_mix_i ? bundle_set_i & (4'b1111 << spilled_from_i) : 4'd0;
  wire asks = bundle_valid_i && spilled != 4'd0;
  wire mine = bundle_warp_i == warp_i;

  // Warps that have asked and do not hold their bundle.
  reg [2:0] asked_q;
  wire [2:0] asked = asked_q & ~holds;
  // Of the warp: its vector; it is its turn; what is there or was claimed.
  reg [3:0] vector_q;
  reg turn_q;
  reg [1:0] got_q;
  wire [1:0] wanted = vector_q[1:0] | vector_q[3:2];
  // Anybody's turn, and turns that the warp has waited for.
  reg turns_q;
  reg [1:0] turn_warp_q;
  wire turns = turns_q && !holds[turn_warp_q];
  reg [3:0] waited_q;

  reg past_q = 1'b0;
  reg [1:0] warp_q;
  reg none_q, complete_q, held_q, idle_q, claim_q;
  wire complete = asked[warp_i] && turn_q && got_q == wanted && !filling_i;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    warp_q <= warp_i;
    if (!rst_ni) begin
      asked_q  <= 3'd0;
      turn_q   <= 1'b0;
      turns_q  <= 1'b0;
      waited_q <= 4'd0;
      none_q <= 1'b0;
      complete_q <= 1'b0;
      held_q <= 1'b0;
      idle_q <= 1'b0;
      claim_q <= 1'b0;
    end else begin
      asked_q <= asked | (asks ? 3'b001 << bundle_warp_i : 3'b000);
      if (asks && mine) vector_q <= spilled;
      turn_q <= (turn_q && asked[warp_i]) || (pin && pin_warp == warp_i);
      if (pin && pin_warp == warp_i) got_q <= present_i & wanted;
      else if (claim && claimed_i && claim_warp == warp_i) got_q <= got_q | (2'b01 << claim_reg[0]);
      turns_q <= turns || pin;
      if (pin) turn_warp_q <= pin_warp;
      if (asks && mine) waited_q <= 4'd0;
      else if (pin && asked[warp_i] && !turn_q) waited_q <= waited_q + 4'd1;
      none_q <= bundle_none && mine;
      complete_q <= complete;
      held_q <= holds[warp_i] && !released_i[warp_i];
      idle_q <= !turns && !pin && queued != 2'd0;
      claim_q <= pin || (claim && !claimed_i);
    end

    if (!past_q) assume (!rst_ni);
    assume (warp_i < 2'd3);
    if (past_q) begin
      assume (warp_i == warp_q);
      // Required by the contract.
      if (bundle_valid_i) assume (bundle_warp_i < 2'd3 && !((asked | holds) >> bundle_warp_i & 3'd1));
      assume (!(spilled[0] && spilled[2]) && !(spilled[1] && spilled[3]));
      assume ((released_i & asked) == 3'd0);
      if (claimed_i) assume (claim);

      assert (bundle_none == (bundle_valid_i && spilled == 4'd0));
      // EXP-I7: a warp holds its bundle if it had no vector, or everything was there and filled, and
      // until it is released; in no other case.
      assert (holds[warp_i] == (none_q || complete_q || held_q));
      // EXP-I12: a turn belongs to a warp that has asked, with the vector that it has named.
      if (pin && pin_warp == warp_i) begin
        assert (asked[warp_i] && !turn_q && pin_wanted == wanted);
        if (wanted[0]) assert (pin_upper[0] == vector_q[2]);
        if (wanted[1]) assert (pin_upper[1] == vector_q[3]);
      end
      // A line is asked for each of the others, once.
      if (claim && claim_warp == warp_i) begin
        assert (turn_q && vector_q[claim_reg] && !got_q[claim_reg[0]]);
      end
      // EXP-I11 as the prefetcher has it: turns follow one another, and a warp waits for few of them.
      if (idle_q) assert (pin);
      if (asked[warp_i]) assert (busy && waited_q <= 4'd{{ most }});
      if (!busy) assert (asked == 3'd0);
    end
  end

endmodule

`default_nettype wire
