// C5 of a bank: any accepted {{ access }} is {{ done }} in time if no {{ other }} is accepted after it and a
// request is granted as often as RM-I17 promises. Proof only, not part of the design.
{%- let u = params.shared.queue.cu_bits() %}
{%- let s = params.shared.queue.slot_bits() %}
{%- let e = params.shared.queue.position.entry_bits %}
{%- let d = params.shared.buffer.data_bits() %}
`default_nettype none

module bank_bound (
    input wire clk_i,
{{ dut.inputs }}    input wire watch_i // follow the {{ access }} that is accepted now
);

  localparam ReadDepth = {{ params.shared.queue.depth }};
  localparam WriteDepth = {{ params.shared.buffer.depth }};
  localparam [7:0] Wait = 8'd{{ wait }}; // cycles within which a bank that keeps requesting is granted
  localparam [7:0] Step = 8'd{{ step }}; // cycles within which a bank with requests performs one
  localparam [7:0] Most = ReadDepth + WriteDepth; // requests that can wait
  localparam [7:0] Bound = 8'd{{ bound }}; // Most times Step

{{ dut.wires }}
{{ dut.instance }}
  wire performs_read = read;
  wire performs_write = write;
{{ part.wires }}
  wire reads = read_valid_i && read_ready;
  wire writes = write_valid_i && write_ready;
  wire performs = performs_read || performs_write;

{% include "props/bank_front.sv" %}

  reg [7:0] ungranted_q; // cycles that a request has waited for a grant

  // The {{ access }} that is followed: {{ access }}s before it, cycles since its acceptance, accesses since then,
  // and cycles since the last of those.
  reg watched_q;
  reg [7:0] ahead_q, waited_q, performed_q, since_q;

  always @(posedge clk_i) begin
    ungranted_q <= (!rst_ni || !req_valid || busy || grant_i) ? 8'd0 : ungranted_q + 8'd1;
    if (!rst_ni) begin
      watched_q <= 1'b0;
    end else begin
      if (watched_q) begin
        waited_q <= waited_q + 8'd1;
        performed_q <= performed_q + performs;
        since_q <= performs ? 8'd0 : since_q + 8'd1;
        if (performs_{{ access }}) ahead_q <= ahead_q - 8'd1;
        if (performs_{{ access }} && ahead_q == 8'd0) watched_q <= 1'b0;
      end else if ({{ access }}s && watch_i) begin
        watched_q <= 1'b1;
        ahead_q <= {{ access }}s_q - performs_{{ access }};
        waited_q <= 8'd0;
        performed_q <= 8'd0;
        since_q <= 8'd0;
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (!(watched_q && {{ other }}s));
{{ part.assumes }}
    if (past_q && rst_ni) assume (!(ungranted_q == Wait - 8'd1 && req_valid && !busy && !grant_i));
    if (past_q && watched_q) begin
      assert (ahead_q < {{ access }}s_q);
      assert (since_q < Step);
      assert (performed_q + ahead_q + {{ other }}s_q < Most); // each access leaves one less before it
      assert (waited_q <= performed_q * Step + since_q);
      assert (waited_q < Bound);                        // C5
    end
  end

endmodule

`default_nettype wire
