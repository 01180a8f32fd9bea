// EXP-I2, I3, I3', I4 and I16 of any legal launch and any two registers. Proof only, not part of the design.
{%- let w = params.warp_bits() %}
{%- let l = params.line_bits() %}
{%- let a = params.address_bits() %}
{%- let c = params.cta_bits() %}
`default_nettype none

module register_allocation_table_check (
    input wire clk_i,
    input wire rst_ni,
    // Any launch, the same for ever: warps of a CTA, register-file CTAs, mix CTAs, registers, Start_Reg,
    // rows of a CTA's array.
    input wire [2:0] warps_i,
    input wire [2:0] plain_i,
    input wire [2:0] mixed_i,
    input wire [2:0] regs_i,
    input wire [2:0] start_i,
    input wire [3:0] array_i,
    // Any two registers: CTA, warp of the CTA, register.
    input wire [5:0] cta_i,
    input wire [5:0] in_cta_i,
    input wire [5:0] reg_i
);

  localparam Warps = {{ params.warps }};
  localparam Lines = {{ params.lines }};
  localparam Rows  = {{ params.bytes / 128 }};

  // The launch is loaded once: its variables, then an entry a cycle.
  reg [3:0] step_q;
  wire load = step_q == 4'd0;
  wire [3:0] entry = step_q - 4'd1;
  wire load_base = !load && entry < {1'b0, mixed_i};
  wire ready = !load && !load_base;

  wire [7:0] warps = {5'd0, warps_i}, plain = {5'd0, plain_i}, mixed = {5'd0, mixed_i};
  wire [7:0] regs = {5'd0, regs_i}, start = {5'd0, start_i}, array = {4'd0, array_i};
  wire [7:0] spilled = regs - start;
  wire [7:0] index = {4'd0, entry};

  // A launch that fits: at least one register stays, and one leaves where CTAs are mixed.
  wire legal = warps > 0 && regs > 0 && regs <= 4 && start > 0 && start < regs
      && (plain + mixed) > 0 && (plain + mixed) * warps <= Warps && mixed <= {{ params.ctas }}
      && plain * warps * regs + mixed * warps * start <= Lines
      && (plain + mixed) * array + mixed * warps * spilled <= Rows;

  wire [7:0] start_warp = plain * warps;
  wire [7:0] offset = start_warp * spilled;
  wire [7:0] base_row = Rows - (index + 8'd1) * spilled * warps;
  wire [7:0] base_warp = (plain + index) * warps;

  // The two registers.
  wire [7:0] cta [0:1], in_cta [0:1], number [0:1], warp [0:1];
  wire [1:0] exists, is_spilled;
  genvar k;
  generate
    for (k = 0; k < 2; k = k + 1) begin : gen_register
      assign cta[k]    = {5'd0, cta_i[3*k +: 3]};
      assign in_cta[k] = {5'd0, in_cta_i[3*k +: 3]};
      assign number[k] = {5'd0, reg_i[3*k +: 3]};
      assign warp[k]   = cta[k] * warps + in_cta[k];
      assign exists[k] = cta[k] < plain + mixed && in_cta[k] < warps && number[k] < regs;
      assign is_spilled[k] = cta[k] >= plain && number[k] >= start;
    end
  endgenerate
  wire differ = warp[0] != warp[1] || number[0] != number[1];

  wire [1:0] in_spm;
  wire bundle_mix;
  wire [7:0] spilled_from;
  wire [{{ 2 * l - 1 }}:0] line;
  wire [{{ 2 * a - 1 }}:0] address;

  rf_register_allocation_table u_dut (
      .clk_i, .rst_ni,
      .load_i(load),
      .enable_i(mixed_i != 3'd0),
      .start_warp_i(start_warp[{{ w - 1 }}:0]),
      .start_reg_i(start),
      .max_reg_i(regs - 8'd1),
      .offset_i(offset[{{ l - 1 }}:0]),
      .load_base_i(load_base),
      .base_cta_i(entry[{{ c - 1 }}:0]),
      .base_i({base_row[{{ a - 8 }}:0], 7'd0}),
      .base_warp_i(base_warp[{{ w - 1 }}:0]),
      .warp_i({warp[1][{{ w - 1 }}:0], warp[0][{{ w - 1 }}:0]}),
      .reg_i({number[1], number[0]}),
      .bundle_warp_i(warp[0][{{ w - 1 }}:0]),
      .spilled_warp_i({warp[1][{{ w - 1 }}:0], warp[0][{{ w - 1 }}:0]}),
      .spilled_reg_i({number[1], number[0]}),
      .in_spm_o(in_spm),
      .line_o(line),
      .bundle_mix_o(bundle_mix),
      .spilled_from_o(spilled_from),
      .address_o(address)
  );

  wire [{{ l - 1 }}:0] line_0 = line[0 +: {{ l }}], line_1 = line[{{ l }} +: {{ l }}];
  wire [{{ a - 1 }}:0] address_0 = address[0 +: {{ a }}], address_1 = address[{{ a }} +: {{ a }}];
  wire [7:0] row_0 = {{ "{" }}{{ 15 - a }}'d0, address_0[{{ a - 1 }}:7]};

  reg past_q = 1'b0;
  reg [18:0] launch_q;
  wire [18:0] launch = {warps_i, plain_i, mixed_i, regs_i, start_i, array_i};

  always @(posedge clk_i) begin
    past_q   <= 1'b1;
    launch_q <= launch;
    step_q   <= !rst_ni ? 4'd0 : ready ? step_q : step_q + 4'd1;

    assume (legal);
    assume (rst_ni == past_q);
    if (past_q) assume (launch == launch_q);
    if (past_q && ready && exists == 2'b11) begin
      // EXP-I4, I16
      assert (in_spm == (mixed_i != 3'd0 ? is_spilled : 2'b00));
      assert (in_spm[0] == (bundle_mix && number[0] >= spilled_from));
      // EXP-I2 and I3': a row of its own, behind all arrays.
      if (in_spm[0]) begin
        assert (address_0[6:0] == 7'd0);
        assert (row_0 >= (plain + mixed) * array && row_0 < Rows);
        if (in_spm[1] && differ) assert (address_0[{{ a - 1 }}:7] != address_1[{{ a - 1 }}:7]);
      end
      // EXP-I3
      if (in_spm == 2'b00 && differ) assert (line_0 != line_1);
    end
  end

endmodule

`default_nettype wire
