// LOC-I5 to LOC-I7 and LOC-I12 of the table: any two registers are followed from their records on.
// Proof only, not part of the design.
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
`default_nettype none

module address_mapping_table_check (
    input wire clk_i,
    input wire rst_ni,
    input wire look_valid_i,
    input wire look_store_i,
    input wire [{{ w - 1 }}:0] base_i,
    input wire [{{ s - 1 }}:0] stride_i,
    input wire [{{ l - 1 }}:0] first_i,
    input wire [{{ l - 1 }}:0] last_i,
    input wire [1:0] rows_i,
    input wire [{{ w - 1 }}:0] pitch_i,
    input wire [{{ w - 1 }}:0] low_i,
    input wire [{{ w - 1 }}:0] high_i,
    input wire invalidate_i,
    input wire flush_i,
    input wire use_hit_i,
    input wire record_i,
    input wire [{{ p - 1 }}:0] record_phys_i,
    input wire [2:0] fill_valid_i,
    input wire [{{ 3 * p - 1 }}:0] fill_phys_i,
    input wire [{{ 7 * p - 1 }}:0] query_phys_i,
    input wire [6:0] drop_i,
    // Any ones, the same for ever: two registers, a lane, a word.
    input wire [{{ p - 1 }}:0] a_i,
    input wire [{{ p - 1 }}:0] b_i,
    input wire [{{ l - 1 }}:0] lane_i,
    input wire [{{ w - 1 }}:0] word_i
);

  // The word of a lane, by a pattern.
  function [7:0] word(
      input [{{ w - 1 }}:0] base, input [{{ s - 1 }}:0] stride, input [{{ l - 1 }}:0] first,
      input [1:0] rows, input [{{ w - 1 }}:0] pitch, input [{{ l - 1 }}:0] lane
  );
    reg [{{ l - 1 }}:0] column;
    begin
      column = lane & ({{ params.lanes - 1 }} >> rows);
      word = base + (column - first) * stride + (lane >> ({{ l }} - rows)) * pitch;
    end
  endfunction

  // Whether a pattern has a lane.
  function has(
      input [{{ l - 1 }}:0] first, input [{{ l - 1 }}:0] last, input [1:0] rows,
      input [{{ l - 1 }}:0] lane
  );
    reg [{{ l - 1 }}:0] column;
    begin
      column = lane & ({{ params.lanes - 1 }} >> rows);
      has = first <= column && column <= last;
    end
  endfunction

  // Of a load: the word of its last lane.
  wire [7:0] highest = base_i + (last_i - first_i) * stride_i + ((8'd1 << rows_i) - 8'd1) * pitch_i;

  wire hit, hit_ready, pair, full;
  wire [{{ p - 1 }}:0] hit_phys, a_phys, b_phys;
  wire [{{ k - 1 }}:0] a_shift, b_shift;
  wire [{{ l - 1 }}:0] split;
  wire [6:0] recorded;

  rf_address_mapping_table u_dut (
      .clk_i, .rst_ni, .look_valid_i, .look_store_i, .base_i, .stride_i, .first_i, .last_i,
      .end_i(highest[{{ w - 1 }}:0]), .rows_i, .pitch_i, .low_i, .high_i, .invalidate_i, .flush_i,
      .use_hit_i, .record_i, .record_phys_i, .fill_valid_i, .fill_phys_i, .query_phys_i, .drop_i,
      .hit_o(hit), .hit_phys_o(hit_phys), .hit_ready_o(hit_ready), .pair_o(pair), .a_phys_o(a_phys),
      .b_phys_o(b_phys), .a_shift_o(a_shift), .b_shift_o(b_shift), .split_o(split),
      .recorded_o(recorded), .full_o(full)
  );

  // The look of the cycle before.
  reg looked_q, load_q;
  reg [{{ w - 1 }}:0] base_q, pitch_q, low_q, high_q, end_q;
  reg [{{ s - 1 }}:0] stride_q;
  reg [{{ l - 1 }}:0] first_q, last_q;
  reg [1:0] rows_q;
  reg quiet_q; // nothing was deleted or recorded in its cycle
  wire power = stride_q != 0 && (stride_q & (stride_q - 1)) == 0;
  wire [7:0] wanted = word(base_q, stride_q, first_q, rows_q, pitch_q, lane_i);
  wire in_load = load_q && has(first_q, last_q, rows_q, lane_i);

  reg past_q = 1'b0;
  reg [{{ p - 1 }}:0] same_a_q, same_b_q;
  reg [{{ l - 1 }}:0] same_lane_q;
  reg [{{ w - 1 }}:0] same_word_q;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    {same_a_q, same_b_q, same_lane_q, same_word_q} <= {a_i, b_i, lane_i, word_i};
    looked_q <= rst_ni && look_valid_i;
    load_q <= rst_ni && look_valid_i && !look_store_i;
    {base_q, stride_q, first_q, last_q} <= {base_i, stride_i, first_i, last_i};
    {rows_q, pitch_q, low_q, high_q, end_q} <= {rows_i, pitch_i, low_i, high_i, highest[{{ w - 1 }}:0]};
    quiet_q <= !invalidate_i && !flush_i && !record_i && drop_i == 0;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume ({same_a_q, same_b_q, same_lane_q, same_word_q} == {a_i, b_i, lane_i, word_i});
    assume (low_i <= high_i);
    if (look_valid_i && !look_store_i) begin
      assume (first_i <= last_i && highest < {{ 1 << w }} && rows_i <= 2);
      assume (last_i <= ({{ params.lanes - 1 }} >> rows_i) && (rows_i != 0 || pitch_i == 0));
      assume (first_i != last_i || stride_i == 0);
{%- if !run %}
      assume (first_i == 0);
{%- endif %}
{%- if !params.rows %}
      assume (rows_i == 0);
{%- endif %}
      assume (low_i == base_i && high_i == highest[{{ w - 1 }}:0]);
    end
    if (record_i) assume (load_q && !use_hit_i && !invalidate_i && !flush_i);
    if (invalidate_i) assume (looked_q);
  end
{%- for r in ["a", "b"] %}

  // What was recorded last with register {{ r }}, if nothing has deleted it since.
  reg {{ r }}_valid_q, {{ r }}_ready_q;
  reg {{ r }}_kept_q;  // nor can it have been replaced
  reg {{ r }}_stale_q; // a store has changed the followed word since
  reg {{ r }}_was_q;   // it was ready when the look was made
  reg [{{ w - 1 }}:0] {{ r }}_base_q, {{ r }}_pitch_q, {{ r }}_end_q;
  reg [{{ s - 1 }}:0] {{ r }}_stride_q;
  reg [{{ l - 1 }}:0] {{ r }}_first_q, {{ r }}_last_q;
  reg [1:0] {{ r }}_rows_q;

  wire {{ r }}_records = record_i && record_phys_i == {{ r }}_i;
  reg {{ r }}_filled, {{ r }}_dropped, {{ r }}_found, {{ r }}_asked;
  reg [{{ params.lanes - 1 }}:0] {{ r }}_covers; // lanes of the load that some lane of it has
  integer {{ r }}_n, {{ r }}_m;
  always @* begin
    {{ r }}_filled = 1'b0;
    {{ r }}_dropped = 1'b0;
    {{ r }}_found = 1'b0;
    {{ r }}_asked = 1'b0;
    for ({{ r }}_n = 0; {{ r }}_n < 3; {{ r }}_n = {{ r }}_n + 1)
      if (fill_valid_i[{{ r }}_n] && fill_phys_i[{{ p }}*{{ r }}_n +: {{ p }}] == {{ r }}_i) {{ r }}_filled = 1'b1;
    for ({{ r }}_n = 0; {{ r }}_n < 7; {{ r }}_n = {{ r }}_n + 1)
      if (query_phys_i[{{ p }}*{{ r }}_n +: {{ p }}] == {{ r }}_i) begin
        {{ r }}_asked = 1'b1;
        if (drop_i[{{ r }}_n] && !({{ r }}_n == 6 && {{ r }}_records)) {{ r }}_dropped = 1'b1;
        if (recorded[{{ r }}_n]) {{ r }}_found = 1'b1;
      end
    {{ r }}_covers = 0;
    for ({{ r }}_n = 0; {{ r }}_n < {{ params.lanes }}; {{ r }}_n = {{ r }}_n + 1)
      for ({{ r }}_m = 0; {{ r }}_m < {{ params.lanes }}; {{ r }}_m = {{ r }}_m + 1)
        if (has(first_q, last_q, 0, {{ r }}_n) && has({{ r }}_first_q, {{ r }}_last_q, 0, {{ r }}_m)
            && word(base_q, stride_q, first_q, 0, 0, {{ r }}_n)
               == word({{ r }}_base_q, {{ r }}_stride_q, {{ r }}_first_q, 0, 0, {{ r }}_m))
          {{ r }}_covers[{{ r }}_n] = 1'b1;
  end

  always @(posedge clk_i) begin
    {{ r }}_was_q <= {{ r }}_valid_q && {{ r }}_ready_q && {{ r }}_rows_q == 0;
    if (!rst_ni) begin
      {{ r }}_valid_q <= 1'b0;
    end else begin
      if (flush_i || (invalidate_i && {{ r }}_base_q <= high_q && {{ r }}_end_q >= low_q))
        {{ r }}_valid_q <= 1'b0;
      if ({{ r }}_records) {{ r }}_valid_q <= 1'b1;
      if ({{ r }}_dropped) {{ r }}_valid_q <= 1'b0;
      {{ r }}_kept_q <= {{ r }}_records || ({{ r }}_kept_q && !(record_i && full));
      {{ r }}_ready_q <= !{{ r }}_records && ({{ r }}_ready_q || {{ r }}_filled);
      {{ r }}_stale_q <= !{{ r }}_records
                      && ({{ r }}_stale_q || (invalidate_i && low_q <= word_i && word_i <= high_q));
      if ({{ r }}_records) begin
        {{ "{" }}{{ r }}_base_q, {{ r }}_pitch_q, {{ r }}_end_q, {{ r }}_stride_q} <= {base_q, pitch_q, end_q, stride_q};
        {{ "{" }}{{ r }}_first_q, {{ r }}_last_q, {{ r }}_rows_q} <= {first_q, last_q, rows_q};
      end
    end

    if (past_q) begin
      if ({{ r }}_found) assert ({{ r }}_valid_q);
      if ({{ r }}_valid_q && {{ r }}_kept_q && {{ r }}_asked) assert ({{ r }}_found);
      if (hit && hit_phys == {{ r }}_i) begin
        assert ({{ r }}_valid_q && hit_ready == {{ r }}_ready_q);
        // LOC-I5: the lane is there, with the word that the load asks for. LOC-I7: no store since.
        if (in_load) begin
          assert (has({{ r }}_first_q, {{ r }}_last_q, {{ r }}_rows_q, lane_i));
          assert (wanted == word({{ r }}_base_q, {{ r }}_stride_q, {{ r }}_first_q, {{ r }}_rows_q,
                                 {{ r }}_pitch_q, lane_i));
          if (wanted == word_i) assert (!{{ r }}_stale_q);
        end
      end
      // What may hit does.
      if (load_q && {{ r }}_valid_q && {{ r }}_kept_q && {{ r }}_base_q == base_q
          && {{ r }}_first_q == first_q && {{ r }}_last_q >= last_q
          && ({{ r }}_stride_q == stride_q || first_q == last_q)
          && {{ r }}_rows_q == rows_q && {{ r }}_pitch_q == pitch_q)
        assert (hit);
    end
  end
{%- endfor %}

  // LOC-I12: whichever two registers are named, each lane of the load is in the one that it is
  // taken from.
  wire from_a = lane_i <= split;
  wire [{{ k - 1 }}:0] source = {1'b0, lane_i} + (from_a ? a_shift : b_shift);
  wire [7:0] of_a = word(a_base_q, a_stride_q, a_first_q, 2'd0, a_pitch_q, source[{{ l - 1 }}:0]);
  wire [7:0] of_b = word(b_base_q, b_stride_q, b_first_q, 2'd0, b_pitch_q, source[{{ l - 1 }}:0]);
  wire [{{ params.lanes - 1 }}:0] lanes = (({{ params.lanes }}'d2 << last_q) - {{ params.lanes }}'d1)
                     & ~(({{ params.lanes }}'d1 << first_q) - {{ params.lanes }}'d1);
  always @(posedge clk_i) begin
    if (past_q && pair) begin
      assert (load_q && rows_q == 2'd0 && power);
{%- if !params.partial %}
      assert (1'b0);
{%- endif %}
      if (a_phys == a_i && b_phys == b_i) begin
        assert (a_valid_q && a_ready_q && a_rows_q == 2'd0 && a_stride_q == stride_q);
        assert (b_valid_q && b_ready_q && b_rows_q == 2'd0 && b_stride_q == stride_q);
        if (in_load) begin
          assert (!source[{{ k - 1 }}]);
          if (from_a) assert (has(a_first_q, a_last_q, 2'd0, source[{{ l - 1 }}:0]) && of_a == wanted);
          else assert (has(b_first_q, b_last_q, 2'd0, source[{{ l - 1 }}:0]) && of_b == wanted);
          if (wanted == word_i) assert (from_a ? !a_stale_q : !b_stale_q);
        end
      end
    end
{%- if params.partial %}
    // A pair that exists is found.
    if (past_q && load_q && rows_q == 2'd0 && power && quiet_q
        && a_was_q && a_kept_q && a_stride_q == stride_q && a_covers[first_q]
        && b_was_q && b_kept_q && b_stride_q == stride_q && b_covers[last_q]
        && (a_covers | b_covers) == lanes)
      assert (pair);
{%- endif %}

    // LOC-I6: as many registers are recorded as entries are valid.
    if (past_q && query_phys_i[{{ 4 * p - 1 }}:0] == {2'd3, 2'd2, 2'd1, 2'd0})
      assert (full == ({2'd0, recorded[0]} + recorded[1] + recorded[2] + recorded[3] == {{ params.entries }}));
  end

endmodule

`default_nettype wire
