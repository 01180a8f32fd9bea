// EXP-I11 and EXP-I17 of the file, one at a time: {{ name }}. Table, cache, prefetcher and scratchpad
// are the design's; the banks do as they like. Proof only, not part of the design.
`default_nettype none

{% include "expanded/props/any_banks.sv" %}

module {{ name }} (
    input wire clk_i,
    input wire rst_ni,
    input wire [7:0] read_valid_i, read_cu_i, read_slot_i, read_warp_i,
    input wire [15:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i,
    input wire [5:0] write_reg_i,
    input wire pass_valid_i, pass_stores_i, pass_enable_i,
    input wire [2:0] pass_row_i,
    input wire bundle_valid_i, bundle_warp_i,
    input wire [3:0] bundle_set_i,
    input wire [1:0] released_i, ended_i,
    // The same for ever: the first register in the scratchpad.
    input wire [1:0] start_reg_i
);

  // A launch of two mix CTAs, of a warp with four registers each, is loaded after the reset.
  reg [1:0] step_q;
  wire runs = step_q == 2'd3;
  wire [2:0] spilled_regs = 3'd4 - {1'b0, start_reg_i};
  wire [2:0] first_row = step_q[1] ? 3'd0 - (spilled_regs << 1) : 3'd0 - spilled_regs;
  wire [2:0] last_pass_row = 3'd7 - (spilled_regs << 1);

  wire [63:0] read_reg;
  wire [23:0] write_reg;
  wire [7:0] read_spilled;
  wire [2:0] write_spilled;
  genvar n;
  generate
    for (n = 0; n < 8; n = n + 1) begin : gen_read
      assign read_reg[8*n +: 8] = {6'd0, read_reg_i[2*n +: 2]};
      assign read_spilled[n] = runs && read_reg_i[2*n +: 2] >= start_reg_i;
    end
    for (n = 0; n < 3; n = n + 1) begin : gen_write
      assign write_reg[8*n +: 8] = {6'd0, write_reg_i[2*n +: 2]};
      assign write_spilled[n] = runs && write_reg_i[2*n +: 2] >= start_reg_i;
    end
  endgenerate

  wire [7:0] read_ready;
  wire [2:0] write_ready;
  wire [2047:0] banks;
  wire [7:0] banks_read = banks[7:0];
  wire [7:0] banks_read_ready = banks[15:8];
  wire [2:0] banks_write = banks[18:16];
  wire [2:0] banks_write_ready = banks[21:19];
  wire pass_ready, answers, cu, slot, none, fetches, blocked;
  wire [1:0] holds;

  rf_expanded_register_file u_dut (
      .clk_i, .rst_ni, .regs_per_thread_i(9'd4),
      .read_valid_i, .read_cu_i, .read_slot_i, .read_warp_i, .read_reg_i(read_reg),
      .write_valid_i, .write_warp_i, .write_reg_i(write_reg),
      .write_lane_mask_i(96'd0), .write_data_i(3072'd0),
      .load_i(rst_ni && step_q == 2'd0), .enable_i(1'b1), .start_warp_i(1'b0),
      .start_reg_i({6'd0, start_reg_i}), .offset_i(3'd0),
      .load_base_i(step_q[0] ^ step_q[1]), .base_cta_i(step_q[1]), .base_i({first_row, 7'd0}),
      .base_warp_i(step_q[1]),
      .pass_valid_i, .pass_stores_i, .pass_row_i({93'd0, pass_row_i}),
      .pass_enable_i({127'd0, pass_enable_i}), .pass_data_i(1024'd0),
      .bundle_valid_i, .bundle_warp_i, .bundle_set_i, .released_i, .issued_i(2'd0), .ended_i,
      .read_ready_o(read_ready), .write_ready_o(write_ready), .rsp_data_o(banks),
      .pass_ready_o(pass_ready), .cache_valid_o(answers), .cache_cu_o(cu), .cache_slot_o(slot),
      .bundle_none_o(none), .holds_o(holds), .fetches_o(fetches),
      .blocked_o(blocked)
  );

  // Warps that wait for their bundle, and the bundles that they have named.
  reg [1:0] asked_q;
  reg [7:0] sets_q;
  wire [1:0] asked = asked_q & ~holds;
  wire [3:0] spilled = bundle_set_i & (4'hf << start_reg_i);

  // Reads that the cache accepts.
  wire [7:0] cached = read_valid_i & read_ready & read_spilled;

  // Outstanding answers.
  reg past_q = 1'b0;
  reg answers_q, cu_q, slot_q, pass_waits_q;
  reg [1:0] held_q;
  reg [{{ wait_bits - 1 }}:0] waited_q;
  reg [1:0] start_reg_q;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    start_reg_q <= start_reg_i;
    if (!rst_ni) begin
      step_q <= 2'd0;
      asked_q <= 2'd0;
      held_q <= 2'd0;
      waited_q <= {{ wait_bits }}'d0;
    end else begin
      if (!runs) step_q <= step_q + 2'd1;
      asked_q <= asked | (bundle_valid_i && !none ? 2'b01 << bundle_warp_i : 2'b00);
      held_q <= holds & ~released_i;
      waited_q <= fetches && !blocked ? waited_q + {{ wait_bits }}'d1 : {{ wait_bits }}'d0;
    end
    if (bundle_valid_i) sets_q[4*bundle_warp_i +: 4] <= bundle_set_i;
    answers_q <= rst_ni && |cached;
    cu_q <= |(cached & read_cu_i);
    slot_q <= |(cached & read_slot_i);
    pass_waits_q <= rst_ni && pass_valid_i && !pass_ready;

    assume (rst_ni == past_q);
    assume (start_reg_i != 2'd0);
    if (past_q) begin
      assume (start_reg_i == start_reg_q);
      if (!runs) assume (read_valid_i == 8'd0 && write_valid_i == 3'd0 && !bundle_valid_i);
      if (!runs) assume (!pass_valid_i);
      // Required by the contract.
      assume (((released_i | ended_i) & asked) == 2'd0);
      assume ((ended_i & holds & ~released_i) == 2'd0);
      if (bundle_valid_i) begin
        assume (!asked[bundle_warp_i] && !holds[bundle_warp_i] && !ended_i[bundle_warp_i]);
        assume ((spilled[1:0] & spilled[3:2]) == 2'd0);
      end
      if (pass_waits_q) assume (pass_valid_i);
      // A pass leaves the rows of registers alone.
      if (pass_valid_i) assume (pass_row_i <= last_pass_row);
{% if is_once %}
      // EXP-I17: each request goes to the banks or to the cache, and is answered once.
      if (runs) begin
        assert (banks_read == (read_valid_i & ~read_spilled));
        assert (banks_write == (write_valid_i & ~write_spilled));
        assert ((read_ready & ~read_spilled) == (banks_read_ready & ~read_spilled));
        assert ((write_ready & ~write_spilled) == (banks_write_ready & ~write_spilled));
      end
      assert ((cached & (cached - 8'd1)) == 8'd0);
      assert (answers == answers_q);
      if (answers_q) assert (cu == cu_q && slot == slot_q);
      // A bundle is held until it is released.
      assert ((held_q & ~holds) == 2'd0);
{%- else %}
      // Two registers of a warp are in the scratchpad.
      assume (start_reg_i == 2'd2);
      // One channel reads, two write; only registers of a held bundle are read from the cache.
      assume (read_valid_i[7:1] == 7'd0 && !write_valid_i[2]);
      if (read_valid_i[0] && read_spilled[0]) begin
        assume (holds[read_warp_i[0]] && sets_q[{read_warp_i[0], read_reg_i[1:0]}]);
      end
      // The warp whose turn it is has its registers soon after no line of them is pinned.
      assert (waited_q <= {{ wait_bits }}'d{{ most_wait }});
{%- endif %}
    end
  end

endmodule

`default_nettype wire
