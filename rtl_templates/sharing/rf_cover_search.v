// The longest of the covers that entries of rf_address_mapping_table offer: of each four entries in
// the cycle of the look, of all in the next. An entry that is written over or deleted meanwhile
// wins as before, but does not stand.
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
{%- let d = params.phys_bits + params.lane_bits() + 1 %}
{%- let fours = params.entries.div_ceil(4) %}
`default_nettype none

module rf_cover_search (
    input  wire clk_i,
    // In the cycle of the look.
    input  wire [{{ params.entries - 1 }}:0] covers_i,
    input  wire [{{ k * params.entries - 1 }}:0] keys_i,
    input  wire [{{ params.entries - 1 }}:0] write_i,
    // In the next one.
    input  wire [{{ params.entries - 1 }}:0] valid_i,
    input  wire [{{ p * params.entries - 1 }}:0] phys_i,
    input  wire [{{ l * params.entries - 1 }}:0] lanes_i,
    output wire found_o,
    output wire [{{ k - 1 }}:0] key_o,
    output wire stands_o,
    output wire [{{ p - 1 }}:0] phys_o,
    output wire [{{ l - 1 }}:0] lane_o
);

  localparam Fours = {{ fours }};

  genvar g;

  // What the entries are, in fours; a step's data are {stands, lane, phys}.
  wire [4*Fours-1:0] covers = {{ steps[0].pad(1) }}covers_i{{ steps[0].end() }};
  wire [{{ k }}*4*Fours-1:0] keys = {{ steps[0].pad(params.shift_bits()) }}keys_i{{ steps[0].end() }};
  wire [4*Fours-1:0] write = {{ steps[0].pad(1) }}write_i{{ steps[0].end() }};
  wire [4*Fours-1:0] valid = {{ steps[0].pad(1) }}valid_i{{ steps[0].end() }};
  wire [{{ p }}*4*Fours-1:0] phys = {{ steps[0].pad(*params.phys_bits) }}phys_i{{ steps[0].end() }};
  wire [{{ l }}*4*Fours-1:0] lanes = {{ steps[0].pad(params.lane_bits()) }}lanes_i{{ steps[0].end() }};

  wire [Fours-1:0] found_1;
  wire [{{ k }}*Fours-1:0] key_1;
  wire [{{ d }}*Fours-1:0] data_1;
  generate
    for (g = 0; g < Fours; g = g + 1) begin : gen_first
      wire any;
      wire [3:0] select;
      wire [{{ k - 1 }}:0] key;

      rf_longest_of_four u_longest (
          .valid_i (covers[4*g +: 4]),
          .keys_i  (keys[{{ 4 * k }}*g +: {{ 4 * k }}]),
          .valid_o (any),
          .select_o(select),
          .key_o   (key)
      );

      reg any_q;
      reg [3:0] select_q;
      reg [{{ k - 1 }}:0] key_q;
      always @(posedge clk_i) begin
        any_q    <= any;
        select_q <= select & ~write[4*g +: 4];
        key_q    <= key;
      end

      reg [{{ d - 2 }}:0] data;
      integer i;
      always @* begin
        data = {{ d - 1 }}'d0;
        for (i = 0; i < 4; i = i + 1)
          if (select_q[i])
            data = data | {lanes[{{ l }}*(4*g+i) +: {{ l }}], phys[{{ p }}*(4*g+i) +: {{ p }}]};
      end

      assign found_1[g] = any_q;
      assign key_1[{{ k }}*g +: {{ k }}] = key_q;
      assign data_1[{{ d }}*g +: {{ d }}] = {|(select_q & valid[4*g +: 4]), data};
    end
  endgenerate
{%- for step in steps %}
{%- if step.n > 1 %}
{%- let c = step.count %}
{%- let n = step.n %}

  // The longest of each four of the step before.
  wire [{{ 4 * c - 1 }}:0] into_{{ n }} = {{ step.pad(1) }}found_{{ n - 1 }}{{ step.end() }};
  wire [{{ 4 * c * k - 1 }}:0] key_into_{{ n }} = {{ step.pad(params.shift_bits()) }}key_{{ n - 1 }}{{ step.end() }};
  wire [{{ 4 * c * d - 1 }}:0] data_into_{{ n }} = {{ step.pad(params.phys_bits + params.lane_bits() + 1) }}data_{{ n - 1 }}{{ step.end() }};
  wire [{{ c - 1 }}:0] found_{{ n }};
  wire [{{ c * k - 1 }}:0] key_{{ n }};
  wire [{{ c * d - 1 }}:0] data_{{ n }};
  generate
    for (g = 0; g < {{ c }}; g = g + 1) begin : gen_step_{{ n }}
      wire [3:0] select;

      rf_longest_of_four u_longest (
          .valid_i (into_{{ n }}[4*g +: 4]),
          .keys_i  (key_into_{{ n }}[{{ 4 * k }}*g +: {{ 4 * k }}]),
          .valid_o (found_{{ n }}[g]),
          .select_o(select),
          .key_o   (key_{{ n }}[{{ k }}*g +: {{ k }}])
      );

      reg [{{ d - 1 }}:0] data;
      integer i;
      always @* begin
        data = {{ d }}'d0;
        for (i = 0; i < 4; i = i + 1)
          if (select[i]) data = data | data_into_{{ n }}[{{ d }}*(4*g+i) +: {{ d }}];
      end
      assign data_{{ n }}[{{ d }}*g +: {{ d }}] = data;
    end
  endgenerate
{%- endif %}
{%- endfor %}

  assign found_o = found_{{ steps.len() }};
  assign key_o = key_{{ steps.len() }};
  assign {stands_o, lane_o, phys_o} = data_{{ steps.len() }};

endmodule

`default_nettype wire
