// A block of {{ size }} entries of rf_address_mapping_table: stores them, compares them in
// parallel with the access that is looked up, and chooses the place of a new entry. Hits,
// deletions and covers concern the look of the previous cycle. Each block has its own copy of
// that look, so that no flip-flop drives all entries.
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let order = params.order_bits() %}
`default_nettype none

module {{ name }} (
    input  wire clk_i,
    input  wire rst_ni,
    // The access that is looked up.
    input  wire look_i,
    input  wire [{{ w - 1 }}:0] base_i,
    input  wire [{{ s - 1 }}:0] stride_i,
{%- if run %}
    input  wire [{{ l - 1 }}:0] first_i,
{%- endif %}
    input  wire [{{ l - 1 }}:0] last_i,
{%- if params.rows %}
    input  wire [1:0] rows_i,
    input  wire [{{ w - 1 }}:0] pitch_i,
{%- endif %}
    input  wire [{{ w - 1 }}:0] low_i,
{%- if has_end %}
    input  wire [{{ w - 1 }}:0] end_i,
    input  wire [{{ w - 1 }}:0] high_i,
{%- endif %}
    input  wire load_i, // the access is a load; covers need a stride that is a power of two
{%- if params.partial %}
    input  wire [{{ s - 2 }}:0] finer_i, // bits of the stride below the one that is set
{%- endif %}
    // The look of the previous cycle is recorded.
    input  wire record_i,
    input  wire [{{ p - 1 }}:0] new_phys_i,
    input  wire new_valid_i,
    // The new entry goes to the first of these places: the lowest free one, the lowest unused
    // one from the hand on (fresh), the lowest unused one, the hand. Bits 2n and 2n + 1: block
    // n has such a place with an even, with an odd number. Each block finds out by itself
    // whether a lower block has one, so that there is no chain through the blocks.
    input  wire [{{ blocks * 2 - 1 }}:0] below_i, // the blocks below this one, a constant
    input  wire [{{ blocks * 2 - 1 }}:0] has_free_i,
    input  wire [{{ blocks * 2 - 1 }}:0] has_fresh_i,
    input  wire [{{ blocks * 2 - 1 }}:0] has_unused_i,
    input  wire at_start_i,     // the hand is at the first place of the table
    input  wire ahead_before_i, // the last place before this block is from the hand on
    // Other changes.
    input  wire invalidate_i,
    input  wire flush_i,
    input  wire use_i,
    input  wire [{{ fills - 1 }}:0] fill_valid_i,
    input  wire [{{ fills * p - 1 }}:0] fill_phys_i,
    input  wire [{{ queries - 1 }}:0] query_valid_i,
    input  wire [{{ queries * p - 1 }}:0] query_phys_i,
    input  wire [{{ queries - 1 }}:0] drop_i,
    output wire [1:0] has_free_o,
    output wire [1:0] has_fresh_o,
    output wire [1:0] has_unused_o,
    output wire ahead_last_o,
    output wire [{{ queries - 1 }}:0] recorded_o,
    output wire lost_o,
    output wire hit_o,
    // {ready, phys} of the hit in the lowest place of the block.
    output wire [{{ p }}:0] hit_data_o
{%- if params.partial %},
    // The longest covers of the last look. The head covers its first lane and lanes after it,
    // the tail its last lane and lanes before it. stands: the entry is still in the table.
    output wire head_o,
    output wire [{{ l - 1 }}:0] head_key_o, // lanes of the entry after the look's first lane
    output wire head_stands_o,
    output wire [{{ p - 1 }}:0] head_phys_o,
    output wire [{{ l - 1 }}:0] head_last_o, // the entry's last lane
    output wire tail_o,
    output wire [{{ l - 1 }}:0] tail_key_o, // lanes of the entry before the look's last lane
    // The top bit of this sum plus the key of a head says whether head and tail cover the load.
    output wire [{{ l + 1 }}:0] tail_sum_o,
    output wire tail_stands_o,
    output wire [{{ p - 1 }}:0] tail_phys_o,
    output wire [{{ l - 1 }}:0] tail_first_o // the entry's first lane
{%- endif %}
);

  localparam Size = {{ size }};

  // The patterns of the entries, and the look of the previous cycle.
  reg [{{ w }}*Size-1:0] base_q{% if has_end %}, end_q{% endif %};
  reg [{{ s }}*Size-1:0] stride_q;
  reg [{{ l }}*Size-1:0] {% if run %}first_q, {% endif %}last_q;
  reg [{{ w - 1 }}:0] look_base_q{% if has_end %}, look_end_q{% endif %};
  reg [{{ s - 1 }}:0] look_stride_q;
  reg [{{ l - 1 }}:0] {% if run %}look_first_q, {% endif %}look_last_q;
{%- if params.rows %}
  reg [2*Size-1:0] rows_q;
  reg [{{ w }}*Size-1:0] pitch_q;
  reg [1:0] look_rows_q;
  reg [{{ w - 1 }}:0] look_pitch_q;
{%- endif %}
  // Physical registers of the entries: the lowest bit of all entries, then the next bit of all.
  reg [{{ p }}*Size-1:0] phys_q;
  reg [Size-1:0] valid_q, ready_q, used_q, match_q, overlap_q;

  // match: the entry has every lane of the load. overlap: the store deletes the entry. Bit Size
  // belongs to the look of the previous cycle. Without a look nothing is compared.
  wire one_lane = last_i == {% if run %}first_i{% else %}{{ l }}'d0{% endif %};
  reg [Size:0] match, overlap;
{%- if has_end %}
  reg [{{ w }}:0] end_less_low, high_less_base;
{%- endif %}
  integer n;
  always @* begin
    match = {Size+1{1'b0}};
    overlap = {Size+1{1'b0}};
{%- if has_end %}
    {end_less_low, high_less_base} = {{ 2 * (w + 1) }}'d0;
{%- endif %}
    if (look_i) begin
{%- for one in compared %}
      {{ one.each() }}
        if (load_i) begin
          if (({{ one.field("base", w) }} == base_i)
              && (({{ one.field("stride", s) }} == stride_i) || one_lane))
            match[{{ one.place() }}] = ({{ one.field("last", l) }} >= last_i)
{%- if run %}
                && (({{ one.field("first", l) }} == first_i)
                    || (({{ one.field("stride", s) }} == {{ s }}'d0) && ({{ one.field("first", l) }} < first_i)))
{%- endif %}
{%- if params.rows %}
                && ({{ one.field("rows", 2) }} == rows_i) && ({{ one.field("pitch", w) }} == pitch_i)
{%- endif %};
        end else begin
{%- if exact %}
          overlap[{{ one.place() }}] = {{ one.field("base", w) }} == low_i;
{%- else %}
          end_less_low = {1'b0, {{ one.field("end", w) }}} - {1'b0, low_i};
          high_less_base = {1'b0, high_i} - {1'b0, {{ one.field("base", w) }}};
          overlap[{{ one.place() }}] = !end_less_low[{{ w }}] && !high_less_base[{{ w }}];
{%- endif %}
        end
      end
{%- endfor %}
    end
  end
{%- if has_end %}
  wire unused_compare = &{1'b0, end_less_low, high_less_base};
{%- endif %}
{%- if params.partial %}

  // An entry covers the first lane of a load and lanes after it (head), or the last lane and
  // lanes before it (tail), if it has the load's stride and is a multiple of the stride away.
  // The keys count these lanes. The comparison above uses the same differences; synthesis
  // builds them once.
  reg [Size-1:0] head, tail;
  reg [{{ l }}*Size-1:0] head_key, tail_key;
  reg [{{ w - 1 }}:0] from;
  reg [{{ w }}:0] behind_low, before_high;
  reg [{{ l - 1 }}:0] lanes_behind, lanes_before;
  integer m, b;
  always @* begin
    head = {Size{1'b0}};
    tail = {Size{1'b0}};
    head_key = {{ "{" }}{{ l }}*Size{1'b0}};
    tail_key = {{ "{" }}{{ l }}*Size{1'b0}};
    from = {{ w }}'d0;
    {behind_low, before_high} = {{ 2 * (w + 1) }}'d0;
    {lanes_behind, lanes_before} = {{ 2 * l }}'d0;
    if (load_i)
      for (m = 0; m < Size; m = m + 1) begin
        from = base_q[{{ w }}*m +: {{ w }}];
        if (valid_q[m] && ready_q[m] && (stride_q[{{ s }}*m +: {{ s }}] == stride_i)
{%- if params.rows %}
            && (rows_q[2*m +: 2] == 2'd0)
{%- endif %}
            && ((low_i[{{ s - 2 }}:0] ^ from[{{ s - 2 }}:0]) & finer_i) == {{ s - 1 }}'d0) begin
          behind_low = {1'b0, end_q[{{ w }}*m +: {{ w }}]} - {1'b0, low_i};
          before_high = {1'b0, high_i} - {1'b0, from};
          {lanes_behind, lanes_before} = {{ 2 * l }}'d0;
          for (b = 0; b < {{ s }}; b = b + 1)
            if (stride_i[b]) begin
              lanes_behind = lanes_behind | behind_low[b +: {{ l }}];
              lanes_before = lanes_before | before_high[b +: {{ l }}];
            end
          head[m] = (from <= low_i) && !behind_low[{{ w }}];
          tail[m] = !before_high[{{ w }}] && (high_i <= end_q[{{ w }}*m +: {{ w }}]);
          head_key[{{ l }}*m +: {{ l }}] = lanes_behind;
          tail_key[{{ l }}*m +: {{ l }}] = lanes_before;
        end
      end
  end
  wire unused_cover = &{1'b0, behind_low, before_high};
{%- endif %}

  // The place of a new entry. A vector minus one differs from the vector in its lowest set bit
  // and below.
  reg [Size-1:0] ahead_q; // places from the hand on
  wire [Size-1:0] free   = ~valid_q;
  wire [Size-1:0] fresh  = ahead_q & ~used_q;
  wire [Size-1:0] unused = ~used_q;
  // If no place of the table is from the hand on, the hand is at the first place of the table.
  wire [Size-1:0] ahead  = ahead_q | {Size{at_start_i}};
  wire [Size-1:0] behind = {{ "{" }}{% if size > 1 %}ahead[Size-2:0], {% endif %}ahead_before_i};
  wire [Size-1:0] free_less   = free - {{ size }}'d1;
  wire [Size-1:0] fresh_less  = fresh - {{ size }}'d1;
  wire [Size-1:0] unused_less = unused - {{ size }}'d1;

  wire any_free     = |has_free_i;
  wire below_free   = |(has_free_i & below_i);
  wire any_fresh    = |has_fresh_i;
  wire below_fresh  = |(has_fresh_i & below_i);
  wire any_unused   = |has_unused_i;
  wire below_unused = |(has_unused_i & below_i);

  // The results of other blocks arrive late, so they are combined last with those of this
  // block.
  wire [Size-1:0] take_free   = below_free ? {Size{1'b0}} : free & ~free_less;
  wire [Size-1:0] take_fresh  = below_fresh ? {Size{1'b0}} : fresh & ~fresh_less;
  wire [Size-1:0] take_unused = (any_fresh || below_unused) ? {Size{1'b0}} : unused & ~unused_less;
  wire [Size-1:0] take_hand   = any_unused ? {Size{1'b0}} : ahead & ~behind;
  wire [Size-1:0] take = any_free ? take_free : take_fresh | take_unused | take_hand;
  wire [Size-1:0] write = record_i ? take : {Size{1'b0}};

  // Places that the hand passes (under), and places from its new place on (above).
  wire moves = record_i && !any_free;
  wire [Size-1:0] under_fresh  = ~fresh & fresh_less & {Size{!below_fresh}};
  wire [Size-1:0] under_unused = ~unused & unused_less & {Size{!below_unused}};
  wire [Size-1:0] above_fresh  = ~(fresh ^ fresh_less) | {Size{below_fresh}};
  wire [Size-1:0] above_unused = ~(unused ^ unused_less) | {Size{below_unused}};
  wire [Size-1:0] pass = {Size{moves}} &
      (any_fresh ? ahead_q & under_fresh : ahead_q | under_unused);

  always @(posedge clk_i) begin
    if (!rst_ni)    ahead_q <= {Size{1'b0}};
    else if (moves) ahead_q <= any_fresh ? above_fresh : any_unused ? above_unused : behind;
  end

  // Odd and even places are reported separately: one bit for both would lengthen the chain of
  // gates of the search.
  wire [Size-1:0] odd = {{ odd }};
  assign has_free_o   = {|(free & odd), |(free & ~odd)};
  assign has_fresh_o  = {|(fresh & odd), |(fresh & ~odd)};
  assign has_unused_o = {|(unused & odd), |(unused & ~odd)};
  assign ahead_last_o = ahead_q[Size-1];

  // The entry of each requested register: all entries are compared in parallel, bit by bit.
{%- for ask in asked %}
  reg [Size-1:0] {{ ask.name }};
  always @* begin : find_{{ ask.name }}
    integer k;
    {{ ask.name }} = {Size{ {{- ask.valid -}} }};
    if ({{ ask.valid }})
      for (k = 0; k < {{ p }}; k = k + 1)
        {{ ask.name }} = {{ ask.name }} & ~(phys_q[Size*k +: Size] ^ {Size{ {{- ask.phys }}[{{ ask.at }}k]}});
  end
{% endfor %}
{%- for q in 0..queries %}
  assign recorded_o[{{ q }}] = |(queried_{{ q }} & valid_q);
{%- endfor %}
  wire [Size-1:0] dropped = {% for q in 0..queries %}({Size{drop_i[{{ q }}]}} & queried_{{ q }}){% if !loop.last %}
                          | {% endif %}{% endfor %};
  wire [Size-1:0] filled = {% for f in 0..fills %}filled_{{ f }}{% if !loop.last %} | {% endif %}{% endfor %};
  wire [Size-1:0] taken_out = {Size{flush_i}} | (overlap_q & {Size{invalidate_i}});
  assign lost_o = |(valid_q & taken_out);

  integer i, j;
  always @(posedge clk_i) begin
    valid_q   <= {Size{rst_ni}} & ((write & {Size{new_valid_i}})
                                   | (~write & valid_q & ~(taken_out | dropped | recorded)));
    match_q   <= (write & {Size{match[Size]}}) | (~write & match[Size-1:0]);
    overlap_q <= (write & {Size{overlap[Size]}}) | (~write & overlap[Size-1:0]);
    ready_q   <= ~write & (ready_q | filled);
    used_q    <= ~write & ((used_q & ~pass) | (match_q & {Size{use_i}}));
    if (look_i) begin
      look_base_q   <= base_i;
      look_stride_q <= stride_i;
{%- if run %}
      look_first_q  <= first_i;
{%- endif %}
      look_last_q   <= last_i;
{%- if has_end %}
      look_end_q    <= end_i;
{%- endif %}
{%- if params.rows %}
      look_rows_q   <= rows_i;
      look_pitch_q  <= pitch_i;
{%- endif %}
    end
    // To simulate fast, the places are skipped without a record.
    if (record_i)
      for (i = 0; i < Size; i = i + 1)
        if (write[i]) begin
          base_q[{{ w }}*i +: {{ w }}]   <= look_base_q;
          stride_q[{{ s }}*i +: {{ s }}] <= look_stride_q;
{%- if run %}
          first_q[{{ l }}*i +: {{ l }}]  <= look_first_q;
{%- endif %}
          last_q[{{ l }}*i +: {{ l }}]   <= look_last_q;
{%- if has_end %}
          end_q[{{ w }}*i +: {{ w }}]    <= look_end_q;
{%- endif %}
{%- if params.rows %}
          rows_q[2*i +: 2]   <= look_rows_q;
          pitch_q[{{ w }}*i +: {{ w }}]  <= look_pitch_q;
{%- endif %}
          for (j = 0; j < {{ p }}; j = j + 1) phys_q[Size*j + i] <= new_phys_i[j];
        end
  end

  // The hit in the lowest place, of the lower half, else of the upper half. Two halves, because
  // a search becomes a chain through its places.
  wire [Size-1:0] hits = valid_q & match_q;
  wire [Size-1:0] hits_less = {
{%- if size > 1 %}hits[Size-1:{{ half }}] - {{ size - half }}'d1, {% endif %}hits[{{ half - 1 }}:0] - {{ half }}'d1};
  wire [Size-1:0] lowest_hit = hits & ~hits_less;
  wire in_lower = |hits[{{ half - 1 }}:0];
  assign hit_o = |hits;

  wire [Size-1:0] lower_hit = lowest_hit & {{ lower }};
  wire [Size-1:0] upper_hit = lowest_hit & ~{{ lower }};
  reg [{{ p }}:0] hit_data;
  integer h;
  always @* begin
    hit_data = {{ p + 1 }}'d0;
    if (in_lower) begin
      hit_data[{{ p }}] = |(ready_q & lower_hit);
      for (h = 0; h < {{ p }}; h = h + 1) hit_data[h] = |(phys_q[Size*h +: Size] & lower_hit);
    end else if (hit_o) begin
      hit_data[{{ p }}] = |(ready_q & upper_hit);
      for (h = 0; h < {{ p }}; h = h + 1) hit_data[h] = |(phys_q[Size*h +: Size] & upper_hit);
    end
  end
  assign hit_data_o = hit_data;
{%- if params.partial %}

  // A head and a tail cover the load if the sum of their keys plus 1 is at least length, its
  // lanes minus 1. This holds if the sum of the keys and need is at least
  // {{ 2 * params.lanes }}.
{%- if run %}
  wire [{{ l - 1 }}:0] length = look_last_q - look_first_q;
{%- else %}
  wire [{{ l - 1 }}:0] length = look_last_q;
{%- endif %}
  wire [{{ l + 1 }}:0] need = {{ l + 2 }}'d{{ 2 * params.lanes + 1 }} - {2'b00, length};
  wire [{{ l + 1 }}:0] head_sum;
  wire unused_sum = &{1'b0, head_sum};

  {{ search }} u_head (
      .clk_i   (clk_i),
      .covers_i(head),
      .words_i (end_q),
      .top_i   (low_i[{{ order - 1 }}]),
      .keys_i  (head_key),
      .write_i (write),
      .valid_i (valid_q),
      .phys_i  (phys_q),
      .lanes_i (last_q),
      .need_i  (need),
      .found_o (head_o),
      .key_o   (head_key_o),
      .sum_o   (head_sum),
      .stands_o(head_stands_o),
      .phys_o  (head_phys_o),
      .lane_o  (head_last_o)
  );

  {{ search }} u_tail (
      .clk_i   (clk_i),
      .covers_i(tail),
      .words_i (~base_q),
      .top_i   (~high_i[{{ order - 1 }}]),
      .keys_i  (tail_key),
      .write_i (write),
      .valid_i (valid_q),
      .phys_i  (phys_q),
      .lanes_i ({% if run %}first_q{% else %}{{ "{" }}{{ l }}*Size{1'b0}}{% endif %}),
      .need_i  (need),
      .found_o (tail_o),
      .key_o   (tail_key_o),
      .sum_o   (tail_sum_o),
      .stands_o(tail_stands_o),
      .phys_o  (tail_phys_o),
      .lane_o  (tail_first_o)
  );
{%- endif %}

endmodule

`default_nettype wire
