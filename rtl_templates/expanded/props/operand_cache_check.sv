// EXP-I9, I10, I14 and I15 of a lane of any register. Proof only, not part of the design.
{%- let b = params.banks %}
`default_nettype none

module operand_cache_check (
    input wire clk_i,
    input wire rst_ni,
    input wire read_valid_i,
    input wire read_cu_i,
    input wire read_slot_i,
    input wire read_warp_i,
    input wire [1:0] read_reg_i,
    input wire [1:0] write_valid_i,
    input wire [1:0] write_warp_i,
    input wire [3:0] write_reg_i,
    input wire [3:0] write_lane_mask_i,
    input wire [3:0] write_data_i,
    input wire pin_i,
    input wire pin_warp_i,
    input wire [1:0] pin_wanted_i,
    input wire [1:0] pin_upper_i,
    input wire claim_i,
    input wire claim_warp_i,
    input wire [1:0] claim_reg_i,
    input wire [1:0] released_i,
    input wire [1:0] ended_i,
    input wire spilled_granted_i,
    input wire [1:0] fetched_data_i,
    // Any register, the same for ever; of its two lanes the first.
    input wire warp_i,
    input wire [1:0] reg_i
);

  wire read_ready;
  wire [1:0] write_ready, present, spilled_reg, spilled_lanes, spilled_data;
  wire [{{ b - 1 }}:0] answered, answer_cu, answer_slot;
  wire [{{ 2 * b - 1 }}:0] answer_data;
  wire claimed, filling, spilled_valid, spilled_writes, spilled_warp, busy;

  rf_operand_cache u_dut (
      .clk_i, .rst_ni, .read_valid_i, .read_cu_i, .read_slot_i, .read_warp_i, .read_reg_i,
      .write_valid_i, .write_warp_i, .write_reg_i, .write_lane_mask_i, .write_data_i,
      .pin_i, .pin_warp_i, .pin_wanted_i, .pin_upper_i, .claim_i, .claim_warp_i, .claim_reg_i,
      .released_i, .ended_i, .spilled_granted_i, .fetched_data_i,
      .read_ready_o(read_ready), .write_ready_o(write_ready),
      .answered_o(answered), .answer_cu_o(answer_cu), .answer_slot_o(answer_slot),
      .answer_data_o(answer_data), .present_o(present), .claimed_o(claimed), .filling_o(filling),
      .spilled_valid_o(spilled_valid), .spilled_writes_o(spilled_writes),
      .spilled_warp_o(spilled_warp), .spilled_reg_o(spilled_reg),
      .spilled_lanes_o(spilled_lanes), .spilled_data_o(spilled_data), .busy_o(busy)
  );

  // The register's line and bank, and who does something with it.
  wire line = reg_i[0]{{ self.warp("warp_i") }};
  wire [0:0] bank = {% if params.banks == 2 %}line{% else %}1'b0{% endif %};
  wire claim_line = claim_reg_i[0]{{ self.warp("claim_warp_i") }};
  wire read_line = read_reg_i[0]{{ self.warp("read_warp_i") }};
  wire in_bank = {% if params.banks == 2 %}read_line == line{% else %}1'b1{% endif %};
  wire is_read = read_warp_i == warp_i && read_reg_i == reg_i;
  wire [1:0] writes = write_valid_i & write_ready & {
      write_warp_i[1] == warp_i && write_reg_i[3:2] == reg_i && write_lane_mask_i[2],
      write_warp_i[0] == warp_i && write_reg_i[1:0] == reg_i && write_lane_mask_i[0]
  };
  wire data = writes[1] ? write_data_i[2] : write_data_i[0];
  wire pins = pin_i && pin_warp_i == warp_i && pin_wanted_i[reg_i[0]]
      && pin_upper_i[reg_i[0]] == reg_i[1];
  wire claims = claimed && claim_warp_i == warp_i && claim_reg_i == reg_i;
  wire goes = released_i[warp_i] || ended_i[warp_i];
  wire spills = spilled_warp == warp_i && spilled_reg == reg_i;
  wire granted = spilled_valid && spilled_granted_i;

  // The value of the lane, here or in the scratchpad, and the value in the scratchpad.
  reg known_q, value_q, stored_q;
  // It is pinned; its line fills; it was there when it was pinned last, and no claim came since.
  reg pinned_q, fills_q, there_q;
  wire is_held = pinned_q && !(fills_q && filling);

  reg past_q = 1'b0;
  reg fetched_q, answers_q, cu_q, slot_q, expects_q, expected_q;
  reg waits_q, spilled_writes_q, spilled_warp_q;
  reg [1:0] spilled_reg_q;
  reg [2:0] chosen_q;
  wire [2:0] chosen = {warp_i, reg_i};
  wire accepted = read_valid_i && read_ready;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    chosen_q <= chosen;
    if (!rst_ni) begin
      known_q <= !past_q; // before the first cycle the scratchpad has everything
      pinned_q <= 1'b0;
      fills_q <= 1'b0;
      there_q <= 1'b0;
    end else begin
      known_q <= (known_q || |writes) && !ended_i[warp_i];
      if (|writes) value_q <= data;
      pinned_q <= claims || ((pinned_q || (pins && present[reg_i[0]])) && !goes);
      fills_q <= claims || (fills_q && filling);
      there_q <= (there_q || is_held) && !ended_i[warp_i]
          && !(claim_i && claim_line == line && !is_held);
      if (granted && spilled_writes && spills && spilled_lanes[0]) begin
        stored_q <= spilled_data[0];
      end
    end
    fetched_q <= rst_ni && granted && !spilled_writes && spills;
    answers_q <= rst_ni && accepted && in_bank;
    cu_q <= read_cu_i;
    slot_q <= read_slot_i;
    expects_q <= rst_ni && known_q && accepted && is_read;
    expected_q <= value_q;
    waits_q <= rst_ni && spilled_valid && !spilled_granted_i;
    spilled_writes_q <= spilled_writes;
    spilled_warp_q <= spilled_warp;
    spilled_reg_q <= spilled_reg;

    if (!past_q) assume (!rst_ni && value_q == stored_q);
    if (past_q) begin
      assume (chosen == chosen_q);
      // Required by the contract.
      if (read_valid_i && is_read) assume (is_held);
      assume (!(pin_i && claim_i));
      if (fetched_q) assume (fetched_data_i[0] == stored_q);

      // Reads are answered once, in the next cycle, with the value that was written last.
      assert (answered[bank] == answers_q);
      if (answers_q) assert (answer_cu[bank] == cu_q && answer_slot[bank] == slot_q);
      if (expects_q) assert (answer_data[{bank, 1'b0}] == expected_q);
      // EXP-I9: a pinned line is not claimed.
      if (pinned_q) assert (!(claimed && claim_line == line));
      // A present register is found.
      assert ((present & ~pin_wanted_i) == 2'b00);
      if (pins && there_q) assert (present[reg_i[0]]);
      // A request to the scratchpad holds.
      if (waits_q) begin
        assert (spilled_valid && spilled_writes == spilled_writes_q);
        assert (spilled_warp == spilled_warp_q && spilled_reg == spilled_reg_q);
      end
      if (!busy) assert (!spilled_valid && !filling);
    end
  end

endmodule

`default_nettype wire
