// LOC-I1 and LOC-I4 of the file, one at a time: {{ name }}. Banks, pattern and table
// are replaced by any outputs, the map's banks by flip-flops that can be looked at. Proof only, not
// part of the design.
`default_nettype none

// Any answers of any banks.
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
  assign read_ready_o = $anyseq;
  assign write_ready_o = $anyseq;
  assign rsp_valid_o = $anyseq;
  assign rsp_cu_o = $anyseq;
  assign rsp_slot_o = $anyseq;
  assign rsp_data_o = 2048'd0;
  assign {bank_request_o, bank_grant_o, bank_read_o, bank_write_o} = 8'd0;
endmodule

// Any pattern.
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
  assign {regular_o, touches_o} = $anyseq;
  assign base_o = $anyseq;
  assign stride_o = $anyseq;
  assign {first_o, last_o} = $anyseq;
  assign end_o = $anyseq;
  assign rows_o = 2'd0;
  assign pitch_o = 24'd0;
  assign {low_o, high_o} = $anyseq;
endmodule

// A bank of the map as rf_rename_bank is, its entries in one vector.
module rf_rename_bank (
    input wire clk_i, rst_ni, read_row_i, change_row_i, set_i, clear_i,
    input wire [1:0] set_phys_i,
    output wire read_mapped_o, change_mapped_o,
    output wire [1:0] read_phys_o, change_phys_o
);
  reg [1:0] mapped_q;
  reg [3:0] phys_q;
  assign read_mapped_o = mapped_q[read_row_i];
  assign read_phys_o = read_mapped_o ? phys_q[2*read_row_i +: 2] : 2'd0;
  assign change_mapped_o = mapped_q[change_row_i];
  assign change_phys_o = change_mapped_o ? phys_q[2*change_row_i +: 2] : 2'd0;
  always @(posedge clk_i) begin
    if (!rst_ni) mapped_q <= 2'd0;
    else if (set_i || clear_i) mapped_q[change_row_i] <= set_i;
    if (rst_ni && set_i) phys_q[2*change_row_i +: 2] <= set_phys_i;
  end
endmodule

// Any table.
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
    input wire [13:0] query_phys_i,
    input wire [6:0] drop_i,
    output wire hit_o,
    output wire [1:0] hit_phys_o,
    output wire hit_ready_o, pair_o,
    output wire [1:0] a_phys_o, b_phys_o,
    output wire [5:0] a_shift_o, b_shift_o,
    output wire [4:0] split_o,
    output wire [6:0] recorded_o,
    output wire full_o, lost_o
);
  assign {hit_o, hit_ready_o, pair_o, full_o, lost_o} = $anyseq;
  assign hit_phys_o = $anyseq;
  assign a_phys_o = $anyseq;
  assign b_phys_o = $anyseq;
  assign recorded_o = $anyseq;
  assign {a_shift_o, b_shift_o, split_o} = 17'd0;
endmodule

module {{ name }} (
    input wire clk_i,
    input wire rst_ni,
    input wire [7:0] read_valid_i, read_warp_i, read_cu_i,
    input wire [15:0] read_slot_i,
    input wire [7:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i, write_reg_i, write_fill_i,
    input wire [95:0] write_lane_mask_i,
    input wire access_valid_i,
    input wire [1:0] access_kind_i,
    input wire access_warp_i, access_reg_i, access_whole_i, access_missing_i,
    input wire [1:0] release_valid_i, release_warp_i, release_reg_i,
    input wire leave_valid_i, leave_warp_i,
    input wire [1:0] it_i, // any one register of a warp, the same for ever
    input wire [1:0] any_i // any one physical register, the same for ever
);

  // A number of a register in a byte.
  wire [63:0] read_reg;
  wire [23:0] write_reg;
  genvar g;
  generate
    for (g = 0; g < 8; g = g + 1) begin : gen_read
      assign read_reg[8*g +: 8] = {7'd0, read_reg_i[g]};
    end
    for (g = 0; g < 3; g = g + 1) begin : gen_write
      assign write_reg[8*g +: 8] = {7'd0, write_reg_i[g]};
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
      .write_reg_i(write_reg), .write_lane_mask_i, .write_data_i(3072'd0), .write_fill_i,
      .access_valid_i, .access_kind_i, .access_warp_i, .access_reg_i({7'd0, access_reg_i}),
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

  // What it holds within.
  (* hierconn *) wire [23:0] \u_dut.u_register_pool.count_q ;
  (* hierconn *) wire [7:0] \u_dut.read_valid_q ;
  (* hierconn *) wire [7:0] \u_dut.read_mapped_q ;
  (* hierconn *) wire [15:0] \u_dut.read_phys_q ;
  (* hierconn *) wire [2:0] \u_dut.write_valid_q ;
  (* hierconn *) wire [2:0] \u_dut.write_fill_q ;
  (* hierconn *) wire [2:0] \u_dut.write_set ;
  (* hierconn *) wire \u_dut.map_set ;
  (* hierconn *) wire \u_dut.map_hit ;
  (* hierconn *) wire \u_dut.warp_q ;
  (* hierconn *) wire [7:0] \u_dut.reg_q ;
  (* hierconn *) wire [1:0] \u_dut.hit_phys ;
  (* hierconn *) wire [1:0] \u_dut.take_phys ;
  (* hierconn *) wire [1:0] \u_dut.released ;
  (* hierconn *) wire \u_dut.walks ;
  (* hierconn *) wire \u_dut.u_rename_table.walk_warp_q ;
  (* hierconn *) wire [7:0] \u_dut.u_rename_table.walk_reg_q ;
  wire [23:0] count_q = \u_dut.u_register_pool.count_q ;
  wire [7:0] reads_q = \u_dut.read_valid_q ;
  wire [2:0] writes_q = \u_dut.write_valid_q ;
  wire [2:0] fills_q = \u_dut.write_fill_q ;
  wire [15:0] read_phys_q = \u_dut.read_phys_q ;
  wire [7:0] read_mapped_q = \u_dut.read_mapped_q ;
  wire [1:0] new_phys = \u_dut.map_hit ? \u_dut.hit_phys : \u_dut.take_phys ;
  wire [1:0] load_it = {\u_dut.warp_q , \u_dut.reg_q [0]};
  wire [1:0] walk_it = {\u_dut.u_rename_table.walk_warp_q , \u_dut.u_rename_table.walk_reg_q [0]};

  // The map, by register: number of warp, and of register.
  (* hierconn *) wire [1:0] \u_dut.u_rename_table.gen_bank[0].u_bank.mapped_q ;
  (* hierconn *) wire [1:0] \u_dut.u_rename_table.gen_bank[1].u_bank.mapped_q ;
  (* hierconn *) wire [3:0] \u_dut.u_rename_table.gen_bank[0].u_bank.phys_q ;
  (* hierconn *) wire [3:0] \u_dut.u_rename_table.gen_bank[1].u_bank.phys_q ;
  wire [1:0] map_0 = \u_dut.u_rename_table.gen_bank[0].u_bank.mapped_q ;
  wire [1:0] map_1 = \u_dut.u_rename_table.gen_bank[1].u_bank.mapped_q ;
  wire [3:0] phys_0 = \u_dut.u_rename_table.gen_bank[0].u_bank.phys_q ;
  wire [3:0] phys_1 = \u_dut.u_rename_table.gen_bank[1].u_bank.phys_q ;
  wire [3:0] map_q = {map_0[1], map_1[1], map_1[0], map_0[0]};
  wire [7:0] phys = {phys_0[3:2], phys_1[3:2], phys_1[1:0], phys_0[1:0]};
  integer k, n;

  // Which map entries name the followed register.
  reg [3:0] names_it_q, names_it_d;
  always @* begin
    names_it_d = names_it_q;
    for (n = 0; n < 4; n = n + 1) begin
      if (\u_dut.map_set && load_it == n) names_it_d[n] = new_phys == any_i;
      for (k = 0; k < 3; k = k + 1)
        if (\u_dut.write_set [k] && {write_warp_i[k], write_reg_i[k]} == n)
          names_it_d[n] = new_phys == any_i;
      for (k = 0; k < 2; k = k + 1)
        if (\u_dut.released [k] && {release_warp_i[k], release_reg_i[k]} == n)
          names_it_d[n] = 1'b0;
      if (\u_dut.walks && walk_it == n) names_it_d[n] = 1'b0;
    end
  end
  always @(posedge clk_i) names_it_q <= rst_ni ? names_it_d : 4'd0;

  // The pool's count of the followed register: a bit each of all, those of a bank side by side.
  function [1:0] place;
    input [1:0] p;
    place = {p[0] ^ p[1], p[1]};
  endfunction
  reg [5:0] count;
  reg [2:0] names;
  reg [1:0] same_q;
  integer b, m;
  always @* begin
    for (b = 0; b < 6; b = b + 1) count[b] = count_q[4*b + place(any_i)];
    names = 3'd0;
    for (m = 0; m < 4; m = m + 1) names = names + {2'd0, names_it_q[m]};
  end

  // What is under way of the followed register of a warp: reads and writes that wait for their
  // banks, a load (1 no verdict yet, 2 recorded, 3 coming or merged), the walk.
  reg [7:0] reads_it_q, offers_read;
  reg [2:0] writes_it_q, offers_write;
  reg [1:0] offers_release, loading_q;
  reg leaving_q;
  integer c;
  always @* begin
    for (c = 0; c < 8; c = c + 1)
      offers_read[c] = read_valid_i[c] && {read_warp_i[c], read_reg_i[c]} == it_i;
    for (c = 0; c < 3; c = c + 1)
      offers_write[c] = write_valid_i[c] && {write_warp_i[c], write_reg_i[c]} == it_i;
    for (c = 0; c < 2; c = c + 1)
      offers_release[c] = release_valid_i[c] && {release_warp_i[c], release_reg_i[c]} == it_i;
  end
  wire offers_load = access_valid_i && access_kind_i == 2'd0
                  && {access_warp_i, access_reg_i} == it_i;
  wire offers_leave = leave_valid_i && leave_warp_i == it_i[1];
  wire [6:0] offers = {offers_leave, offers_load, offers_release, offers_write};
  wire reads_it = |(reads_q & reads_it_q);
  wire writes_it = |(writes_q & writes_it_q);
  wire fills_it = |(offers_write & write_fill_i);

  reg past_q = 1'b0;
  reg [1:0] same_it_q;
  integer q;
  always @(posedge clk_i) begin
    past_q <= 1'b1;
    {same_q, same_it_q} <= {any_i, it_i};
    if (!past_q) assume (!rst_ni);
    else assume ({same_q, same_it_q} == {any_i, it_i});
{%- if name == "sharing_file_reads" %}
    // As the contract says, of the followed register alone; younger requests wait only until the
    // banks have the older ones.
    if (past_q) begin
      assume ((offers & (offers - 7'd1)) == 7'd0);
      if (|offers) assume (!reads_it && !writes_it && !(|offers_read) && !leaving_q);
      if (|offers) assume (loading_q == 2'd0 || (loading_q == 2'd2 && fills_it));
      if (fills_it) assume (loading_q == 2'd2);
      if (|offers_read) assume (!writes_it && !leaving_q && loading_q == 2'd0);
    end
{%- endif %}
    for (q = 0; q < 8; q = q + 1)
      if (read_ready[q] && read_valid_i[q]) reads_it_q[q] <= offers_read[q];
    for (q = 0; q < 3; q = q + 1)
      if (write_ready[q] && write_valid_i[q]) writes_it_q[q] <= offers_write[q];
    if (offers_load && access_ready) loading_q <= 2'd1;
    if (verdict_valid && load_it == it_i)
      loading_q <= verdict == 3'd0 ? 2'd2 : verdict >= 3'd3 ? 2'd3 : 2'd0;
    if (|(written & writes_it_q & fills_q)) loading_q <= 2'd0;
    if (woken && {woken_warp, woken_reg[0]} == it_i) loading_q <= 2'd0;
    if (left[it_i[1]]) leaving_q <= 1'b0;
    if (offers_leave && leave_ready) leaving_q <= 1'b1;
    if (!rst_ni) {loading_q, leaving_q} <= 3'd0;

    if (past_q) begin
{%- if name == "sharing_file_counts" %}
      for (q = 0; q < 4; q = q + 1)
        assert (names_it_q[q] == (map_q[q] && phys[2*q +: 2] == any_i));
      assert (count == {3'd0, names}); // LOC-I1
{%- else %}
      // LOC-I4: what waits for its bank names the register where its own still is.
      for (q = 0; q < 8; q = q + 1) if (reads_q[q] && reads_it_q[q]) begin
        assert (read_mapped_q[q] == map_q[it_i]);
        if (map_q[it_i]) assert (phys[2*it_i +: 2] == read_phys_q[2*q +: 2]);
      end
{%- endif %}
    end
  end

endmodule

`default_nettype wire
