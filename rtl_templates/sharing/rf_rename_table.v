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
  wire [{{ e }}*Banks-1:0] read_entry, change_entry;
  wire [{{ changes }}*Banks-1:0] change_channel;

  rf_rename_reads u_reads (
      .valid_i       (read_valid_i),
      .bank_i        (read_bank_i),
      .entry_i       (read_entry_i),
      .ready_o       (read_ready_o),
      .mapped_o      (read_mapped_o),
      .phys_o        (read_phys_o),
      .bank_entry_o  (read_entry),
      .bank_mapped_i (read_mapped),
      .bank_phys_i   (read_phys)
  );

  rf_rename_changes u_changes (
      .valid_i       (change_valid_i),
      .bank_i        (change_bank_i),
      .entry_i       (change_entry_i),
      .ready_o       (change_ready_o),
      .mapped_o      (change_mapped_o),
      .phys_o        (change_phys_o),
      .bank_valid_o  (change_valid),
      .bank_channel_o(change_channel),
      .bank_entry_o  (change_entry),
      .bank_mapped_i (change_mapped),
      .bank_phys_i   (change_phys)
  );

  // The walk: bank and entry of the register that it looks at, and the number of the next
  // register.
  reg walking_q, walk_last_q;
  reg [{{ w - 1 }}:0] walk_warp_q;
  reg [{{ b - 1 }}:0] walk_bank_q;
  reg [{{ e - 1 }}:0] walk_entry_q;
  reg [7:0] walk_next_q;
  wire [{{ b - 1 }}:0] next_bank;
  wire [{{ e - 1 }}:0] next_entry;
  wire [7:0] next = walking_q ? walk_next_q : 8'd0;

  rf_rename_placement u_walk (
      .regs_per_thread_i(regs_per_thread_i),
      .warp_i           (walking_q ? walk_warp_q : leave_warp_i),
      .reg_i            (next),
      .bank_o           (next_bank),
      .entry_o          (next_entry)
  );

  wire walk_looks = walking_q && !change_valid[walk_bank_q];
  wire walk_steps = walk_looks && (walk_go_i || !change_mapped[walk_bank_q]);
  wire walk_ends  = walk_steps && walk_last_q;

  assign walk_valid_o  = walk_looks && change_mapped[walk_bank_q];
  assign walk_phys_o   = change_phys[{{ p }}*walk_bank_q +: {{ p }}];
  assign leave_ready_o = !walking_q;

  always @(posedge clk_i) begin
    if (!rst_ni) walking_q <= 1'b0;
    else         walking_q <= (walking_q || leave_valid_i) && !walk_ends;
  end

  always @(posedge clk_i) begin
    if (!walking_q) walk_warp_q <= leave_warp_i;
    if (!walking_q || walk_steps) begin
      walk_bank_q  <= next_bank;
      walk_entry_q <= next_entry;
      walk_next_q  <= next + 8'd1;
      walk_last_q  <= {1'b0, next} + 9'd1 >= regs_per_thread_i;
    end
  end

  // Warp slots with a register that was set since the last walk of the slot.
  wire [Warps-1:0] walked = walking_q ? {{ params.placement.warps }}'d1 << walk_warp_q : {Warps{1'b0}};
  reg [Warps-1:0] used_q, sets;
  integer s;
  always @* begin
    sets = {Warps{1'b0}};
    for (s = 0; s < {{ sets }}; s = s + 1) begin
      if (set_i[s] && change_valid_i[s] && change_ready_o[s]) begin
        sets = sets | ({{ params.placement.warps }}'d1 << set_warp_i[{{ w }}*s +: {{ w }}]);
      end
    end
  end

  assign left_o = ~used_q & ~walked;

  always @(posedge clk_i) begin
    if (!rst_ni) used_q <= {Warps{1'b0}};
    else         used_q <= (used_q | sets) & ~walked;
  end

  // At most one register is set, so its entry does not depend on the arbitration of channels.
  reg [{{ e - 1 }}:0] set_entry;
  integer c;
  always @* begin
    set_entry = {{ e }}'d0;
    for (c = 0; c < {{ sets }}; c = c + 1) begin
      if (set_i[c]) set_entry = set_entry | change_entry_i[{{ e }}*c +: {{ e }}];
    end
  end

  genvar k;
  generate
    for (k = 0; k < Banks; k = k + 1) begin : gen_bank
      wire [{{ changes - 1 }}:0] channel = change_channel[{{ changes }}*k +: {{ changes }}];
      wire [{{ e - 1 }}:0] idle_entry = change_valid[k] ? {{ e }}'d0 : walk_entry_q;
      wire walks = walk_looks && walk_go_i && (walk_bank_q == k[{{ b - 1 }}:0]);

      rf_rename_bank u_bank (
          .clk_i          (clk_i),
          .rst_ni         (rst_ni),
          .read_entry_i   (read_entry[{{ e }}*k +: {{ e }}]),
          .read_mapped_o  (read_mapped[k]),
          .read_phys_o    (read_phys[{{ p }}*k +: {{ p }}]),
          .change_entry_i (change_entry[{{ e }}*k +: {{ e }}] | idle_entry),
          .change_mapped_o(change_mapped[k]),
          .change_phys_o  (change_phys[{{ p }}*k +: {{ p }}]),
          .clear_i        ((|(channel[{{ changes - 1 }}:{{ sets }}] & clear_i)) || walks),
          .set_i          (|(channel[{{ sets - 1 }}:0] & set_i)),
          .set_entry_i    (set_entry),
          .set_phys_i     (set_phys_i)
      );
    end
  endgenerate

endmodule

`default_nettype wire
