// A bank of packed registers, from its ports alone: what is performed was asked for and is performed
// in time, and any one entry is read as it was written. Proof only, not part of the design.
{%- let e = entry_bits %}
{%- let d = data_bits %}
`default_nettype none

module packed_bank_check (
    input wire clk_i,
{{ dut.inputs }}    input wire [{{ e - 1 }}:0] entry_i // any one entry, the same for ever
);

  localparam [7:0] Wait = 8'd{{ timing.wait }}; // cycles within which a bank that is asked is granted
  localparam [7:0] Step = 8'd{{ timing.step }}; // cycles within which it performs what it is asked for

{{ dut.wires }}
{{ dut.instance }}
  wire req_valid = read_valid_i || write_valid_i;
{{ part.wires }}

  // The bits that a write changes.
  wire [{{ d - 1 }}:0] mask;
  genvar g;
  generate
    for (g = 0; g < {{ d }}; g = g + 1) begin : gen_mask
      assign mask[g] = write_lane_mask_i[g / {{ slice * slices }}] && write_slice_mask_i[(g / {{ slice }}) % {{ slices }}];
    end
  endgenerate

  // The entry, bit by bit; a bit is known once it was written.
  reg [{{ d - 1 }}:0] stored_q, known_q, expected_q, expected_known_q;
  reg [{{ e - 1 }}:0] entry_q, read_entry_q, write_entry_q;
  reg reads_q, reads_it_q, read_valid_q, write_valid_q, past_q = 1'b0;
  reg [7:0] ungranted_q, since_q; // cycles without a grant; cycles since this was asked for first

  // The same is asked for as in the cycle before.
  wire same = (read_valid_i == read_valid_q) && (write_valid_i == write_valid_q)
      && (!read_valid_i || read_entry_i == read_entry_q)
      && (!write_valid_i || write_entry_i == write_entry_q);
  wire [7:0] since = same ? since_q : 8'd0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    entry_q <= entry_i;
    {read_valid_q, read_entry_q} <= {read_valid_i, read_entry_i};
    {write_valid_q, write_entry_q} <= {write_valid_i, write_entry_i};
    reads_q <= rst_ni && read;
    reads_it_q <= rst_ni && read && (read_entry_i == entry_i);
    {expected_q, expected_known_q} <= {stored_q, known_q};
    ungranted_q <= (!rst_ni || !req_valid || busy || grant_i) ? 8'd0 : ungranted_q + 8'd1;
    since_q <= (!rst_ni || !req_valid || read || write) ? 8'd0 : since + 8'd1;
    if (!rst_ni) known_q <= 0;
    else if (write && (write_entry_i == entry_i)) begin
      stored_q <= (stored_q & ~mask) | (write_data_i & mask);
      known_q <= known_q | mask;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (entry_i == entry_q);
{{ part.assumes }}
{%- if two_ports %}
    assume (!(read_valid_i && write_valid_i && read_entry_i == write_entry_i));
{%- else %}
    assume (!(read_valid_i && write_valid_i));
{%- endif %}
    if (past_q && rst_ni) assume (!(ungranted_q == Wait - 8'd1 && req_valid && !busy && !grant_i));
    if (past_q && rst_ni) begin
      assert (!read || (read_valid_i && grant_i));
      assert (!write || (write_valid_i && grant_i));
      if (req_valid && !read && !write) assert (since < Step - 8'd1); // C5
{{ part.asserts }}
      assert (rsp_valid == reads_q);
      if (reads_it_q) assert (((rsp_data ^ expected_q) & expected_known_q) == 0); // SDC-I12, C2
    end
  end

endmodule

`default_nettype wire
