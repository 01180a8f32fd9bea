{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  // Banks that compete.
  {{ self.wire("competes") }} = request_i & ~busy_i & (aligned_i | {{ self.all("!aligned_only_i") }});
{%- if steps.is_empty() %}

  // As all banks may be busy at once, each of them is granted, wherever the search begins.
  assign grant_o = competes;

  wire unused = &{1'b0, clk_i, rst_ni};
{%- else %}

  // The bank at which the search begins, one-hot. The search goes upwards and around the end.
  reg [{{ banks - 1 }}:0] first_q;

  // Bit n of farN: at least N banks come before bank n in the search.
  {{ self.wire("far1") }} = ~first_q;
{%- for step in inner() %}
  {{ self.far(step) }}
{%- endfor %}

  // Bit n of beforeN_K: of the N banks before bank n in the search, at least K compete. Bit n of
  // beyondN_K says so of the N banks before those. Each step joins both. K ends at {{ max_banks }}, as no
  // more banks may be busy.
  {{ self.wire("before1_1") }} = {{ self.up("competes", 1) }} & far1;
{%- for step in steps %}
{% for line in self.beyond(step) %}
  {{ line }}
{%- endfor %}
{%- for line in self.before(step) %}
  {{ line }}
{%- endfor %}
{%- endfor %}

  // Bit n of heldN_K: of N of the banks, at least K are held by a write. Each step joins the upper
  // half and the lower one.
{%- for step in steps %}
{%- for line in self.held(step) %}
  {{ line }}
{%- endfor %}
{%- endfor %}

  // Bit n: at least {{ max_banks }} banks, or {{ max_banks - 1 }}, are held or compete before bank n.
  {{ self.full() }}
  {{ self.almost() }}

  assign grant_o = competes & ~full;

  // Bit n of restN: at least N banks come behind bank n in the search. Bit n of behindN: one of
  // these N competes.
{%- for step in steps %}
  {{ self.rest(step) }}
{%- endfor %}
  {{ self.wire("behind1") }} = {{ self.down("competes", 1) }} & rest1;
{%- for step in steps %}
  {{ self.behind(step) }}
{%- endfor %}

  // The bank granted last takes the last place, or none behind it competes. The next search begins
  // behind it.
  {{ self.wire("last") }} = grant_o & (almost | ~behind{{ banks }});

  always @(posedge clk_i) begin
    if (!rst_ni) first_q <= {{ banks }}'d1;
    else if ((|competes) && !held{{ banks }}_{{ max_banks }}) first_q <= {{ self.up("last", 1) }};
  end
{%- endif %}

endmodule

`default_nettype wire
