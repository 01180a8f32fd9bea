// C5 of a bank: any accepted read is answered in time if no write is accepted after it and a
// request is granted as often as an arbiter promises. Proof only, not part of the design.
{%- let u = params.queue.cu_bits() %}
{%- let s = params.queue.slot_bits() %}
{%- let e = params.array.entry_bits() %}
{%- let l = params.array.lanes %}
{%- let d = params.array.data_bits() %}
`default_nettype none

module sram_bank_bound (
    input wire clk_i,
    input wire rst_ni,
    input wire read_valid_i,
    input wire [{{ u - 1 }}:0] read_cu_i,
    input wire [{{ s - 1 }}:0] read_slot_i,
    input wire [{{ e - 1 }}:0] read_entry_i,
    input wire write_valid_i,
    input wire [{{ e - 1 }}:0] write_entry_i,
    input wire [{{ l - 1 }}:0] write_lane_mask_i,
    input wire [{{ d - 1 }}:0] write_data_i,
    input wire grant_i,
    input wire watch_i // follow the read that is accepted now
);

  localparam [7:0] Wait = 8'd{{ wait }}; // cycles within which a bank that keeps requesting is granted
  localparam [7:0] Most = 8'd{{ params.queue.depth + params.buffer.depth }}; // requests that can wait
  localparam [7:0] Bound = 8'd{{ bound }}; // Most times Wait

  wire read_ready, write_ready, req_valid, performs_read, performs_write, rsp_valid;
  wire [{{ u - 1 }}:0] rsp_cu;
  wire [{{ s - 1 }}:0] rsp_slot;
  wire [{{ d - 1 }}:0] rsp_data;

  rf_sram_bank u_dut (
      .clk_i, .rst_ni, .read_valid_i, .read_cu_i, .read_slot_i, .read_entry_i, .write_valid_i,
      .write_entry_i, .write_lane_mask_i, .write_data_i, .grant_i, .read_ready_o(read_ready),
      .write_ready_o(write_ready), .req_valid_o(req_valid), .read_o(performs_read),
      .write_o(performs_write), .rsp_valid_o(rsp_valid), .rsp_cu_o(rsp_cu),
      .rsp_slot_o(rsp_slot), .rsp_data_o(rsp_data)
  );

  wire reads = read_valid_i && read_ready;
  wire writes = write_valid_i && write_ready;
  wire performs = performs_read || performs_write;

  reg [7:0] reads_q, writes_q; // that wait
  reg [7:0] ungranted_q;       // cycles that a request has waited for a grant

  // The read that is followed: reads before it, cycles since its acceptance, accesses since then,
  // and cycles since the last of those.
  reg watched_q;
  reg [7:0] ahead_q, waited_q, performed_q, since_q;
  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    ungranted_q <= (!rst_ni || !req_valid || grant_i) ? 8'd0 : ungranted_q + 8'd1;
    if (!rst_ni) begin
      reads_q <= 8'd0;
      writes_q <= 8'd0;
      watched_q <= 1'b0;
    end else begin
      reads_q <= reads_q + reads - performs_read;
      writes_q <= writes_q + writes - performs_write;
      if (watched_q) begin
        waited_q <= waited_q + 8'd1;
        performed_q <= performed_q + performs;
        since_q <= performs ? 8'd0 : since_q + 8'd1;
        if (performs_read) ahead_q <= ahead_q - 8'd1;
        if (performs_read && ahead_q == 8'd0) watched_q <= 1'b0;
      end else if (reads && watch_i) begin
        watched_q <= 1'b1;
        ahead_q <= reads_q - performs_read;
        waited_q <= 8'd0;
        performed_q <= 8'd0;
        since_q <= 8'd0;
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (!(watched_q && writes));
    if (past_q && rst_ni) assume (!(ungranted_q == Wait - 8'd1 && req_valid && !grant_i));
    if (past_q && watched_q) begin
      assert (since_q < Wait);
      assert (performed_q + ahead_q + writes_q < Most); // each access leaves one less before it
      assert (waited_q <= performed_q * Wait + since_q);
      assert (waited_q < Bound);                        // C5
    end
  end

endmodule

`default_nettype wire
