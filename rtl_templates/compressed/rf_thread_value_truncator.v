// One lane of {{ warp }}: rounds a binary32 number to a narrower format, or passes
// the value unchanged, and places it in slices of two registers. {% if staged %}A pipeline
// register separates the rounding decision from the carry.{% else %}Combinational.{% endif %}
//
// The bias is 2^(E-1) - 1 for E exponent bits, so rounding only narrows the exponent, as
// long as the dropped bits below its top bit are the inverse of that bit.
`default_nettype none

module {{ name }} (
{%- if staged %}
    input  wire clk_i,
    input  wire round_i,          // the pipeline register takes the next number
{%- endif %}
    input  wire [6:0]  format_i,  // bit n < 6: code of n + 2 slices; bit 6: unchanged
    input  wire [31:0] number_i,
    // Placement, from the lowest slice n of the value up: four equal bits for each slice of the
    // register that slice n can fill, 1 if it fills it. place_0_i: register 0, slices n to 7.
    // place_1_i: register 1, all slices, n > 0.
    input  wire [143:0] place_0_i,
    input  wire [223:0] place_1_i,
    output wire [31:0] data_0_o,
    output wire [31:0] data_1_o
);

  wire top = number_i[30];
  wire [6:0] low = number_i[29:23];

  // Mask of the low exponent bits that the format lacks.
  wire [6:0] lacking =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 7) }} & {{ self.lacking(f) }}{{ self.joint(loop.last) }}
{%- endfor %}

  wire nan = (&number_i[30:23]) && (|number_i[22:0]);
  wire huge = top && ((|(low & lacking)) || (&(low | lacking))); // infinity, NaN, or overflow
{%- if subnormals %}

  // Numbers below the smallest normal number: the distance of the exponents (way), and the
  // significand shifted right by it. The lowest bit is the OR of all bits shifted out.
  wire [6:0] lowest =
{%- for f in narrow %}
      {{ self.selected("format_i", loop.index0, 7) }} & 7'd{{ 128 - f.bias() }}{{ self.joint(loop.last) }}
{%- endfor %}
  wire [8:0] way = {2'd0, lowest} - {1'd0, number_i[30:23]};
  wire tiny = !way[8] && (|way[7:0]);
  wire far = tiny && ((|way[7:5]) || (&way[4:3])); // by 24 bits or more
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

  // Below the smallest normal number a result is 0 unless the number rounds up to the smallest
  // normal one: all kept fraction bits and the highest dropped one are 1.
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

  // The code before rounding. Infinity and zero have a fraction of 0. The longest fraction of a
  // narrow format has 20 bits.
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

  // Rounding bits: the lowest kept bit, the highest dropped bit, the OR of the bits below.
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
{%- if staged %}

  reg [31:0] code_q;
  reg up_q;

  always @(posedge clk_i) begin
    if (round_i) begin
      code_q <= code;
      up_q   <= up;
    end
  end

  wire [26:0] rounded = code_q[26:0] + {26'd0, up_q};
  wire [31:0] value = {code_q[31:27], rounded};
{%- else %}
  wire [26:0] rounded = code[26:0] + {26'd0, up};
  wire [31:0] value = {code[31:27], rounded};
{%- endif %}

  assign data_0_o = ({8{value[3:0]}} & place_0_i[31:0])
                  | {({7{value[7:4]}} & place_0_i[59:32]), 4'd0}
                  | {({6{value[11:8]}} & place_0_i[83:60]), 8'd0}
                  | {({5{value[15:12]}} & place_0_i[103:84]), 12'd0}
                  | {({4{value[19:16]}} & place_0_i[119:104]), 16'd0}
                  | {({3{value[23:20]}} & place_0_i[131:120]), 20'd0}
                  | {({2{value[27:24]}} & place_0_i[139:132]), 24'd0}
                  | {({1{value[31:28]}} & place_0_i[143:140]), 28'd0};

  assign data_1_o = ({8{value[7:4]}} & place_1_i[31:0])
                  | ({8{value[11:8]}} & place_1_i[63:32])
                  | ({8{value[15:12]}} & place_1_i[95:64])
                  | ({8{value[19:16]}} & place_1_i[127:96])
                  | ({8{value[23:20]}} & place_1_i[159:128])
                  | ({8{value[27:24]}} & place_1_i[191:160])
                  | ({8{value[31:28]}} & place_1_i[223:192]);

endmodule

`default_nettype wire
