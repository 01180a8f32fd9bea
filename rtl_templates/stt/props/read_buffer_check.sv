// STT-I10 to STT-I12 of the read buffer: any one register is followed. Proof only, not part of the
// design.
{%- let d = params.data_bits() %}
{%- let e = params.entry_bits %}
`default_nettype none

module read_buffer_check (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ e - 1 }}:0] lookup_entry_i,
    input wire read_i,
    input wire free_i,
    input wire fill_i,
    input wire [{{ e - 1 }}:0] fill_entry_i,
    input wire [{{ d - 1 }}:0] fill_data_i,
    input wire invalidate_i,
    input wire [{{ e - 1 }}:0] invalidate_entry_i,
    input wire [{{ d - 1 }}:0] written_i, // what the write leaves
    input wire [{{ e - 1 }}:0] entry_i    // any one entry, the same for ever
);

  wire hit, data_valid;
  wire [{{ d - 1 }}:0] data;

  rf_read_buffer u_dut (
      .clk_i, .rst_ni, .lookup_entry_i, .read_i, .free_i, .fill_i, .fill_entry_i, .fill_data_i,
      .invalidate_i, .invalidate_entry_i, .hit_o(hit), .data_valid_o(data_valid), .data_o(data)
  );

  // Value of the register, whether a copy may be here, and the number of fills after its own.
  reg [{{ d - 1 }}:0] value_q, expected_q;
  reg may_q, reads_q, past_q = 1'b0;
  reg [3:0] fills_q;
  reg [{{ e - 1 }}:0] same_q;

  wire looks = lookup_entry_i == entry_i;
  wire fills_it = fill_i && fill_entry_i == entry_i;
  wire writes_it = invalidate_i && invalidate_entry_i == entry_i;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= entry_i;
    expected_q <= value_q;
    reads_q <= rst_ni && read_i && looks && hit;
    if (writes_it) value_q <= written_i;
    may_q <= rst_ni && !writes_it && (fills_it || (may_q && !(free_i && looks)));
    fills_q <= fills_it ? 4'd0 : (fill_i && fills_q != 4'd15) ? fills_q + 4'd1 : fills_q;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (entry_i == same_q);
    if (fills_it) assume (fill_data_i == value_q); // it is filled with what it holds
    if (past_q) begin
      if (looks && hit) assert (may_q);  // STT-I12: not after a write, nor once freed
      // The one that was filled first is replaced, and no other.
      if (looks && may_q && fills_q + fill_i < {{ params.depth }}) assert (hit);
      assert (data_valid || !reads_q);
      if (reads_q) assert (data == expected_q); // STT-I10, STT-I11
    end
  end

endmodule

`default_nettype wire
