{%- let d = params.data_bits() -%}
{%- let e = params.entry_bits() -%}
// Cells of an STT-RAM array, {{ params.entries }} entries of {{ d }} bits. This is the module to replace by a
// foundry's macro.
//
// Timing: the read data are registered. A read gives the entry and may then let stored ones of
// it fall to zero; a reverse read does not. Read data stay until the next read or reverse read.
// A write changes only the bits in wmask. At most one of read, reverse and write may be high.
// Reset does not change the contents.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
    input  wire rst_ni, // resets only the simulated disturbance
    input  wire read_i, // read, which may disturb the entry
    input  wire reverse_i, // reverse read, which disturbs nothing
    input  wire write_i, // write
    input  wire [{{ e - 1 }}:0] entry_i, // entry of the operation
    input  wire [{{ d - 1 }}:0] wmask_i, // bits that a write changes
    input  wire [{{ d - 1 }}:0] wdata_i, // data to write
    output wire [{{ d - 1 }}:0] rdata_o // data of the last read or reverse read
);

  reg [{{ d - 1 }}:0] cell_q [0:{{ params.entries - 1 }}];
  reg [{{ d - 1 }}:0] rdata_q;

  assign rdata_o = rdata_q;
{%- match self.disturbance() %}
{%- when Disturbance::None %}

  // No stored one falls.
  wire unused = &{1'b0, rst_ni};
  wire [{{ d - 1 }}:0] fallen = {{ "{" }}{{ d }}{1'b0}};
{%- when Disturbance::All %}

  // Every stored one falls.
  wire unused = &{1'b0, rst_ni};
  wire [{{ d - 1 }}:0] fallen = {{ "{" }}{{ d }}{1'b1}};
{%- when Disturbance::Free %}

  // Any stored one may fall; only in proofs.
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

  // Each read makes a new draw. More than n cells fall if the draw is below the probability of
  // that, in units of 2^-64.
  reg [63:0] draw_q;
  wire [63:0] draw  = mixed(draw_q ^ {{ "{" }}{{ 64 - e }}'d0, entry_i});
  wire [63:0] place = mixed(~draw);
  wire [{{ thresholds.len() - 1 }}:0] falls;
{%- for threshold in thresholds %}
  assign falls[{{ loop.index0 }}] = draw < 64'd{{ threshold }};
{%- endfor %}

  // The cells that fall are the first ones of a random permutation of all cells.
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
