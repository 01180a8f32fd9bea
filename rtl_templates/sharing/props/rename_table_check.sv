// LOC-I18 of any one register of any one warp, and that lookups find what was set. Proof only, not
// part of the design.
{%- let p = params.phys_bits() %}
`default_nettype none

module rename_table_check (
    input wire clk_i,
    input wire rst_ni,
    input wire [8:0] regs_per_thread_i,
    input wire [7:0] read_valid_i,
    input wire [7:0] read_warp_i,
    input wire [63:0] read_reg_i,
    input wire [5:0] change_valid_i,
    input wire [5:0] change_warp_i,
    input wire [47:0] change_reg_i,
    input wire [3:0] set_i,
    input wire [{{ p - 1 }}:0] set_phys_i,
    input wire [1:0] clear_i,
    input wire leave_valid_i,
    input wire leave_warp_i,
    input wire walk_go_i,
    input wire warp_i, // any one warp, the same for ever
    input wire reg_i   // and any one of its registers
);

  wire [7:0] read_ready, read_mapped;
  wire [{{ 8 * p - 1 }}:0] read_phys;
  wire [5:0] change_ready, change_mapped;
  wire [{{ 6 * p - 1 }}:0] change_phys;
  wire leave_ready, walk_valid;
  wire [{{ p - 1 }}:0] walk_phys;
  wire [1:0] left;

  // Entry and bank of a warp's register: of linear = 2 * entry + column, (column + entry) mod 2.
  function [1:0] place;
    input warp;
    input number;
    reg [1:0] linear;
    begin
      linear = (warp ? regs_per_thread_i[1:0] : 2'd0) + {1'b0, number};
      place = {linear[1], linear[0] ^ linear[1]};
    end
  endfunction

  wire [7:0] read_bank, read_entry;
  wire [5:0] change_bank, change_entry;
  genvar c;
  generate
    for (c = 0; c < 8; c = c + 1) begin : gen_read
      assign {read_entry[c], read_bank[c]} = place(read_warp_i[c], read_reg_i[8*c]);
    end
    for (c = 0; c < 6; c = c + 1) begin : gen_change
      assign {change_entry[c], change_bank[c]} = place(change_warp_i[c], change_reg_i[8*c]);
    end
  endgenerate

  rf_rename_table u_dut (
      .clk_i, .rst_ni, .regs_per_thread_i, .read_valid_i, .read_bank_i(read_bank),
      .read_entry_i(read_entry), .change_valid_i, .change_bank_i(change_bank),
      .change_entry_i(change_entry), .set_i, .set_warp_i(change_warp_i[3:0]), .set_phys_i,
      .clear_i, .leave_valid_i, .leave_warp_i, .walk_go_i, .read_ready_o(read_ready),
      .read_mapped_o(read_mapped), .read_phys_o(read_phys), .change_ready_o(change_ready),
      .change_mapped_o(change_mapped), .change_phys_o(change_phys),
      .leave_ready_o(leave_ready), .walk_valid_o(walk_valid), .walk_phys_o(walk_phys),
      .left_o(left)
  );

  // The followed register; whether its warp may have mapped ones; the walk.
  reg mapped_q, used_q, walking_q, walk_warp_q, warp_q, reg_q, past_q = 1'b0;
  reg [{{ p - 1 }}:0] phys_q;
  reg [1:0] walk_reg_q;
  reg [8:0] regs_q;
  wire [1:0] walked = place(walk_warp_q, walk_reg_q[0]);

  // For each channel, whether it names the register, and whether a lower one asks for its bank.
  reg [7:0] reads_it, read_waits;
  reg [5:0] names_it, change_waits;
  reg walk_busy;
  integer k, m;
  always @* begin
    for (k = 0; k < 8; k = k + 1) begin
      reads_it[k] = read_valid_i[k] && read_warp_i[k] == warp_i && read_reg_i[8*k] == reg_i;
      read_waits[k] = 1'b0;
      for (m = 0; m < k; m = m + 1) begin
        if (read_valid_i[m] && read_bank[m] == read_bank[k]) read_waits[k] = 1'b1;
      end
    end
    walk_busy = 1'b0;
    for (k = 0; k < 6; k = k + 1) begin
      names_it[k] = change_valid_i[k] && change_warp_i[k] == warp_i && change_reg_i[8*k] == reg_i;
      change_waits[k] = 1'b0;
      for (m = 0; m < k; m = m + 1) begin
        if (change_valid_i[m] && change_bank[m] == change_bank[k]) change_waits[k] = 1'b1;
      end
      if (change_valid_i[k] && change_bank[k] == walked[0]) walk_busy = 1'b1;
    end
  end

  wire [5:0] changes_it = names_it & ~change_waits;
  wire [3:0] sets = set_i & change_valid_i[3:0] & ~change_waits[3:0];
  wire looks = walking_q && !walk_busy;
  wire looks_at_it = looks && walk_warp_q == warp_i && walk_reg_q[0] == reg_i;
  wire steps = looks && (walk_go_i || !walk_valid);
  wire ends = steps && {7'd0, walk_reg_q} + 9'd1 == regs_per_thread_i;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    {warp_q, reg_q, regs_q} <= {warp_i, reg_i, regs_per_thread_i};
    if (!rst_ni) begin
      {mapped_q, used_q, walking_q} <= 3'd0;
    end else begin
      if (|(changes_it[3:0] & set_i)) {mapped_q, phys_q} <= {1'b1, set_phys_i};
      else if (|(changes_it[5:4] & clear_i) || (looks_at_it && steps)) mapped_q <= 1'b0;
      if (ends && walk_warp_q == warp_i) used_q <= 1'b0;
      else if (|(sets & {4{warp_i}} & change_warp_i[3:0])
               || |(sets & {4{!warp_i}} & ~change_warp_i[3:0])) used_q <= 1'b1;
      if (!walking_q) begin
        walking_q <= leave_valid_i;
        {walk_warp_q, walk_reg_q} <= {leave_warp_i, 2'd0};
      end else begin
        walking_q <= !ends;
        walk_reg_q <= walk_reg_q + {1'b0, steps};
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (warp_i == warp_q && reg_i == reg_q && regs_per_thread_i == regs_q);
    assume (regs_per_thread_i == 9'd1 || regs_per_thread_i == 9'd2);
    assume ({8'd0, reg_i} < regs_per_thread_i);
    assume ((set_i & (set_i - 4'd1)) == 4'd0);
    for (k = 0; k < 8; k = k + 1) begin
      assume ({1'b0, read_reg_i[8*k +: 8]} < regs_per_thread_i);
    end
    for (k = 0; k < 6; k = k + 1) begin
      assume ({1'b0, change_reg_i[8*k +: 8]} < regs_per_thread_i);
      if (k < 4) assume (!(past_q && walking_q && set_i[k] && change_warp_i[k] == walk_warp_q));
    end

    if (past_q) begin
      assert (read_ready == ~read_waits);
      assert (change_ready == ~change_waits);
      assert (change_ready[0]);
      for (k = 0; k < 8; k = k + 1) begin
        if (reads_it[k] && !read_waits[k]) begin
          assert (read_mapped[k] == mapped_q);
          if (mapped_q) assert (read_phys[{{ p }}*k +: {{ p }}] == phys_q);
        end
      end
      for (k = 0; k < 6; k = k + 1) begin
        if (changes_it[k]) begin
          assert (change_mapped[k] == mapped_q);
          if (mapped_q) assert (change_phys[{{ p }}*k +: {{ p }}] == phys_q);
        end
      end
      assert (leave_ready == !walking_q);               // the walk ends when all were looked at
      if (walk_valid) assert (looks);
      if (looks_at_it) begin
        assert (walk_valid == mapped_q);
        if (mapped_q) assert (walk_phys == phys_q);
      end
      assert (left[warp_i] == !(used_q || (walking_q && walk_warp_q == warp_i)));
      if (left[warp_i]) assert (!mapped_q);             // LOC-I18
    end
  end

endmodule

`default_nettype wire
