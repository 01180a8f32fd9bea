// Whether an entry of rf_address_mapping_table has every lane of a load, and whether a store
// deletes it. Combinational.
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let l = params.lane_bits() %}
`default_nettype none

module rf_address_mapping_compare (
    // The access.
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
    input  wire one_lane_i, // of each row
    input  wire [{{ w - 1 }}:0] low_i,
{%- if has_end %}
    input  wire [{{ w - 1 }}:0] high_i,
{%- endif %}
    // The entry.
    input  wire [{{ w - 1 }}:0] entry_base_i,
    input  wire [{{ s - 1 }}:0] entry_stride_i,
{%- if run %}
    input  wire [{{ l - 1 }}:0] entry_first_i,
{%- endif %}
    input  wire [{{ l - 1 }}:0] entry_last_i,
{%- if has_end %}
    input  wire [{{ w - 1 }}:0] entry_end_i,
{%- endif %}
{%- if params.rows %}
    input  wire [1:0] entry_rows_i,
    input  wire [{{ w - 1 }}:0] entry_pitch_i,
{%- endif %}
{%- if params.partial %}
    // Whether the entry's last word is the access's first one or behind it, and how many words.
    output wire ends_behind_o,
    output wire [{{ l + s - 2 }}:0] words_behind_o,
    // Whether the entry's first word is the access's last one or before it, and how many words.
    output wire begins_before_o,
    output wire [{{ l + s - 2 }}:0] words_before_o,
{%- endif %}
    output wire match_o,
    output wire overlap_o
);

  assign match_o = (entry_base_i == base_i)
                && ((entry_stride_i == stride_i) || one_lane_i)
{%- if run %}
                && ((entry_first_i == first_i)
                    || ((entry_stride_i == {{ s }}'d0) && (entry_first_i < first_i)))
{%- endif %}
{%- if params.rows %}
                && (entry_rows_i == rows_i) && (entry_pitch_i == pitch_i)
{%- endif %}
                && (entry_last_i >= last_i);
{%- if has_end %}

  wire [{{ w }}:0] end_less_low = {1'b0, entry_end_i} - {1'b0, low_i};
  wire [{{ w }}:0] high_less_base = {1'b0, high_i} - {1'b0, entry_base_i};
  wire ends_behind   = !end_less_low[{{ w }}];
  wire begins_before = !high_less_base[{{ w }}];
  wire unused_words  = &{1'b0, end_less_low, high_less_base};
{%- endif %}
{%- if params.partial %}

  assign ends_behind_o   = ends_behind;
  assign begins_before_o = begins_before;
  assign words_behind_o  = end_less_low[{{ l + s - 2 }}:0];
  assign words_before_o  = high_less_base[{{ l + s - 2 }}:0];
{%- endif %}
{%- if exact %}
  assign overlap_o = entry_base_i == low_i;
{%- else %}
  assign overlap_o = ends_behind && begins_before;
{%- endif %}

endmodule

`default_nettype wire
