{%- let n = channels %}
{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() %}
{%- let b = params.placement.bank_bits() %}
{%- let w = params.warp_bits() -%}
// {{ n }} channels of the rename table that {% if changes %}change{% else %}read{% endif %}: the lowest channel that asks for a bank gets it.
`default_nettype none

module {{ module }} (
    input  wire [8:0] regs_per_thread_i,
    input  wire [{{ n - 1 }}:0] valid_i,
    input  wire [{{ n * w - 1 }}:0] warp_i,
    input  wire [{{ 8 * n - 1 }}:0] reg_i,
    output wire [{{ n - 1 }}:0] ready_o,
    output wire [{{ n - 1 }}:0] mapped_o,
    output wire [{{ n * p - 1 }}:0] phys_o,
{%- if changes %}
    output wire [{{ n * b - 1 }}:0] home_o,        // bank of each channel
    output wire [{{ params.placement.banks - 1 }}:0] bank_valid_o,  // banks that are asked for
    output wire [{{ n * params.placement.banks - 1 }}:0] bank_channel_o, // of each bank who gets it, a bit each
{%- endif %}
    output wire [{{ e * params.placement.banks - 1 }}:0] bank_row_o,
    input  wire [{{ params.placement.banks - 1 }}:0] bank_mapped_i, // what each bank finds
    input  wire [{{ p * params.placement.banks - 1 }}:0] bank_phys_i
);

  localparam Banks = {{ params.placement.banks }};
  localparam Channels = {{ n }};

  wire [{{ n * b - 1 }}:0] bank;
  wire [{{ n * e - 1 }}:0] row;

  genvar c, k;
  generate
    for (c = 0; c < Channels; c = c + 1) begin : gen_channel
      {{ placement }} u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (warp_i[{{ w }}*c +: {{ w }}]),
          .reg_i            (reg_i[8*c +: 8]),
          .bank_o           (bank[{{ b }}*c +: {{ b }}]),
          .entry_o          (row[{{ e }}*c +: {{ e }}])
      );

      wire [{{ b - 1 }}:0] own = bank[{{ b }}*c +: {{ b }}];
      wire [Channels-1:0] lower; // lower channels that ask for the same bank
      for (k = 0; k < Channels; k = k + 1) begin : gen_other
        if (k < c) begin : gen_lower
          assign lower[k] = valid_i[k] && (bank[{{ b }}*k +: {{ b }}] == own);
        end else begin : gen_higher
          assign lower[k] = 1'b0;
        end
      end

      assign ready_o[c]  = !(|lower);
      assign mapped_o[c] = valid_i[c] && ready_o[c] && bank_mapped_i[own];
      assign phys_o[{{ p }}*c +: {{ p }}] = mapped_o[c] ? bank_phys_i[{{ p }}*own +: {{ p }}] : {{ p }}'d0;
    end

    for (k = 0; k < Banks; k = k + 1) begin : gen_bank
      reg [Channels-1:0] asks, first;
      reg [{{ e - 1 }}:0] first_row;
      integer a;
      always @* begin
        for (a = 0; a < Channels; a = a + 1) begin
          asks[a] = valid_i[a] && (bank[{{ b }}*a +: {{ b }}] == k[{{ b - 1 }}:0]);
        end
        first = asks & (~asks + {{ n }}'d1);
        first_row = {{ e }}'d0;
        for (a = 0; a < Channels; a = a + 1) begin
          if (first[a]) first_row = first_row | row[{{ e }}*a +: {{ e }}];
        end
      end

      assign bank_row_o[{{ e }}*k +: {{ e }}] = first_row;
{%- if changes %}
      assign bank_valid_o[k] = |asks;
      assign bank_channel_o[Channels*k +: Channels] = first;
{%- endif %}
    end
  endgenerate
{%- if changes %}

  assign home_o = bank;
{%- endif %}

endmodule

`default_nettype wire
