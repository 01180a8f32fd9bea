{{ contract }}
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
`default_nettype none

module rf_address_mapping_table (
{{ ports }}
);

  localparam Entries = {{ params.entries }};
  localparam Chunks = {{ params.entries.div_ceil(16) }}; // of 16 places
{%- if !unused.is_empty() %}
  wire unused = &{1'b0, {{ unused }}};
{%- endif %}

  // The look of the cycle before, which may be recorded.
  reg load_q;
  reg [{{ w - 1 }}:0] base_q{% if !exact %}, end_q{% endif %};
  reg [{{ s - 1 }}:0] stride_q;
  reg [{{ l - 1 }}:0] {% if run %}first_q, {% endif %}last_q;
{%- if params.rows %}
  reg [1:0] rows_q;
  reg [{{ w - 1 }}:0] pitch_q;
{%- endif %}

  wire one_lane = last_i == {% if run %}first_i{% else %}{{ l }}'d0{% endif %};

  always @(posedge clk_i) begin
    load_q <= rst_ni && look_valid_i && !look_store_i;
    if (look_valid_i) begin
      base_q   <= base_i;
      stride_q <= stride_i;
{%- if run %}
      first_q  <= first_i;
{%- endif %}
      last_q   <= last_i;
{%- if !exact %}
      end_q    <= end_i;
{%- endif %}
{%- if params.rows %}
      rows_q   <= rows_i;
      pitch_q  <= pitch_i;
{%- endif %}
    end
  end

  // The look beside what is recorded in its cycle.
  wire new_match, new_overlap;

  rf_address_mapping_compare u_new (
      .base_i        (base_i),
      .stride_i      (stride_i),
{%- if run %}
      .first_i       (first_i),
{%- endif %}
      .last_i        (last_i),
{%- if params.rows %}
      .rows_i        (rows_i),
      .pitch_i       (pitch_i),
{%- endif %}
      .one_lane_i    (one_lane),
      .low_i         (low_i),
{%- if !exact %}
      .high_i        (high_i),
{%- endif %}
      .entry_base_i  (base_q),
      .entry_stride_i(stride_q),
{%- if run %}
      .entry_first_i (first_q),
{%- endif %}
      .entry_last_i  (last_q),
{%- if !exact %}
      .entry_end_i   (end_q),
{%- endif %}
{%- if params.rows %}
      .entry_rows_i  (rows_q),
      .entry_pitch_i (pitch_q),
{%- endif %}
      .match_o       (new_match),
      .overlap_o     (new_overlap)
  );

  // An entry that is recorded and dropped in one cycle is not entered. The last drop comes before.
  reg new_valid;
  integer d;
  always @* begin
    new_valid = 1'b1;
    for (d = 0; d < {{ taken }}; d = d + 1)
      if (drop_i[d] && query_phys_i[{{ p }}*d +: {{ p }}] == record_phys_i) new_valid = 1'b0;
  end

  // The place of a new entry: the lowest invalid one, else the first one from the hand on that is
  // not used.
  wire [Entries-1:0] valid, used;
  reg [Entries-1:0] ahead_q; // places from the hand on
  wire [Entries-1:0] fresh = ahead_q & ~used;
  wire wraps = fresh == {Entries{1'b0}};
  wire [16*Chunks-1:0] wanted; // the lowest of these
  wire [16*Chunks-1:0] place;  // a single one
  wire [16*Chunks-1:0] under;  // all below it
  wire [Chunks-1:0] some;
  wire [Chunks-1:0] first_chunk = some & (~some + {{ params.entries.div_ceil(16) }}'d1);
  wire [Chunks-1:0] under_chunk = first_chunk - {{ params.entries.div_ceil(16) }}'d1;
  genvar g, n;
  generate
    for (g = 0; g < Chunks; g = g + 1) begin : gen_chunk
      wire [15:0] chunk = wanted[16*g +: 16];
      wire [15:0] lowest = chunk & (~chunk + 16'd1);
      assign some[g] = |chunk;
      assign place[16*g +: 16] = first_chunk[g] ? lowest : 16'd0;
      assign under[16*g +: 16] = first_chunk[g] ? lowest - 16'd1 : {16{under_chunk[g]}};
    end
  endgenerate

  wire [Entries-1:0] wanted_places = !full_o          ? ~valid
                                   : !wraps           ? fresh
                                   : !(&used)         ? ~used
                                   :                    ahead_q;
{%- if spare > 0 %}
  assign wanted = { {{- spare }}'d0, wanted_places};
  wire unused_places = &{1'b0, place[16*Chunks-1:Entries], under[16*Chunks-1:Entries]};
{%- else %}
  assign wanted = wanted_places;
{%- endif %}
  wire [Entries-1:0] write = place[Entries-1:0] & {Entries{record_i}};
  wire [Entries-1:0] passed = wraps ? (ahead_q | under[Entries-1:0])
                                    : (ahead_q & under[Entries-1:0]);
  wire [Entries-1:0] pass = passed & {Entries{record_i && full_o}};
  wire [Entries-1:0] later = ~(under[Entries-1:0] | place[Entries-1:0]);

  always @(posedge clk_i) begin
    if (!rst_ni)                 ahead_q <= {Entries{1'b1}};
    else if (record_i && full_o) ahead_q <= later | {Entries{later == {Entries{1'b0}}}};
  end

  wire [Entries-1:0] lost;

  assign full_o = &valid;
  assign lost_o = |lost;

  // The entries.
  wire [Entries-1:0] ready, hits;
  wire [{{ p }}*Entries-1:0] phys;
  wire [{{ queries }}*Entries-1:0] found;
{%- if params.partial %}
  wire [Entries-1:0] head, tail;
  wire [{{ k }}*Entries-1:0] head_key, tail_key;
  wire [{{ l }}*Entries-1:0] {% if run %}first, {% endif %}last;

  // What each entry needs of a stride that is a power of two.
  wire pairs = look_valid_i && !look_store_i && (stride_i != {{ s }}'d0)
            && ((stride_i & (stride_i - {{ s }}'d1)) == {{ s }}'d0)
{%- if params.rows %}
            && (rows_i == 2'd0)
{%- endif %};
  wire [{{ l - 1 }}:0] length = last_i{% if run %} - first_i{% endif %};
  reg [{{ w }}:0] below, above;
  integer b;
  always @* begin
    below = { {{- w + 1 - s }}'d0, stride_i - {{ s }}'d1};
    above = {{ w + 1 }}'d0;
    for (b = {{ l }}; b <= {{ w }}; b = b + 1)
      above[b] = above[b-1] || (b < {{ l + s }} && |(stride_i & ({{ s }}'d1 << (b - {{ l }}))));
  end
{%- endif %}

  generate
    for (n = 0; n < Entries; n = n + 1) begin : gen_entry
      rf_address_mapping_entry u_entry (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .base_i       (base_i),
          .stride_i     (stride_i),
{%- if run %}
          .first_i      (first_i),
{%- endif %}
          .last_i       (last_i),
{%- if params.rows %}
          .rows_i       (rows_i),
          .pitch_i      (pitch_i),
{%- endif %}
          .one_lane_i   (one_lane),
          .low_i        (low_i),
{%- if !exact %}
          .high_i       (high_i),
{%- endif %}
{%- if params.partial %}
          .length_i     (length),
          .pairs_i      (pairs),
          .below_i      (below),
          .above_i      (above),
{%- endif %}
          .write_i      (write[n]),
          .record_i     (record_i),
          .new_valid_i  (new_valid),
          .new_match_i  (new_match),
          .new_overlap_i(new_overlap),
          .new_base_i   (base_q),
          .new_stride_i (stride_q),
{%- if run %}
          .new_first_i  (first_q),
{%- endif %}
          .new_last_i   (last_q),
{%- if !exact %}
          .new_end_i    (end_q),
{%- endif %}
{%- if params.rows %}
          .new_rows_i   (rows_q),
          .new_pitch_i  (pitch_q),
{%- endif %}
          .new_phys_i   (record_phys_i),
          .invalidate_i (invalidate_i),
          .flush_i      (flush_i),
          .use_i        (use_hit_i && load_q),
          .pass_i       (pass[n]),
          .fill_valid_i (fill_valid_i),
          .fill_phys_i  (fill_phys_i),
          .query_phys_i (query_phys_i),
          .drop_i       (drop_i),
          .valid_o      (valid[n]),
          .ready_o      (ready[n]),
          .used_o       (used[n]),
          .phys_o       (phys[{{ p }}*n +: {{ p }}]),
          .recorded_o   (found[{{ queries }}*n +: {{ queries }}]),
          .hit_o        (hits[n]),
          .lost_o       (lost[n])
{%- if params.partial %},
          .head_o       (head[n]),
          .head_key_o   (head_key[{{ k }}*n +: {{ k }}]),
          .tail_o       (tail[n]),
          .tail_key_o   (tail_key[{{ k }}*n +: {{ k }}]),
{%- if run %}
          .first_o      (first[{{ l }}*n +: {{ l }}]),
{%- endif %}
          .last_o       (last[{{ l }}*n +: {{ l }}])
{%- endif %}
      );
    end
  endgenerate

  reg [{{ queries - 1 }}:0] recorded;
  integer e;
  always @* begin
    recorded = {{ queries }}'d0;
    for (e = 0; e < Entries; e = e + 1) recorded = recorded | found[{{ queries }}*e +: {{ queries }}];
  end
  assign recorded_o = recorded;

  // The hit in the lowest place: of each four the lowest goes on. A step's data are {ready, phys}.
  wire [Entries-1:0] hits_0 = hits;
  reg [{{ p + 1 }}*Entries-1:0] data_0;
  integer m;
  always @* begin
    for (m = 0; m < Entries; m = m + 1)
      data_0[{{ p + 1 }}*m +: {{ p + 1 }}] = {ready[m], phys[{{ p }}*m +: {{ p }}]};
  end
{%- for step in steps %}

  wire [{{ step.count - 1 }}:0] hits_{{ step.n }};
  wire [{{ (p + 1) * step.count - 1 }}:0] data_{{ step.n }};
  wire [{{ 4 * step.count - 1 }}:0] hits_into_{{ step.n }} = {{ step.pad(1) }}hits_{{ step.n - 1 }}{{ step.end() }};
  wire [{{ 4 * (p + 1) * step.count - 1 }}:0] data_into_{{ step.n }} = {{ step.pad(params.phys_bits + 1) }}data_{{ step.n - 1 }}{{ step.end() }};
  generate
    for (g = 0; g < {{ step.count }}; g = g + 1) begin : gen_hit_{{ step.n }}
      wire [3:0] four = hits_into_{{ step.n }}[4*g +: 4];
      wire [3:0] lowest = four & (~four + 4'd1);
      reg [{{ p }}:0] data;
      integer i;
      always @* begin
        data = {{ p + 1 }}'d0;
        for (i = 0; i < 4; i = i + 1)
          if (lowest[i]) data = data | data_into_{{ step.n }}[{{ p + 1 }}*(4*g+i) +: {{ p + 1 }}];
      end
      assign hits_{{ step.n }}[g] = |four;
      assign data_{{ step.n }}[{{ p + 1 }}*g +: {{ p + 1 }}] = data;
    end
  endgenerate
{%- endfor %}

  assign hit_o = load_q && hits_{{ top }};
  assign {hit_ready_o, hit_phys_o} = data_{{ top }};
{%- if params.partial %}

  // The longest covers from the load's first lane on and up to its last.
  reg pairs_q;
  wire head_found, head_stands, tail_found, tail_stands;
  wire [{{ k - 1 }}:0] head_best, tail_best;
  wire [{{ l - 1 }}:0] head_lane, tail_lane;

  rf_cover_search u_head (
      .clk_i   (clk_i),
      .covers_i(head),
      .keys_i  (head_key),
      .write_i (write),
      .valid_i (valid),
      .phys_i  (phys),
      .lanes_i (last),
      .found_o (head_found),
      .key_o   (head_best),
      .stands_o(head_stands),
      .phys_o  (a_phys_o),
      .lane_o  (head_lane)
  );

  rf_cover_search u_tail (
      .clk_i   (clk_i),
      .covers_i(tail),
      .keys_i  (tail_key),
      .write_i (write),
      .valid_i (valid),
      .phys_i  (phys),
      .lanes_i ({% if run %}first{% else %}{{ "{" }}{{ l }}*Entries{1'b0}}{% endif %}),
      .found_o (tail_found),
      .key_o   (tail_best),
      .stands_o(tail_stands),
      .phys_o  (b_phys_o),
      .lane_o  (tail_lane)
  );

  always @(posedge clk_i) pairs_q <= rst_ni && pairs;

  // Lanes from the first on that the head covers, and that the tail does not.
  wire [{{ k }}:0] sum = {1'b0, head_best} + {1'b0, tail_best} + {{ k + 1 }}'d1;
  wire complete = |sum[{{ k }}:{{ l }}];
  wire unused_sum = &{1'b0, sum[{{ l - 1 }}:0]};

  assign pair_o = pairs_q && head_found && tail_found && head_stands && tail_stands && complete;
{%- if run %}
  wire [{{ k - 1 }}:0] from = {1'b0, first_q};
  wire [{{ l - 1 }}:0] length_q = last_q - first_q;
  assign a_shift_o = {1'b0, head_lane} - head_best - from;
  assign b_shift_o = {1'b0, tail_lane} + {!tail_best[{{ k - 1 }}], tail_best[{{ k - 2 }}:0]} - from;
  assign split_o = (head_best[{{ l - 1 }}:0] >= length_q) ? last_q : first_q + head_best[{{ l - 1 }}:0];
{%- else %}
  assign a_shift_o = {1'b0, head_lane} - head_best;
  assign b_shift_o = {1'b0, tail_lane} + {!tail_best[{{ k - 1 }}], tail_best[{{ k - 2 }}:0]};
  assign split_o = (head_best[{{ l - 1 }}:0] >= last_q) ? last_q : head_best[{{ l - 1 }}:0];
{%- endif %}
{%- else %}

  assign pair_o = 1'b0;
  assign a_phys_o = {{ p }}'d0;
  assign b_phys_o = {{ p }}'d0;
  assign a_shift_o = {{ k }}'d0;
  assign b_shift_o = {{ k }}'d0;
  assign split_o = {{ l }}'d0;
{%- endif %}

endmodule

`default_nettype wire
