// One lane of rf_value_truncator: a number of binary32 becomes a code of a narrower format, or
// stays as it is, and lies in the slices of two registers. Combinational.
//
// A bias is 2^(E-1) - 1 for E exponent bits, so the exponent only changes its width, as long as the
// bits below its top one that the format lacks are the opposite of that bit.
`default_nettype none

module rf_thread_value_truncator (
    input  wire [6:0]  format_i,  // bit n: a code of n + 2 slices; bit 6: as it is
    input  wire [31:0] number_i,
    input  wire [35:0] place_0_i, // bit s(s+1)/2 + n: slice s of the first register is slice n
    input  wire [55:0] place_1_i, // bit 7s + n - 1: slice s of the second register is slice n
    output reg  [31:0] data_0_o,
    output reg  [31:0] data_1_o
);

  wire top = number_i[30];
  wire [6:0] low = number_i[29:23];

  // The low exponent bits that the format lacks.
  wire [6:0] lacking =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 7) }} & {{ self.lacking(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  wire nan = (&number_i[30:23]) && (|number_i[22:0]);
  wire huge = top && ((|(low & lacking)) || (&(low | lacking))); // infinity, NaN, or overflow
{%- if subnormals %}

  // Below the smallest normal number: how far, and the significand shifted by as much. The last
  // bit stands for all that were shifted out.
  wire [6:0] lowest =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 7) }} & 7'd{{ 128 - f.bias() }}{{ self.joint(loop.last) }}
{%- endfor %}
  wire [8:0] way = {2'd0, lowest} - {1'd0, number_i[30:23]};
  wire tiny = !way[8] && (|way[7:0]);
  wire far = tiny && ((|way[7:5]) || (&way[4:3])); // 24 bits and more
  wire [4:0] by = way[4:0] & {5{tiny}};
  wire [24:0] by_0 = {1'b1, number_i[22:0], 1'b0};
  wire [24:0] by_16 = by[4] ? {16'd0, by_0[24:17], |by_0[16:0]} : by_0;
  wire [24:0] by_8 = by[3] ? {8'd0, by_16[24:9], |by_16[8:0]} : by_16;
  wire [24:0] by_4 = by[2] ? {4'd0, by_8[24:5], |by_8[4:0]} : by_8;
  wire [24:0] by_2 = by[1] ? {2'd0, by_4[24:3], |by_4[2:0]} : by_4;
  wire [24:0] by_1 = by[0] ? {1'd0, by_2[24:2], |by_2[1:0]} : by_2;
  wire [23:0] shifted = by_1[23:0];
  wire unused = by_1[24];

  wire zero = far;
  wire [6:0] exponent = {top, (low[5:0] | {6{huge}}) & {6{!tiny}}};
{%- else %}

  // Below the smallest normal number only what rounds up to it is more than zero: all bits that
  // are kept, and the first one that is not, are set.
  wire below = !top && !(&(low | ~lacking));
  wire tiny = below || (!top && !(|(low & ~lacking)));
  wire [17:0] beyond =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 18) }} & {{ self.beyond(f) }}{{ self.joint(loop.last) }}
{%- endfor %}
  wire almost = !below && (&number_i[22:18]) && (&(number_i[17:0] | beyond));
  wire [23:0] shifted = {number_i[22:0], 1'b0};

  wire zero = tiny && !almost;
  wire [6:0] exponent = {top, (low[5:0] | {6{huge}}) & {6{!below}}};
{%- endif %}

  // The code without what rounding adds. Infinity and zero have no fraction; the longest that a
  // narrow format has is 20 bits.
  wire [5:0] kept = format_i[5:0] & {6{!zero && (!huge || nan)}};
  wire [19:0] fraction = {shifted[23] || nan, shifted[22:4]};
  wire [31:0] code =
      {32{format_i[6]}} & number_i |
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 32) }} & {{ self.head(f) }} |
{%- endfor %}
      {12'd0,
{%- for f in narrow %}
      {{ self.selected("kept", loop.index0, 20) }} & {{ self.fraction(f) }}{% if loop.last %}};{% else %} |{% endif %}
{%- endfor %}

  // The lowest bit that is kept, the first one that is not, and whether any is set below.
  wire [2:0] rest =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 3) }} & {{ self.rest(f) }}{{ self.joint(loop.last) }}
{%- endfor %}
  wire nearer_up = rest[1] && (rest[0] || rest[2]) && !huge;
{%- if subnormals %}
  wire up = nearer_up && !far;
{%- else %}
  wire up = tiny ? almost && !format_i[6] : nearer_up;
{%- endif %}
  wire [26:0] rounded = code[26:0] + {26'd0, up};
  wire [31:0] value = {code[31:27], rounded};

  integer n, s;
  always @* begin
    for (s = 0; s < 8; s = s + 1) begin
      data_0_o[4*s +: 4] = 4'd0;
      for (n = 0; n <= s; n = n + 1) begin
        data_0_o[4*s +: 4] =
            data_0_o[4*s +: 4] | ({4{place_0_i[s*(s+1)/2 + n]}} & value[4*n +: 4]);
      end
      data_1_o[4*s +: 4] = 4'd0;
      for (n = 1; n < 8; n = n + 1) begin
        data_1_o[4*s +: 4] =
            data_1_o[4*s +: 4] | ({4{place_1_i[7*s + n - 1]}} & value[4*n +: 4]);
      end
    end
  end

endmodule

`default_nettype wire
