// EXP-I7 to I11, I13 to I15 and I17 of the complete file, by induction: what is asserted after the cycle
// holds if all of it held before, or if the cycle was a reset. Every register in the scratchpad is
// followed, with one lane of a bit, and four rows of a kernel's arrays. Table, cache, prefetcher and
// scratchpad are the design's, but for their memories, which have one bit; the banks do as they like.
// Bounded are the number of warps (2), of their registers (4, 2 of them in the scratchpad), of lines (2),
// of queued writes (1), of passes in a run (1) and of warps that pass another in the queue (1). The
// number of cycles is not. Proof only, not part of the design.
`default_nettype none

// Known of the cycle before, to be shown of this one.
`define HOLDS(x) begin ok = ok && (x); assert (!seen_q || (x)); end

{% include "expanded/props/any_banks.sv" %}

// One bit of each line.
module rf_operand_cache_memory (
    input wire clk_i, req_i, we_i, addr_i,
    input wire [31:0] wmask_i,
    input wire [1023:0] wdata_i,
    output wire [1023:0] rdata_o
);
  reg [1:0] memory_q;
  reg rdata_q;
  assign rdata_o = {1023'd0, rdata_q};
  always @(posedge clk_i) begin
    if (req_i && !we_i) rdata_q <= memory_q[addr_i];
    if (req_i && we_i && wmask_i[0]) memory_q[addr_i] <= wdata_i[0];
  end
endmodule

// One bit of each row.
module rf_scratchpad_memory (
    input wire clk_i, req_i, we_i,
    input wire [2:0] addr_i,
    input wire [3:0] wmask_i,
    input wire [31:0] wdata_i,
    output wire [31:0] rdata_o
);
  reg [7:0] memory_q;
  reg rdata_q;
  assign rdata_o = {31'd0, rdata_q};
  always @(posedge clk_i) begin
    if (req_i && !we_i) rdata_q <= memory_q[addr_i];
    if (req_i && we_i && wmask_i[0]) memory_q[addr_i] <= wdata_i[0];
  end
endmodule

// The vectors of both warps.
module rf_register_prefetcher_memory (
    input wire clk_i, read_req_i, read_addr_i,
    output wire [3:0] rdata_o,
    input wire write_req_i, write_addr_i, wmask_i,
    input wire [3:0] wdata_i
);
  reg [7:0] memory_q;
  reg [3:0] rdata_q;
  assign rdata_o = rdata_q;
  always @(posedge clk_i) begin
    if (read_req_i) rdata_q <= memory_q[4*read_addr_i +: 4];
    if (write_req_i && wmask_i) memory_q[4*write_addr_i +: 4] <= wdata_i;
  end
endmodule

module expanded_file_inductive (
    input wire clk_i,
    input wire rst_ni,
    input wire [7:0] read_valid_i, read_cu_i, read_slot_i, read_warp_i,
    input wire [15:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i,
    input wire [5:0] write_reg_i,
    input wire [2:0] write_lane_i, write_bit_i,
    input wire pass_valid_i, pass_stores_i, pass_enable_i, pass_bit_i,
    input wire [2:0] pass_row_i,
    input wire bundle_valid_i, bundle_warp_i,
    input wire [3:0] bundle_set_i,
    input wire [1:0] released_i, ended_i
);

  // A launch of two mix CTAs, of a warp with four registers each, is loaded after the reset. Registers
  // 2 and 3 of warp 0 have the rows 6 and 7, those of warp 1 the rows 4 and 5.
  reg [1:0] step_q;
  wire runs = step_q == 2'd3;

  wire [63:0] read_reg;
  wire [23:0] write_reg;
  wire [7:0] read_spilled;
  wire [2:0] write_spilled;
  wire [95:0] write_mask;
  wire [3071:0] write_data;
  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : gen_read
      assign read_reg[8*g +: 8] = {6'd0, read_reg_i[2*g +: 2]};
      assign read_spilled[g] = runs && read_reg_i[2*g + 1];
    end
    for (g = 0; g < 3; g = g + 1) begin : gen_write
      assign write_reg[8*g +: 8] = {6'd0, write_reg_i[2*g +: 2]};
      assign write_spilled[g] = runs && write_reg_i[2*g + 1];
      assign write_mask[32*g +: 32] = {31'd0, write_lane_i[g]};
      assign write_data[1024*g +: 1024] = {1023'd0, write_bit_i[g]};
    end
  endgenerate

  wire [7:0] read_ready;
  wire [2:0] write_ready;
  wire [2047:0] banks;
  wire [31:0] answered;
  wire [1023:0] words, answer;
  wire pass_ready, answers, cu, slot, none, fetches, blocked, granted;
  wire [1:0] holds;

  rf_expanded_register_file u_dut (
      .clk_i, .rst_ni, .regs_per_thread_i(9'd4),
      .read_valid_i, .read_cu_i, .read_slot_i, .read_warp_i, .read_reg_i(read_reg),
      .write_valid_i, .write_warp_i, .write_reg_i(write_reg),
      .write_lane_mask_i(write_mask), .write_data_i(write_data),
      .load_i(rst_ni && step_q == 2'd0), .enable_i(1'b1), .start_warp_i(1'b0),
      .start_reg_i(8'd2), .offset_i(3'd0),
      .load_base_i(step_q[0] ^ step_q[1]), .base_cta_i(step_q[1]),
      .base_i(step_q[1] ? 10'd512 : 10'd768), .base_warp_i(step_q[1]),
      .pass_valid_i, .pass_stores_i, .pass_row_i({93'd0, pass_row_i}),
      .pass_enable_i({127'd0, pass_enable_i}), .pass_data_i({1023'd0, pass_bit_i}),
      .bundle_valid_i, .bundle_warp_i, .bundle_set_i, .released_i, .issued_i(2'd0), .ended_i,
      .read_ready_o(read_ready), .write_ready_o(write_ready), .rsp_data_o(banks),
      .pass_ready_o(pass_ready), .answered_o(answered), .words_o(words),
      .cache_valid_o(answers), .cache_cu_o(cu), .cache_slot_o(slot), .cache_data_o(answer),
      .bundle_none_o(none), .holds_o(holds), .moved_o(granted), .fetches_o(fetches),
      .blocked_o(blocked)
  );
  wire [7:0] banks_read = banks[7:0];
  wire [7:0] banks_read_ready = banks[15:8];
  wire [2:0] banks_write = banks[18:16];
  wire [2:0] banks_write_ready = banks[21:19];

  // Its state: table, cache, prefetcher, scratchpad.
  (* hierconn *) wire \u_dut.u_register_allocation_table.enable_q ;
  (* hierconn *) wire \u_dut.u_register_allocation_table.start_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_register_allocation_table.start_reg_q ;
  (* hierconn *) wire [7:0] \u_dut.u_register_allocation_table.max_reg_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_allocation_table.valid_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_allocation_table.base_warp_q ;
  (* hierconn *) wire [19:0] \u_dut.u_register_allocation_table.base_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.valid_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.filling_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.dirty_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.pinned_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.tag_warp_q ;
  (* hierconn *) wire [13:0] \u_dut.u_operand_cache.tag_upper_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.leave_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.evicted_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.leave_line_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.fetch_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.fetch_line_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.fetch_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_operand_cache.fetch_reg_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.older_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.fill_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.fill_line_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.count_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.queue_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_operand_cache.queue_reg_q ;
  (* hierconn *) wire [31:0] \u_dut.u_operand_cache.queue_lanes_q ;
  (* hierconn *) wire [1023:0] \u_dut.u_operand_cache.queue_data_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.claimed ;
  (* hierconn *) wire \u_dut.u_operand_cache.claim_line ;
  (* hierconn *) wire \u_dut.u_operand_cache.spilled_valid_o ;
  (* hierconn *) wire \u_dut.u_operand_cache.gen_bank[0].full_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.gen_bank[0].set_q ;
  (* hierconn *) wire [31:0] \u_dut.u_operand_cache.gen_bank[0].lanes_q ;
  (* hierconn *) wire [1023:0] \u_dut.u_operand_cache.gen_bank[0].data_q ;
  (* hierconn *) wire [1:0] \u_dut.u_operand_cache.gen_bank[0].u_memory.memory_q ;
  (* hierconn *) wire \u_dut.u_operand_cache.gen_bank[0].u_memory.rdata_q ;
  (* hierconn *) wire \u_dut.u_register_prefetcher.pin_q ;
  (* hierconn *) wire \u_dut.u_register_prefetcher.claims_q ;
  (* hierconn *) wire \u_dut.u_register_prefetcher.warp_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_prefetcher.left_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_prefetcher.queue_q ;
  (* hierconn *) wire \u_dut.u_register_prefetcher.first_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_prefetcher.count_q ;
  (* hierconn *) wire [7:0] \u_dut.u_register_prefetcher.u_memory.memory_q ;
  (* hierconn *) wire [3:0] \u_dut.u_register_prefetcher.u_memory.rdata_q ;
  (* hierconn *) wire \u_dut.u_scratchpad.run_q ;
  (* hierconn *) wire [7:0] \u_dut.u_scratchpad.gen_bank[0].u_memory.memory_q ;
  (* hierconn *) wire \u_dut.u_scratchpad.gen_bank[0].u_memory.rdata_q ;
  wire [17:0] variables = {
      \u_dut.u_register_allocation_table.enable_q , \u_dut.u_register_allocation_table.start_warp_q ,
      \u_dut.u_register_allocation_table.start_reg_q , \u_dut.u_register_allocation_table.max_reg_q
  };
  wire [1:0] bases_q = \u_dut.u_register_allocation_table.valid_q ;
  wire [1:0] base_warp_q = \u_dut.u_register_allocation_table.base_warp_q ;
  wire [19:0] base_q = \u_dut.u_register_allocation_table.base_q ;
  wire [1:0] valid_q = \u_dut.u_operand_cache.valid_q ;
  wire [1:0] filling_q = \u_dut.u_operand_cache.filling_q ;
  wire [1:0] dirty_q = \u_dut.u_operand_cache.dirty_q ;
  wire [1:0] pinned_q = \u_dut.u_operand_cache.pinned_q ;
  wire [1:0] tag_warp_q = \u_dut.u_operand_cache.tag_warp_q ;
  wire [13:0] tag_upper_q = \u_dut.u_operand_cache.tag_upper_q ;
  wire leave_q = \u_dut.u_operand_cache.leave_q ;
  wire evicted_q = \u_dut.u_operand_cache.evicted_q ;
  wire leave_line_q = \u_dut.u_operand_cache.leave_line_q ;
  wire fetch_q = \u_dut.u_operand_cache.fetch_q ;
  wire fetch_line_q = \u_dut.u_operand_cache.fetch_line_q ;
  wire fetch_warp_q = \u_dut.u_operand_cache.fetch_warp_q ;
  wire [7:0] fetch_reg_q = \u_dut.u_operand_cache.fetch_reg_q ;
  wire older_q = \u_dut.u_operand_cache.older_q ;
  wire fill_q = \u_dut.u_operand_cache.fill_q ;
  wire fill_line_q = \u_dut.u_operand_cache.fill_line_q ;
  wire queued_q = \u_dut.u_operand_cache.count_q ;
  wire queue_warp_q = \u_dut.u_operand_cache.queue_warp_q ;
  wire [7:0] queue_reg_q = \u_dut.u_operand_cache.queue_reg_q ;
  wire queue_lane = \u_dut.u_operand_cache.queue_lanes_q [0];
  wire queue_bit = \u_dut.u_operand_cache.queue_data_q [0];
  wire claimed = \u_dut.u_operand_cache.claimed ;
  wire spills = \u_dut.u_operand_cache.spilled_valid_o ;
  wire claim_line = \u_dut.u_operand_cache.claim_line ;
  wire full_q = \u_dut.u_operand_cache.gen_bank[0].full_q ;
  wire full_line_q = \u_dut.u_operand_cache.gen_bank[0].set_q ;
  wire full_lane = \u_dut.u_operand_cache.gen_bank[0].lanes_q [0];
  wire full_bit = \u_dut.u_operand_cache.gen_bank[0].data_q [0];
  wire [1:0] lines_q = \u_dut.u_operand_cache.gen_bank[0].u_memory.memory_q ;
  wire evicted_bit_q = \u_dut.u_operand_cache.gen_bank[0].u_memory.rdata_q ;
  wire pin_q = \u_dut.u_register_prefetcher.pin_q ;
  wire claims_q = \u_dut.u_register_prefetcher.claims_q ;
  wire turn_q = \u_dut.u_register_prefetcher.warp_q ;
  wire [1:0] left_q = \u_dut.u_register_prefetcher.left_q ;
  wire [1:0] waiting_q = \u_dut.u_register_prefetcher.count_q ;
  wire [7:0] vectors_q = \u_dut.u_register_prefetcher.u_memory.memory_q ;
  wire [3:0] vector_q = \u_dut.u_register_prefetcher.u_memory.rdata_q ;
  wire first = \u_dut.u_register_prefetcher.queue_q [\u_dut.u_register_prefetcher.first_q ];
  wire second = \u_dut.u_register_prefetcher.queue_q [!\u_dut.u_register_prefetcher.first_q ];
  wire [7:0] rows_q = \u_dut.u_scratchpad.gen_bank[0].u_memory.memory_q ;
  wire fetched_bit_q = \u_dut.u_scratchpad.gen_bank[0].u_memory.rdata_q ;
  wire run_q = \u_dut.u_scratchpad.run_q ;

  // Registers by warp and the lower bit of their number. What each holds, if it was written since its
  // warp began, and whether the bundle that its warp has named names it; the same of the arrays' rows.
  reg [3:0] value_q, known_q, named_q, rows_value_q, rows_known_q;
  // Warps that have named a bundle; those that still wait for it.
  reg [1:0] asked_q;
  wire [1:0] asked = asked_q & ~holds;
  // Answers that are due.
  reg answers_q, cu_q, slot_q, expects_q, expected_q, loads_q, row_known_q, row_value_q;
  reg [1:0] held_q;
  // Cycles for which the warp whose turn it is has waited for lines that no other pins.
  reg [5:0] waited_q;

  wire [7:0] cached = read_valid_i & read_ready & read_spilled;
  wire pass = pass_valid_i && pass_ready && pass_enable_i;

  reg past_q;
  integer c, n;
  always @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!runs) step_q <= step_q + 2'd1;
    asked_q <= asked | (bundle_valid_i && !none ? 2'b01 << bundle_warp_i : 2'b00);
    if (bundle_valid_i) named_q[2*bundle_warp_i +: 2] <= bundle_set_i[3:2];
    held_q <= holds & ~released_i;
    waited_q <= fetches && !blocked ? waited_q + 6'd1 : 6'd0;

    for (c = 0; c < 3; c = c + 1)
      if (write_valid_i[c] && write_ready[c] && write_spilled[c] && write_lane_i[c]) begin
        value_q[{write_warp_i[c], write_reg_i[2*c]}] <= write_bit_i[c];
        known_q[{write_warp_i[c], write_reg_i[2*c]}] <= 1'b1;
      end
    for (c = 0; c < 2; c = c + 1) if (ended_i[c]) known_q[2*c +: 2] <= 2'd0;
    if (pass && pass_stores_i) begin
      rows_value_q[pass_row_i[1:0]] <= pass_bit_i;
      rows_known_q[pass_row_i[1:0]] <= 1'b1;
    end

    answers_q <= |cached;
    cu_q <= |(cached & read_cu_i);
    slot_q <= |(cached & read_slot_i);
    for (c = 0; c < 8; c = c + 1) if (cached[c]) begin
      expects_q <= known_q[{read_warp_i[c], read_reg_i[2*c]}];
      expected_q <= value_q[{read_warp_i[c], read_reg_i[2*c]}];
    end
    loads_q <= pass && !pass_stores_i;
    row_known_q <= rows_known_q[pass_row_i[1:0]];
    row_value_q <= rows_value_q[pass_row_i[1:0]];
    if (!rst_ni) begin
      {step_q, asked_q, held_q} <= 6'd0;
      {known_q, rows_known_q} <= 8'd0;
      {answers_q, loads_q} <= 2'd0;
      waited_q <= 6'd0;
    end
  end

  // As the contract says.
  always @* begin
    if (!past_q) assume (!rst_ni);
    else begin
      if (!runs) assume (read_valid_i == 8'd0 && write_valid_i == 3'd0);
      if (!runs) assume (!bundle_valid_i && !pass_valid_i);
      assume (((released_i | ended_i) & asked) == 2'd0);
      assume ((ended_i & holds & ~released_i) == 2'd0);
      if (bundle_valid_i)
        assume (!asked[bundle_warp_i] && !holds[bundle_warp_i] && !ended_i[bundle_warp_i]);
      for (n = 0; n < 8; n = n + 1)
        if (read_valid_i[n] && read_spilled[n])
          assume (holds[read_warp_i[n]] && named_q[{read_warp_i[n], read_reg_i[2*n]}]);
      // A pass leaves the rows of registers alone.
      assume (!pass_row_i[2]);
    end
  end

  reg ok, seen_q = 1'b0; // all held in this cycle, and in the one before
  always @(posedge clk_i) seen_q <= ok;

  // Of each line its content, with the write that is on its way there.
  reg [1:0] content;
  // Of each register: its line has it, fills for it, or leaves with it; the scratchpad's content, with
  // the queued write.
  reg [3:0] in_line, fills, leaves, queued, stored;
  // Of each warp: it waits in the queue, it is its turn.
  reg [1:0] waits, turns;
  reg w, l;
  // Cycles that the turn takes at most from now on, if no line is pinned by another warp.
  reg [5:0] left;
  integer i, r;
  always @* begin
    {w, l, left} = 8'd0;
    for (i = 0; i < 2; i = i + 1) begin
      content[i] = full_q && full_line_q == i && full_lane ? full_bit : lines_q[i];
      waits[i] = (waiting_q != 2'd0 && first == i) || (waiting_q == 2'd2 && second == i);
      turns[i] = (pin_q || claims_q) && turn_q == i;
    end
    for (r = 0; r < 4; r = r + 1) begin
      w = r[1];
      l = r[1] ^ r[0];
      in_line[r] = valid_q[l] && tag_warp_q[l] == w;
      fills[r] = filling_q[l] && tag_warp_q[l] == w;
      leaves[r] = leave_q && leave_line_q == l && dirty_q[l] && tag_warp_q[l] == w;
      queued[r] = queued_q && queue_warp_q == w && queue_reg_q[0] == r[0];
      stored[r] = queued[r] && queue_lane ? queue_bit : rows_q[{1'b1, !w, r[0]}];
    end

    ok = 1'b1;
    if (past_q) begin
      // The launch.
      if (step_q != 2'd0) begin
        `HOLDS(variables == {1'b1, 1'b0, 8'd2, 8'd3} && bases_q == {runs, step_q[1]})
      end
      if (step_q[1]) `HOLDS(!base_warp_q[0] && base_q[9:0] == 10'd768)
      if (runs) `HOLDS(base_warp_q[1] && base_q[19:10] == 10'd512)
      if (!runs) `HOLDS(valid_q == 2'd0 && filling_q == 2'd0 && asked == 2'd0 && holds == 2'd0
                        && !queued_q && !full_q && known_q == 4'd0)

      // Warps: one that waits for its bundle is in the queue, or it is its turn.
      `HOLDS(waiting_q != 2'd3 && !(waiting_q == 2'd2 && first == second))
      `HOLDS(!(pin_q && claims_q) && (waits & turns) == 2'd0 && asked == (waits | turns))
      `HOLDS(((waits | turns) & holds) == 2'd0)
      for (i = 0; i < 2; i = i + 1) begin
        if (waits[i]) `HOLDS(vectors_q[4*i +: 4] == {named_q[2*i +: 2], 2'd0})
        if (turns[i]) `HOLDS(vector_q == {named_q[2*i +: 2], 2'd0})
        if (turns[i] && claims_q) `HOLDS((left_q & ~named_q[2*i +: 2]) == 2'd0)
      end
      // EXP-I7: a bundle is held until it is released.
      `HOLDS((held_q & ~holds) == 2'd0)

      // Lines.
      for (i = 0; i < 2; i = i + 1) begin
        w = tag_warp_q[i];
        l = w ^ i[0]; // the register's lower bit
        `HOLDS(!(valid_q[i] && filling_q[i]))
        if (valid_q[i] || filling_q[i] || dirty_q[i]) `HOLDS(tag_upper_q[7*i +: 7] == 7'd1)
        if (dirty_q[i]) `HOLDS(valid_q[i] || (leave_q && leave_line_q == i))
        `HOLDS({1'b0, filling_q[i]}
               == {1'b0, fetch_q && fetch_line_q == i} + {1'b0, fill_q && fill_line_q == i})
        if (filling_q[i]) `HOLDS(pinned_q[i] && claims_q && turn_q == w && !left_q[l])
        // A pin is that of a bundle that is held or collected.
        if (pinned_q[i]) begin
          `HOLDS(valid_q[i] || filling_q[i])
          `HOLDS(named_q[{w, l}] && (holds[w] || (claims_q && turn_q == w)))
          // EXP-I9: the line is not claimed.
          `HOLDS(!(claimed && claim_line == i))
        end
      end
      if (fetch_q)
        `HOLDS(fetch_warp_q == tag_warp_q[fetch_line_q] && (queued_q || !older_q)
                && fetch_reg_q == {7'd1, fetch_line_q ^ fetch_warp_q})
      if (queued_q) `HOLDS(queue_reg_q[7:1] == 7'd1)
      // The line that leaves is the one that is asked for.
      if (leave_q)
        `HOLDS(claims_q && left_q != 2'd0 && claim_line == leave_line_q
                && !valid_q[leave_line_q] && !filling_q[leave_line_q])
      if (evicted_q) `HOLDS(leave_q && dirty_q[leave_line_q])

      // Registers.
      for (r = 0; r < 4; r = r + 1) begin
        w = r[1];
        l = r[1] ^ r[0];
        // EXP-I8, and before that of a turn: what is not left is there or comes.
        if (holds[w] && named_q[r]) `HOLDS(in_line[r] && pinned_q[l])
        if (claims_q && turn_q == w && named_q[r])
          `HOLDS(left_q[r[0]] || ((in_line[r] || fills[r]) && pinned_q[l]))
        // A fetch waits for the older write of its register.
        if (fetch_q && fetch_warp_q == w && fetch_line_q == l && queued[r]) `HOLDS(older_q)
        // EXP-I10, I15: the last write is in the line, on its way from there, or in the scratchpad;
        // a clean line has what the scratchpad has.
        if (known_q[r]) begin
          if (in_line[r]) `HOLDS(content[l] == value_q[r])
          if (leaves[r])
            `HOLDS((evicted_q ? evicted_bit_q : content[l]) == value_q[r])
          if (fills[r] && fill_q && fill_line_q == l)
            `HOLDS(fetched_bit_q == value_q[r])
          if (!(in_line[r] && dirty_q[l]) && !leaves[r]) `HOLDS(stored[r] == value_q[r])
        end
        // Rows of the arrays.
        if (rows_known_q[r]) `HOLDS(rows_q[r] == rows_value_q[r])
      end

      // EXP-I17: each request goes to the banks or to the cache.
      if (runs) begin
        `HOLDS(banks_read == (read_valid_i & ~read_spilled)
                && banks_write == (write_valid_i & ~write_spilled))
        `HOLDS(((read_ready ^ banks_read_ready) & ~read_spilled) == 8'd0
                && ((write_ready ^ banks_write_ready) & ~write_spilled) == 3'd0)
      end
      `HOLDS((cached & (cached - 8'd1)) == 8'd0)
      // It is answered once, EXP-I14 with the last write; so is a pass.
      `HOLDS(answers == answers_q && answered == {31'd0, loads_q})
      if (answers_q) `HOLDS(cu == cu_q && slot == slot_q)
      if (answers_q && expects_q) `HOLDS(answer[0] == expected_q)
      if (loads_q && row_known_q) `HOLDS(words[0] == row_value_q)

      // EXP-I11: a turn ends. A grant takes two cycles at most.
      if (run_q) `HOLDS(spills)
      if (pin_q) left = 6'd25;
      if (claims_q) begin
        // A line takes 12 cycles: it is marked, the bank's write register is emptied, the line is read,
        // the queue has room after a grant, takes the content, the line is claimed, older writes and
        // the fetch get their grants, the line fills.
        left = {2'd0, 3'd0, left_q[0]} + {2'd0, 3'd0, left_q[1]};
        left = (left << 3) + (left << 2);
        if (left_q != 2'd0 && !valid_q[claim_line]) begin
          left = left - 6'd6;
          if (leave_q && dirty_q[leave_line_q])
            left = left + (!evicted_q ? (full_q ? 6'd5 : 6'd4) : queued_q ? 6'd3 : 6'd1);
        end
        if (fetch_q) left = left + (older_q ? 6'd5 : 6'd3);
        if (fill_q) left = left + 6'd1;
        if (run_q && (fetch_q || evicted_q)) left = left - 6'd1;
      end
      if (pin_q) `HOLDS(waited_q == 6'd0)
      `HOLDS(waited_q <= 6'd{{ most_wait }})
      if (fetches) `HOLDS(waited_q + left <= 6'd{{ most_wait }})
    end
  end

endmodule

`undef HOLDS
`default_nettype wire
