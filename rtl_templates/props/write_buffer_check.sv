// RM-I8, RM-I9 and the write buffer's half of RM-I10 and RM-I11: any accepted write is followed
// until it leaves. Proof only, not part of the design.
{%- let p = params.position.bits() %}
{%- let e = params.position.entry_bits %}
{%- let l = params.lanes %}
{%- let d = params.data_bits() %}
{%- let r = params.read_queue_depth %}
`default_nettype none

module write_buffer_check (
    input wire clk_i,
    input wire rst_ni,
    input wire push_valid_i,
    input wire [{{ p - 1 }}:0] push_position_i,
    input wire [{{ l - 1 }}:0] push_lane_mask_i,
    input wire [{{ d - 1 }}:0] push_data_i,
    input wire [{{ r - 1 }}:0] push_older_reads_i,
    input wire [{{ r - 1 }}:0] read_leaving_i,
    input wire [{{ e - 1 }}:0] read_entry_i,
    input wire pop_i,
    input wire watch_i,                   // follow the write that is accepted now
    input wire [{{ e - 1 }}:0] blocked_i  // any one entry, the same for ever
);

  localparam Depth = {{ params.depth }};

  wire push_ready, front_valid, front_serviceable, read_blocked, read_younger;
  wire [{{ p - 1 }}:0] front_position;
  wire [{{ l - 1 }}:0] front_lane_mask;
  wire [{{ d - 1 }}:0] front_data;

  rf_write_buffer u_dut (
      .clk_i, .rst_ni, .push_valid_i, .push_position_i, .push_lane_mask_i, .push_data_i,
      .push_older_reads_i, .read_leaving_i, .read_entry_i, .pop_i,
      .push_ready_o(push_ready), .front_valid_o(front_valid),
      .front_serviceable_o(front_serviceable), .read_blocked_o(read_blocked),
      .read_younger_o(read_younger),
      .front_position_o(front_position),
      .front_lane_mask_o(front_lane_mask), .front_data_o(front_data)
  );

  wire push = push_valid_i && push_ready;
  wire pop = pop_i && front_valid;

  // Writes are numbered as they come and as they leave, both modulo the depth.
  reg [3:0] writes_q;        // that wait
  reg [3:0] comes_q, leaves_q;
  reg [Depth-1:0] blocks_q;  // by number: it waits, and is one of the blocked entry
  reg [{{ r - 1 }}:0] reads_q [0:Depth-1]; // by number: reads that it lets pass
  reg [{{ e - 1 }}:0] same_q;

  reg younger; // than one of them a read of the entry would be
  integer n;
  always @* begin
    younger = 1'b0;
    for (n = 0; n < Depth; n = n + 1) younger = younger || (blocks_q[n] && reads_q[n] == 0);
  end

  // The write that is followed, and which reads it lets pass.
  reg watched_q;
  reg [3:0] number_q;
  reg [{{ r - 1 }}:0] older_reads_q;
  reg [{{ p - 1 }}:0] position_q;
  reg [{{ l - 1 }}:0] lane_mask_q;
  reg [{{ d - 1 }}:0] data_q;
  wire at_front = watched_q && leaves_q == number_q;

  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= blocked_i;
    if (!rst_ni) begin
      writes_q <= 4'd0;
      comes_q <= 4'd0;
      leaves_q <= 4'd0;
      blocks_q <= 0;
      watched_q <= 1'b0;
    end else begin
      writes_q <= writes_q + push - pop;
      if (pop) begin
        leaves_q <= (leaves_q == Depth - 1) ? 4'd0 : leaves_q + 4'd1;
        blocks_q[leaves_q] <= 1'b0;
      end
      if (push) begin
        comes_q <= (comes_q == Depth - 1) ? 4'd0 : comes_q + 4'd1;
        blocks_q[comes_q] <= push_position_i{{ params.position.entry_select() }} == blocked_i;
      end
      for (n = 0; n < Depth; n = n + 1) begin
        reads_q[n] <= (push && comes_q == n ? push_older_reads_i : reads_q[n]) & ~read_leaving_i;
      end
      if (watched_q) begin
        if (pop && at_front) watched_q <= 1'b0;
        older_reads_q <= older_reads_q & ~read_leaving_i;
      end else if (push && watch_i) begin
        watched_q <= 1'b1;
        number_q <= comes_q;
        older_reads_q <= push_older_reads_i & ~read_leaving_i;
        position_q <= push_position_i;
        lane_mask_q <= push_lane_mask_i;
        data_q <= push_data_i;
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (blocked_i == same_q);
    if (past_q) begin
      assert (writes_q <= Depth);                  // RM-I8
      assert (push_ready == (writes_q != Depth));  // RM-I8
      assert (front_valid == (writes_q != 4'd0));  // RM-I9: none is lost, none comes twice
      assert (front_valid || !front_serviceable);
      if (watched_q) assert (writes_q != 4'd0);
      if (at_front) begin
        assert (front_position == position_q);              // RM-I8: in order; RM-I9: unchanged
        assert (front_lane_mask == lane_mask_q);
        assert (front_data == data_q);
        assert (front_serviceable == (older_reads_q == 0)); // RM-I10
      end
      if (read_entry_i == blocked_i) begin
        assert (read_blocked == (blocks_q != 0)); // RM-I11
        assert (read_younger == younger);
      end
    end
  end

endmodule

`default_nettype wire
