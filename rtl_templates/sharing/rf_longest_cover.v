// Finds the longest cover among {{ count }} candidates of a search{% if groups > 1 %}, in each of {{ groups }} groups{% endif %}.
// Of equal covers the lowest candidate wins. Combinational.
{%- let l = params.lane_bits() %}
`default_nettype none

module {{ name }} (
    input  wire [{{ count * groups - 1 }}:0] valid_i, // candidates that cover
    // A longer cover has a greater word: {{ bits }} bits of each, the highest one inverted if
    // top_i.
    input  wire [{{ count * groups * width - 1 }}:0] words_i,
    input  wire top_i,
    input  wire [{{ count * groups * l - 1 }}:0] keys_i, // key of each candidate
    // For each group:
    output reg  [{{ groups - 1 }}:0] valid_o, // a candidate covers
    output reg  [{{ count * groups - 1 }}:0] select_o, // the longest candidate, at most one
    output reg  [{{ groups * l - 1 }}:0] key_o // key of the longest candidate
);

  localparam Count = {{ count }};

  // Groups without a candidate are skipped.
  reg [{{ bits - 1 }}:0] one, other;
  integer g, i, j;
  always @* begin
    valid_o = {{ groups }}'d0;
    select_o = {{ count * groups }}'d0;
    key_o = {{ groups * l }}'d0;
    one = {{ bits }}'d0;
    other = {{ bits }}'d0;
    for (g = 0; g < {{ groups }}; g = g + 1)
      if (|valid_i[Count*g +: Count]) begin
        valid_o[g] = 1'b1;
        select_o[Count*g +: Count] = valid_i[Count*g +: Count];
        for (i = Count * g; i < Count * (g + 1); i = i + 1)
          if (valid_i[i]) begin
            one = words_i[{{ width }}*i +: {{ bits }}];
            for (j = i + 1; j < Count * (g + 1); j = j + 1) begin
              other = words_i[{{ width }}*j +: {{ bits }}];
              if ({one[{{ bits - 1 }}] ^ top_i, one[{{ bits - 2 }}:0]} >= {other[{{ bits - 1 }}] ^ top_i, other[{{ bits - 2 }}:0]})
                select_o[j] = 1'b0;
              else if (valid_i[j]) select_o[i] = 1'b0;
            end
          end
        for (i = Count * g; i < Count * (g + 1); i = i + 1)
          if (select_o[i]) key_o[{{ l }}*g +: {{ l }}] = key_o[{{ l }}*g +: {{ l }}] | keys_i[{{ l }}*i +: {{ l }}];
      end
  end

endmodule

`default_nettype wire
