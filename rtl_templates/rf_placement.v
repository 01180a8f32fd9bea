{%- let w = linear_bits %}{% let b = bank_bits %}{% let e = entry_bits -%}
{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  wire [{{ w - 1 }}:0] warp = {{ warp }};
  wire [{{ w - 1 }}:0] reg_number = {{ reg }};
{%- if gpgpusim %}

  // Rows of entries that each warp occupies.
  localparam [{{ w - 1 }}:0] LastBank = {{ w }}'d{{ params.banks - 1 }};
  wire [{{ w - 1 }}:0] rows = ({{ regs_per_thread }} + LastBank) >> {{ b }};
  wire [{{ w - 1 }}:0] bank = warp + reg_number;
  wire [{{ w - 1 }}:0] entry = warp * rows + (reg_number >> {{ b }});
  wire unused = &{1'b0, bank[{{ w - 1 }}:{{ b }}], entry[{{ w - 1 }}:{{ e }}]};

  assign bank_o  = bank[{{ b - 1 }}:0];
  assign entry_o = entry[{{ e - 1 }}:0];
{%- else %}

  wire [{{ w - 1 }}:0] linear = warp * {{ regs_per_thread }} + reg_number;
{%- if spare %}
  wire unused = &{1'b0, linear[{{ w - 1 }}:{{ used_bits }}]}; // zero if the kernel fits
{%- endif %}

  assign entry_o = linear[{{ b + e - 1 }}:{{ b }}];
{%- if swizzled %}
  assign bank_o  = linear[{{ b - 1 }}:0] + {{ low_entry }};
{%- else %}
  assign bank_o  = linear[{{ b - 1 }}:0];
{%- endif %}
{%- endif %}

endmodule

`default_nettype wire
