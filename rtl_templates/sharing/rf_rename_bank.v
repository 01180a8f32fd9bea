{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() -%}
// A bank of the rename table, built of flip-flops, because it needs two read ports that answer
// in the same cycle.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire [{{ e - 1 }}:0] read_entry_i,   // entry to look up
    output wire read_mapped_o, // the entry is mapped
    output wire [{{ p - 1 }}:0] read_phys_o,    // its physical register, 0 if unmapped
    input  wire [{{ e - 1 }}:0] change_entry_i, // entry to look up and to clear
    output wire change_mapped_o, // the entry is mapped
    output wire [{{ p - 1 }}:0] change_phys_o,  // its physical register, 0 if unmapped
    input  wire clear_i, // unmaps entry change_entry_i
    input  wire set_i, // maps entry set_entry_i
    input  wire [{{ e - 1 }}:0] set_entry_i,    // never the entry that is cleared
    input  wire [{{ p - 1 }}:0] set_phys_i // physical register to map to
);

  localparam Entries = {{ params.placement.entries }};

  reg [Entries-1:0] mapped_q;
  reg [{{ p - 1 }}:0] phys_q [0:Entries-1];

  assign read_mapped_o   = mapped_q[read_entry_i];
  assign read_phys_o     = read_mapped_o ? phys_q[read_entry_i] : {{ p }}'d0;
  assign change_mapped_o = mapped_q[change_entry_i];
  assign change_phys_o   = change_mapped_o ? phys_q[change_entry_i] : {{ p }}'d0;

  always @(posedge clk_i) begin
    if (!rst_ni) mapped_q <= {Entries{1'b0}};
    else begin
      if (clear_i) mapped_q[change_entry_i] <= 1'b0;
      if (set_i)   mapped_q[set_entry_i] <= 1'b1;
    end
  end

  always @(posedge clk_i) begin
    if (set_i) phys_q[set_entry_i] <= set_phys_i;
  end

endmodule

`default_nettype wire
