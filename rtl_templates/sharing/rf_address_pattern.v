{{ contract }}
{%- let l = params.lanes %}
{%- let b = params.lane_bits() %}
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let a = params.word_bits + 2 %}
`default_nettype none

module rf_address_pattern (
{{ ports }}
);

  localparam Lanes = {{ l }};  // lanes of a warp
  localparam Forms = {{ params.forms() }};   // form f has 2^f rows
  localparam Groups = {{ params.lanes / 4 }};  // groups of four lanes
{%- if low_bits %}

  wire [Lanes-1:0] counted = lanes_i;
  wire unused = &{1'b0, inside_i};
{%- else %}

  wire [Lanes-1:0] counted = lanes_i & inside_i;
{%- endif %}

  // Steps from one lane to the next. Lanes are in line if each step equals the next one, so
  // each lane is compared only with its neighbours. To simulate fast, inactive lanes are
  // skipped.
  wire [Lanes-2:0] adjacent = lanes_i[Lanes-2:0] & lanes_i[Lanes-1:1]; // a lane and the next one
  reg  [Lanes-1:0] unaligned;
  reg  [Lanes-2:0] far; // the step is no legal stride
  reg  [{{ s }}*(Lanes-1)-1:0] steps;
  reg  [{{ w }}:0] step;
  integer d;
  always @* begin
    unaligned = {Lanes{1'b0}};
    far = {Lanes-1{1'b0}};
    steps = {{ "{" }}{{ s }}*(Lanes-1){1'b0}};
    step = {{ w + 1 }}'d0;
    for (d = 0; d < Lanes; d = d + 1)
      if (lanes_i[d]) unaligned[d] = |address_i[{{ a }}*d +: 2];
    for (d = 0; d < Lanes - 1; d = d + 1)
      if (adjacent[d]) begin
        step = {1'b0, address_i[{{ a }}*(d+1)+2 +: {{ w }}]} - {1'b0, address_i[{{ a }}*d+2 +: {{ w }}]};
        far[d] = |step[{{ w }}:{{ s }}];
        steps[{{ s }}*d +: {{ s }}] = step[{{ s - 1 }}:0];
      end
  end

  wire legal = (bytes_i == 3'd2) && (|lanes_i) && (counted == lanes_i) && !(|unaligned);

  // Results of each form.
  wire [Forms-1:0] fits;
  wire [{{ s }}*Forms-1:0] strides;
  wire [{{ b }}*Forms-1:0] lasts;
{%- if !prefix %}
  wire [{{ b }}*Forms-1:0] firsts;
{%- endif %}
{%- if params.rows %}
  wire [{{ w }}*Forms-1:0] pitches;
{%- endif %}

  genvar f{% if params.rows %}, r{% endif %};
  generate
    for (f = 0; f < Forms; f = f + 1) begin : gen_form
      localparam Width = Lanes >> f; // lanes of a row

      wire [Width-1:0] row = lanes_i[Width-1:0];
      wire [Width-1:0] starts = row & ~(row << 1);
      wire [Width-1:0] ends = row & ~(row >> 1);

      // in_line: strides within rows are legal and all equal. one_run: each row has the same
      // run.
      reg in_line, one_run;
      reg [{{ b - 1 }}:0] last;
      reg [{{ s - 1 }}:0] stride;
{%- if !prefix %}
      reg [{{ b - 1 }}:0] first;
{%- endif %}
      integer i;
      always @* begin
        in_line = legal;
        if (legal) begin
          for (i = 0; i < Lanes - 1; i = i + 1)
            if (i % Width < Width - 1 && far[i]) in_line = 1'b0;
          for (i = 0; i < Lanes - 2; i = i + 1)
            if (i % Width < Width - 2 && adjacent[i] && adjacent[i+1]
                && steps[{{ s }}*i +: {{ s }}] != steps[{{ s }}*(i+1) +: {{ s }}]) in_line = 1'b0;
          for (i = 0; i < Lanes - 1 - Width; i = i + 1)
            if (i % Width < Width - 1 && adjacent[i]
                && steps[{{ s }}*i +: {{ s }}] != steps[{{ s }}*(i+Width) +: {{ s }}]) in_line = 1'b0;
        end

        one_run = 1'b1;
        for (i = 0; i < Lanes - Width; i = i + 1)
          if (lanes_i[i] != lanes_i[i+Width]) one_run = 1'b0;
        last = {{ b }}'d0;
        stride = {{ s }}'d0;
{%- if prefix %}
        for (i = 1; i < Width; i = i + 1)
          if (starts[i]) one_run = 1'b0;
        if (row[0] && !ends[0]) stride = steps[{{ s - 1 }}:0];
{%- else %}
        first = {{ b }}'d0;
        for (i = 0; i < Width; i = i + 1)
          if (starts[i]) begin
            if (|(starts >> (i + 1))) one_run = 1'b0;
            first = first | i[{{ b - 1 }}:0];
          end
        for (i = 0; i < Width - 1; i = i + 1)
          if (starts[i] && !ends[i]) stride = stride | steps[{{ s }}*i +: {{ s }}];
{%- endif %}
        for (i = 0; i < Width; i = i + 1)
          if (ends[i]) last = last | i[{{ b - 1 }}:0];
      end

      assign lasts[{{ b }}*f +: {{ b }}] = last;
      assign strides[{{ s }}*f +: {{ s }}] = stride;
{%- if !prefix %}
      assign firsts[{{ b }}*f +: {{ b }}] = first;
{%- endif %}
{%- if params.rows %}

      if (f == 0) begin : gen_one_row
        assign fits[f] = in_line && one_run;
        assign pitches[{{ w }}*f +: {{ w }}] = {{ w }}'d0;
      end else begin : gen_rows
        localparam Gaps = (1 << f) - 1;

        // Address of the first active lane of each row, and the gap from one row to the next.
        wire [{{ w }}*(Gaps+1)-1:0] heads;
        wire [{{ w + 1 }}*Gaps-1:0] gaps;
        wire [Gaps-1:0] equal;
        for (r = 0; r <= Gaps; r = r + 1) begin : gen_row
{%- if prefix %}
          assign heads[{{ w }}*r +: {{ w }}] = address_i[{{ a }}*Width*r+2 +: {{ w }}];
{%- else %}
          reg [{{ w - 1 }}:0] head;
          integer k;
          always @* begin
            head = {{ w }}'d0;
            for (k = 0; k < Width; k = k + 1)
              if (starts[k]) head = head | address_i[{{ a }}*(Width*r+k)+2 +: {{ w }}];
          end
          assign heads[{{ w }}*r +: {{ w }}] = head;
{%- endif %}
          if (r > 0) begin : gen_gap
            assign gaps[{{ w + 1 }}*(r-1) +: {{ w + 1 }}] = {1'b0, heads[{{ w }}*r +: {{ w }}]}
                                     - {1'b0, heads[{{ w }}*(r-1) +: {{ w }}]};
            assign equal[r-1] = gaps[{{ w + 1 }}*(r-1) +: {{ w + 1 }}] == {1'b0, gaps[{{ w - 1 }}:0]};
          end
        end
        assign fits[f] = in_line && one_run && (&equal);
        assign pitches[{{ w }}*f +: {{ w }}] = gaps[{{ w - 1 }}:0];
      end
{%- else %}
      assign fits[f] = in_line && one_run;
{%- endif %}
    end
  endgenerate

  assign regular_o = |fits;
  assign base_o = low_o;
  assign end_o = high_o;
{%- if params.rows %}

  // The first form that fits.
  reg [{{ s - 1 }}:0] stride;
  reg [{{ b - 1 }}:0] {% if !prefix %}first, {% endif %}last;
  reg [1:0] rows;
  reg [{{ w - 1 }}:0] pitch;
  integer c;
  always @* begin
    stride = {{ s }}'d0;
    last = {{ b }}'d0;
{%- if !prefix %}
    first = {{ b }}'d0;
{%- endif %}
    rows = 2'd0;
    pitch = {{ w }}'d0;
    for (c = Forms - 1; c >= 0; c = c - 1)
      if (fits[c]) begin
        stride = strides[{{ s }}*c +: {{ s }}];
        last = lasts[{{ b }}*c +: {{ b }}];
{%- if !prefix %}
        first = firsts[{{ b }}*c +: {{ b }}];
{%- endif %}
        rows = c[1:0];
        pitch = pitches[{{ w }}*c +: {{ w }}];
      end
  end

  assign stride_o = stride;
  assign first_o = {% if prefix %}{{ b }}'d0{% else %}first{% endif %};
  assign last_o = last;
  assign rows_o = rows;
  assign pitch_o = pitch;
{%- else %}
  assign stride_o = strides;
  assign first_o = {% if prefix %}{{ b }}'d0{% else %}firsts{% endif %};
  assign last_o = lasts;
  assign rows_o = 2'd0;
  assign pitch_o = {{ w }}'d0;
{%- endif %}

  // Whether a is greater than b. Parts are compared in parallel, because one long carry is
  // slow.
  function greater(input [27:0] a, input [27:0] b);
    integer p;
    begin
      greater = 1'b0;
      for (p = 0; p < 28; p = p + 7)
        greater = (a[p +: 7] > b[p +: 7]) || ((a[p +: 7] == b[p +: 7]) && greater);
    end
  endfunction

  // The range: the lowest and the highest address of each group of four lanes, then of all
  // groups. All pairs are compared in parallel. To simulate fast, groups without active lanes
  // are skipped.
  reg [Groups-1:0] touched;
  reg [{{ w }}*Groups-1:0] group_low;  // lowest word
  reg [{{ a }}*Groups-1:0] group_top;  // highest byte at which an access begins
  reg [{{ w }}*Groups-1:0] group_high; // the word of that access's last byte
  wire [5:0] width = (6'd1 << bytes_i) - 6'd1; // bytes after the first one
  // Bit 4 * i + j of below, above: lane i is not above, not below lane j, or lane j is not
  // active.
  reg [15:0] below, above;
  reg [{{ a - 1 }}:0] one, other, top;
  reg [5:0] beyond;
  reg [4:0] lower;
  reg [{{ w - 5 }}:0] upper, next;
  reg over;
  integer g, x, y;
  always @* begin
    touched = {Groups{1'b0}};
    group_low = {{ "{" }}{{ w }}*Groups{1'b0}};
    group_top = {{ "{" }}{{ a }}*Groups{1'b0}};
    group_high = {{ "{" }}{{ w }}*Groups{1'b0}};
    {below, above} = 32'd0;
    {one, other, top} = {{ 3 * a }}'d0;
    {beyond, lower} = 11'd0;
    {upper, next} = {{ 2 * (w - 4) }}'d0;
    over = 1'b0;
    for (g = 0; g < Groups; g = g + 1)
      if (|counted[4*g +: 4]) begin
        touched[g] = 1'b1;
        below = 16'hffff;
        above = 16'hffff;
        for (x = 0; x < 3; x = x + 1)
          if (counted[4*g+x]) begin
            one = address_i[{{ a }}*(4*g+x) +: {{ a }}];
            for (y = x + 1; y < 4; y = y + 1)
              if (counted[4*g+y]) begin
                other = address_i[{{ a }}*(4*g+y) +: {{ a }}];
                if (greater({ {{- 28 - a }}'d0, one}, { {{- 28 - a }}'d0, other})) begin
                  below[4*x+y] = 1'b0;
                  above[4*y+x] = 1'b0;
                end else begin
                  below[4*y+x] = 1'b0;
                  above[4*x+y] = 1'b0;
                end
              end
          end

        top = {{ a }}'d0;
        for (x = 0; x < 4; x = x + 1)
          if (counted[4*g+x]) begin
            one = address_i[{{ a }}*(4*g+x) +: {{ a }}];
            if (&below[4*x +: 4])
              group_low[{{ w }}*g +: {{ w }}] = group_low[{{ w }}*g +: {{ w }}] | one[{{ a - 1 }}:2];
            if (&above[4*x +: 4]) top = top | one;
          end
        group_top[{{ a }}*g +: {{ a }}] = top;

        // The word of the last byte, limited to the last word of the window. The sum carries at
        // most 1 into the upper bits; their successor is computed in parallel.
        beyond = {4'd0, top[1:0]} + width;
        lower = {1'b0, top[5:2]} + {1'b0, beyond[5:2]};
        upper = top[{{ a - 1 }}:6];
        next = upper + {{ w - 4 }}'d1;
        over = lower[4] && (&upper);
        group_high[{{ w }}*g +: {{ w }}] = {(lower[4] && !over) ? next : upper, lower[3:0] | {4{over}}};
      end
  end
  wire unused_beyond = &{1'b0, beyond[1:0]};

  reg [Groups*Groups-1:0] group_below, group_above; // as below, above
  reg [{{ w - 1 }}:0] low, high;
  reg [{{ w - 1 }}:0] one_low, other_low;
  reg [{{ a - 1 }}:0] one_top, other_top;
  integer h, k;
  always @* begin
    group_below = {Groups*Groups{1'b1}};
    group_above = {Groups*Groups{1'b1}};
    {low, high, one_low, other_low} = {{ 4 * w }}'d0;
    {one_top, other_top} = {{ 2 * a }}'d0;
    for (h = 0; h < Groups; h = h + 1)
      if (touched[h]) begin
        one_low = group_low[{{ w }}*h +: {{ w }}];
        one_top = group_top[{{ a }}*h +: {{ a }}];
        for (k = h + 1; k < Groups; k = k + 1)
          if (touched[k]) begin
            other_low = group_low[{{ w }}*k +: {{ w }}];
            other_top = group_top[{{ a }}*k +: {{ a }}];
            if (greater({ {{- 28 - w }}'d0, one_low}, { {{- 28 - w }}'d0, other_low}))
              group_below[Groups*h+k] = 1'b0;
            else
              group_below[Groups*k+h] = 1'b0;
            if (greater({ {{- 28 - a }}'d0, one_top}, { {{- 28 - a }}'d0, other_top}))
              group_above[Groups*k+h] = 1'b0;
            else
              group_above[Groups*h+k] = 1'b0;
          end
      end
    for (h = 0; h < Groups; h = h + 1) begin
      if (touched[h] && (&group_below[Groups*h +: Groups]))
        low = low | group_low[{{ w }}*h +: {{ w }}];
      if (touched[h] && (&group_above[Groups*h +: Groups]))
        high = high | group_high[{{ w }}*h +: {{ w }}];
    end
  end

  assign low_o = low;
  assign high_o = high;
  assign touches_o = |touched;

endmodule

`default_nettype wire
