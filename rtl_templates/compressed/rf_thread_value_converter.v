// One lane of rf_value_converter: converts a code of any format to binary32. Combinational.
//
// The bias is 2^(E-1) - 1 for E exponent bits, so conversion only widens the exponent. The bits
// inserted below its top bit are the inverse of that bit. If the exponent is all ones, they are
// ones.
`default_nettype none

module rf_thread_value_converter (
    input  wire [6:0]  format_i, // bit n: the code has n + 2 slices
    input  wire [31:0] code_i,
    output wire [31:0] number_o
);

  // Sign, top exponent bit, then the low exponent bits; bits that the format lacks are 0.
  wire [8:0] head =
{%- for f in formats %}
      {{ self.selected("format_i", loop.index0, 9) }} & {{ self.head(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  // Mask of the low exponent bits that the format lacks.
  wire [6:0] lacking =
{%- for f in formats %}
      {{ self.selected("format_i", loop.index0, 7) }} & 7'b{{ self.lacking(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  wire largest = &(head[7:0] | {1'b0, lacking}); // infinity or NaN
  wire implicit = |head[7:0] || format_i[6];     // binary32 passes unchanged
{%- if subnormals %}

  wire [22:0] fraction =
{%- for f in formats %}
      {{ self.selected("format_i", loop.index0, 23) }} & {{ self.fraction(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  // Shift the leading one to the top; it is lower only in subnormal numbers. The lowest three
  // fraction bits are left out: no narrow format has them.
  wire [20:0] by_0 = {implicit, fraction[22:3]};
  wire shifts_16 = !(|by_0[20:5]);
  wire [20:0] by_16 = shifts_16 ? {by_0[4:0], 16'd0} : by_0;
  wire shifts_8 = !(|by_16[20:13]);
  wire [20:0] by_8 = shifts_8 ? {by_16[12:0], 8'd0} : by_16;
  wire shifts_4 = !(|by_8[20:17]);
  wire [20:0] by_4 = shifts_4 ? {by_8[16:0], 4'd0} : by_8;
  wire shifts_2 = !(|by_4[20:19]);
  wire [20:0] by_2 = shifts_2 ? {by_4[18:0], 2'd0} : by_4;
  wire shifts_1 = !by_2[20];
  wire [20:0] by_1 = shifts_1 ? {by_2[19:0], 1'd0} : by_2;
  wire [4:0] zeros = {shifts_16, shifts_8, shifts_4, shifts_2, shifts_1};

  // The exponent of a subnormal number is 1 - zeros. If it is below 0, it borrows from the
  // lowest inserted bit.
  wire nonzero = by_1[20];
  wire [5:0] exponent = (implicit || !nonzero) ? 6'd0 : 6'd1 - {1'b0, zeros};
  wire [6:0] borrow = (exponent == 6'd0) ? 7'd0 : lacking & ~{lacking[5:0], 1'b0};
  wire [6:0] incoming = {7{head[7] ? largest : nonzero}} & lacking & ~borrow;
  wire [6:0] low = head[6:0] | ({1'b0, exponent} & ~lacking);

  assign number_o = {head[8:7], low | incoming, by_1[19:0], fraction[2:0]};
{%- else %}

  // Subnormal codes read as zero.
  wire [6:0] kept = {format_i[6], format_i[5:0] & {6{implicit}}};
  wire [22:0] fraction =
{%- for f in formats %}
      {{ self.selected("kept", loop.index0, 23) }} & {{ self.fraction(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  wire [6:0] incoming = lacking & {7{head[7] ? largest : implicit}};

  assign number_o = {head[8:7], head[6:0] | incoming, fraction};
{%- endif %}

endmodule

`default_nettype wire
