// The greatest key among four candidates of a search, of equal ones the lowest candidate's.
// Combinational.
{%- let k = params.shift_bits() %}
`default_nettype none

module rf_longest_of_four (
    input  wire [3:0] valid_i,
    input  wire [{{ 4 * k - 1 }}:0] keys_i,
    output wire valid_o,
    output wire [3:0] select_o, // whose it is, at most one
    output reg  [{{ k - 1 }}:0] key_o
);

  wire [15:0] wins; // bit 4 * i + j: i goes before j
  genvar i, j;
  generate
    for (i = 0; i < 4; i = i + 1) begin : gen_one
      assign wins[5*i] = 1'b1;
      for (j = i + 1; j < 4; j = j + 1) begin : gen_other
        wire less = keys_i[{{ k }}*i +: {{ k }}] < keys_i[{{ k }}*j +: {{ k }}];
        assign wins[4*i+j] = !less;
        assign wins[4*j+i] = less;
      end
      assign select_o[i] = valid_i[i] && (&(wins[4*i +: 4] | ~valid_i));
    end
  endgenerate

  assign valid_o = |valid_i;

  integer n;
  always @* begin
    key_o = {{ k }}'d0;
    for (n = 0; n < 4; n = n + 1)
      if (select_o[n]) key_o = key_o | keys_i[{{ k }}*n +: {{ k }}];
  end

endmodule

`default_nettype wire
