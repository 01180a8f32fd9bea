{{ contract }}
{%- let w = params.warp_bits() %}
{%- let l = params.line_bits() %}
{%- let a = params.address_bits() %}
{%- let c = params.cta_bits() %}
{%- let s = self.line_sum() %}
{%- let t = self.row_sum() %}
{%- let r = params.row_bits() %}
`default_nettype none

module rf_register_allocation_table (
{{ ports }}
);

  localparam Ctas = {{ params.ctas }};

  // Variables and entries of a kernel; entry n belongs to mix CTA n.
  reg enable_q;
  reg [{{ w - 1 }}:0] start_warp_q;
  reg [7:0] start_reg_q, max_reg_q;
  reg [{{ l - 1 }}:0] offset_q;
  reg [Ctas-1:0] valid_q;
  reg [{{ w }}*Ctas-1:0] base_warp_q;
  reg [{{ a }}*Ctas-1:0] base_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      enable_q     <= 1'b0;
      start_warp_q <= {{ w }}'d0;
      start_reg_q  <= 8'd0;
      max_reg_q    <= 8'd0;
      offset_q     <= {{ l }}'d0;
    end else if (load_i) begin
      enable_q     <= enable_i;
      start_warp_q <= start_warp_i;
      start_reg_q  <= start_reg_i;
      max_reg_q    <= max_reg_i;
      offset_q     <= offset_i;
    end
  end

  assign bundle_mix_o   = enable_q && bundle_warp_i >= start_warp_q;
  assign spilled_from_o = start_reg_q;

  // Registers of a thread: all of them, and those of a mix CTA in the scratchpad.
  wire [8:0] registers = {1'b0, max_reg_q} + 9'd1;
  wire [8:0] spilled   = registers - {1'b0, start_reg_q};

  // The port may be a single bit, which cannot be indexed.
  wire [{{ w * params.addresses - 1 }}:0] spilled_warp = spilled_warp_i;

  genvar n, k;
  generate
    for (n = 0; n < Ctas; n = n + 1) begin : gen_base
{%- if params.ctas > 1 %}
      wire loads = load_base_i && base_cta_i == n;
{%- else %}
      wire loads = load_base_i && !base_cta_i;
{%- endif %}

      always @(posedge clk_i) begin
        if (!rst_ni || load_i) valid_q[n] <= 1'b0;
        else if (loads) valid_q[n] <= 1'b1;
        if (loads) begin
          base_warp_q[{{ w }}*n +: {{ w }}] <= base_warp_i;
          base_q[{{ a }}*n +: {{ a }}] <= base_i;
        end
      end
    end

    for (k = 0; k < {{ params.channels }}; k = k + 1) begin : gen_channel
      wire [{{ w - 1 }}:0] warp = warp_i[{{ w }}*k +: {{ w }}];
      wire [7:0] number = reg_i[8*k +: 8];
      wire mix = enable_q && warp >= start_warp_q;
      wire [{{ s - 1 }}:0] in_file = mix ? {{ self.as_line("start_reg_q") }} : {{ self.as_line("registers") }};
      wire [{{ s - 1 }}:0] offset = mix ? {{ self.as_line("offset_q") }} : {{ s }}'d0;
      wire [{{ s - 1 }}:0] line = {{ self.as_line("warp") }} * in_file + offset + {{ self.as_line("number") }};
{%- if s > l %}
      wire unused = &{1'b0, line[{{ s - 1 }}:{{ l }}]};
{%- endif %}
      assign in_spm_o[k] = mix && number >= start_reg_q;
      assign line_o[{{ l }}*k +: {{ l }}] = line[{{ l - 1 }}:0];
    end

    for (k = 0; k < {{ params.addresses }}; k = k + 1) begin : gen_address
      wire [{{ w - 1 }}:0] warp = spilled_warp[{{ w }}*k +: {{ w }}];
      wire [7:0] number = spilled_reg_i[8*k +: 8];

      // Entries whose first warp is not above the warp. First warps grow from entry to entry,
      // so the last of these entries is followed by a zero.
      reg [Ctas-1:0] all;
      integer e;
      always @* begin
        for (e = 0; e < Ctas; e = e + 1) begin
          all[e] = valid_q[e] && base_warp_q[{{ w }}*e +: {{ w }}] <= warp;
        end
      end
      wire [Ctas-1:0] last = all & ~(all >> 1);

      reg [{{ w - 1 }}:0] first;
      reg [{{ a - 1 }}:0] base;
      integer m;
      always @* begin
        first = {{ w }}'d0;
        base  = {{ a }}'d0;
        for (m = 0; m < Ctas; m = m + 1) begin
          first = first | ({{ "{" }}{{ w }}{last[m]}} & base_warp_q[{{ w }}*m +: {{ w }}]);
          base  = base | ({{ "{" }}{{ a }}{last[m]}} & base_q[{{ a }}*m +: {{ a }}]);
        end
      end

      // Warps of the CTA before this one, and rows of the CTA before the register's.
      wire [{{ w - 1 }}:0] earlier = warp - first;
      wire [{{ t - 1 }}:0] row = {{ self.as_row("earlier") }} * {{ self.as_row("spilled") }} + {{ self.as_row("number") }} - {{ self.as_row("start_reg_q") }};
{%- if t > r %}
      wire unused = &{1'b0, row[{{ t - 1 }}:{{ r }}]};
{%- endif %}
      assign address_o[{{ a }}*k +: {{ a }}] = base + {row[{{ r - 1 }}:0], 7'd0};
    end
  endgenerate

endmodule

`default_nettype wire
