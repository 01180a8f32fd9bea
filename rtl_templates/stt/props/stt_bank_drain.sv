// STT-I17 of a bank, from its ports alone: what waits for the array goes there though nothing is
// granted. Proof only, not part of the design.
`default_nettype none

module stt_bank_drain (
    input wire clk_i,
{{ dut.inputs }}    input wire unused_i
);

  localparam [7:0] Bound = 8'd{{ bound }}; // cycles of the longest operation and of all drains

{{ dut.wires }}
{{ dut.instance }}
  // Cycles after the one that performed a request.
  wire performs = read || write;
  reg [7:0] quiet_q;
  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    quiet_q <= (!rst_ni || performs) ? 8'd1 : quiet_q + (quiet_q != 8'd255);

    if (!past_q) assume (!rst_ni);
    if (past_q && rst_ni) assert (!(working && !performs && quiet_q >= Bound)); // STT-I17
  end

endmodule

`default_nettype wire
