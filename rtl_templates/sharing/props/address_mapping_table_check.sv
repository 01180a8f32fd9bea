// LOC-I5 to LOC-I7 and LOC-I12 of the table: any one register is followed from its record on.
// {{ name }} asks one question of five, as one at a time is decided sooner. Proof only, not part of the design.
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
`default_nettype none

module {{ name }} (
    input wire clk_i,
    input wire rst_ni,
    input wire look_valid_i,
    input wire look_store_i,
    input wire [{{ w - 1 }}:0] base_i,
    input wire [{{ s - 1 }}:0] stride_i,
    input wire [{{ l - 1 }}:0] first_i,
    input wire [{{ l - 1 }}:0] last_i,
    input wire [{{ w - 1 }}:0] end_i,
    input wire [{{ w - 1 }}:0] low_i,
    input wire [{{ w - 1 }}:0] high_i,
    input wire invalidate_i,
    input wire flush_i,
    input wire use_hit_i,
    input wire record_i,
    input wire [{{ p - 1 }}:0] record_phys_i,
    input wire [2:0] fill_valid_i,
    input wire [{{ 3 * p - 1 }}:0] fill_phys_i,
    input wire [6:0] query_valid_i,
    input wire [{{ 7 * p - 1 }}:0] query_phys_i,
    input wire [6:0] drop_i,
    // Any ones, the same for ever: a register and a word.
    input wire [{{ p - 1 }}:0] phys_i,
    input wire [{{ w - 1 }}:0] word_i
{%- if params.partial %},
    input wire [{{ l - 1 }}:0] lane_i // any lane
{%- endif %}
);

  wire hit, hit_ready, pair, full, lost;
  wire [{{ p - 1 }}:0] hit_phys, a_phys, b_phys;
  wire [{{ k - 1 }}:0] a_shift, b_shift;
  wire [{{ l - 1 }}:0] split;
  wire [6:0] recorded;

  rf_address_mapping_table u_dut (
      .clk_i, .rst_ni, .look_valid_i, .look_store_i, .base_i, .stride_i, .first_i, .last_i, .end_i,
      .rows_i(2'd0), .pitch_i({{ w }}'d0), .low_i, .high_i, .invalidate_i, .flush_i, .use_hit_i,
      .record_i, .record_phys_i, .fill_valid_i, .fill_phys_i, .query_valid_i, .query_phys_i,
      .drop_i,
      .hit_o(hit), .hit_phys_o(hit_phys), .hit_ready_o(hit_ready), .pair_o(pair), .a_phys_o(a_phys),
      .b_phys_o(b_phys), .a_shift_o(a_shift), .b_shift_o(b_shift), .split_o(split),
      .recorded_o(recorded), .full_o(full), .lost_o(lost)
  );

  // The look of the cycle before.
  reg looked_q, load_q;
  reg [{{ w - 1 }}:0] base_q, end_q, low_q, high_q;
  reg [{{ s - 1 }}:0] stride_q;
  reg [{{ l - 1 }}:0] first_q, last_q;

  // The last record of the register.
  reg valid_q; // nothing has deleted it since
  reg kept_q;  // nor can it have been replaced
  reg ready_q, stale_q; // filled; a store has changed the followed word
  reg [{{ w - 1 }}:0] its_base_q, its_end_q;
  reg [{{ s - 1 }}:0] its_stride_q;
  reg [{{ l - 1 }}:0] its_first_q, its_last_q;

  wire records = record_i && record_phys_i == phys_i;
  reg filled, dropped, found, asked;
  integer n;
  always @* begin
    {filled, dropped, found, asked} = 4'd0;
    for (n = 0; n < 3; n = n + 1)
      if (fill_valid_i[n] && fill_phys_i[{{ p }}*n +: {{ p }}] == phys_i) filled = 1'b1;
    for (n = 0; n < 7; n = n + 1)
      if (query_valid_i[n] && query_phys_i[{{ p }}*n +: {{ p }}] == phys_i) begin
        asked = 1'b1;
        if (drop_i[n] && !(n == 6 && records)) dropped = 1'b1;
        if (recorded[n]) found = 1'b1;
      end
  end

  // Word of a lane: the lane's distance from the first one in strides behind the base.
  wire covers = its_base_q == base_q && its_last_q >= last_q
             && (its_stride_q == stride_q || first_q == last_q)
             && (its_first_q == first_q || (its_stride_q == {{ s }}'d0 && its_first_q <= first_q));

{%- if params.partial %}

  // The lane of A and of B that a lane of the load is, modulo {{ 2 * params.lanes }}, and their words.
  wire [{{ k - 1 }}:0] in_a = lane_i + a_shift;
  wire [{{ k - 1 }}:0] in_b = lane_i + b_shift;
  wire [{{ w - 1 }}:0] word   = base_q + (lane_i - first_q) * stride_q;
  wire [{{ w - 1 }}:0] word_a = its_base_q + (in_a - its_first_q) * its_stride_q;
  wire [{{ w - 1 }}:0] word_b = its_base_q + (in_b - its_first_q) * its_stride_q;
{%- endif %}

  reg past_q = 1'b0;
  reg [{{ p - 1 }}:0] same_phys_q;
  reg [{{ w - 1 }}:0] same_word_q;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    {same_phys_q, same_word_q} <= {phys_i, word_i};
    looked_q <= rst_ni && look_valid_i;
    load_q <= rst_ni && look_valid_i && !look_store_i;
    if (look_valid_i)
      {base_q, stride_q, first_q, last_q, end_q, low_q, high_q}
          <= {base_i, stride_i, first_i, last_i, end_i, low_i, high_i};

    if (!past_q) assume (!rst_ni);
    else assume ({same_phys_q, same_word_q} == {phys_i, word_i});
    assume (low_i <= high_i);
    if (look_valid_i && !look_store_i)
      assume (first_i <= last_i && low_i == base_i && high_i == end_i{% if !run %} && first_i == {{ l }}'d0{% endif %});
{%- if params.partial %}
    // A load's last word is its last lane's.
    if (look_valid_i && !look_store_i)
      assume ({ {{- l + s }}'d0, end_i} == {{ w + l + s }}'d0 + base_i + (last_i - first_i) * stride_i);
{%- endif %}
    if (record_i) assume (load_q && !use_hit_i && !invalidate_i && !flush_i);
    if (invalidate_i) assume (looked_q && !load_q);
    assume ((drop_i & ~query_valid_i) == 7'd0);

    if (!rst_ni) valid_q <= 1'b0;
    else begin
      if (flush_i || (invalidate_i && its_base_q <= high_q && its_end_q >= low_q)) valid_q <= 1'b0;
      if (records) valid_q <= 1'b1;
      if (dropped) valid_q <= 1'b0;
    end
    kept_q <= records || (kept_q && !(record_i && full));
    ready_q <= !records && (ready_q || filled);
    stale_q <= !records && (stale_q || (invalidate_i && low_q <= word_i && word_i <= high_q));
    if (records)
      {its_base_q, its_end_q, its_stride_q, its_first_q, its_last_q}
          <= {base_q, end_q, stride_q, first_q, last_q};

    if (past_q) begin
{%- if name == "address_mapping_hit" %}
      // LOC-I5: it has the load's lanes, and is ready as it was filled.
      if (hit && hit_phys == phys_i) assert (load_q && valid_q && covers && hit_ready == ready_q);
{%- else if name == "address_mapping_store" %}
      // LOC-I7: no store has changed a word of its range.
      if (hit && hit_phys == phys_i && its_base_q <= word_i && word_i <= its_end_q)
        assert (!stale_q);
{%- else if name == "address_mapping_kept" %}
      // Nothing is forgotten but by what deletes it, or may replace it.
      if (found) assert (valid_q);
      if (valid_q && kept_q && asked) assert (found);
      if (load_q && valid_q && kept_q && covers) assert (hit);
{%- else if name == "address_mapping_pair" %}
      // LOC-I12: each lane of the load is a lane of A or of B, of the same word.
      if (pair) assert (load_q && split <= last_q);
      if (pair && a_phys == phys_i && first_q <= lane_i && lane_i <= split) begin
        assert (valid_q && ready_q && its_stride_q == stride_q);
        assert (in_a >= its_first_q && in_a <= its_last_q && word_a == word);
      end
      if (pair && b_phys == phys_i && split < lane_i && lane_i <= last_q) begin
        assert (valid_q && ready_q && its_stride_q == stride_q);
        assert (in_b >= its_first_q && in_b <= its_last_q && word_b == word);
      end
{%- else %}
      // LOC-I6: as many registers are recorded as entries are valid.
      if (query_valid_i[3:0] == 4'hf && query_phys_i[{{ 4 * p - 1 }}:0] == {2'd3, 2'd2, 2'd1, 2'd0})
        assert (full == ({2'd0, recorded[0]} + recorded[1] + recorded[2] + recorded[3]
                         == {{ params.entries }}));
{%- endif %}
    end
  end

endmodule

`default_nettype wire
