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
{%- if !exact %}
    input  wire [{{ w - 1 }}:0] high_i,
{%- endif %}
    // The entry.
    input  wire [{{ w - 1 }}:0] entry_base_i,
    input  wire [{{ s - 1 }}:0] entry_stride_i,
{%- if run %}
    input  wire [{{ l - 1 }}:0] entry_first_i,
{%- endif %}
    input  wire [{{ l - 1 }}:0] entry_last_i,
{%- if !exact %}
    input  wire [{{ w - 1 }}:0] entry_end_i,
{%- endif %}
{%- if params.rows %}
    input  wire [1:0] entry_rows_i,
    input  wire [{{ w - 1 }}:0] entry_pitch_i,
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
{%- if exact %}
  assign overlap_o = entry_base_i == low_i;
{%- else %}
  assign overlap_o = (entry_base_i <= high_i) && (entry_end_i >= low_i);
{%- endif %}

endmodule

`default_nettype wire
