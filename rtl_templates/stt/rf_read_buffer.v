{{ contract }}
{%- let e = params.entry_bits %}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ depth }}; // number of registers

{% include "stt/ages.v" %}

  wire [Depth-1:0] found;   // place of the looked-up entry
  wire [Depth-1:0] filled;  // place of an older copy of the filled entry
  wire [Depth-1:0] written; // place of the entry that is written

  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_register
      reg [{{ e - 1 }}:0] entry_q;

      assign found[i]   = valid_q[i] && (entry_q == lookup_entry_i);
      assign filled[i]  = valid_q[i] && (entry_q == fill_entry_i);
      assign written[i] = valid_q[i] && (entry_q == invalidate_entry_i);

      always @(posedge clk_i) begin
        if (fills[i]) entry_q <= fill_entry_i;
      end
    end
  endgenerate

  // A fill takes an unused place, else that of the oldest register.
  wire full = &valid_q;
  wire [Depth-1:0] place    = full ? oldest : unused;
  wire [Depth-1:0] replaced = (fill_i && full) ? oldest : {Depth{1'b0}};
  wire fill = fill_i && !(invalidate_i && (invalidate_entry_i == fill_entry_i));

  assign fills = fill ? place : {Depth{1'b0}};
  assign frees = (free_i ? found : {Depth{1'b0}}) | (fill_i ? filled : {Depth{1'b0}})
               | (invalidate_i ? written : {Depth{1'b0}}) | replaced;

  wire [Depth-1:0] hits = found & ~replaced;

  assign hit_o = |hits;

  reg [{{ index_bits - 1 }}:0] read_place, fill_place;
  integer n;
  always @* begin
    read_place = {{ index_bits }}'d0;
    fill_place = {{ index_bits }}'d0;
    for (n = 0; n < Depth; n = n + 1) begin
      if (hits[n]) read_place = read_place | n[{{ index_bits - 1 }}:0];
      if (place[n]) fill_place = fill_place | n[{{ index_bits - 1 }}:0];
    end
  end

  wire read = rst_ni && read_i && hit_o;
  reg data_valid_q;

  assign data_valid_o = data_valid_q;

  always @(posedge clk_i) begin
    data_valid_q <= read;
  end

  {{ memory }} u_memory (
      .clk_i       (clk_i),
      .read_req_i  (read),
      .read_addr_i (read_place),
      .rdata_o     (data_o),
      .write_req_i (rst_ni && fill),
      .write_addr_i(fill_place),
      .wmask_i     (1'b1),
      .wdata_i     (fill_data_i)
  );

endmodule

`default_nettype wire
