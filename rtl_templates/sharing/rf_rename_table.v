{{ contract }}
{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() %}
{%- let b = params.placement.bank_bits() %}
{%- let w = params.warp_bits() %}
`default_nettype none

module rf_rename_table (
{{ ports }}
);

  localparam Banks = {{ params.placement.banks }};
  localparam Warps = {{ params.placement.warps }};

  wire [Banks-1:0] read_mapped, change_mapped, change_valid;
  wire [{{ p }}*Banks-1:0] read_phys, change_phys;
  wire [{{ e }}*Banks-1:0] read_row, change_row;
  wire [{{ changes }}*Banks-1:0] change_channel;

  rf_rename_reads u_reads (
      .regs_per_thread_i(regs_per_thread_i),
      .valid_i          (read_valid_i),
      .warp_i           (read_warp_i),
      .reg_i            (read_reg_i),
      .ready_o          (read_ready_o),
      .mapped_o         (read_mapped_o),
      .phys_o           (read_phys_o),
      .bank_row_o       (read_row),
      .bank_mapped_i    (read_mapped),
      .bank_phys_i      (read_phys)
  );

  rf_rename_changes u_changes (
      .regs_per_thread_i(regs_per_thread_i),
      .valid_i          (change_valid_i),
      .warp_i           (change_warp_i),
      .reg_i            (change_reg_i),
      .ready_o          (change_ready_o),
      .mapped_o         (change_mapped_o),
      .phys_o           (change_phys_o),
      .home_o           (change_home_o),
      .bank_valid_o     (change_valid),
      .bank_channel_o   (change_channel),
      .bank_row_o       (change_row),
      .bank_mapped_i    (change_mapped),
      .bank_phys_i      (change_phys)
  );

  // The walk: the next register of the warp that leaves.
  reg walking_q;
  reg [{{ w - 1 }}:0] walk_warp_q;
  reg [7:0] walk_reg_q;
  wire [{{ b - 1 }}:0] walk_bank;
  wire [{{ e - 1 }}:0] walk_row;

  rf_rename_placement u_walk (
      .regs_per_thread_i(regs_per_thread_i),
      .warp_i           (walk_warp_q),
      .reg_i            (walk_reg_q),
      .bank_o           (walk_bank),
      .entry_o          (walk_row)
  );

  wire walk_looks = walking_q && !change_valid[walk_bank];
  wire walk_steps = walk_looks && (walk_go_i || !change_mapped[walk_bank]);
  wire [8:0] walk_next = {1'b0, walk_reg_q} + 9'd1;
  wire walk_ends = walk_steps && (walk_next >= regs_per_thread_i);

  assign walk_valid_o  = walk_looks && change_mapped[walk_bank];
  assign walk_phys_o   = change_phys[{{ p }}*walk_bank +: {{ p }}];
  assign leave_ready_o = !walking_q;

  always @(posedge clk_i) begin
    if (!rst_ni) walking_q <= 1'b0;
    else         walking_q <= (walking_q || leave_valid_i) && !walk_ends;
  end

  always @(posedge clk_i) begin
    if (rst_ni && !walking_q) begin
      walk_warp_q <= leave_warp_i;
      walk_reg_q  <= 8'd0;
    end else if (rst_ni && walk_steps) begin
      walk_reg_q <= walk_next[7:0];
    end
  end

  // Warp slots of which a register was set since their last walk.
  wire [Warps-1:0] walked = walking_q ? {{ params.placement.warps }}'d1 << walk_warp_q : {Warps{1'b0}};
  reg [Warps-1:0] used_q, sets;
  integer s;
  always @* begin
    sets = {Warps{1'b0}};
    for (s = 0; s < {{ sets }}; s = s + 1) begin
      if (set_i[s] && change_valid_i[s] && change_ready_o[s]) begin
        sets = sets | ({{ params.placement.warps }}'d1 << change_warp_i[{{ w }}*s +: {{ w }}]);
      end
    end
  end

  assign left_o = ~used_q & ~walked;

  always @(posedge clk_i) begin
    if (!rst_ni) used_q <= {Warps{1'b0}};
    else         used_q <= (used_q | sets) & ~(walk_ends ? walked : {Warps{1'b0}});
  end

  genvar k;
  generate
    for (k = 0; k < Banks; k = k + 1) begin : gen_bank
      wire [{{ changes - 1 }}:0] channel = change_channel[{{ changes }}*k +: {{ changes }}];
      wire walks = walk_steps && (walk_bank == k[{{ b - 1 }}:0]);

      rf_rename_bank u_bank (
          .clk_i          (clk_i),
          .rst_ni         (rst_ni),
          .read_row_i     (read_row[{{ e }}*k +: {{ e }}]),
          .read_mapped_o  (read_mapped[k]),
          .read_phys_o    (read_phys[{{ p }}*k +: {{ p }}]),
          .change_row_i   (change_valid[k] ? change_row[{{ e }}*k +: {{ e }}] : walk_row),
          .change_mapped_o(change_mapped[k]),
          .change_phys_o  (change_phys[{{ p }}*k +: {{ p }}]),
          .set_i          (|(channel[{{ sets - 1 }}:0] & set_i)),
          .set_phys_i     (set_phys_i),
          .clear_i        ((|(channel[{{ changes - 1 }}:{{ sets }}] & clear_i)) || walks)
      );
    end
  endgenerate

endmodule

`default_nettype wire
