// LOC-I3, LOC-I8, LOC-I12 and LOC-I16 of the mapping controller: any one register of a warp is
// followed. Proof only, not part of the design.
{%- let w = params.warp_bits %}
{%- let r = params.reg_bits %}
{%- let p = params.phys_bits %}
`default_nettype none

module mapping_controller_check (
    input wire clk_i,
    input wire rst_ni,
    input wire load_i, regular_i, whole_i, missing_i,
    input wire [{{ w - 1 }}:0] warp_i,
    input wire [{{ r - 1 }}:0] reg_i,
    input wire mapped_i, single_i, recorded_i, hit_i, hit_ready_i, hit_full_i, pair_i,
    input wire can_take_i, merging_i,
    input wire [{{ p - 1 }}:0] hit_phys_i, take_phys_i,
    input wire [2:0] write_valid_i, write_free_i, write_fill_i, write_whole_i, write_mapped_i,
    input wire [2:0] write_single_i, write_recorded_i, fill_valid_i,
    input wire [{{ 3 * p - 1 }}:0] fill_phys_i,
    input wire [{{ w - 1 }}:0] any_warp_i, // the same for ever, as the next
    input wire [{{ r - 1 }}:0] any_reg_i
);

  wire access_ready, eligible, map, record, record_own, merge, take, set, copy, woken, busy;
  wire [2:0] verdict, write_go, write_set, write_drop, taker;
  wire [{{ w - 1 }}:0] woken_warp;
  wire [{{ r - 1 }}:0] woken_reg;

  rf_mapping_controller u_dut (
      .clk_i, .rst_ni, .load_i, .regular_i, .whole_i, .missing_i, .warp_i, .reg_i, .mapped_i,
      .single_i, .recorded_i, .hit_i, .hit_ready_i, .hit_phys_i, .hit_full_i, .pair_i, .can_take_i,
      .take_phys_i, .merging_i, .write_valid_i, .write_free_i, .write_fill_i, .write_whole_i,
      .write_mapped_i, .write_single_i, .write_recorded_i, .fill_valid_i, .fill_phys_i,
      .access_ready_o(access_ready), .verdict_o(verdict), .eligible_o(eligible), .map_o(map),
      .record_o(record), .record_own_o(record_own), .merge_o(merge), .taker_o(taker),
      .take_o(take), .set_o(set),
      .write_go_o(write_go), .write_set_o(write_set), .write_drop_o(write_drop), .copy_o(copy),
      .woken_o(woken), .woken_warp_o(woken_warp), .woken_reg_o(woken_reg), .busy_o(busy)
  );

  reg past_q = 1'b0;
  reg asleep_q, due_q;
  reg [{{ p - 1 }}:0] phys_q;
  reg [3:0] late_q, kept_q;
  reg [{{ w - 1 }}:0] same_warp_q;
  reg [{{ r - 1 }}:0] same_reg_q;

  wire is_it    = warp_i == any_warp_i && reg_i == any_reg_i;
  wire sleeps   = load_i && is_it && (verdict == 3'd3 || verdict == 3'd4);
  wire wakes    = woken && woken_warp == any_warp_i && woken_reg == any_reg_i;
  wire [{{ p - 1 }}:0] phys = sleeps ? (verdict == 3'd4 ? take_phys_i : hit_phys_i) : phys_q;
  wire filled   = (fill_valid_i[0] && fill_phys_i[0 +: {{ p }}] == phys)
               || (fill_valid_i[1] && fill_phys_i[{{ p }} +: {{ p }}] == phys)
               || (fill_valid_i[2] && fill_phys_i[{{ 2 * p }} +: {{ p }}] == phys);
  wire [2:0] changes = write_valid_i & write_free_i & ~(write_mapped_i & (write_fill_i
                       | (write_single_i & ~write_recorded_i)));

  integer c;
  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_warp_q <= any_warp_i;
    same_reg_q <= any_reg_i;
    if (!past_q) assume (!rst_ni);
    if (past_q) assume (any_warp_i == same_warp_q && any_reg_i == same_reg_q);
    // A register that waits is not loaded again.
    if (past_q && asleep_q) assume (!(load_i && is_it));

    asleep_q <= rst_ni && (sleeps || (asleep_q && !wakes));
    due_q <= rst_ni && ((sleeps || (asleep_q && !wakes)) && (filled || (due_q && !sleeps)));
    if (sleeps) phys_q <= phys;
    late_q <= (!rst_ni || !due_q || wakes) ? 4'd0 : late_q + 4'd1;
    kept_q <= (!rst_ni || !(|changes) || !(map || record)) ? 4'd0 : kept_q + {3'd0, kept_q != 4'd15};

    if (past_q && rst_ni) begin
      if (wakes) assert (asleep_q && due_q);                       // LOC-I16: once, and not before
      if (due_q) assert (late_q < {{ 2 * params.waiting - 1 }}); // LOC-I16: in time
      if (kept_q == {{ patience }}) assert (!access_ready);
      // LOC-I8: what is not eligible changes nothing.
      if (!(load_i && regular_i && whole_i)) assert (verdict == 3'd1 && !map && !record && !set);
      if (map) assert (hit_i && !hit_full_i && (hit_ready_i == (verdict == 3'd2)));
      if (merge) assert (pair_i && missing_i && !hit_i && !merging_i); // LOC-I12
      if (record_own) assert (mapped_i && single_i && !recorded_i);
      if (take) assert (can_take_i);
      if (take && !load_i) assert (taker == write_set);
      assert (!(set && |write_set) && !((map || record) && |(write_set | write_drop)));
      assert ((write_set & (write_set - 3'd1)) == 3'd0);
      assert ((write_go & ~(write_valid_i & write_free_i)) == 3'd0);
      for (c = 0; c < 3; c = c + 1) begin
        // LOC-I3: in place only if the register cannot be shared, or for the load's own fill.
        if (write_go[c] && !write_set[c])
          assert (write_mapped_i[c] && (write_fill_i[c] || (write_single_i[c]
                  && (!write_recorded_i[c] || write_drop[c]))));
        if (write_set[c] && write_go[c]) assert (!write_mapped_i[c] || write_whole_i[c]);
        if (write_set[c] && !write_go[c]) assert (copy);
      end
    end
  end

endmodule

`default_nettype wire
