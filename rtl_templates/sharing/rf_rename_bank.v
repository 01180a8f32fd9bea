{%- let p = params.phys_bits() %}
{%- let e = params.placement.entry_bits() -%}
// A bank of the rename table. These are flip-flops: no memory has two read ports that answer in the
// same cycle.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire [{{ e - 1 }}:0] read_row_i,    // entry to look up
    output wire read_mapped_o,
    output wire [{{ p - 1 }}:0] read_phys_o,   // 0 if it is unmapped
    input  wire [{{ e - 1 }}:0] change_row_i,  // entry to look up and to change
    output wire change_mapped_o,
    output wire [{{ p - 1 }}:0] change_phys_o, // 0 if it is unmapped
    input  wire set_i,
    input  wire [{{ p - 1 }}:0] set_phys_i,
    input  wire clear_i
);

  localparam Rows = {{ params.placement.entries }};

  reg [Rows-1:0] mapped_q;
  reg [{{ p - 1 }}:0] phys_q [0:Rows-1];

  assign read_mapped_o   = mapped_q[read_row_i];
  assign read_phys_o     = read_mapped_o ? phys_q[read_row_i] : {{ p }}'d0;
  assign change_mapped_o = mapped_q[change_row_i];
  assign change_phys_o   = change_mapped_o ? phys_q[change_row_i] : {{ p }}'d0;

  always @(posedge clk_i) begin
    if (!rst_ni) mapped_q <= {Rows{1'b0}};
    else if (set_i || clear_i) mapped_q[change_row_i] <= set_i;
  end

  always @(posedge clk_i) begin
    if (rst_ni && set_i) phys_q[change_row_i] <= set_phys_i;
  end

endmodule

`default_nettype wire
