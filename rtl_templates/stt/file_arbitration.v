
  // Restores and drains need no grant, and no bank has to be aligned.
  wire [Banks-1:0] aligned = {Banks{1'b0}};
{%- if holds %}
  wire [Banks-1:0] busy;
{%- else %}
  wire [Banks-1:0] busy    = {Banks{1'b0}};
{%- endif %}
  wire aligned_only        = 1'b0;