// {{ what }}. Replace this module by a foundry's macro.
//
// Timing: registered reads. Read data stay until the next read. A write changes only the parts
// of the word that wmask selects; bit 0 selects the lowest part. A part has {{ part }} bits.
// Nothing is reset.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
{%- if two_ports %}
    input  wire read_req_i, // a read is requested
    input  wire [{{ address_bits - 1 }}:0] read_addr_i, // word to read
    output wire [{{ data_bits - 1 }}:0] rdata_o, // data of the last read
    input  wire write_req_i, // a write is requested
    input  wire [{{ address_bits - 1 }}:0] write_addr_i, // word to write
    input  wire [{{ mask_bits - 1 }}:0] wmask_i, // bit n: part n is written
    input  wire [{{ data_bits - 1 }}:0] wdata_i // data to write
{%- else %}
    input  wire req_i, // a read or a write is requested
    input  wire we_i, // the request is a write, else a read
    input  wire [{{ address_bits - 1 }}:0] addr_i, // word to read or write
    input  wire [{{ mask_bits - 1 }}:0] wmask_i, // bit n: part n is written
    input  wire [{{ data_bits - 1 }}:0] wdata_i, // data to write
    output wire [{{ data_bits - 1 }}:0] rdata_o // data of the last read
{%- endif %}
);

{%- if mask_bits == 1 %}

  reg [{{ data_bits - 1 }}:0] memory_q [0:{{ entries - 1 }}];
  reg [{{ data_bits - 1 }}:0] rdata_q;

  assign rdata_o = rdata_q;

  always @(posedge clk_i) begin
    if ({{ self.read() }}) rdata_q <= memory_q[{{ self.address("read") }}];
    if ({{ self.write() }} && wmask_i) memory_q[{{ self.address("write") }}] <= wdata_i;
  end
{%- else %}

  // Each part of the word is a separate array.
  genvar n;
  generate
    for (n = 0; n < {{ mask_bits }}; n = n + 1) begin : gen_part
      reg [{{ part - 1 }}:0] memory_q [0:{{ entries - 1 }}];
      reg [{{ part - 1 }}:0] rdata_q;

      assign rdata_o[{{ part }}*n +: {{ part }}] = rdata_q;

      always @(posedge clk_i) begin
        if ({{ self.read() }}) rdata_q <= memory_q[{{ self.address("read") }}];
        if ({{ self.write() }} && wmask_i[n]) begin
          memory_q[{{ self.address("write") }}] <= wdata_i[{{ part }}*n +: {{ part }}];
        end
      end
    end
  endgenerate
{%- endif %}

endmodule

`default_nettype wire
