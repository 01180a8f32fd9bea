// EXP-I8 of cache and prefetcher together, as the file connects them, whatever is written and however
// the scratchpad grants. Proof only, not part of the design.
`default_nettype none

module expanded_file_held (
    input wire clk_i,
    input wire rst_ni,
    input wire [2:0] write_valid_i, write_warp_i,
    input wire [5:0] write_reg_i,
    input wire bundle_valid_i, bundle_warp_i,
    input wire [3:0] bundle_set_i,
    input wire [1:0] released_i, ended_i,
    input wire spilled_granted_i,
    // The same for ever: the first register in the scratchpad, any register.
    input wire [1:0] start_reg_i,
    input wire warp_i,
    input wire [1:0] reg_i
);

  wire pin, claim, claimed, filling, none, pin_warp, claim_warp;
  wire [7:0] claim_reg;
  wire [1:0] pin_wanted, present, holds;
  wire [13:0] pin_upper;

  rf_operand_cache u_operand_cache (
      .clk_i, .rst_ni,
      .read_valid_i(8'd0), .read_cu_i(8'd0), .read_slot_i(8'd0), .read_warp_i(8'd0),
      .read_reg_i(64'd0), .write_valid_i, .write_warp_i,
      .write_reg_i({6'd0, write_reg_i[5:4], 6'd0, write_reg_i[3:2], 6'd0, write_reg_i[1:0]}),
      .write_lane_mask_i(96'd0), .write_data_i(3072'd0),
      .pin_i(pin), .pin_warp_i(pin_warp), .pin_wanted_i(pin_wanted), .pin_upper_i(pin_upper),
      .claim_i(claim), .claim_warp_i(claim_warp), .claim_reg_i(claim_reg),
      .released_i, .ended_i, .spilled_granted_i, .fetched_data_i(1024'd0),
      .present_o(present), .claimed_o(claimed), .filling_o(filling)
  );

  rf_register_prefetcher u_register_prefetcher (
      .clk_i, .rst_ni, .bundle_valid_i, .bundle_warp_i, .bundle_set_i, .bundle_mix_i(1'b1),
      .spilled_from_i({6'd0, start_reg_i}), .released_i,
      .present_i(present), .claimed_i(claimed), .filling_i(filling),
      .bundle_none_o(none), .holds_o(holds), .pin_o(pin), .pin_warp_o(pin_warp),
      .pin_wanted_o(pin_wanted), .pin_upper_o(pin_upper), .claim_o(claim),
      .claim_warp_o(claim_warp), .claim_reg_o(claim_reg)
  );

  // Warps that wait for their bundle; whether that of the register's warp names the register.
  reg [1:0] asked_q;
  reg named_q;
  wire [1:0] asked = asked_q & ~holds;
  wire [3:0] spilled = bundle_set_i & (4'hf << start_reg_i);

  // Assumed of reads by operand_cache_check: the register is pinned, and its line does not fill.
  reg pinned_q, fills_q;
  wire is_held = pinned_q && !(fills_q && filling);
  wire pins = pin && pin_warp == warp_i && pin_wanted[reg_i[0]]
      && pin_upper[7*reg_i[0] +: 7] == {6'd0, reg_i[1]};
  wire claims = claimed && claim_warp == warp_i && claim_reg == {6'd0, reg_i};
  wire goes = released_i[warp_i] || ended_i[warp_i];

  reg past_q = 1'b0;
  reg [4:0] chosen_q;
  wire [4:0] chosen = {start_reg_i, warp_i, reg_i};

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    chosen_q <= chosen;
    if (!rst_ni) begin
      asked_q <= 2'd0;
      named_q <= 1'b0;
      pinned_q <= 1'b0;
      fills_q <= 1'b0;
    end else begin
      asked_q <= asked | (bundle_valid_i && !none ? 2'b01 << bundle_warp_i : 2'b00);
      if (bundle_valid_i && bundle_warp_i == warp_i) named_q <= spilled[reg_i];
      pinned_q <= claims || ((pinned_q || (pins && present[reg_i[0]])) && !goes);
      fills_q <= claims || (fills_q && filling);
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) begin
      assume (chosen == chosen_q);
      // Required by the contract.
      assume (((released_i | ended_i) & asked) == 2'd0);
      assume ((ended_i & holds & ~released_i) == 2'd0);
      if (bundle_valid_i) begin
        assume (!asked[bundle_warp_i] && !holds[bundle_warp_i] && !ended_i[bundle_warp_i]);
        assume ((spilled[1:0] & spilled[3:2]) == 2'd0);
      end

      // All registers of a held bundle are there, and stay until it is released.
      if (holds[warp_i] && named_q) assert (is_held);
      // Assumed by operand_cache_check.
      assert (!(pin && claim));
    end
  end

endmodule

`default_nettype wire
