// SDC-I13, I14, I15 and I17 of a collector unit, from its ports: any operand of any slot is followed
// from its claim to its answer. Proof only, not part of the design.
{%- let n = params.slots %}
{%- let d = data_bits %}
{%- let b = params.slot_bits() %}
`default_nettype none

module collector_unit_check (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ n - 1 }}:0] claim_i,
    input wire [{{ n - 1 }}:0] located_i,
    input wire [{{ 32 * n - 1 }}:0] entry_i,
    input wire grant_i,
    input wire part_valid_i,
    input wire [{{ b - 1 }}:0] part_slot_i,
    input wire part_last_i,
    input wire [{{ d - 1 }}:0] part_i,
    input wire convert_grant_i,
    input wire converted_valid_i,
    input wire [{{ b - 1 }}:0] converted_slot_i,
    input wire [{{ d - 1 }}:0] converted_i,
    input wire [{{ b - 1 }}:0] slot_i // any slot, the same for ever
);

  wire req_valid, req_second, req_last, convert_valid, converted_ready, rsp_valid;
  wire [{{ b - 1 }}:0] convert_slot, rsp_slot;
  wire [31:0] req_entry;
  wire [3:0] convert_slices;
  wire [{{ d - 1 }}:0] convert_data, rsp_data;

  rf_collector_unit u_dut (
      .clk_i, .rst_ni, .claim_i, .located_i, .entry_i, .grant_i, .part_valid_i, .part_slot_i,
      .part_last_i, .part_i, .convert_grant_i, .converted_valid_i, .converted_slot_i, .converted_i,
      .req_valid_o(req_valid), .req_entry_o(req_entry), .req_second_o(req_second),
      .req_last_o(req_last), .convert_valid_o(convert_valid),
      .convert_slot_o(convert_slot), .convert_slices_o(convert_slices),
      .convert_data_o(convert_data), .converted_ready_o(converted_ready), .rsp_valid_o(rsp_valid),
      .rsp_slot_o(rsp_slot), .rsp_data_o(rsp_data)
  );

  // Of each slot: claimed, located, granted parts, parts that have come; whether it is split, and
  // whether it is converted. Entries carry their slot from bit 24 on, so that a request shows its
  // own.
  reg [{{ n - 1 }}:0] claimed_q, located_q, split_q, converts_q;
  reg [{{ n - 1 }}:0] first_q, second_q, first_came_q, second_came_q;
  reg [{{ n - 1 }}:0] taken_q; // by a converter, and not yet back
  reg [{{ b - 1 }}:0] slot_q;
  reg past_q = 1'b0;

  // The OR of the parts of the followed slot.
  reg [{{ d - 1 }}:0] field_q;

  wire [{{ b - 1 }}:0] asked = req_entry[24 +: {{ b }}];
  wire granted = req_valid && grant_i;
  wire taken = convert_valid && convert_grant_i;
  wire coming_second = first_came_q[part_slot_i]; // else the first part comes
  wire comes = part_valid_i && part_slot_i == slot_i;
  wire first_came = first_came_q[slot_i] || comes;
  wire second_came = second_came_q[slot_i] || (comes && coming_second);
  wire whole = located_q[slot_i] && first_came && (second_came || !split_q[slot_i]);

  // Of all slots since the followed one was located: parts that were granted until it has its own,
  // then conversions.
  reg [3:0] waits_q;
  wire offered = whole && !comes && converts_q[slot_i] && !taken_q[slot_i];
  wire asks = !first_q[slot_i] || (split_q[slot_i] && !second_q[slot_i]);

  integer i;
  always @(posedge clk_i) begin
    past_q <= 1'b1;
    slot_q <= slot_i;
    if (!rst_ni) begin
      claimed_q <= {{ n }}'d0;
      located_q <= {{ n }}'d0;
      first_q <= {{ n }}'d0;
      second_q <= {{ n }}'d0;
      first_came_q <= {{ n }}'d0;
      second_came_q <= {{ n }}'d0;
      taken_q <= {{ n }}'d0;
      waits_q <= 4'd0;
    end else begin
      if (part_valid_i && coming_second) second_came_q[part_slot_i] <= 1'b1;
      if (part_valid_i && !coming_second) first_came_q[part_slot_i] <= 1'b1;
      if (granted && req_second) second_q[asked] <= 1'b1;
      if (granted && !req_second) first_q[asked] <= 1'b1;
      for (i = 0; i < {{ n }}; i = i + 1) begin
        if (located_i[i]) begin
          located_q[i] <= 1'b1;
          split_q[i] <= |entry_i[32*i+16 +: 8];
          converts_q[i] <= entry_i[32*i+15] && !entry_i[32*i+1];
        end
        if (claim_i[i]) begin
          claimed_q[i] <= 1'b1;
          located_q[i] <= 1'b0;
          first_q[i] <= 1'b0;
          second_q[i] <= 1'b0;
          first_came_q[i] <= 1'b0;
          second_came_q[i] <= 1'b0;
        end
      end
      if (rsp_valid) claimed_q[rsp_slot] <= 1'b0;
      if (rsp_valid) located_q[rsp_slot] <= 1'b0;
      if (taken) taken_q[convert_slot] <= 1'b1;
      if (converted_valid_i) taken_q[converted_slot_i] <= 1'b0;
      if (claim_i[slot_i]) field_q <= 0;
      else if (comes) field_q <= field_q | part_i;

      if (!located_q[slot_i] || (rsp_valid && rsp_slot == slot_i)) waits_q <= 4'd0;
      else if (asks ? granted : offered && taken && convert_slot != slot_i) waits_q <= waits_q + 4'd1;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (slot_i == slot_q);
    assume (slot_i <= {{ b }}'d{{ n - 1 }});
    // A part that was granted comes, the first before the second.
    if (part_valid_i) begin
      assume (past_q && part_slot_i <= {{ b }}'d{{ n - 1 }} && located_q[part_slot_i]);
      assume (coming_second ? second_q[part_slot_i] && !second_came_q[part_slot_i]
                            : first_q[part_slot_i]);
      assume (part_last_i == (coming_second || !split_q[part_slot_i]));
    end
    // What a converter has taken comes back when it can be answered.
    if (converted_valid_i) begin
      assume (past_q && converted_ready && converted_slot_i <= {{ b }}'d{{ n - 1 }});
      assume (taken_q[converted_slot_i] || (taken && convert_slot == converted_slot_i));
    end
    for (i = 0; i < {{ n }}; i = i + 1) begin
      if (claim_i[i]) assume (past_q && !claimed_q[i]);
      if (located_i[i]) assume (past_q && claimed_q[i] && !located_q[i]);
      assume (entry_i[32*i+24 +: {{ b }}] == i[{{ b - 1 }}:0]);
      // Entries of one or of 8 slices and split ones of two: what counts is the number.
      assume (entry_i[32*i+{{ 24 + b }} +: {{ 8 - b }}] == 0 && entry_i[32*i+17 +: 7] == 7'd0);
      assume (entry_i[32*i+8 +: 7] == 7'd0);
      assume (entry_i[32*i] && entry_i[32*i+1 +: 7] == {7{entry_i[32*i+1]}});
      assume (!entry_i[32*i+1] || !entry_i[32*i+16]);
    end

    if (past_q) begin
      if (req_valid) begin
        assert (located_q[asked]);                                     // SDC-I14
        assert (req_second ? !second_q[asked] : !first_q[asked]);      // each part once
        assert (!req_second || split_q[asked]);
        assert (req_last == (req_second || !split_q[asked]));
      end
      if (convert_valid && convert_slot == slot_i) begin
        assert (offered);                                              // until it is taken
        assert (convert_data == field_q);                              // SDC-I13
      end
      if (rsp_valid && rsp_slot == slot_i) begin
        assert (whole);                                                // SDC-I13
        assert (converts_q[slot_i] == converted_valid_i);
        assert (rsp_data == (converts_q[slot_i] ? converted_i
                             : (comes ? field_q | part_i : field_q))); // SDC-I13, I15
      end
      if (converted_valid_i) assert (rsp_valid && rsp_slot == converted_slot_i);
      // Not converted: answered at once. The other slots take at most as long as this one.
      if (comes && whole && !converts_q[slot_i]) assert (rsp_valid && rsp_slot == slot_i);
      assert (waits_q < 4'd{{ bound }});                               // SDC-I17
    end
  end

endmodule

`default_nettype wire
