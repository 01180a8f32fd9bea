{{ contract }}
`default_nettype none

module {{ name }} (
{{ ports }}
);
{%- if staged %}

  // Slices are counted before the first pipeline register and placed before the second.
  reg [15:0] masks_q, placed_masks_q;
  reg [6:0] format_q;
  reg [{{ 32 * params.lanes - 1 }}:0] data_q;
  reg [143:0] place_0_q;
  reg [223:0] place_1_q;

  wire [7:0] first = masks_q[7:0];
  wire [7:0] second = masks_q[15:8];

  assign masks_o = placed_masks_q;
{%- else %}

  wire [7:0] first = masks_i[7:0];
  wire [7:0] second = masks_i[15:8];

  assign masks_o = masks_i;
{%- endif %}

  // next is one-hot: the slice of the value that is placed next. Slice s of register 0 can hold
  // slices 0 to s of the value. Register 1 never holds slice 0 of the value.
  reg [8:0] next;
  reg [143:0] place_0;
  reg [223:0] place_1;
  integer n, s;
  always @* begin
    next = 9'd1;
    for (s = 0; s < 8; s = s + 1) begin
      for (n = 0; n <= s; n = n + 1) begin
        place_0[32*n-2*n*(n-1)+4*(s-n) +: 4] = {4{first[s] && next[n]}};
      end
      if (first[s]) next = {next[7:0], 1'b0};
    end
    for (s = 0; s < 8; s = s + 1) begin
      for (n = 1; n < 8; n = n + 1) place_1[32*(n-1)+4*s +: 4] = {4{second[s] && next[n]}};
      if (second[s]) next = {next[7:0], 1'b0};
    end
  end

  // Slices are counted separately from this chain, because the long rounding path needs the
  // format early.
  wire [15:0] masks = masks_i;

{% filter indent(2, true) %}{% include "compressed/parts/slice_count.v" %}{% endfilter %}

  reg [6:0] format; // bit n: codes have n + 2 slices
  integer f;
  always @* begin
    for (f = 0; f < 6; f = f + 1) format[f] = float_i && more[f+1] && !more[f+2];
    format[6] = !float_i || more[7];
  end

{%- if staged %}

  always @(posedge clk_i) begin
    if (decode_i) begin
      masks_q  <= masks_i;
      format_q <= format;
      data_q   <= data_i;
    end
    if (round_i) begin
      placed_masks_q <= masks_q;
      place_0_q      <= place_0;
      place_1_q      <= place_1;
    end
  end
{%- endif %}

  genvar lane;
  generate
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_lane
{%- if staged %}
      rf_thread_staged_truncator u_thread (
          .clk_i    (clk_i),
          .round_i  (round_i),
          .format_i (format_q),
          .number_i (data_q[32*lane +: 32]),
          .place_0_i(place_0_q),
          .place_1_i(place_1_q),
{%- else %}
      rf_thread_value_truncator u_thread (
          .format_i (format),
          .number_i (data_i[32*lane +: 32]),
          .place_0_i(place_0),
          .place_1_i(place_1),
{%- endif %}
          .data_0_o (data_o[32*lane +: 32]),
          .data_1_o (data_o[32*(lane + {{ params.lanes }}) +: 32])
      );
    end
  endgenerate

endmodule

`default_nettype wire
