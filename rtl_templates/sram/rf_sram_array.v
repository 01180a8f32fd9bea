{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);
{% let wmask = "lane_mask_i" %}
{% include "parts/memory.v" %}

endmodule

`default_nettype wire
