// SDC-I9 and SDC-I10 of a truncator's lane, codes of {{ f.bits() }} bits: a number lies between the middles to
// the codes below and above that of its own, on a middle only if its own code is even. Middles are
// numbers with one more fraction bit. Proof only, not part of the design.
{%- let e = f.exponent_bits %}{% let n = f.fraction_bits %}{% let b = f.bits() %}{% let k = f.slices() %}
`default_nettype none

module value_truncator_round (
    input wire clk_i,
    input wire [31:0] data_i
);

  wire [63:0] data;
  wire [15:0] masks;

  rf_value_truncator u_dut (
      .float_i(1'b1), .masks_i(16'd{{ (1 << k) - 1 }}), .data_i, .masks_o(masks), .data_o(data)
  );

  wire [30:0] number = data_i[30:0];
  wire [{{ b - 2 }}:0] code = data[{{ b - 2 }}:0];

  // A magnitude of {{ e }} exponent and {{ n + 1 }} fraction bits in binary32.
  function [30:0] extended(input [{{ b - 1 }}:0] magnitude);
    integer bit_number;
    reg [22:0] fraction;
    reg [7:0] exponent;
    begin
      if (magnitude >= {{ 1 << (n + 1) }}) begin
        exponent = magnitude[{{ b - 1 }}:{{ n + 1 }}] + 8'd{{ 127 - f.bias() }};
        fraction = {magnitude[{{ n }}:0], {{ 22 - n }}'d0};
      end else begin
        // A subnormal number: the exponent is that of its highest bit.
        exponent = 8'd0;
        fraction = 23'd0;
        for (bit_number = 0; bit_number <= {{ n }}; bit_number = bit_number + 1) begin
          if (magnitude[bit_number]) begin
            exponent = bit_number + {{ 127 - f.bias() - n }};
            fraction = {12'd0, magnitude[{{ n }}:0]} << (23 - bit_number);
          end
        end
      end
      extended = {exponent, fraction};
    end
  endfunction

  wire [30:0] above = extended({code, 1'b1});
{%- if subnormals %}
  wire [30:0] below = extended({code, 1'b0} - {{ b }}'d1);
  wire lowest = code == 0;
{%- else %}
  // Below the smallest normal number there is zero, as if exponents went on.
  wire [30:0] smallest = {8'd{{ 127 - f.bias() }}, {{ n + 1 }}'d{{ (1 << (n + 1)) - 1 }}, {{ 22 - n }}'d0};
  wire [30:0] below = code == {{ 1 << n }} ? smallest : extended({code, 1'b0} - {{ b }}'d1);
  wire lowest = code < {{ 1 << n }};
{%- endif %}

  always @(posedge clk_i) begin
    assert (masks == 16'd{{ (1 << k) - 1 }});
    assert (data[63:{{ b }}] == 0);
    assert (data[{{ b - 1 }}] == data_i[31]);
    if (number > 31'h7f800000) begin
      assert (code[{{ b - 2 }}:{{ n }}] == {{ f.largest_exponent() }});
      assert (code[{{ n - 1 }}:0] == {1'b1, number[21:{{ 23 - n }}]});
    end else begin
      assert (code <= {{ f.largest_exponent() << n }});
      if (code < {{ f.largest_exponent() << n }}) begin
{%- if subnormals %}
        assert (number < above || (number == above && !code[0]));
{%- else %}
        if (lowest) assert (code == 0 && number < smallest);
        else assert (number < above || (number == above && !code[0]));
{%- endif %}
      end
      if (!lowest) assert (number > below || (number == below && !code[0]));
    end
  end

endmodule

`default_nettype wire
