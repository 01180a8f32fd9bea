// The longest cover among {{ count }} candidates of a search, of equal ones the lowest candidate's.
// Combinational.
{%- let l = params.lane_bits() %}
`default_nettype none

module {{ name }} (
    input  wire [{{ count - 1 }}:0] valid_i, // candidates that cover
    // The longer, the greater: {{ bits }} bits of each, whose highest one is turned around by top_i.
    input  wire [{{ count * width - 1 }}:0] words_i,
    input  wire top_i,
    input  wire [{{ count * l - 1 }}:0] keys_i, // result of each
    output wire valid_o, // one covers
    output reg  [{{ count - 1 }}:0] select_o, // whose it is, at most one
    output reg  [{{ l - 1 }}:0] key_o // its result
);

  assign valid_o = |valid_i;

  // Without a candidate nothing is compared.
  reg [{{ bits - 1 }}:0] one, other;
  integer i, j;
  always @* begin
    select_o = {{ count }}'d0;
    key_o = {{ l }}'d0;
    one = {{ bits }}'d0;
    other = {{ bits }}'d0;
    if (valid_o) begin
      select_o = valid_i;
      for (i = 0; i < {{ count }}; i = i + 1)
        if (valid_i[i]) begin
          one = words_i[{{ width }}*i +: {{ bits }}];
          for (j = i + 1; j < {{ count }}; j = j + 1) begin
            other = words_i[{{ width }}*j +: {{ bits }}];
            if ({one[{{ bits - 1 }}] ^ top_i, one[{{ bits - 2 }}:0]} >= {other[{{ bits - 1 }}] ^ top_i, other[{{ bits - 2 }}:0]})
              select_o[j] = 1'b0;
            else if (valid_i[j]) select_o[i] = 1'b0;
          end
        end
      for (i = 0; i < {{ count }}; i = i + 1)
        if (select_o[i]) key_o = key_o | keys_i[{{ l }}*i +: {{ l }}];
    end
  end

endmodule

`default_nettype wire
