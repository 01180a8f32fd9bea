{%- let n = channels %}
{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() %}
{%- let b = params.placement.bank_bits() -%}
// {{ n }} channels of the rename table that {% if changes %}change{% else %}read{% endif %}: the lowest channel that asks for a bank gets it.
`default_nettype none

module {{ module }} (
    input  wire [{{ n - 1 }}:0] valid_i, // channels that ask
    input  wire [{{ n * b - 1 }}:0] bank_i, // bank that each asks for
    input  wire [{{ n * e - 1 }}:0] entry_i, // entry there
    output wire [{{ n - 1 }}:0] ready_o, // channels that get their bank, if they ask
    output wire [{{ n - 1 }}:0] mapped_o, // whether their entry is mapped
    output wire [{{ n * p - 1 }}:0] phys_o, // its physical register, else 0
{%- if changes %}
    output wire [{{ params.placement.banks - 1 }}:0] bank_valid_o,   // banks that are asked for
    output wire [{{ n * params.placement.banks - 1 }}:0] bank_channel_o, // of each bank who gets it, a bit each
{%- endif %}
    output wire [{{ e * params.placement.banks - 1 }}:0] bank_entry_o, // entry that each bank looks up
    input  wire [{{ params.placement.banks - 1 }}:0] bank_mapped_i,  // what each bank finds
    input  wire [{{ p * params.placement.banks - 1 }}:0] bank_phys_i // its physical register
);

  localparam Banks = {{ params.placement.banks }};
  localparam Channels = {{ n }};

  wire [Channels-1:0] first; // channels that get their bank

  genvar c, k;
  generate
    for (c = 0; c < Channels; c = c + 1) begin : gen_channel
      wire [{{ b - 1 }}:0] own = bank_i[{{ b }}*c +: {{ b }}];
      wire [Channels-1:0] lower; // lower channels that ask for the same bank
      for (k = 0; k < Channels; k = k + 1) begin : gen_other
        if (k < c) begin : gen_lower
          assign lower[k] = valid_i[k] && (bank_i[{{ b }}*k +: {{ b }}] == own);
        end else begin : gen_higher
          assign lower[k] = 1'b0;
        end
      end

      assign ready_o[c] = !(|lower);
      assign first[c]   = valid_i[c] && ready_o[c];

      assign mapped_o[c] = first[c] && bank_mapped_i[own];
      assign phys_o[{{ p }}*c +: {{ p }}] = first[c] ? bank_phys_i[{{ p }}*own +: {{ p }}] : {{ p }}'d0;
    end

    for (k = 0; k < Banks; k = k + 1) begin : gen_bank
      reg [Channels-1:0] asks;
      reg [{{ e - 1 }}:0] entry;
      integer a;
      always @* begin
        entry = {{ e }}'d0;
        for (a = 0; a < Channels; a = a + 1) begin
          asks[a] = bank_i[{{ b }}*a +: {{ b }}] == k[{{ b - 1 }}:0];
          if (asks[a] && first[a]) entry = entry | entry_i[{{ e }}*a +: {{ e }}];
        end
      end

      assign bank_entry_o[{{ e }}*k +: {{ e }}] = entry;
{%- if changes %}
      assign bank_valid_o[k] = |(asks & valid_i);
      assign bank_channel_o[Channels*k +: Channels] = asks & first;
{%- endif %}
    end
  endgenerate

endmodule

`default_nettype wire
