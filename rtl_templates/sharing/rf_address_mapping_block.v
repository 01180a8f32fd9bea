// {{ size }} entries of rf_address_mapping_table, side by side: what they hold, how the access that is
// looked up relates to them, and the place of a new entry among them. Hits, deletions and covers
// concern the look of the cycle before. Each block has its own copy of that look, so that no
// flip-flop drives all entries.
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
{%- if params.partial %}
    input  wire load_i,  // it is a load; covers count if its stride is a power of two
{%- endif %}
    // The look of the cycle before enters the table.
    input  wire record_i,
    input  wire [{{ p - 1 }}:0] new_phys_i,
    input  wire new_valid_i,
    // Its place is the lowest that is free, else the lowest from the hand on that is not used, else
    // the lowest that is not used, else the hand's. Bits 2n and 2n + 1: whether block n has such a
    // place of even, of odd number. Each block looks for lower ones by itself, so that there is no
    // chain through the blocks.
    input  wire [{{ blocks * 2 - 1 }}:0] below_i, // the blocks below this one, a constant
    input  wire [{{ blocks * 2 - 1 }}:0] has_free_i,
    input  wire [{{ blocks * 2 - 1 }}:0] has_fresh_i,
    input  wire [{{ blocks * 2 - 1 }}:0] has_unused_i,
    input  wire at_start_i,     // the hand is at the first place of all
    input  wire ahead_before_i, // the place before this block's is from the hand on
    // Other changes.
    input  wire invalidate_i,
    input  wire flush_i,
    input  wire use_i,
    input  wire [2:0] fill_valid_i,
    input  wire [{{ 3 * p - 1 }}:0] fill_phys_i,
    input  wire [{{ queries * p - 1 }}:0] query_phys_i,
    input  wire [{{ queries - 1 }}:0] drop_i,
    output wire [1:0] has_free_o,
    output wire [1:0] has_fresh_o,
    output wire [1:0] has_unused_o,
    output wire ahead_last_o,
    output wire [{{ queries - 1 }}:0] recorded_o,
    output wire lost_o,
    output wire hit_o,
    // {ready, phys} of the hit in the lowest place.
    output wire [{{ p }}:0] hit_data_o
{%- if params.partial %},
    // The longest covers of the last look from its first lane on, and up to its last one.
    output wire head_o,
    output wire [{{ l - 1 }}:0] head_key_o, // lanes of the entry behind the look's first one
    output wire head_stands_o,
    output wire [{{ p - 1 }}:0] head_phys_o,
    output wire [{{ l - 1 }}:0] head_last_o, // the entry's last lane
    output wire tail_o,
    output wire [{{ l - 1 }}:0] tail_key_o, // lanes of the entry before the look's last one
    // With the key of a head, the top bit says whether the two reach over the load.
    output wire [{{ l + 1 }}:0] tail_sum_o,
    output wire tail_stands_o,
    output wire [{{ p - 1 }}:0] tail_phys_o,
    output wire [{{ l - 1 }}:0] tail_first_o // the entry's first lane
{%- endif %}
);

  localparam Size = {{ size }};

  // The look of the cycle before, and how the look of this one relates to it.
  reg [{{ w - 1 }}:0] look_base_q{% if has_end %}, look_end_q{% endif %};
  reg [{{ s - 1 }}:0] look_stride_q;
  reg [{{ l - 1 }}:0] {% if run %}look_first_q, {% endif %}look_last_q;
{%- if params.rows %}
  reg [1:0] look_rows_q;
  reg [{{ w - 1 }}:0] look_pitch_q;
{%- endif %}
  wire one_lane = last_i == {% if run %}first_i{% else %}{{ l }}'d0{% endif %};
  wire look_match, look_overlap;
{%- if params.partial %}
  wire look_ends_behind, look_begins_before;
  wire [{{ l + s - 2 }}:0] look_words_behind, look_words_before;
  wire unused_look = &{1'b0, look_ends_behind, look_begins_before, look_words_behind,
                       look_words_before};
{%- endif %}

  always @(posedge clk_i) begin
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
  end

  rf_address_mapping_compare u_look (
      .base_i         (base_i),
      .stride_i       (stride_i),
{%- if run %}
      .first_i        (first_i),
{%- endif %}
      .last_i         (last_i),
{%- if params.rows %}
      .rows_i         (rows_i),
      .pitch_i        (pitch_i),
{%- endif %}
      .one_lane_i     (one_lane),
      .low_i          (low_i),
{%- if has_end %}
      .high_i         (high_i),
{%- endif %}
      .entry_base_i   (look_base_q),
      .entry_stride_i (look_stride_q),
{%- if run %}
      .entry_first_i  (look_first_q),
{%- endif %}
      .entry_last_i   (look_last_q),
{%- if has_end %}
      .entry_end_i    (look_end_q),
{%- endif %}
{%- if params.rows %}
      .entry_rows_i   (look_rows_q),
      .entry_pitch_i  (look_pitch_q),
{%- endif %}
{%- if params.partial %}
      .ends_behind_o  (look_ends_behind),
      .words_behind_o (look_words_behind),
      .begins_before_o(look_begins_before),
      .words_before_o (look_words_before),
{%- endif %}
      .match_o        (look_match),
      .overlap_o      (look_overlap)
  );

  // The place of a new entry. A vector less one shows its lowest bit: there, and below, it differs.
  wire [Size-1:0] valid, used;
  reg [Size-1:0] ahead_q; // places from the hand on
  wire [Size-1:0] free   = ~valid;
  wire [Size-1:0] fresh  = ahead_q & ~used;
  wire [Size-1:0] unused = ~used;
  // Without places from the hand on, the hand is at the first place of all.
  wire [Size-1:0] ahead  = ahead_q | {Size{at_start_i}};
  wire [Size-1:0] behind = {{ "{" }}{% if size > 1 %}ahead[Size-2:0], {% endif %}ahead_before_i};
  wire [Size-1:0] free_less   = free - {{ size }}'d1;
  wire [Size-1:0] fresh_less  = fresh - {{ size }}'d1;
  wire [Size-1:0] unused_less = unused - {{ size }}'d1;

  wire any_fresh    = |has_fresh_i;
  wire any_unused   = |has_unused_i;
  wire below_fresh  = |(has_fresh_i & below_i);
  wire below_unused = |(has_unused_i & below_i);

  wire moves       = record_i && !(|has_free_i);
  wire take_free   = record_i && !(|(has_free_i & below_i));
  wire take_fresh  = moves && !below_fresh;
  wire take_unused = moves && !any_fresh && !below_unused;
  wire take_hand   = moves && !any_unused;
  wire [Size-1:0] write = ({Size{take_free}}   & free & ~free_less)
                        | ({Size{take_fresh}}  & fresh & ~fresh_less)
                        | ({Size{take_unused}} & unused & ~unused_less)
                        | ({Size{take_hand}}   & ahead & ~behind);

  // Places that the hand passes, and those from its new place on.
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

  // Odd and even places apart: together they would be the end of the chain that a search becomes.
  wire [Size-1:0] odd = {{ odd }};
  assign has_free_o   = {|(free & odd), |(free & ~odd)};
  assign has_fresh_o  = {|(fresh & odd), |(fresh & ~odd)};
  assign has_unused_o = {|(unused & odd), |(unused & ~odd)};
  assign ahead_last_o = ahead_q[Size-1];

  // The entries.
  wire [Size-1:0] hits, lost;
  wire [{{ p + 1 }}*Size-1:0] hit_data;
  wire [{{ queries }}*Size-1:0] found;
{%- if params.partial %}
  wire [Size-1:0] head, tail;
  wire [{{ order }}*Size-1:0] head_order, tail_order;
  wire [{{ l }}*Size-1:0] head_key, tail_key, {% if run %}first, {% endif %}last;
  wire [{{ p }}*Size-1:0] phys;
  reg [{{ s - 2 }}:0] below; // the stride's bits below the one that is set
  integer i;
  always @* begin
    for (i = 0; i < {{ s - 1 }}; i = i + 1) below[i] = |(stride_i >> (i + 1));
  end
{%- endif %}

  genvar n;
  generate
    for (n = 0; n < Size; n = n + 1) begin : gen_entry
      reg valid_q, ready_q, used_q, match_q, overlap_q;
      reg [{{ p - 1 }}:0] phys_q;
      reg [{{ w - 1 }}:0] base_q{% if has_end %}, end_q{% endif %};
      reg [{{ s - 1 }}:0] stride_q;
      reg [{{ l - 1 }}:0] {% if run %}first_q, {% endif %}last_q;
{%- if params.rows %}
      reg [1:0] rows_q;
      reg [{{ w - 1 }}:0] pitch_q;
{%- endif %}

      wire match, overlap;
{%- if params.partial %}
      wire ends_behind, begins_before;
      wire [{{ l + s - 2 }}:0] words_behind, words_before;
{%- endif %}

      rf_address_mapping_compare u_compare (
          .base_i         (base_i),
          .stride_i       (stride_i),
{%- if run %}
          .first_i        (first_i),
{%- endif %}
          .last_i         (last_i),
{%- if params.rows %}
          .rows_i         (rows_i),
          .pitch_i        (pitch_i),
{%- endif %}
          .one_lane_i     (one_lane),
          .low_i          (low_i),
{%- if has_end %}
          .high_i         (high_i),
{%- endif %}
          .entry_base_i   (base_q),
          .entry_stride_i (stride_q),
{%- if run %}
          .entry_first_i  (first_q),
{%- endif %}
          .entry_last_i   (last_q),
{%- if has_end %}
          .entry_end_i    (end_q),
{%- endif %}
{%- if params.rows %}
          .entry_rows_i   (rows_q),
          .entry_pitch_i  (pitch_q),
{%- endif %}
{%- if params.partial %}
          .ends_behind_o  (ends_behind),
          .words_behind_o (words_behind),
          .begins_before_o(begins_before),
          .words_before_o (words_before),
{%- endif %}
          .match_o        (match),
          .overlap_o      (overlap)
      );

      // Which of the registers that are asked about, and that are filled, is the entry's.
      reg [{{ queries - 1 }}:0] named;
      reg [2:0] filled;
      integer c;
      always @* begin
        for (c = 0; c < {{ queries }}; c = c + 1)
          named[c] = query_phys_i[{{ p }}*c +: {{ p }}] == phys_q;
        for (c = 0; c < 3; c = c + 1)
          filled[c] = fill_valid_i[c] && (fill_phys_i[{{ p }}*c +: {{ p }}] == phys_q);
      end
      wire dropped = |(named & drop_i);
      wire again = record_i && (new_phys_i == phys_q);
      wire taken_out = flush_i || (invalidate_i && overlap_q);

      always @(posedge clk_i) begin
        if (!rst_ni)       valid_q <= 1'b0;
        else if (write[n]) valid_q <= new_valid_i;
        else if (taken_out || dropped || again) valid_q <= 1'b0;

        match_q   <= write[n] ? look_match : match;
        overlap_q <= write[n] ? look_overlap : overlap;
        ready_q   <= !write[n] && (ready_q || (|filled));
        used_q    <= !write[n] && ((used_q && !pass[n]) || (use_i && match_q));
        if (write[n]) begin
          base_q   <= look_base_q;
          stride_q <= look_stride_q;
{%- if run %}
          first_q  <= look_first_q;
{%- endif %}
          last_q   <= look_last_q;
{%- if has_end %}
          end_q    <= look_end_q;
{%- endif %}
{%- if params.rows %}
          rows_q   <= look_rows_q;
          pitch_q  <= look_pitch_q;
{%- endif %}
          phys_q   <= new_phys_i;
        end
      end

      assign valid[n] = valid_q;
      assign used[n] = used_q;
      assign hits[n] = valid_q && match_q;
      assign lost[n] = valid_q && taken_out;
      assign hit_data[{{ p + 1 }}*n +: {{ p + 1 }}] = {ready_q, phys_q};
      assign found[{{ queries }}*n +: {{ queries }}] = valid_q ? named : {{ queries }}'d0;
{%- if params.partial %}

      // A load of this stride, some strides away, and how many: from the load's first word up to
      // the entry's last one, and from the entry's first word up to the load's last one.
      reg covers_first, covers_last;
      reg [{{ l - 1 }}:0] lanes_behind, lanes_before;
      integer b;
      always @* begin
        {covers_first, covers_last} = 2'b00;
        {lanes_behind, lanes_before} = {{ 2 * l }}'d0;
        if (load_i && valid_q && ready_q && (stride_q == stride_i){% if params.rows %} && (rows_q == 2'd0){% endif %}
            && ((low_i[{{ s - 2 }}:0] ^ base_q[{{ s - 2 }}:0]) & below) == {{ s - 1 }}'d0) begin
          covers_first = (base_q <= low_i) && ends_behind;
          covers_last = begins_before && (high_i <= end_q);
          for (b = 0; b < {{ s }}; b = b + 1)
            if (stride_i[b]) begin
              lanes_behind = lanes_behind | words_behind[b +: {{ l }}];
              lanes_before = lanes_before | words_before[b +: {{ l }}];
            end
        end
      end

      assign head[n] = covers_first;
      assign head_key[{{ l }}*n +: {{ l }}] = lanes_behind;
      assign tail[n] = covers_last;
      assign tail_key[{{ l }}*n +: {{ l }}] = lanes_before;
      assign phys[{{ p }}*n +: {{ p }}] = phys_q;

      // Where the entry ends and begins, in the order in which covers are longer. All that cover a
      // word end less than 2**{{ l + s - 1 }} words behind it: one whose top bit is not the word's is farther.
      assign head_order[{{ order }}*n +: {{ order }}] = {end_q[{{ order - 1 }}] ^ low_i[{{ order - 1 }}], end_q[{{ order - 2 }}:0]};
      assign tail_order[{{ order }}*n +: {{ order }}] = {base_q[{{ order - 1 }}] ^ high_i[{{ order - 1 }}], ~base_q[{{ order - 2 }}:0]};
{%- if run %}
      assign first[{{ l }}*n +: {{ l }}] = first_q;
{%- endif %}
      assign last[{{ l }}*n +: {{ l }}] = last_q;
{%- endif %}
    end
  endgenerate

  assign lost_o = |lost;

  reg [{{ queries - 1 }}:0] recorded;
  integer e;
  always @* begin
    recorded = {{ queries }}'d0;
    for (e = 0; e < Size; e = e + 1) recorded = recorded | found[{{ queries }}*e +: {{ queries }}];
  end
  assign recorded_o = recorded;

  // The hit in the lowest place: the lower half's, else the upper one's, since a search becomes a
  // chain through its places.
  wire [Size-1:0] hits_less = {
{%- if size > 1 %}hits[Size-1:{{ half }}] - {{ size - half }}'d1, {% endif %}hits[{{ half - 1 }}:0] - {{ half }}'d1};
  wire [Size-1:0] lowest_hit = hits & ~hits_less;
  wire in_lower = |hits[{{ half - 1 }}:0];
  assign hit_o = |hits;

  reg [{{ p }}:0] lower_data, upper_data;
  integer h;
  always @* begin
    lower_data = {{ p + 1 }}'d0;
    upper_data = {{ p + 1 }}'d0;
    for (h = 0; h < {{ half }}; h = h + 1)
      if (lowest_hit[h]) lower_data = lower_data | hit_data[{{ p + 1 }}*h +: {{ p + 1 }}];
    for (h = {{ half }}; h < Size; h = h + 1)
      if (lowest_hit[h]) upper_data = upper_data | hit_data[{{ p + 1 }}*h +: {{ p + 1 }}];
  end
  assign hit_data_o = in_lower ? lower_data : upper_data;
{%- if params.partial %}

  // A head and a tail reach over the load if their keys and one are at least its lanes less one, so
  // that the keys and what is needed are at least {{ 2 * params.lanes }}.
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
      .orders_i(head_order),
      .keys_i  (head_key),
      .write_i (write),
      .valid_i (valid),
      .phys_i  (phys),
      .lanes_i (last),
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
      .orders_i(tail_order),
      .keys_i  (tail_key),
      .write_i (write),
      .valid_i (valid),
      .phys_i  (phys),
      .lanes_i ({% if run %}first{% else %}{{ "{" }}{{ l }}*Size{1'b0}}{% endif %}),
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
