{%- let n = channels %}
{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() %}
{%- let b = params.placement.bank_bits() -%}
// The {{ n }} {% if changes %}change{% else %}read{% endif %} channels of the rename table: each bank serves the lowest channel that asks for it.
`default_nettype none

module {{ module }} (
    input  wire [{{ n - 1 }}:0] valid_i, // channels that ask
    input  wire [{{ n * b - 1 }}:0] bank_i, // bank that each asks for
    input  wire [{{ n * e - 1 }}:0] entry_i, // entry in the bank that each asks for
    output wire [{{ n - 1 }}:0] ready_o, // no lower channel asks for the bank
    output wire [{{ n - 1 }}:0] mapped_o, // channels that are served and whose entry is mapped
    output wire [{{ n * p - 1 }}:0] phys_o, // physical register that each channel finds, else 0
{%- if changes %}
    output reg  [{{ params.placement.banks - 1 }}:0] bank_valid_o,   // banks that a channel asks for
    output reg  [{{ n * params.placement.banks - 1 }}:0] bank_channel_o, // for each bank, the channel that it serves, one-hot
{%- endif %}
    output reg  [{{ e * params.placement.banks - 1 }}:0] bank_entry_o, // entry that each bank looks up
    input  wire [{{ params.placement.banks - 1 }}:0] bank_mapped_i,  // each bank's entry is mapped
    input  wire [{{ p * params.placement.banks - 1 }}:0] bank_phys_i // physical register of each bank's entry
);

  localparam Banks = {{ params.placement.banks }};
  localparam Channels = {{ n }};

  wire [Channels-1:0] first; // channels that are served

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
  endgenerate

  // The entry that each bank looks up, from the channel that it serves.
  integer a, j;
  always @* begin
    bank_entry_o = {{ "{" }}{{ e }}*Banks{1'b0}};
{%- if changes %}
    bank_valid_o = {Banks{1'b0}};
    bank_channel_o = {Channels*Banks{1'b0}};
{%- endif %}
    for (a = 0; a < Channels; a = a + 1)
      if (valid_i[a])
        for (j = 0; j < Banks; j = j + 1)
          if (bank_i[{{ b }}*a +: {{ b }}] == j[{{ b - 1 }}:0]) begin
{%- if changes %}
            bank_valid_o[j] = 1'b1;
{%- endif %}
            if (first[a]) begin
              bank_entry_o[{{ e }}*j +: {{ e }}]
                  = bank_entry_o[{{ e }}*j +: {{ e }}] | entry_i[{{ e }}*a +: {{ e }}];
{%- if changes %}
              bank_channel_o[Channels*j + a] = 1'b1;
{%- endif %}
            end
          end
  end

endmodule

`default_nettype wire
