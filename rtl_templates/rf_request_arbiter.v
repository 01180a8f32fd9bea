{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  // Competing banks.
  {{ self.wire("competes") }} = request_i & ~busy_i & (aligned_i | {{ self.all("!aligned_only_i") }});
{%- if steps.is_empty() %}

  // All banks may be busy at once, so every competing bank is granted without a search.
  assign grant_o = competes;

  wire unused = &{1'b0, clk_i, rst_ni};
{%- else %}

  // The bank at which the search begins, one-hot. The search goes up and wraps around.
  reg [{{ banks - 1 }}:0] first_q;

  // Bit n of farN: at least N banks come before bank n in the search.
  {{ self.wire("far1") }} = ~first_q;
{%- for step in inner() %}
  {{ self.far(step) }}
{%- endfor %}

  // Bit n of beforeN_K: of the N banks before bank n in the search, at least K compete. Bit n
  // of beyondN_K: the same for the N banks before those. Each step adds both counts. K ends at
  // {{ max_banks }}, the maximum number of busy banks.
  {{ self.wire("before1_1") }} = {{ self.up("competes", 1) }} & far1;
{%- for step in steps %}
{% for line in self.beyond(step) %}
  {{ line }}
{%- endfor %}
{%- for line in self.before(step) %}
  {{ line }}
{%- endfor %}
{%- endfor %}

  // Bit n of heldN_K: in group n of N banks, at least K are held by a write. Each step adds the
  // counts of the upper and the lower half.
{%- for step in steps %}
{%- for line in self.held(step) %}
  {{ line }}
{%- endfor %}
{%- endfor %}

  // Bit n of full: the held banks and the banks that compete before bank n are together at
  // least {{ max_banks }}. Bit n of almost: at least {{ max_banks - 1 }}.
  {{ self.full() }}
  {{ self.almost() }}

  assign grant_o = competes & ~full;

  // Bit n of restN: at least N banks come after bank n in the search. Bit n of behindN: at
  // least one of the N banks after bank n competes.
{%- for step in steps %}
  {{ self.rest(step) }}
{%- endfor %}
  {{ self.wire("behind1") }} = {{ self.down("competes", 1) }} & rest1;
{%- for step in steps %}
  {{ self.behind(step) }}
{%- endfor %}

  // The bank granted last uses the last free place, or no bank after it competes. The next
  // search begins after it.
  {{ self.wire("last") }} = grant_o & (almost | ~behind{{ banks }});

  always @(posedge clk_i) begin
    if (!rst_ni) first_q <= {{ banks }}'d1;
    else if ((|competes) && !held{{ banks }}_{{ max_banks }}) first_q <= {{ self.up("last", 1) }};
  end
{%- endif %}

endmodule

`default_nettype wire
