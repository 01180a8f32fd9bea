{{ contract }}
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
{%- let c = blocks.len() %}
`default_nettype none

module rf_address_mapping_table (
{{ ports }}
);

  localparam Blocks = {{ blocks.len() }}; // of at most {{ blocks[0].size }} entries
{%- if !unused.is_empty() %}
  wire unused = &{1'b0, {{ unused }}};
{%- endif %}

  wire load = look_valid_i && !look_store_i;

  // An entry that is recorded and dropped in one cycle is not valid. The last drop is an
  // exception: it takes effect before the record.
  reg new_valid;
  integer d;
  always @* begin
    new_valid = 1'b1;
    for (d = 0; d < {{ taken }}; d = d + 1)
      if (drop_i[d] && query_phys_i[{{ p }}*d +: {{ p }}] == record_phys_i) new_valid = 1'b0;
  end

  // Results of the blocks. Each has its own wire, because writing parts of vectors simulates
  // slowly.
{%- for block in blocks %}
{%- let n = loop.index0 %}
  wire [1:0] has_free_{{ n }}, has_fresh_{{ n }}, has_unused_{{ n }};
  wire ahead_last_{{ n }}, lost_{{ n }}, hit_{{ n }};
  wire [{{ queries - 1 }}:0] found_{{ n }};
  wire [{{ p }}:0] hit_data_{{ n }};
{%- if params.partial %}
  wire head_{{ n }}, head_stands_{{ n }}, tail_{{ n }}, tail_stands_{{ n }};
  wire [{{ l - 1 }}:0] head_key_{{ n }}, head_last_{{ n }}, tail_key_{{ n }}, tail_first_{{ n }};
  wire [{{ p - 1 }}:0] head_phys_{{ n }}, tail_phys_{{ n }};
  wire [{{ l + 1 }}:0] tail_sum_{{ n }};
{%- endif %}
{%- endfor %}

  // The place of a new entry is the first of these: the lowest invalid place, the first unused
  // place from the hand on, the first unused place, the hand. Bits 2n and 2n + 1 belong to
  // block n.
  wire [2*Blocks-1:0] has_free = {{ self.of_blocks("has_free") }};
  wire [2*Blocks-1:0] has_fresh = {{ self.of_blocks("has_fresh") }};
  wire [2*Blocks-1:0] has_unused = {{ self.of_blocks("has_unused") }};
  wire [Blocks-1:0] ahead_last = {{ self.of_blocks("ahead_last") }};
  wire at_start = !ahead_last[Blocks-1];
{%- if c > 1 %}
  wire [Blocks-1:0] ahead_before = {ahead_last[Blocks-2:0] | {Blocks-1{at_start}}, 1'b0};
{%- else %}
  wire [Blocks-1:0] ahead_before = 1'b0;
{%- endif %}

  assign full_o = !(|has_free);

{%- if params.partial %}

  reg [{{ s - 2 }}:0] finer; // bits of the stride below the one that is set
  integer f;
  always @* begin
    for (f = 0; f < {{ s - 1 }}; f = f + 1) finer[f] = |(stride_i >> (f + 1));
  end

  // A pair is searched only for a load of one row whose stride is a power of two.
  wire pairs = load && (stride_i != {{ s }}'d0)
            && ((stride_i & (stride_i - {{ s }}'d1)) == {{ s }}'d0)
{%- if params.rows %}
            && (rows_i == 2'd0)
{%- endif %};
{%- endif %}
{%- for block in blocks %}
{%- let n = loop.index0 %}

  {{ block.name }} u_block_{{ n }} (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .look_i         (look_valid_i),
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
      .low_i          (low_i),
{%- if has_end %}
      .end_i          (end_i),
      .high_i         (high_i),
{%- endif %}
      .load_i         (load),
{%- if params.partial %}
      .finer_i        (finer),
{%- endif %}
      .record_i       (record_i),
      .new_phys_i     (record_phys_i),
      .new_valid_i    (new_valid),
      .below_i        ({{ block.below }}),
      .has_free_i     (has_free),
      .has_fresh_i    (has_fresh),
      .has_unused_i   (has_unused),
      .at_start_i     (at_start),
      .ahead_before_i (ahead_before[{{ n }}]),
      .invalidate_i   (invalidate_i),
      .flush_i        (flush_i),
      .use_i          (use_hit_i),
      .fill_valid_i   (fill_valid_i),
      .fill_phys_i    (fill_phys_i),
      .query_valid_i  (query_valid_i),
      .query_phys_i   (query_phys_i),
      .drop_i         (drop_i),
      .has_free_o     (has_free_{{ n }}),
      .has_fresh_o    (has_fresh_{{ n }}),
      .has_unused_o   (has_unused_{{ n }}),
      .ahead_last_o   (ahead_last_{{ n }}),
      .recorded_o     (found_{{ n }}),
      .lost_o         (lost_{{ n }}),
      .hit_o          (hit_{{ n }}),
      .hit_data_o     (hit_data_{{ n }})
{%- if params.partial %},
      .head_o         (head_{{ n }}),
      .head_key_o     (head_key_{{ n }}),
      .head_stands_o  (head_stands_{{ n }}),
      .head_phys_o    (head_phys_{{ n }}),
      .head_last_o    (head_last_{{ n }}),
      .tail_o         (tail_{{ n }}),
      .tail_key_o     (tail_key_{{ n }}),
      .tail_sum_o     (tail_sum_{{ n }}),
      .tail_stands_o  (tail_stands_{{ n }}),
      .tail_phys_o    (tail_phys_{{ n }}),
      .tail_first_o   (tail_first_{{ n }})
{%- endif %}
  );
{%- endfor %}

  // The hit in the lowest block.
  wire [Blocks-1:0] hits = {{ self.of_blocks("hit") }};
  wire [Blocks-1:0] lowest = hits & (~hits + {{ c }}'d1);
  reg [{{ queries - 1 }}:0] recorded;
  reg [{{ p }}:0] data;
  always @* begin
    recorded = {{ queries }}'d0;
    data = {{ p + 1 }}'d0;
{%- for block in blocks %}
{%- let n = loop.index0 %}
    recorded = recorded | found_{{ n }};
    if (lowest[{{ n }}]) data = data | hit_data_{{ n }};
{%- endfor %}
  end

  assign recorded_o = recorded;
  assign lost_o = |{{ self.of_blocks("lost") }};
  assign hit_o = |hits;
  assign {hit_ready_o, hit_phys_o} = data;
{%- if params.partial %}

  // The longest head and tail of all blocks: covers of the load's first and of its last lane.
  reg pairs_q;
  reg [{{ l - 1 }}:0] {% if run %}first_q, {% endif %}last_q;
  wire [Blocks-1:0] head = {{ self.of_blocks("head") }};
  wire [Blocks-1:0] tail = {{ self.of_blocks("tail") }};
  wire [Blocks-1:0] head_stands = {{ self.of_blocks("head_stands") }};
  wire [Blocks-1:0] tail_stands = {{ self.of_blocks("tail_stands") }};
  wire [{{ l }}*Blocks-1:0] head_key = {{ self.of_blocks("head_key") }};
  wire [{{ l }}*Blocks-1:0] tail_key = {{ self.of_blocks("tail_key") }};
  wire [{{ l + 2 }}*Blocks-1:0] tail_sum = {{ self.of_blocks("tail_sum") }};
  wire [Blocks-1:0] is_a, is_b;
  wire [{{ l - 1 }}:0] head_best, tail_best;
  wire head_found, tail_found;

  rf_longest_block u_head (
      .valid_i (head),
      .words_i (head_key),
      .top_i   (1'b0),
      .keys_i  (head_key),
      .valid_o (head_found),
      .select_o(is_a),
      .key_o   (head_best)
  );

  rf_longest_block u_tail (
      .valid_i (tail),
      .words_i (tail_key),
      .top_i   (1'b0),
      .keys_i  (tail_key),
      .valid_o (tail_found),
      .select_o(is_b),
      .key_o   (tail_best)
  );

  always @(posedge clk_i) begin
    pairs_q <= rst_ni && pairs;
    if (look_valid_i) begin
{%- if run %}
      first_q <= first_i;
{%- endif %}
      last_q  <= last_i;
    end
  end

  // The longest head and tail cover the load if the head of any block and the tail of any block
  // do. Results are computed for each block in parallel with the choice of a block.
{%- if run %}
  wire [{{ l - 1 }}:0] length = last_q - first_q;
{%- else %}
  wire [{{ l - 1 }}:0] length = last_q;
{%- endif %}
  reg [Blocks*Blocks-1:0] reach;
  reg [{{ p - 1 }}:0] a_phys, b_phys;
  reg [{{ k - 1 }}:0] a_shift, b_shift;
  reg [{{ l - 1 }}:0] split;
  reg [{{ l + 1 }}:0] sum;
  integer i, j;
  always @* begin
    reach = {Blocks*Blocks{1'b0}};
    {a_phys, b_phys} = {{ 2 * p }}'d0;
    {a_shift, b_shift} = {{ 2 * k }}'d0;
    split = {{ l }}'d0;
    sum = {{ l + 2 }}'d0;
{%- for block in blocks %}
{%- let n = loop.index0 %}
    if (is_a[{{ n }}]) begin
      a_phys = a_phys | head_phys_{{ n }};
      a_shift = a_shift | ({1'b0, head_last_{{ n }}} - {1'b0, head_key_{{ n }}}{% if run %} - {1'b0, first_q}{% endif %});
      split = split | (head_key_{{ n }} >= length
                       ? last_q : {% if run %}first_q + {% endif %}head_key_{{ n }});
    end
    if (is_b[{{ n }}]) begin
      b_phys = b_phys | tail_phys_{{ n }};
      b_shift = b_shift | ({1'b0, tail_first_{{ n }}} - {1'b0, last_q} + {1'b0, tail_key_{{ n }}});
    end
{%- endfor %}
    for (i = 0; i < Blocks; i = i + 1)
      if (head[i])
        for (j = 0; j < Blocks; j = j + 1) begin
          sum = {2'b00, head_key[{{ l }}*i +: {{ l }}]} + tail_sum[{{ l + 2 }}*j +: {{ l + 2 }}];
          reach[Blocks*i + j] = tail[j] && sum[{{ l + 1 }}];
        end
  end

  wire unused_choice = &{1'b0, head_found, tail_found, head_best, tail_best, sum};

  // The chosen head and tail must still stand: neither was deleted nor replaced in the look
  // cycle.
  assign pair_o = pairs_q && (|reach) && (&(~is_a | head_stands)) && (&(~is_b | tail_stands));
  assign a_phys_o = a_phys;
  assign b_phys_o = b_phys;
  assign a_shift_o = a_shift;
  assign b_shift_o = b_shift;
  assign split_o = split;
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
