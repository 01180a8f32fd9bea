{%- let d = params.data_bits() -%}
{%- let e = params.entry_bits() -%}
// Cells of an STT-RAM array, {{ params.entries }} entries of {{ d }} bits. This is the module to replace by a
// foundry's macro.
//
// Timing: registered reads. A read may let stored ones of the entry fall, after it gave them; a
// reverse read does not. Read data stay until the next of either. A write takes only the bits that
// wmask names. At most one of the three is high. Contents are not reset.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
    input  wire rst_ni, // of simulated disturbance only
    input  wire read_i, // read, which may disturb
    input  wire reverse_i, // reverse read, which does not
    input  wire write_i, // write
    input  wire [{{ e - 1 }}:0] entry_i, // entry of all three
    input  wire [{{ d - 1 }}:0] wmask_i, // bits that a write changes
    input  wire [{{ d - 1 }}:0] wdata_i, // entry to write
    output wire [{{ d - 1 }}:0] rdata_o // entry of the last read
);

  reg [{{ d - 1 }}:0] cell_q [0:{{ params.entries - 1 }}];
  reg [{{ d - 1 }}:0] rdata_q;

  assign rdata_o = rdata_q;
{%- match self.disturbance() %}
{%- when Disturbance::None %}

  // No one falls.
  wire unused = &{1'b0, rst_ni};
  wire [{{ d - 1 }}:0] fallen = {{ "{" }}{{ d }}{1'b0}};
{%- when Disturbance::All %}

  // Every one falls.
  wire unused = &{1'b0, rst_ni};
  wire [{{ d - 1 }}:0] fallen = {{ "{" }}{{ d }}{1'b1}};
{%- when Disturbance::Free %}

  // Any one may fall.
  wire unused = &{1'b0, rst_ni};
  wire [{{ d - 1 }}:0] fallen;
{%- when Disturbance::Rate(thresholds) %}

  // The finaliser of splitmix64.
  function [63:0] mixed;
    input [63:0] value;
    reg [63:0] z;
    begin
      z = value + 64'h9e3779b97f4a7c15;
      z = (z ^ (z >> 30)) * 64'hbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 64'h94d049bb133111eb;
      mixed = z ^ (z >> 31);
    end
  endfunction

  // Each read draws anew. More than n cells fall if the draw is below the probability of that, in
  // units of 2^-64.
  reg [63:0] draw_q;
  wire [63:0] draw  = mixed(draw_q ^ {{ "{" }}{{ 64 - e }}'d0, entry_i});
  wire [63:0] place = mixed(~draw);
  wire [{{ thresholds.len() - 1 }}:0] falls;
{%- for threshold in thresholds %}
  assign falls[{{ loop.index0 }}] = draw < 64'd{{ threshold }};
{%- endfor %}

  // Their places are those with the first numbers of a permutation of all places.
  reg [{{ d - 1 }}:0] fallen;
  reg [9:0] number, at;
  integer n;
  always @* begin
    fallen = {{ "{" }}{{ d }}{1'b0}};
    number = 10'd0;
    at = 10'd0;
    for (n = 0; n < {{ thresholds.len() }}; n = n + 1) begin
      at = ((number * (place[9:0] | 10'd1) + place[19:10]) ^ place[29:20])
         * (place[39:30] | 10'd1);
      if (falls[n]) fallen[at] = 1'b1;
      number = number + 10'd1;
    end
  end
  wire unused = &{1'b0, place[63:40]};

  always @(posedge clk_i) begin
    if (!rst_ni) draw_q <= 64'd0;
    else if (read_i) draw_q <= draw;
  end
{%- endmatch %}

  always @(posedge clk_i) begin
    if (read_i || reverse_i) rdata_q <= cell_q[entry_i];
    if (write_i) begin
      cell_q[entry_i] <= (cell_q[entry_i] & ~wmask_i) | (wdata_i & wmask_i);
    end else if (read_i) begin
      cell_q[entry_i] <= cell_q[entry_i] & ~fallen;
    end
  end

endmodule

`default_nettype wire
