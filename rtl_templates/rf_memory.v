// {{ what }}. This is the module to replace by a foundry's macro.
//
// Timing: registered reads. Read data stay until the next read; a write takes only the parts of the
// word that wmask names, {{ part }} bits each, the lowest first. Nothing is reset.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
{%- if two_ports %}
    input  wire read_req_i,
    input  wire [{{ address_bits - 1 }}:0] read_addr_i,
    output wire [{{ data_bits - 1 }}:0] rdata_o,
    input  wire write_req_i,
    input  wire [{{ address_bits - 1 }}:0] write_addr_i,
    input  wire [{{ mask_bits - 1 }}:0] wmask_i,
    input  wire [{{ data_bits - 1 }}:0] wdata_i
{%- else %}
    input  wire req_i,
    input  wire we_i, // a write, else a read
    input  wire [{{ address_bits - 1 }}:0] addr_i,
    input  wire [{{ mask_bits - 1 }}:0] wmask_i,
    input  wire [{{ data_bits - 1 }}:0] wdata_i,
    output wire [{{ data_bits - 1 }}:0] rdata_o
{%- endif %}
);

  reg [{{ data_bits - 1 }}:0] memory_q [0:{{ entries - 1 }}];
  reg [{{ data_bits - 1 }}:0] rdata_q;

  assign rdata_o = rdata_q;

  always @(posedge clk_i) begin
{%- if two_ports %}
    if (read_req_i) rdata_q <= memory_q[read_addr_i];
{%- else %}
    if (req_i && !we_i) rdata_q <= memory_q[addr_i];
{%- endif %}
  end
{% let write = self.write() %}{% let address = self.address() %}
{%- if mask_bits == 1 %}
  always @(posedge clk_i) begin
    if ({{ write }} && wmask_i) memory_q[{{ address }}] <= wdata_i;
  end
{%- else if mask_bits > 64 %}
  // Two loops, as tools unroll no more than 64 turns of one.
  integer m, n;
  always @(posedge clk_i) begin
    for (m = 0; m < {{ mask_bits / 8 }}; m = m + 1) begin
      for (n = 0; n < 8; n = n + 1) begin
        if ({{ write }} && wmask_i[8*m+n]) begin
          memory_q[{{ address }}][{{ 8 * part }}*m+{{ part }}*n +: {{ part }}]
              <= wdata_i[{{ 8 * part }}*m+{{ part }}*n +: {{ part }}];
        end
      end
    end
  end
{%- else %}
  integer n;
  always @(posedge clk_i) begin
    for (n = 0; n < {{ mask_bits }}; n = n + 1) begin
      if ({{ write }} && wmask_i[n]) begin
        memory_q[{{ address }}][{{ part }}*n +: {{ part }}] <= wdata_i[{{ part }}*n +: {{ part }}];
      end
    end
  end
{%- endif %}

endmodule

`default_nettype wire
