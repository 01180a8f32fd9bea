{{ contract }}
`default_nettype none

module rf_map_table (
{{ ports }}
);

  reg loaded_q; // an entry was loaded since reset

  always @(posedge clk_i) begin
    if (!rst_ni) loaded_q <= 1'b0;
    else if (load_valid_i) loaded_q <= 1'b1;
  end

  // Port region and offset of each loaded entry. These are flip-flops, because no memory has
  // two read ports that answer in the same cycle.
  reg [{{ place_bits - 1 }}:0] place_q [0:{{ params.geometry.positions() - 1 }}];

  always @(posedge clk_i) begin
    if (rst_ni && load_valid_i) place_q[load_entry_i] <= {load_port_i, load_offset_i};
  end

  wire [{{ place_bits - 1 }}:0] read_place  = place_q[read_entry_i];
  wire [{{ place_bits - 1 }}:0] write_place = place_q[write_entry_i];
{%- if !self.by_wires() %}

  // The identity mapping, used while nothing is loaded.
  localparam [{{ entry_bits - 1 }}:0] Offsets = {{ entry_bits }}'d{{ params.geometry.offsets }};

  wire [{{ entry_bits - 1 }}:0] read_entry_i_div = read_entry_i / Offsets;
  wire [{{ entry_bits - 1 }}:0] read_entry_i_mod = read_entry_i % Offsets;
  wire [{{ entry_bits - 1 }}:0] write_entry_i_div = write_entry_i / Offsets;
  wire [{{ entry_bits - 1 }}:0] write_entry_i_mod = write_entry_i % Offsets;
  wire unused = &{1'b0, read_entry_i_div, read_entry_i_mod, write_entry_i_div, write_entry_i_mod};
{%- endif %}

  assign {read_port_o, read_offset_o}   = loaded_q ? read_place : {{ self.direct("read_entry_i") }};
  assign {write_port_o, write_offset_o} = loaded_q ? write_place : {{ self.direct("write_entry_i") }};

endmodule

`default_nettype wire
