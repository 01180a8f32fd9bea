// SDC-I8 and SDC-I12 of a lane on its way into the registers and out again: truncator, extractor of
// both parts, converter. Proof only, not part of the design.
`default_nettype none

module value_truncator_back (
    input wire clk_i,
    input wire float_i,
    input wire signed_i,
    input wire [15:0] masks_i,
    input wire [31:0] code_i,
    input wire [63:0] other_i // what both registers hold outside of the masks
);

  reg [3:0] slices;
  reg [63:0] driven;
  integer s;
  always @* begin
    slices = 4'd0;
    for (s = 0; s < 16; s = s + 1) begin
      slices = slices + masks_i[s];
      driven[4*s +: 4] = {4{masks_i[s]}};
    end
  end

  // The number that the code means, and how it is encoded.
  wire [31:0] number, written, value, read;
  wire [63:0] data;
  wire [15:0] masks;
  rf_value_converter u_before (.slices_i(slices), .data_i(code_i), .data_o(number));
  rf_value_truncator u_truncator (
      .float_i, .masks_i, .data_i(written), .masks_o(masks), .data_o(data)
  );
  assign written = float_i ? number : code_i;

  wire [63:0] stored = (other_i & ~driven) | data;
  wire [31:0] part_0, part_1;
  rf_value_extractor u_first (
      .masks_i, .part_i(1'b0), .signed_i, .data_i(stored[31:0]), .data_o(part_0)
  );
  rf_value_extractor u_second (
      .masks_i, .part_i(1'b1), .signed_i, .data_i(stored[63:32]), .data_o(part_1)
  );
  assign value = part_0 | ((masks_i[15:8] != 0) ? part_1 : 32'd0);
  rf_value_converter u_after (.slices_i(slices), .data_i(value), .data_o(read));

  wire [5:0] spare = 6'd32 - 4 * slices;
  wire signed [31:0] top = code_i << spare;
  wire [31:0] by_sign = top >>> spare;
  wire [31:0] by_zeros = (code_i << spare) >> spare;
  wire nan = number[30:0] > 31'h7f800000;

  // Codes that come back to the bit: all but NaNs and those that are flushed.
  reg exact;
  always @* begin
    exact = !nan;
{%- if !subnormals %}
    case (slices)
{%- for f in formats %}{% if f.bits() < 32 %}
      {{ f.slices() }}: if (code_i[{{ f.bits() - 2 }}:{{ f.fraction_bits }}] == 0) exact = 1'b0;
{%- endif %}{% endfor %}
      default: ;
    endcase
{%- endif %}
  end

  always @(posedge clk_i) begin
    assume (masks_i[7:0] != 0);
    assume (slices >= 1 && slices <= 8);
    if (float_i) assume (slices >= 2 && !signed_i);
    assert (masks == masks_i);
    assert ((data & ~driven) == 0);
    if (!float_i) begin
      if (signed_i) assert (value == by_sign);
      else assert (value == by_zeros);
    end else if (slices == 8) begin
      assert (read == code_i);
    end else begin
      if (exact) assert (value == by_zeros);
      if (nan) assert (read == (number | 32'h00400000));
      else assert (read == number);
    end
  end

endmodule

`default_nettype wire
