// LOC-I1, LOC-I3 to LOC-I7, LOC-I11, LOC-I14, LOC-I15 and LOC-I18 to LOC-I20 of the complete file, by
// induction: what is asserted after the cycle holds if all of it held before, or if the cycle was a
// reset. Every register of every warp is followed, every physical register, two lanes of a bit and four
// words of memory. Banks, pattern and table behave in any way that their own proofs allow. Proof only,
// not part of the design.
`default_nettype none

// Known of the cycle before, to be shown of this one.
`define HOLDS(x) begin ok = ok && (x); assert (!seen_q || (x)); end


// Banks that keep each register's last write and answer in order; a read is older than a write of
// its cycle. Only the answers to merges have data here.
module rf_sram_register_file (
    input wire clk_i, rst_ni,
    input wire [8:0] regs_per_thread_i,
    input wire [7:0] read_valid_i, read_cu_i,
    input wire [15:0] read_slot_i,
    input wire [7:0] read_warp_i,
    input wire [63:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i,
    input wire [23:0] write_reg_i,
    input wire [95:0] write_lane_mask_i,
    input wire [3071:0] write_data_i,
    output wire [7:0] read_ready_o,
    output wire [2:0] write_ready_o,
    output wire [1:0] rsp_valid_o, rsp_cu_o,
    output wire [3:0] rsp_slot_o,
    output wire [2047:0] rsp_data_o,
    output wire [1:0] bank_request_o, bank_grant_o, bank_read_o, bank_write_o
);
  reg [7:0] data_q;        // two lanes of each register
  reg merging_q;           // a read of a merge is to be answered
  reg [1:0] merged_q;      // its data

  wire [1:0] valid, at;
  wire [3:0] slot;
  wire answer;
  assign read_ready_o = $anyseq;
  assign write_ready_o = $anyseq;
  assign valid = $anyseq;
  assign slot = $anyseq;
  assign {answer, at} = $anyseq;
  wire [1:0] merge = (merging_q && answer) ? {at[0], !at[0]} : 2'd0;
  wire unused = &{1'b0, at[1]};

  assign rsp_valid_o = valid | merge;
  assign rsp_slot_o = {merge[1] ? 2'd3 : slot[3:2] == 2'd3 ? 2'd0 : slot[3:2],
                       merge[0] ? 2'd3 : slot[1:0] == 2'd3 ? 2'd0 : slot[1:0]};
  assign rsp_cu_o = 2'd0;
  assign rsp_data_o = {991'd0, merge[1] & merged_q[1], 31'd0, merge[1] & merged_q[0],
                       991'd0, merge[0] & merged_q[1], 31'd0, merge[0] & merged_q[0]};
  assign {bank_request_o, bank_grant_o, bank_read_o, bank_write_o} = 8'd0;

  wire reads = read_valid_i[7] && read_ready_o[7] && read_slot_i[15:14] == 2'd3;
  integer c, l;
  always @(posedge clk_i) begin
    for (c = 0; c < 3; c = c + 1)
      for (l = 0; l < 2; l = l + 1)
        if (write_valid_i[c] && write_ready_o[c] && write_lane_mask_i[32*c + l])
          data_q[2*write_reg_i[8*c +: 2] + l] <= write_data_i[1024*c + 32*l];
    merging_q <= rst_ni && ((merging_q && merge == 2'd0) || reads);
    if (reads) merged_q <= data_q[2*read_reg_i[57:56] +: 2];
  end
endmodule

// Any pattern of the two lanes within the four words.
module rf_address_pattern (
    input wire [31:0] lanes_i, inside_i,
    input wire [2:0] bytes_i,
    input wire [831:0] address_i,
    output wire regular_o,
    output wire [23:0] base_o,
    output wire [8:0] stride_o,
    output wire [4:0] first_o, last_o,
    output wire [23:0] end_o,
    output wire [1:0] rows_o,
    output wire [23:0] pitch_o,
    output wire touches_o,
    output wire [23:0] low_o, high_o
);
  wire [1:0] base, low, high;
  wire stride, last;
  assign {regular_o, touches_o, stride, last} = $anyseq;
  assign {base, low, high} = $anyseq;
  wire [2:0] end_word = {1'b0, base} + {2'd0, stride && last};
  assign base_o = {22'd0, base};
  assign stride_o = {8'd0, stride};
  assign first_o = 5'd0;
  assign last_o = {4'd0, last};
  assign end_o = {21'd0, end_word};
  assign rows_o = 2'd0;
  assign pitch_o = 24'd0;
  assign low_o = {22'd0, low};
  assign high_o = {22'd0, high};
  always @* begin
    assume (low <= high);
    if (regular_o) assume (!end_word[2] && low == base && high == end_word[1:0]);
  end
endmodule

// A bank of the map as rf_rename_bank is, its entries in one vector.
module rf_rename_bank (
    input wire clk_i, rst_ni, read_entry_i, change_entry_i, clear_i, set_i, set_entry_i,
    input wire [1:0] set_phys_i,
    output wire read_mapped_o, change_mapped_o,
    output wire [1:0] read_phys_o, change_phys_o
);
  reg [1:0] mapped_q;
  reg [3:0] phys_q;
  assign read_mapped_o = mapped_q[read_entry_i];
  assign read_phys_o = read_mapped_o ? phys_q[2*read_entry_i +: 2] : 2'd0;
  assign change_mapped_o = mapped_q[change_entry_i];
  assign change_phys_o = change_mapped_o ? phys_q[2*change_entry_i +: 2] : 2'd0;
  always @(posedge clk_i) begin
    if (!rst_ni) mapped_q <= 2'd0;
    else begin
      if (clear_i) mapped_q[change_entry_i] <= 1'b0;
      if (set_i) mapped_q[set_entry_i] <= 1'b1;
    end
    if (set_i) phys_q[2*set_entry_i +: 2] <= set_phys_i;
  end
endmodule

// A table with a place for each register. A record may push out any others; a look may miss.
module rf_address_mapping_table (
    input wire clk_i, rst_ni, look_valid_i, look_store_i,
    input wire [23:0] base_i,
    input wire [8:0] stride_i,
    input wire [4:0] first_i, last_i,
    input wire [23:0] end_i,
    input wire [1:0] rows_i,
    input wire [23:0] pitch_i, low_i, high_i,
    input wire invalidate_i, flush_i, use_hit_i, record_i,
    input wire [1:0] record_phys_i,
    input wire [2:0] fill_valid_i,
    input wire [5:0] fill_phys_i,
    input wire [6:0] query_valid_i,
    input wire [13:0] query_phys_i,
    input wire [6:0] drop_i,
    output wire hit_o,
    output wire [1:0] hit_phys_o,
    output wire hit_ready_o, pair_o,
    output wire [1:0] a_phys_o, b_phys_o,
    output wire [5:0] a_shift_o, b_shift_o,
    output wire [4:0] split_o,
    output reg [6:0] recorded_o,
    output wire full_o, lost_o
);
  // The look of the cycle before, and the entries.
  reg looked_q, stride_q, last_q;
  reg [1:0] base_q, low_q, high_q;
  reg [3:0] valid_q, ready_q, strides_q, lasts_q;
  reg [7:0] bases_q;

  wire finds, tries, split;
  wire [1:0] a_shift, b_shift;
  wire [3:0] evicts;
  assign {finds, tries, split, full_o, lost_o} = $anyseq;
  assign {hit_phys_o, a_phys_o, b_phys_o} = $anyseq;
  assign {a_shift, b_shift, evicts} = $anyseq;

  // Word of lane l of an entry, if it has that lane: l is a number of two's complement.
  function [3:0] word;
    input [1:0] p;
    input [1:0] l;
    word = (l > {1'b0, lasts_q[p]}) ? 4'd8
         : {1'b0, {1'b0, bases_q[2*p +: 2]} + {2'd0, strides_q[p] && l[0]}};
  endfunction

  assign hit_o = looked_q && finds && valid_q[hit_phys_o] && bases_q[2*hit_phys_o +: 2] == base_q
              && lasts_q[hit_phys_o] >= last_q && (strides_q[hit_phys_o] == stride_q || !last_q);
  assign hit_ready_o = ready_q[hit_phys_o];
  assign a_shift_o = { {4{a_shift[1]}}, a_shift};
  assign b_shift_o = { {4{b_shift[1]}}, b_shift};
  assign split_o = {4'd0, split && last_q};
  assign pair_o = looked_q && tries && valid_q[a_phys_o] && ready_q[a_phys_o]
      && valid_q[b_phys_o] && ready_q[b_phys_o]
      && word(a_phys_o, a_shift) == {2'd0, base_q}
      && (!last_q || (split_o[0] ? word(a_phys_o, a_shift + 2'd1) : word(b_phys_o, b_shift + 2'd1))
                     == {1'b0, {1'b0, base_q} + {2'd0, stride_q}});

  reg [3:0] valid;
  integer p, d;
  always @* begin
    valid = valid_q;
    for (d = 0; d < 7; d = d + 1)
      recorded_o[d] = query_valid_i[d] && valid_q[query_phys_i[2*d +: 2]];
    for (p = 0; p < 4; p = p + 1) begin
      if (flush_i || (record_i && evicts[p])
          || (invalidate_i && bases_q[2*p +: 2] <= high_q
              && bases_q[2*p +: 2] + {1'b0, strides_q[p] && lasts_q[p]} >= low_q)
          || (drop_i[6] && query_phys_i[13:12] == p)) valid[p] = 1'b0;
      if (record_i && record_phys_i == p) valid[p] = 1'b1;
      for (d = 0; d < 6; d = d + 1)
        if (drop_i[d] && query_phys_i[2*d +: 2] == p) valid[p] = 1'b0;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni) assert ((drop_i & ~query_valid_i) == 7'd0); // the table asks for it
    looked_q <= rst_ni && look_valid_i && !look_store_i;
    if (look_valid_i)
      {base_q, stride_q, last_q, low_q, high_q}
          <= {base_i[1:0], stride_i[0], last_i[0], low_i[1:0], high_i[1:0]};
    valid_q <= rst_ni ? valid : 4'd0;
    for (d = 0; d < 3; d = d + 1) if (fill_valid_i[d]) ready_q[fill_phys_i[2*d +: 2]] <= 1'b1;
    if (record_i) begin
      ready_q[record_phys_i] <= 1'b0;
      bases_q[2*record_phys_i +: 2] <= base_q;
      strides_q[record_phys_i] <= stride_q;
      lasts_q[record_phys_i] <= last_q;
    end
  end
endmodule

module {{ name }} (
    input wire clk_i,
    input wire rst_ni,
    input wire [7:0] read_valid_i, read_warp_i, read_cu_i,
    input wire [15:0] read_slot_i,
    input wire [7:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i, write_reg_i, write_fill_i,
    input wire [5:0] write_lanes_i, write_bits_i, // of two lanes
    input wire [2:0] write_others_i,              // all other lanes
    input wire access_valid_i,
    input wire [1:0] access_kind_i,
    input wire access_warp_i, access_reg_i, access_whole_i, access_missing_i,
    input wire [1:0] release_valid_i, release_warp_i, release_reg_i,
    input wire leave_valid_i, leave_warp_i,
    input wire [3:0] stored_i,                    // words that a store changes
    input wire [3:0] memory_i                     // to what
);

  // A number of a register in a byte, two lanes in a register.
  wire [63:0] read_reg;
  wire [23:0] write_reg;
  wire [95:0] write_mask;
  wire [3071:0] write_data;
  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : gen_read
      assign read_reg[8*g +: 8] = {7'd0, read_reg_i[g]};
    end
    for (g = 0; g < 3; g = g + 1) begin : gen_write
      assign write_reg[8*g +: 8] = {7'd0, write_reg_i[g]};
      assign write_mask[32*g +: 32] = { {30{write_others_i[g]}}, write_lanes_i[2*g +: 2]};
      assign write_data[1024*g +: 1024]
          = {991'd0, write_bits_i[2*g + 1], 31'd0, write_bits_i[2*g]};
    end
  endgenerate

  wire [7:0] read_ready;
  wire [2:0] write_ready, written, verdict, in_use;
  wire [1:0] rsp_valid, rsp_cu, b0, b1, b2, b3, release_ready, left, unmapped;
  wire [3:0] rsp_slot;
  wire [2047:0] rsp_data;
  wire access_ready, verdict_valid, eligible, woken, woken_warp, leave_ready;
  wire busy, mapped, copied, lost, flushes, evicted;
  wire [7:0] woken_reg;

  rf_sharing_register_file u_dut (
      .clk_i, .rst_ni, .regs_per_thread_i(9'd2), .read_valid_i, .read_cu_i, .read_slot_i,
      .read_warp_i, .read_reg_i(read_reg), .write_valid_i, .write_warp_i,
      .write_reg_i(write_reg), .write_lane_mask_i(write_mask), .write_data_i(write_data),
      .write_fill_i, .access_valid_i, .access_kind_i, .access_warp_i,
      .access_reg_i({7'd0, access_reg_i}),
      .access_whole_i, .access_missing_i, .access_bytes_i(3'd2), .access_lanes_i(32'd0),
      .access_inside_i(32'd0), .access_address_i(832'd0), .release_valid_i, .release_warp_i,
      .release_reg_i({7'd0, release_reg_i[1], 7'd0, release_reg_i[0]}), .leave_valid_i,
      .leave_warp_i,
      .read_ready_o(read_ready), .write_ready_o(write_ready), .rsp_valid_o(rsp_valid),
      .rsp_cu_o(rsp_cu), .rsp_slot_o(rsp_slot), .rsp_data_o(rsp_data),
      .bank_request_o(b0), .bank_grant_o(b1),
      .bank_read_o(b2), .bank_write_o(b3), .written_o(written), .access_ready_o(access_ready),
      .verdict_valid_o(verdict_valid), .verdict_o(verdict), .eligible_o(eligible),
      .woken_valid_o(woken), .woken_warp_o(woken_warp), .woken_reg_o(woken_reg),
      .release_ready_o(release_ready), .leave_ready_o(leave_ready), .left_o(left), .busy_o(busy),
      .mapped_o(mapped), .unmapped_o(unmapped), .in_use_o(in_use), .copied_o(copied), .lost_o(lost),
      .flushes_o(flushes), .evicted_o(evicted)
  );

  // Its state.
  (* hierconn *) wire [3:0] \u_dut.u_address_mapping_table.valid_q ;
  (* hierconn *) wire [3:0] \u_dut.u_address_mapping_table.ready_q ;
  (* hierconn *) wire [7:0] \u_dut.u_address_mapping_table.bases_q ;
  (* hierconn *) wire [3:0] \u_dut.u_address_mapping_table.strides_q ;
  (* hierconn *) wire [3:0] \u_dut.u_address_mapping_table.lasts_q ;
  (* hierconn *) wire [1:0] \u_dut.u_address_mapping_table.base_q ;
  (* hierconn *) wire \u_dut.u_address_mapping_table.stride_q ;
  (* hierconn *) wire \u_dut.u_address_mapping_table.last_q ;
  (* hierconn *) wire [1:0] \u_dut.u_address_mapping_table.low_q ;
  (* hierconn *) wire [1:0] \u_dut.u_address_mapping_table.high_q ;
  (* hierconn *) wire [7:0] \u_dut.u_banks.data_q ;
  (* hierconn *) wire \u_dut.u_banks.merging_q ;
  (* hierconn *) wire [1:0] \u_dut.u_banks.merged_q ;
  (* hierconn *) wire [7:0] \u_dut.read_valid_q ;
  (* hierconn *) wire [7:0] \u_dut.read_mapped_q ;
  (* hierconn *) wire [15:0] \u_dut.read_phys_q ;
  (* hierconn *) wire [15:0] \u_dut.read_slot_q ;
  (* hierconn *) wire [2:0] \u_dut.write_valid_q ;
  (* hierconn *) wire [2:0] \u_dut.write_fill_q ;
  (* hierconn *) wire [5:0] \u_dut.write_phys_q ;
  (* hierconn *) wire [95:0] \u_dut.write_mask_q ;
  (* hierconn *) wire [3071:0] \u_dut.write_data_q ;
  (* hierconn *) wire \u_dut.looked_up_q ;
  (* hierconn *) wire \u_dut.judged_q ;
  (* hierconn *) wire [1:0] \u_dut.look_kind_q ;
  (* hierconn *) wire [1:0] \u_dut.kind_q ;
  (* hierconn *) wire \u_dut.look_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.look_reg_q ;
  (* hierconn *) wire \u_dut.warp_q ;
  (* hierconn *) wire [7:0] \u_dut.reg_q ;
  (* hierconn *) wire \u_dut.touches_q ;
  (* hierconn *) wire \u_dut.look_regular_q ;
  (* hierconn *) wire \u_dut.regular_q ;
  (* hierconn *) wire [23:0] \u_dut.base_q ;
  (* hierconn *) wire [8:0] \u_dut.stride_q ;
  (* hierconn *) wire [4:0] \u_dut.look_first_q ;
  (* hierconn *) wire [4:0] \u_dut.look_last_q ;
  (* hierconn *) wire [4:0] \u_dut.first_q ;
  (* hierconn *) wire [4:0] \u_dut.last_q ;
  (* hierconn *) wire \u_dut.load ;
  (* hierconn *) wire [2:0] \u_dut.taker ;
  (* hierconn *) wire \u_dut.can_take ;
  (* hierconn *) wire [1:0] \u_dut.take_phys ;
  (* hierconn *) wire \u_dut.map_hit ;
  (* hierconn *) wire [1:0] \u_dut.hit_phys ;
  (* hierconn *) wire \u_dut.record_own ;
  (* hierconn *) wire [2:0] \u_dut.write_set ;
  (* hierconn *) wire \u_dut.merge_write_done ;
  (* hierconn *) wire [1:0] \u_dut.merge_to_q ;
  (* hierconn *) wire \u_dut.copies_q ;
  (* hierconn *) wire \u_dut.u_rename_table.walk_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_rename_table.walk_next_q ;
  (* hierconn *) wire \u_dut.u_rename_table.walk_last_q ;
  (* hierconn *) wire \u_dut.u_rename_table.walk_bank_q ;
  (* hierconn *) wire \u_dut.u_rename_table.walk_entry_q ;
  (* hierconn *) wire \u_dut.look_bank_q ;
  (* hierconn *) wire \u_dut.look_entry_q ;
  (* hierconn *) wire \u_dut.bank_q ;
  (* hierconn *) wire \u_dut.entry_q ;
  (* hierconn *) wire [7:0] \u_dut.read_goes ;
  (* hierconn *) wire [2:0] \u_dut.write_go ;
  (* hierconn *) wire [5:0] \u_dut.change_ready ;
{%- if stage %}
  (* hierconn *) wire [7:0] \u_dut.held_read_q ;
  (* hierconn *) wire [7:0] \u_dut.held_read_bank_q ;
  (* hierconn *) wire [7:0] \u_dut.held_read_entry_q ;
  (* hierconn *) wire [15:0] \u_dut.held_slot_q ;
  (* hierconn *) wire [2:0] \u_dut.held_write_q ;
  (* hierconn *) wire [2:0] \u_dut.held_write_bank_q ;
  (* hierconn *) wire [2:0] \u_dut.held_write_entry_q ;
  (* hierconn *) wire [2:0] \u_dut.held_write_warp_q ;
  (* hierconn *) wire [2:0] \u_dut.held_fill_q ;
  (* hierconn *) wire [95:0] \u_dut.held_mask_q ;
  (* hierconn *) wire [3071:0] \u_dut.held_data_q ;
  (* hierconn *) wire [1:0] \u_dut.held_release_q ;
  (* hierconn *) wire [1:0] \u_dut.held_release_bank_q ;
  (* hierconn *) wire [1:0] \u_dut.held_release_entry_q ;
{%- endif %}
  (* hierconn *) wire \u_dut.u_rename_table.walking_q ;
  (* hierconn *) wire [1:0] \u_dut.u_rename_table.used_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_0_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_0_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_1_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_1_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_2_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_2_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_3_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_3_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_4_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_4_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].count_5_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].count_5_q ;
  (* hierconn *) wire \u_dut.u_merge_unit.busy_q ;
  (* hierconn *) wire \u_dut.u_merge_unit.copy_q ;
  (* hierconn *) wire \u_dut.u_merge_unit.asked_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[0].spare_q ;
  (* hierconn *) wire [1:0] \u_dut.u_register_pool.gen_bank[1].spare_q ;
  (* hierconn *) wire [1:0] \u_dut.u_merge_unit.held_q ;
  (* hierconn *) wire [3:0] \u_dut.u_merge_unit.source_q ;
  (* hierconn *) wire [1:0] \u_dut.u_merge_unit.dest_q ;
  (* hierconn *) wire [4:0] \u_dut.u_merge_unit.first_q ;
  (* hierconn *) wire [4:0] \u_dut.u_merge_unit.last_q ;
  (* hierconn *) wire [4:0] \u_dut.u_merge_unit.split_q ;
  (* hierconn *) wire [5:0] \u_dut.u_merge_unit.a_shift_q ;
  (* hierconn *) wire [5:0] \u_dut.u_merge_unit.b_shift_q ;
  (* hierconn *) wire [1023:0] \u_dut.u_merge_unit.result_q ;
  (* hierconn *) wire [1:0] \u_dut.u_mapping_controller.taken_q ;
  (* hierconn *) wire [1:0] \u_dut.u_mapping_controller.due_q ;
  (* hierconn *) wire [1:0] \u_dut.u_mapping_controller.turn_q ;
  (* hierconn *) wire [1:0] \u_dut.u_mapping_controller.gen_waiting[0].phys_q ;
  (* hierconn *) wire \u_dut.u_mapping_controller.gen_waiting[0].warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_mapping_controller.gen_waiting[0].reg_q ;
  (* hierconn *) wire [1:0] \u_dut.u_rename_table.gen_bank[0].u_bank.mapped_q ;
  (* hierconn *) wire [3:0] \u_dut.u_rename_table.gen_bank[0].u_bank.phys_q ;
  (* hierconn *) wire [1:0] \u_dut.u_mapping_controller.gen_waiting[1].phys_q ;
  (* hierconn *) wire \u_dut.u_mapping_controller.gen_waiting[1].warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_mapping_controller.gen_waiting[1].reg_q ;
  (* hierconn *) wire [1:0] \u_dut.u_rename_table.gen_bank[1].u_bank.mapped_q ;
  (* hierconn *) wire [3:0] \u_dut.u_rename_table.gen_bank[1].u_bank.phys_q ;
  wire [3:0] valid_q = \u_dut.u_address_mapping_table.valid_q ;
  wire [3:0] ready_q = \u_dut.u_address_mapping_table.ready_q ;
  wire [7:0] bases_q = \u_dut.u_address_mapping_table.bases_q ;
  wire [3:0] strides_q = \u_dut.u_address_mapping_table.strides_q ;
  wire [3:0] lasts_q = \u_dut.u_address_mapping_table.lasts_q ;
  wire [1:0] look_base_q = \u_dut.u_address_mapping_table.base_q ;
  wire look_stride_q = \u_dut.u_address_mapping_table.stride_q ;
  wire look_last_q = \u_dut.u_address_mapping_table.last_q ;
  wire [1:0] low_q = \u_dut.u_address_mapping_table.low_q ;
  wire [1:0] high_q = \u_dut.u_address_mapping_table.high_q ;
  wire [7:0] data_q = \u_dut.u_banks.data_q ;
  wire merging_q = \u_dut.u_banks.merging_q ;
  wire [1:0] merged_q = \u_dut.u_banks.merged_q ;
  wire [7:0] reads_q = \u_dut.read_valid_q ;
  wire [7:0] read_mapped_q = \u_dut.read_mapped_q ;
  wire [15:0] read_phys_q = \u_dut.read_phys_q ;
  wire [2:0] writes_q = \u_dut.write_valid_q ;
  wire [2:0] fills_q = \u_dut.write_fill_q ;
  wire [5:0] write_phys_q = \u_dut.write_phys_q ;
  wire [95:0] write_mask_q = \u_dut.write_mask_q ;
  wire [3071:0] write_data_q = \u_dut.write_data_q ;
  wire looked_up_q = \u_dut.looked_up_q ;
  wire judged_q = \u_dut.judged_q ;
  wire [1:0] look_kind_q = \u_dut.look_kind_q ;
  wire [1:0] kind_q = \u_dut.kind_q ;
  wire [1:0] look_reg = {\u_dut.look_warp_q , \u_dut.look_reg_q [0]};
  wire [1:0] load_reg = {\u_dut.warp_q , \u_dut.reg_q [0]};
  wire [1:0] walk_reg = {\u_dut.u_rename_table.walk_warp_q , !\u_dut.u_rename_table.walk_next_q [0]};
  wire walking_q = \u_dut.u_rename_table.walking_q ;
  wire [1:0] used_q = \u_dut.u_rename_table.used_q ;
  wire [23:0] count_q = {
      \u_dut.u_register_pool.gen_bank[1].count_5_q , \u_dut.u_register_pool.gen_bank[0].count_5_q ,
      \u_dut.u_register_pool.gen_bank[1].count_4_q , \u_dut.u_register_pool.gen_bank[0].count_4_q ,
      \u_dut.u_register_pool.gen_bank[1].count_3_q , \u_dut.u_register_pool.gen_bank[0].count_3_q ,
      \u_dut.u_register_pool.gen_bank[1].count_2_q , \u_dut.u_register_pool.gen_bank[0].count_2_q ,
      \u_dut.u_register_pool.gen_bank[1].count_1_q , \u_dut.u_register_pool.gen_bank[0].count_1_q ,
      \u_dut.u_register_pool.gen_bank[1].count_0_q , \u_dut.u_register_pool.gen_bank[0].count_0_q };
  wire busy_q = \u_dut.u_merge_unit.busy_q ;
  wire copy_q = \u_dut.u_merge_unit.copy_q ;
  wire asked_q = \u_dut.u_merge_unit.asked_q ;
  wire [3:0] spare_q = {
      \u_dut.u_register_pool.gen_bank[1].spare_q , \u_dut.u_register_pool.gen_bank[0].spare_q };
  wire [1:0] held_q = \u_dut.u_merge_unit.held_q ;
  wire [3:0] source_q = \u_dut.u_merge_unit.source_q ;
  wire [1:0] dest_q = \u_dut.u_merge_unit.dest_q ;
  wire [4:0] first_q = \u_dut.u_merge_unit.first_q ;
  wire [4:0] last_q = \u_dut.u_merge_unit.last_q ;
  wire [4:0] split_q = \u_dut.u_merge_unit.split_q ;
  wire [5:0] a_shift_q = \u_dut.u_merge_unit.a_shift_q ;
  wire [5:0] b_shift_q = \u_dut.u_merge_unit.b_shift_q ;
  wire [1023:0] result_q = \u_dut.u_merge_unit.result_q ;
  wire [1:0] waits_q = \u_dut.u_mapping_controller.taken_q ;
  wire [1:0] due_q = \u_dut.u_mapping_controller.due_q ;
  wire [1:0] turn_q = \u_dut.u_mapping_controller.turn_q ;
  wire [3:0] wait_phys_q = {\u_dut.u_mapping_controller.gen_waiting[1].phys_q ,
                            \u_dut.u_mapping_controller.gen_waiting[0].phys_q };
  wire [3:0] wait_reg = {\u_dut.u_mapping_controller.gen_waiting[1].warp_q ,
                         \u_dut.u_mapping_controller.gen_waiting[1].reg_q [0],
                         \u_dut.u_mapping_controller.gen_waiting[0].warp_q ,
                         \u_dut.u_mapping_controller.gen_waiting[0].reg_q [0]};
  wire [1:0] map_0 = \u_dut.u_rename_table.gen_bank[0].u_bank.mapped_q ;
  wire [1:0] map_1 = \u_dut.u_rename_table.gen_bank[1].u_bank.mapped_q ;
  wire [3:0] phys_0 = \u_dut.u_rename_table.gen_bank[0].u_bank.phys_q ;
  wire [3:0] phys_1 = \u_dut.u_rename_table.gen_bank[1].u_bank.phys_q ;

  // The map, by register: number of warp, and of register.
  wire [3:0] map_q = {map_0[1], map_1[1], map_1[0], map_0[0]};
  wire [7:0] phys = {phys_0[3:2], phys_1[3:2], phys_1[1:0], phys_0[1:0]};

  // Expected values: each register, and whether a lane of it may be read; memory.
  reg [7:0] value_q, known_q;
  reg [3:0] memory_q;
  // Of each register of a warp: a load without verdict, one whose fill is due, one that has to be
  // written, one that waits.
  reg [3:0] asks_q, fill_due_q, write_due_q, sleeps_q;
  // Of each physical register: its fill is due, with these lanes and bits, from this register.
  reg [3:0] due_fill_q, from_merge_q;
  reg [7:0] due_lanes_q, due_bits_q, due_from_q;
  reg [1:0] leaving_q;
  // Who waits for a bank, and what was offered in vain.
  reg [15:0] read_reg_q;
  reg [5:0] write_reg_q, held_reg_q, held_lanes_q, held_bits_q;
  reg [2:0] held_back_q, held_fill_q, held_others_q;
  reg [1:0] copy_reg_q;

  // Look-ups in the map, and requests that are held until then, by register.
  wire [7:0] ask_read, read_goes = \u_dut.read_goes ;
  wire [15:0] ask_read_reg;
  wire [2:0] ask_write, ask_fill, write_go = \u_dut.write_go ;
  wire [5:0] ask_write_reg, ask_lanes, ask_bits;
  wire [1:0] ask_release, release_goes = ask_release & \u_dut.change_ready [5:4];
  wire [3:0] ask_release_reg;
  reg [3:0] comes_read, comes_write, comes_release;
{%- if stage %}
  reg [15:0] come_read_reg_q;
  reg [5:0] come_write_reg_q;
  reg [3:0] come_release_reg_q;
  assign ask_read = \u_dut.held_read_q ;
  assign ask_read_reg = come_read_reg_q;
  assign ask_write = \u_dut.held_write_q ;
  assign ask_write_reg = come_write_reg_q;
  assign ask_fill = \u_dut.held_fill_q ;
  assign ask_release = \u_dut.held_release_q ;
  assign ask_release_reg = come_release_reg_q;
  generate
    for (g = 0; g < 3; g = g + 1) begin : gen_ask_write
      assign ask_lanes[2*g +: 2] = \u_dut.held_mask_q [32*g +: 2];
      assign ask_bits[2*g +: 2] = {\u_dut.held_data_q [1024*g + 32], \u_dut.held_data_q [1024*g]};
    end
  endgenerate

  integer o;
  always @* begin
    {comes_read, comes_write, comes_release} = 12'd0;
    for (o = 0; o < 8; o = o + 1) if (ask_read[o]) comes_read[come_read_reg_q[2*o +: 2]] = 1'b1;
    for (o = 0; o < 3; o = o + 1) if (ask_write[o]) comes_write[come_write_reg_q[2*o +: 2]] = 1'b1;
    for (o = 0; o < 2; o = o + 1)
      if (ask_release[o]) comes_release[come_release_reg_q[2*o +: 2]] = 1'b1;
  end

  integer a;
  always @(posedge clk_i) begin
    for (a = 0; a < 8; a = a + 1)
      if (read_valid_i[a] && read_ready[a])
        come_read_reg_q[2*a +: 2] <= {read_warp_i[a], read_reg_i[a]};
    for (a = 0; a < 3; a = a + 1)
      if (write_valid_i[a] && write_ready[a])
        come_write_reg_q[2*a +: 2] <= {write_warp_i[a], write_reg_i[a]};
    for (a = 0; a < 2; a = a + 1)
      if (release_valid_i[a] && release_ready[a])
        come_release_reg_q[2*a +: 2] <= {release_warp_i[a], release_reg_i[a]};
  end
{%- else %}
  assign ask_read = read_valid_i;
  assign ask_write = write_valid_i;
  assign ask_fill = write_fill_i;
  assign ask_lanes = write_lanes_i;
  assign ask_bits = write_bits_i;
  assign ask_release = release_valid_i;
  assign ask_release_reg
      = {release_warp_i[1], release_reg_i[1], release_warp_i[0], release_reg_i[0]};
  generate
    for (g = 0; g < 8; g = g + 1) begin : gen_ask_read
      assign ask_read_reg[2*g +: 2] = {read_warp_i[g], read_reg_i[g]};
    end
    for (g = 0; g < 3; g = g + 1) begin : gen_ask_write
      assign ask_write_reg[2*g +: 2] = {write_warp_i[g], write_reg_i[g]};
    end
  endgenerate

  always @* {comes_read, comes_write, comes_release} = 12'd0;
{%- endif %}

  // Offers by register.
  reg [3:0] offers_read, offers_write, offers_fill, offers_load, offers_release, offers_leave;
  reg [3:0] twice, reading, writing;
  reg [1:0] r_of;
  integer c, r;
  always @* begin
    {offers_read, offers_write, offers_fill, offers_load, offers_release, offers_leave} = 24'd0;
    {twice, reading, writing} = 12'd0;
    for (c = 0; c < 8; c = c + 1) begin
      r_of = {read_warp_i[c], read_reg_i[c]};
      if (read_valid_i[c]) offers_read[r_of] = 1'b1;
      if (reads_q[c]) reading[read_reg_q[2*c +: 2]] = 1'b1;
    end
    for (c = 0; c < 3; c = c + 1) begin
      r_of = {write_warp_i[c], write_reg_i[c]};
      if (write_valid_i[c]) begin
        if (offers_write[r_of]) twice[r_of] = 1'b1;
        offers_write[r_of] = 1'b1;
        if (write_fill_i[c]) offers_fill[r_of] = 1'b1;
      end
      if (writes_q[c]) writing[write_reg_q[2*c +: 2]] = 1'b1;
    end
    for (c = 0; c < 2; c = c + 1) begin
      r_of = {release_warp_i[c], release_reg_i[c]};
      if (release_valid_i[c]) begin
        if (offers_release[r_of]) twice[r_of] = 1'b1;
        offers_release[r_of] = 1'b1;
      end
    end
    if (access_valid_i && access_kind_i == 2'd0) offers_load[{access_warp_i, access_reg_i}] = 1'b1;
    if (leave_valid_i) offers_leave = leave_warp_i ? 4'b1100 : 4'b0011;
  end

  // As the contract says.
  reg past_q;
  reg one;
  always @* begin
    one = 1'b0;
    if (!past_q) assume (!rst_ni);
    else begin
      for (r = 0; r < 4; r = r + 1) begin
        one = offers_write[r] || offers_load[r] || offers_release[r] || offers_leave[r];
        assume (!twice[r]);
        assume ({2'd0, offers_write[r]} + offers_load[r] + offers_release[r] + offers_leave[r] < 3'd2);
        if (one) assume (!comes_read[r] && !comes_write[r]);
        if (one) assume (!reading[r] && !writing[r] && !offers_read[r] && !asks_q[r] && !sleeps_q[r]
                         && !leaving_q[r >> 1]);
        if (one) assume (!fill_due_q[r] || offers_fill[r]);
        if (one) assume (!write_due_q[r] || offers_write[r]);
        if (offers_fill[r]) assume (fill_due_q[r]);
        if (offers_read[r])
          assume (!comes_write[r] && !writing[r] && !asks_q[r] && !sleeps_q[r] && !fill_due_q[r] && !write_due_q[r]
                  && !leaving_q[r >> 1]);
      end
      for (c = 0; c < 8; c = c + 1)
        if (read_valid_i[c]) assume (read_slot_i[2*c +: 2] != 2'd3);
      for (c = 0; c < 3; c = c + 1) begin
        // A fill is what was loaded.
        if (write_valid_i[c] && write_fill_i[c])
          assume (write_lanes_i[2*c +: 2] == known_q[2*{write_warp_i[c], write_reg_i[c]} +: 2]
                  && (write_lanes_i[2*c +: 2] & (write_bits_i[2*c +: 2]
                      ^ value_q[2*{write_warp_i[c], write_reg_i[c]} +: 2])) == 2'd0);
        // A write is offered until it is taken.
        if (held_back_q[c])
          assume (write_valid_i[c] && {write_warp_i[c], write_reg_i[c]} == held_reg_q[2*c +: 2]
                  && write_lanes_i[2*c +: 2] == held_lanes_q[2*c +: 2]
                  && write_bits_i[2*c +: 2] == held_bits_q[2*c +: 2]
                  && write_fill_i[c] == held_fill_q[c] && write_others_i[c] == held_others_q[c]);
      end
    end
  end

  // A load's lanes, in the cycle of its verdict.
  wire [1:0] loads = {look_last_q, 1'b1};
  wire [1:0] second = look_base_q + {1'b0, look_stride_q};
  wire [1:0] loaded = {look_last_q && memory_q[second], memory_q[look_base_q]};
  wire shares = verdict_valid && verdict != 3'd1;
  wire [1:0] new_phys = (\u_dut.map_hit ) ? \u_dut.hit_phys : \u_dut.take_phys ;
  wire [1:0] record_phys = \u_dut.record_own ? phys[2*load_reg +: 2] : \u_dut.take_phys ;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    for (c = 0; c < 8; c = c + 1)
      if (read_goes[c]) read_reg_q[2*c +: 2] <= ask_read_reg[2*c +: 2];
    for (c = 0; c < 3; c = c + 1) begin
      held_back_q[c] <= rst_ni && write_valid_i[c] && !write_ready[c];
      held_reg_q[2*c +: 2] <= {write_warp_i[c], write_reg_i[c]};
      if (written[c] && fills_q[c]) begin
        fill_due_q[write_reg_q[2*c +: 2]] <= 1'b0;
        due_fill_q[write_phys_q[2*c +: 2]] <= 1'b0;
      end
      if (write_go[c]) begin
        write_reg_q[2*c +: 2] <= ask_write_reg[2*c +: 2];
        write_due_q[ask_write_reg[2*c +: 2]] <= 1'b0;
        if (!ask_fill[c])
          for (r = 0; r < 2; r = r + 1)
            if (ask_lanes[2*c + r]) begin
              value_q[2*ask_write_reg[2*c +: 2] + r] <= ask_bits[2*c + r];
              known_q[2*ask_write_reg[2*c +: 2] + r] <= 1'b1;
            end
      end
      if (copied && \u_dut.write_set [c]) copy_reg_q <= ask_write_reg[2*c +: 2];
    end
    {held_lanes_q, held_bits_q, held_fill_q, held_others_q}
        <= {write_lanes_i, write_bits_i, write_fill_i, write_others_i};
    if (\u_dut.merge_write_done && !copy_q) due_fill_q[dest_q] <= 1'b0;
    for (c = 0; c < 2; c = c + 1)
      if (release_goes[c]) begin
        value_q[2*ask_release_reg[2*c +: 2] +: 2] <= 2'd0;
        known_q[2*ask_release_reg[2*c +: 2] +: 2] <= 2'd3;
      end
    if (leave_valid_i && leave_ready) begin
      leaving_q[leave_warp_i] <= 1'b1;
      value_q[4*leave_warp_i +: 4] <= 4'd0;
      known_q[4*leave_warp_i +: 4] <= 4'd15;
    end
    for (c = 0; c < 2; c = c + 1)
      if (left[c] && !(leave_valid_i && leave_ready && leave_warp_i == c)) leaving_q[c] <= 1'b0;
    if (access_valid_i && access_ready && access_kind_i == 2'd0)
      asks_q[{access_warp_i, access_reg_i}] <= 1'b1;
    if (woken) sleeps_q[{woken_warp, woken_reg[0]}] <= 1'b0;
    if (verdict_valid) begin
      asks_q[load_reg] <= 1'b0;
      fill_due_q[load_reg] <= verdict == 3'd0;
      write_due_q[load_reg] <= verdict == 3'd1;
      sleeps_q[load_reg] <= verdict == 3'd3 || verdict == 3'd4;
      if (shares) begin
        value_q[2*load_reg +: 2] <= loaded;
        known_q[2*load_reg +: 2] <= loads;
      end
      if (verdict == 3'd0 || verdict == 3'd4) begin
        due_fill_q[record_phys] <= 1'b1;
        from_merge_q[record_phys] <= verdict == 3'd4;
        due_lanes_q[2*record_phys +: 2] <= loads;
        due_bits_q[2*record_phys +: 2] <= loaded;
        due_from_q[2*record_phys +: 2] <= load_reg;
      end
    end
    // Stores and, at fences, other SMs change memory.
    for (c = 0; c < 4; c = c + 1)
      if (judged_q && stored_i[c] && (kind_q == 2'd2
          || (kind_q == 2'd1 && \u_dut.touches_q && low_q <= c && c <= high_q)))
        memory_q[c] <= memory_i[c];
    if (!rst_ni) begin
      {value_q, known_q} <= 16'h00ff;
      {asks_q, fill_due_q, write_due_q, sleeps_q, due_fill_q, leaving_q} <= 22'd0;
    end
  end

  // Bank and row, or bank and entry in the map, of a register.
  function [1:0] place;
    input [1:0] p;
    place = {p[0] ^ p[1], p[1]};
  endfunction
  // Lane l of an answer that is moved down by a shift round 32 lanes.
  function moved;
    input [1:0] lanes;
    input [5:0] shift;
    input l;
    moved = (shift[4:0] + {4'd0, l}) == 5'd0 ? lanes[0]
         : (shift[4:0] + {4'd0, l}) == 5'd1 ? lanes[1] : 1'b0;
  endfunction

  reg ok, seen_q = 1'b0; // all held in this cycle, and in the one before
  always @(posedge clk_i) seen_q <= ok;

  reg [2:0] names [0:3];
  reg [1:0] a_data, b_data, result, expected, it, p;
  reg [5:0] count;
  reg takes_a, takes_b;
  integer b, k, l, n;
  always @* begin
    for (n = 0; n < 4; n = n + 1) names[n] = 3'd0;
    for (n = 0; n < 4; n = n + 1)
      for (k = 0; k < 4; k = k + 1)
        if (map_q[k] && phys[2*k +: 2] == n) names[n] = names[n] + 3'd1;
    {a_data, b_data, result, expected, it, p} = 12'd0;
    count = 6'd0;
    {takes_a, takes_b} = 2'd0;
    // The result that a merge or a copy is about to write.
    a_data = merging_q ? merged_q : data_q[2*source_q[1:0] +: 2];
    b_data = (merging_q && !held_q[0]) ? merged_q : data_q[2*source_q[3:2] +: 2];
    for (l = 0; l < 2; l = l + 1) begin
      takes_a = held_q[0] && (copy_q || (first_q <= l && l <= split_q));
      takes_b = held_q[1] && !copy_q && split_q < l && l <= last_q;
      result[l] = result_q[32*l] | (takes_a && moved(a_data, a_shift_q, l))
                                 | (takes_b && moved(b_data, b_shift_q, l));
    end

    ok = 1'b1;
    if (past_q) begin
      for (n = 0; n < 4; n = n + 1) begin
        for (b = 0; b < 6; b = b + 1) count[b] = count_q[4*b + place(n)];
        `HOLDS(count == {3'd0, names[n]})                          // LOC-I1
        `HOLDS(spare_q[place(n)] == (names[n] == 3'd0 && !(held_q[0] && source_q[1:0] == n)
                                                     && !(held_q[1] && source_q[3:2] == n)))
        if (valid_q[n]) `HOLDS(names[n] != 3'd0)                   // LOC-I6
        // A fill that is due: who maps the register waits for it.
        if (due_fill_q[n]) begin
          it = due_from_q[2*n +: 2];
          `HOLDS(map_q[it] && phys[2*it +: 2] == n && known_q[2*it +: 2] == due_lanes_q[2*n +: 2])
          `HOLDS(((value_q[2*it +: 2] ^ due_bits_q[2*n +: 2]) & due_lanes_q[2*n +: 2]) == 2'd0)
          `HOLDS(from_merge_q[n] ? sleeps_q[it] && busy_q && !copy_q && dest_q == n
                                  : fill_due_q[it])
          for (k = 0; k < 4; k = k + 1) if (map_q[k] && phys[2*k +: 2] == n)
            `HOLDS(k == it || sleeps_q[k])
        end
        // LOC-I5, LOC-I7: what is recorded is in memory, or on its way from there.
        if (valid_q[n]) begin
          `HOLDS(ready_q[n] == !due_fill_q[n])
          `HOLDS(!(bases_q[2*n +: 2] == 2'd3 && strides_q[n] && lasts_q[n]))
          for (l = 0; l < 2; l = l + 1) if (l <= lasts_q[n]) begin
            p = bases_q[2*n +: 2] + {1'b0, strides_q[n] && l[0]};
            if (ready_q[n]) `HOLDS(data_q[2*n + l] == memory_q[p])
            else `HOLDS(due_lanes_q[2*n + l] && due_bits_q[2*n + l] == memory_q[p])
          end
        end
      end

      for (n = 0; n < 4; n = n + 1) begin
        p = phys[2*n +: 2];
        `HOLDS({2'd0, asks_q[n]} + fill_due_q[n] + write_due_q[n] + sleeps_q[n] < 3'd2)
        `HOLDS(asks_q[n] == ((looked_up_q && look_kind_q == 2'd0 && look_reg == n)
                              || (judged_q && kind_q == 2'd0 && load_reg == n)))
        if (fill_due_q[n])
          `HOLDS(map_q[n] && due_fill_q[p] && !from_merge_q[p] && due_from_q[2*p +: 2] == n)
        if (sleeps_q[n]) begin
          `HOLDS(map_q[n])
          `HOLDS((waits_q[0] && wait_reg[1:0] == n) != (waits_q[1] && wait_reg[3:2] == n))
          if (due_fill_q[p])
            `HOLDS((known_q[2*n +: 2] & ~(due_lanes_q[2*p +: 2]
                     & ~(due_bits_q[2*p +: 2] ^ value_q[2*n +: 2]))) == 2'd0)
        end
        if (map_q[n]) `HOLDS(used_q[n >> 1] || (walking_q && walk_reg[1] == n[1]))
        // A warp that leaves asks for nothing more.
        if (leaving_q[n >> 1]) begin
          `HOLDS(!reading[n] && !writing[n] && !asks_q[n] && !fill_due_q[n] && !write_due_q[n]
                  && !sleeps_q[n])
          `HOLDS(!comes_read[n] && !comes_write[n])
          `HOLDS(left[n >> 1] || (walking_q && walk_reg[1] == n[1]))
          `HOLDS(value_q[2*n +: 2] == 2'd0 && known_q[2*n +: 2] == 2'd3)
        end
        if (walking_q && walk_reg[1] == n[1]) begin
          `HOLDS(leaving_q[n >> 1])
          if (n[0] < walk_reg[0]) `HOLDS(!map_q[n])
        end
        if (left[n >> 1]) `HOLDS(!map_q[n])                        // LOC-I18
        // LOC-I4: the register has its value, with the write that waits for its bank.
        expected = map_q[n] ? data_q[2*p +: 2] : 2'd0;
        for (k = 0; k < 3; k = k + 1) if (writes_q[k] && write_reg_q[2*k +: 2] == n)
          for (l = 0; l < 2; l = l + 1)
            if (write_mask_q[32*k + l]) expected[l] = write_data_q[1024*k + 32*l];
        if (busy_q && copy_q && map_q[n] && p == dest_q) expected = result;
        if (!leaving_q[n >> 1] && !(map_q[n] && due_fill_q[p]))
          `HOLDS(((expected ^ value_q[2*n +: 2]) & known_q[2*n +: 2]) == 2'd0)
      end

      // Reads that wait for their bank.
      for (n = 0; n < 8; n = n + 1) if (reads_q[n]) begin
        it = read_reg_q[2*n +: 2];
        `HOLDS(!writing[it] && !asks_q[it] && !fill_due_q[it] && !write_due_q[it] && !sleeps_q[it])
        `HOLDS(\u_dut.read_slot_q [2*n +: 2] != 2'd3)
        `HOLDS(read_mapped_q[n] == map_q[it])                      // LOC-I15
        if (map_q[it]) `HOLDS(phys[2*it +: 2] == read_phys_q[2*n +: 2])
        // LOC-I4: it is answered with what its register holds.
        expected = read_mapped_q[n] ? data_q[2*read_phys_q[2*n +: 2] +: 2] : 2'd0;
        `HOLDS(((expected ^ value_q[2*it +: 2]) & known_q[2*it +: 2]) == 2'd0)
      end

      // Writes that wait for their bank.
      for (n = 0; n < 3; n = n + 1) if (writes_q[n]) begin
        it = write_reg_q[2*n +: 2];
        p = write_phys_q[2*n +: 2];
        `HOLDS(map_q[it] && phys[2*it +: 2] == p && !asks_q[it] && !write_due_q[it] && !sleeps_q[it])
        for (k = 0; k < n; k = k + 1)
          if (writes_q[k]) `HOLDS(write_reg_q[2*k +: 2] != it && write_phys_q[2*k +: 2] != p)
        if (held_q[0]) `HOLDS(source_q[1:0] != p)
        if (held_q[1]) `HOLDS(source_q[3:2] != p)
        `HOLDS(fills_q[n] == fill_due_q[it])
        if (fills_q[n]) begin
          `HOLDS(write_mask_q[32*n +: 2] == 2'd3)
          for (l = 0; l < 2; l = l + 1)
            if (due_lanes_q[2*p + l]) `HOLDS(write_data_q[1024*n + 32*l] == due_bits_q[2*p + l])
        end else `HOLDS(names[p] == 3'd1 && !valid_q[p])           // LOC-I3
      end

{%- if stage %}

      // A held request names the register's place in the map, and nothing else of it is under way.
      for (n = 0; n < 8; n = n + 1) if (ask_read[n]) begin
        it = ask_read_reg[2*n +: 2];
        `HOLDS({\u_dut.held_read_bank_q [n], \u_dut.held_read_entry_q [n]} == place(it))
        `HOLDS(\u_dut.held_slot_q [2*n +: 2] != 2'd3)
        `HOLDS(!comes_write[it] && !comes_release[it] && !writing[it] && !asks_q[it]
                && !fill_due_q[it] && !write_due_q[it] && !sleeps_q[it])
      end
      for (n = 0; n < 3; n = n + 1) if (ask_write[n]) begin
        it = ask_write_reg[2*n +: 2];
        `HOLDS({\u_dut.held_write_bank_q [n], \u_dut.held_write_entry_q [n]} == place(it))
        `HOLDS(\u_dut.held_write_warp_q [n] == it[1])
        `HOLDS(!comes_release[it] && !reading[it] && !writing[it] && !asks_q[it] && !sleeps_q[it])
        `HOLDS(ask_fill[n] == fill_due_q[it])
        if (ask_fill[n])
          `HOLDS(ask_lanes[2*n +: 2] == known_q[2*it +: 2]
                  && ((ask_bits[2*n +: 2] ^ value_q[2*it +: 2]) & known_q[2*it +: 2]) == 2'd0)
        for (k = 0; k < n; k = k + 1)
          if (ask_write[k]) `HOLDS(ask_write_reg[2*k +: 2] != it)
      end
      for (n = 0; n < 2; n = n + 1) if (ask_release[n]) begin
        it = ask_release_reg[2*n +: 2];
        `HOLDS({\u_dut.held_release_bank_q [n], \u_dut.held_release_entry_q [n]} == place(it))
        `HOLDS(!reading[it] && !writing[it] && !asks_q[it] && !fill_due_q[it] && !write_due_q[it]
                && !sleeps_q[it])
      end
{%- endif %}

      // Where registers have their entries in the map.
      if (looked_up_q) `HOLDS({\u_dut.look_bank_q , \u_dut.look_entry_q } == place(look_reg))
      if (judged_q) `HOLDS({\u_dut.bank_q , \u_dut.entry_q } == place(load_reg))
      if (walking_q) begin
        `HOLDS({\u_dut.u_rename_table.walk_bank_q , \u_dut.u_rename_table.walk_entry_q }
                == place(walk_reg))
        `HOLDS(\u_dut.u_rename_table.walk_last_q == walk_reg[0])
        `HOLDS(\u_dut.u_rename_table.walk_next_q == {6'd0, walk_reg[0], !walk_reg[0]})
      end

      // Registers' numbers are 0 and 1.
      `HOLDS(!looked_up_q || \u_dut.look_reg_q [7:1] == 7'd0)
      `HOLDS(!judged_q || \u_dut.reg_q [7:1] == 7'd0)
      `HOLDS(!waits_q[0] || \u_dut.u_mapping_controller.gen_waiting[0].reg_q [7:1] == 7'd0)
      `HOLDS(!waits_q[1] || \u_dut.u_mapping_controller.gen_waiting[1].reg_q [7:1] == 7'd0)

      // Accesses on their way to a verdict.
      if (looked_up_q && look_kind_q == 2'd0) begin
        `HOLDS(!(judged_q && kind_q == 2'd0 && look_reg == load_reg))
        `HOLDS(!(\u_dut.look_regular_q && (&\u_dut.base_q [1:0]) && \u_dut.stride_q [0]
                  && \u_dut.look_last_q [0]))
        `HOLDS(\u_dut.look_first_q == 5'd0 && \u_dut.look_last_q [4:1] == 4'd0)
      end
      if (judged_q && kind_q == 2'd0) begin
        `HOLDS(!(\u_dut.regular_q && (&look_base_q) && look_stride_q && look_last_q))
        `HOLDS(\u_dut.first_q == 5'd0 && \u_dut.last_q == {4'd0, look_last_q})
      end

      // The merge unit.
      `HOLDS(merging_q == (busy_q && asked_q))
      `HOLDS(\u_dut.copies_q == copy_q || !busy_q)
      `HOLDS(\u_dut.merge_to_q == dest_q || !busy_q)
      if (!busy_q) `HOLDS(held_q == 2'd0)
      if (asked_q) `HOLDS(held_q != 2'd0)
      if (busy_q && copy_q) begin
        `HOLDS(!held_q[1] && a_shift_q == 6'd0 && names[dest_q] == 3'd1 && !valid_q[dest_q]
                && !due_fill_q[dest_q])
        `HOLDS(map_q[copy_reg_q] && phys[2*copy_reg_q +: 2] == dest_q)
        `HOLDS(!reading[copy_reg_q] && !writing[copy_reg_q])
{%- if stage %}
        `HOLDS(comes_write[copy_reg_q])
{%- else %}
        `HOLDS((held_back_q[0] && held_reg_q[1:0] == copy_reg_q)
             || (held_back_q[1] && held_reg_q[3:2] == copy_reg_q)
             || (held_back_q[2] && held_reg_q[5:4] == copy_reg_q))
{%- endif %}
      end
      if (busy_q && !copy_q) begin
        `HOLDS(due_fill_q[dest_q] && from_merge_q[dest_q])
        `HOLDS(((result ^ due_bits_q[2*dest_q +: 2]) & due_lanes_q[2*dest_q +: 2]) == 2'd0)
      end
      for (n = 0; n < 2; n = n + 1) if (held_q[n]) `HOLDS(source_q[2*n +: 2] != dest_q)

      // Loads that wait.
      `HOLDS((turn_q & ~due_q) == 2'd0 && (due_q & ~waits_q) == 2'd0)
      for (n = 0; n < 2; n = n + 1) if (waits_q[n]) begin
        it = wait_reg[2*n +: 2];
        `HOLDS(sleeps_q[it] && phys[2*it +: 2] == wait_phys_q[2*n +: 2])
        `HOLDS(due_q[n] == !due_fill_q[wait_phys_q[2*n +: 2]])
      end

      // LOC-I20: a register is free, or a merge holds one.
      if ((\u_dut.load && !map_q[load_reg]) || \u_dut.taker != 3'd0)
        `HOLDS(\u_dut.can_take || held_q != 2'd0)
      // LOC-I19: a verdict comes of each load, in turn.
      `HOLDS(verdict_valid == (judged_q && kind_q == 2'd0))
    end
  end

endmodule

`undef HOLDS
`default_nettype wire
