// RM-I12, RM-I13 and the probe of the read queue: any accepted read is followed until it leaves.
// Proof only, not part of the design.
{%- let u = params.cu_bits() %}
{%- let s = params.slot_bits() %}
{%- let p = params.position.bits() %}
{%- let e = params.position.entry_bits %}
{%- let c = params.count_bits() %}
`default_nettype none

module read_queue_check (
    input wire clk_i,
    input wire rst_ni,
    input wire push_valid_i,
    input wire [{{ u - 1 }}:0] push_cu_i,
    input wire [{{ s - 1 }}:0] push_slot_i,
    input wire [{{ p - 1 }}:0] push_position_i,
    input wire pop_i,
    input wire [{{ e - 1 }}:0] probe_entry_i, // any one entry, the same for ever
    input wire watch_i                        // follow the read that is accepted now
);

  localparam Depth = {{ params.depth }};

  wire push_ready, front_valid, followed;
  wire [{{ u - 1 }}:0] front_cu;
  wire [{{ s - 1 }}:0] front_slot;
  wire [{{ p - 1 }}:0] front_position;
  wire [Depth-1:0] leaving, probe_reads;

  rf_read_queue u_dut (
      .clk_i, .rst_ni, .push_valid_i, .push_cu_i, .push_slot_i, .push_position_i, .pop_i,
      .probe_entry_i, .push_ready_o(push_ready),
      .front_valid_o(front_valid), .front_cu_o(front_cu), .front_slot_o(front_slot),
      .front_position_o(front_position), .followed_o(followed), .leaving_o(leaving),
      .probe_reads_o(probe_reads)
  );

  wire push = push_valid_i && push_ready;
  wire pop = pop_i && front_valid;

  // Reads are numbered as they come and as they leave, both modulo the depth.
  reg [{{ c - 1 }}:0] reads_q; // that wait
  reg [7:0] comes_q, leaves_q;
  reg [Depth-1:0] probed_q;    // by number: it waits, and is one of the probed entry
  wire [Depth-1:0] leaves = pop << leaves_q;
  reg [{{ e - 1 }}:0] probe_q;

  reg [Depth-1:0] probed;
  integer n;
  always @* begin
    for (n = 0; n < Depth; n = n + 1) begin
      probed[n] = probed_q[n];
      if (push && comes_q == n) probed[n] = push_position_i{{ params.position.entry_select() }} == probe_entry_i;
    end
  end

  // The read that is followed.
  reg watched_q;
  reg [7:0] number_q;
  reg [{{ u + s + p - 1 }}:0] read_q;
  wire at_front = watched_q && leaves_q == number_q;

  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    probe_q <= probe_entry_i;
    if (!rst_ni) begin
      reads_q <= 0;
      comes_q <= 8'd0;
      leaves_q <= 8'd0;
      probed_q <= 0;
      watched_q <= 1'b0;
    end else begin
      reads_q <= reads_q + push - pop;
      if (push) comes_q <= (comes_q == Depth - 1) ? 8'd0 : comes_q + 8'd1;
      if (pop) leaves_q <= (leaves_q == Depth - 1) ? 8'd0 : leaves_q + 8'd1;
      probed_q <= probed & ~leaves;
      if (watched_q) begin
        if (pop && at_front) watched_q <= 1'b0;
      end else if (push && watch_i) begin
        watched_q <= 1'b1;
        number_q <= comes_q;
        read_q <= {push_cu_i, push_slot_i, push_position_i};
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (probe_entry_i == probe_q);
    if (past_q) begin
      assert (reads_q <= Depth);                  // RM-I12: no overflow
      assert (push_ready == (reads_q != Depth));
      assert (front_valid == (reads_q != 0));     // RM-I12: none is lost, none comes twice
      assert (followed == (reads_q > 1));
      if (watched_q) assert (reads_q != 0);
      if (at_front) assert ({front_cu, front_slot, front_position} == read_q); // RM-I13
      // What RM-I10 relies on: numbers are places.
      assert (leaving == leaves);
      assert (probe_reads == probed);
    end
  end

endmodule

`default_nettype wire
