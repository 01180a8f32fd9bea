{{ contract }}
`default_nettype none

module rf_slice_array (
{{ ports }}
);

  // Slices of all lanes, lane 0 lowest.
  wire [{{ 8 * params.lanes - 1 }}:0] written;
  genvar l;
  generate
    for (l = 0; l < {{ params.lanes }}; l = l + 1) begin : gen_lane
      assign written[8*l +: 8] = {8{lane_mask_i[l]}} & slice_mask_i;
    end
  endgenerate
{% let wmask = "written" %}
{% include "parts/memory.v" %}

endmodule

`default_nettype wire
