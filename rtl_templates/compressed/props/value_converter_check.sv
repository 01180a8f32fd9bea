// SDC-I8 of a converter's lane: number and code are the same real number, by arithmetic on their
// fields. Proof only, not part of the design.
`default_nettype none

module value_converter_check (
    input wire clk_i,
    input wire [3:0] slices_i,
    input wire [31:0] data_i
);

  wire [31:0] number;

  rf_value_converter u_dut (.slices_i, .data_i, .data_o(number));

  wire sign = number[31];
  wire [7:0] exponent = number[30:23];
  wire [22:0] fraction = number[22:0];

  always @(posedge clk_i) begin
{%- for f in formats %}
{%- let b = f.bits() %}{% let n = f.fraction_bits %}
    if (slices_i == {{ f.slices() }}) begin : bits_{{ b }}
{%- if b == 32 %}
      assert (number == data_i);
{%- else %}
      assert (sign == data_i[{{ b - 1 }}]);
      if (data_i[{{ b - 2 }}:{{ n }}] == {{ f.largest_exponent() }}) begin
        assert (exponent == 255 && fraction == {data_i[{{ n - 1 }}:0], {{ 23 - n }}'d0});
      end else if (data_i[{{ b - 2 }}:{{ n }}] != 0) begin
        assert (exponent + {{ f.bias() }} == data_i[{{ b - 2 }}:{{ n }}] + 127);
        assert (fraction == {data_i[{{ n - 1 }}:0], {{ 23 - n }}'d0});
      end else if (data_i[{{ n - 1 }}:0] == 0{% if !subnormals %} || 1'b1{% endif %}) begin
        assert (exponent == 0 && fraction == 0);
      end else begin
        // fraction * 2^(1 - bias - {{ n }}) = 1.fraction * 2^(exponent - 127)
        assert (exponent <= {{ 151 - f.bias() - n }} && exponent > {{ 127 - f.bias() - n }});
        assert ({1'b1, fraction} == {24'd0, data_i[{{ n - 1 }}:0]} << ({{ 151 - f.bias() - n }} - exponent));
      end
{%- endif %}
    end
{%- endfor %}
  end

endmodule

`default_nettype wire
