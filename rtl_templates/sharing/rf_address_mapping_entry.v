// One entry of rf_address_mapping_table: what it holds, and how the access that is looked up
// relates to it. hit_o and the deletions concern the look of the cycle before.
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let k = params.shift_bits() %}
`default_nettype none

module rf_address_mapping_entry (
    input  wire clk_i,
    input  wire rst_ni,
    // The access that is looked up.
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
    input  wire one_lane_i,
    input  wire [{{ w - 1 }}:0] low_i,
{%- if !exact %}
    input  wire [{{ w - 1 }}:0] high_i,
{%- endif %}
{%- if params.partial %}
    input  wire [{{ l - 1 }}:0] length_i, // its last lane, counted from its first
    input  wire pairs_i,        // its stride is a power of two
    input  wire [{{ w }}:0] below_i, // the stride's bits below the one that is set
    input  wire [{{ w }}:0] above_i, // bits that only repeat the sign of a distance of few strides
{%- endif %}
    // The look of the cycle before enters the table, here or elsewhere.
    input  wire write_i,
    input  wire record_i,
    input  wire new_valid_i,
    input  wire new_match_i,   // as match and overlap of what is written
    input  wire new_overlap_i,
    input  wire [{{ w - 1 }}:0] new_base_i,
    input  wire [{{ s - 1 }}:0] new_stride_i,
{%- if run %}
    input  wire [{{ l - 1 }}:0] new_first_i,
{%- endif %}
    input  wire [{{ l - 1 }}:0] new_last_i,
{%- if !exact %}
    input  wire [{{ w - 1 }}:0] new_end_i,
{%- endif %}
{%- if params.rows %}
    input  wire [1:0] new_rows_i,
    input  wire [{{ w - 1 }}:0] new_pitch_i,
{%- endif %}
    input  wire [{{ p - 1 }}:0] new_phys_i,
    // What else changes.
    input  wire invalidate_i,
    input  wire flush_i,
    input  wire use_i,
    input  wire pass_i,  // the hand goes by
    input  wire [2:0] fill_valid_i,
    input  wire [{{ 3 * p - 1 }}:0] fill_phys_i,
    input  wire [{{ 7 * p - 1 }}:0] query_phys_i,
    input  wire [6:0] drop_i,
    output wire valid_o,
    output wire ready_o,
    output wire used_o,
    output wire [{{ p - 1 }}:0] phys_o,
    output wire [6:0] recorded_o,
    output wire hit_o,
    output wire lost_o
{%- if params.partial %},
    // How the entry covers the look of this cycle from its first lane on, and up to its last: the
    // further, the greater the key.
    output wire head_o,
    output wire [{{ k - 1 }}:0] head_key_o, // lanes behind the first one
    output wire tail_o,
    output wire [{{ k - 1 }}:0] tail_key_o, // the lane that is the look's first one, + {{ params.lanes }}
{%- if run %}
    output wire [{{ l - 1 }}:0] first_o,
{%- endif %}
    output wire [{{ l - 1 }}:0] last_o
{%- endif %}
);

  reg valid_q, ready_q, used_q, match_q, overlap_q;
  reg [{{ p - 1 }}:0] phys_q;
  reg [{{ w - 1 }}:0] base_q{% if !exact %}, end_q{% endif %};
  reg [{{ s - 1 }}:0] stride_q;
  reg [{{ l - 1 }}:0] {% if run %}first_q, {% endif %}last_q;
{%- if params.rows %}
  reg [1:0] rows_q;
  reg [{{ w - 1 }}:0] pitch_q;
{%- endif %}

  wire match, overlap;

  rf_address_mapping_compare u_compare (
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
      .one_lane_i    (one_lane_i),
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
      .match_o       (match),
      .overlap_o     (overlap)
  );

  reg filled, dropped;
  integer n;
  always @* begin
    filled = 1'b0;
    for (n = 0; n < 3; n = n + 1)
      if (fill_valid_i[n] && fill_phys_i[{{ p }}*n +: {{ p }}] == phys_q) filled = 1'b1;
    dropped = 1'b0;
    for (n = 0; n < 7; n = n + 1)
      if (drop_i[n] && query_phys_i[{{ p }}*n +: {{ p }}] == phys_q) dropped = 1'b1;
  end

  genvar c;
  generate
    for (c = 0; c < 7; c = c + 1) begin : gen_query
      assign recorded_o[c] = valid_q && (query_phys_i[{{ p }}*c +: {{ p }}] == phys_q);
    end
  endgenerate

  wire taken_out = flush_i || (invalidate_i && overlap_q);
  wire deleted = taken_out || dropped
              || (record_i && (new_phys_i == phys_q));

  always @(posedge clk_i) begin
    if (!rst_ni)      valid_q <= 1'b0;
    else if (write_i) valid_q <= new_valid_i;
    else if (deleted) valid_q <= 1'b0;

    match_q   <= write_i ? new_match_i : match;
    overlap_q <= write_i ? new_overlap_i : overlap;
    ready_q   <= !write_i && (ready_q || filled);
    used_q    <= !write_i && ((used_q && !pass_i) || (use_i && match_q));
    if (write_i) begin
      base_q   <= new_base_i;
      stride_q <= new_stride_i;
{%- if run %}
      first_q  <= new_first_i;
{%- endif %}
      last_q   <= new_last_i;
{%- if !exact %}
      end_q    <= new_end_i;
{%- endif %}
{%- if params.rows %}
      rows_q   <= new_rows_i;
      pitch_q  <= new_pitch_i;
{%- endif %}
      phys_q   <= new_phys_i;
    end
  end

  assign valid_o = valid_q;
  assign ready_o = ready_q;
  assign used_o = used_q;
  assign phys_o = phys_q;
  assign hit_o = valid_q && match_q;
  assign lost_o = valid_q && taken_out;
{%- if params.partial %}

  // How many strides the access begins behind the entry: few, and no word between.
  wire [{{ w }}:0] words = {1'b0, base_i} - {1'b0, base_q};
  wire multiple = (words & below_i) == {{ w + 1 }}'d0;
  wire near = ((words ^ {{ "{" }}{{ w + 1 }}{words[{{ w }}]}}) & above_i) == {{ w + 1 }}'d0;
  wire usable = valid_q && ready_q && pairs_i && (stride_q == stride_i) && multiple && near
{%- if params.rows %}
             && (rows_q == 2'd0)
{%- endif %};
  reg [{{ k - 1 }}:0] ahead; // two's complement
  integer b;
  always @* begin
    ahead = {{ k }}'d0;
    for (b = 0; b < {{ s }}; b = b + 1)
      if (stride_i[b]) ahead = ahead | words[b +: {{ k }}];
  end

  // The entry's last lane behind the access' first, and before the access' last, in lanes.
  wire [{{ l - 1 }}:0] length = last_q{% if run %} - first_q{% endif %};
  wire [{{ k }}:0] behind = {2'd0, length} - {ahead[{{ k - 1 }}], ahead};
  wire [{{ k }}:0] upto = {2'd0, length_i} + {ahead[{{ k - 1 }}], ahead};

  assign head_o = usable && !ahead[{{ k - 1 }}] && !behind[{{ k }}];
  assign head_key_o = behind[{{ k - 1 }}:0];
  assign tail_o = usable && !upto[{{ k }}] && (upto <= {2'd0, length});
  assign tail_key_o = {!ahead[{{ k - 1 }}], ahead[{{ k - 2 }}:0]};
{%- if run %}
  assign first_o = first_q;
{%- endif %}
  assign last_o = last_q;
{%- endif %}

endmodule

`default_nettype wire
