// LOC-I11 of any lane, LOC-I13, and the way of a job. Proof only, not part of the design.
{%- let l = params.lanes %}
{%- let p = params.phys_bits %}
{%- let x = params.index_bits() %}
{%- let s = params.shift_bits() %}
`default_nettype none

module merge_unit_check (
    input wire clk_i,
    input wire rst_ni,
    input wire start_i,
    input wire copy_i,
    input wire [{{ x - 1 }}:0] first_i,
    input wire [{{ x - 1 }}:0] last_i,
    input wire [{{ x - 1 }}:0] split_i,
    input wire [{{ p - 1 }}:0] a_phys_i,
    input wire signed [{{ s - 1 }}:0] a_shift_i,
    input wire [{{ p - 1 }}:0] b_phys_i,
    input wire signed [{{ s - 1 }}:0] b_shift_i,
    input wire [{{ p - 1 }}:0] dest_phys_i,
    input wire read_ready_i,
    input wire rsp_valid_i,
    input wire [{{ l - 1 }}:0] rsp_data_i,
    input wire write_ready_i,
    input wire [{{ x - 1 }}:0] lane_i // any lane, the same for ever
);

  wire busy, read_valid, write_valid, urgent;
  wire [1:0] held, hold;
  wire [{{ 2 * p - 1 }}:0] held_phys, hold_phys;
  wire [{{ p - 1 }}:0] read_phys, write_phys;
  wire [{{ l - 1 }}:0] write_data;

  rf_merge_unit u_dut (
      .clk_i, .rst_ni, .start_i, .copy_i, .first_i, .last_i, .split_i, .a_phys_i, .a_shift_i,
      .b_phys_i, .b_shift_i, .dest_phys_i, .read_ready_i, .rsp_valid_i, .rsp_data_i,
      .write_ready_i, .busy_o(busy), .held_o(held), .held_phys_o(held_phys),
      .hold_o(hold), .hold_phys_o(hold_phys),
      .read_valid_o(read_valid), .read_phys_o(read_phys), .write_valid_o(write_valid),
      .write_phys_o(write_phys), .write_data_o(write_data), .urgent_o(urgent)
  );

  // The job as it was started, what was read and answered of it, and the answers as they came.
  reg job_q, copy_q, read_q, past_q = 1'b0;
  reg [1:0] held_q, hold_q;
  reg [{{ 2 * p - 1 }}:0] hold_phys_q;
  wire turn = !held_q[0]; // register a, then b
  reg [4:0] waited_q;
  reg [{{ p - 1 }}:0] a_phys_q, b_phys_q, dest_q;
  reg [{{ x - 1 }}:0] first_q, last_q, split_q, lane_q;
  reg signed [{{ s - 1 }}:0] a_shift_q, b_shift_q;
  reg [{{ l - 1 }}:0] a_data_q, b_data_q;

  // In numbers with a sign, wide enough for all.
  wire signed [{{ s + 1 }}:0] lane = {3'd0, lane_i};
  wire signed [{{ s + 1 }}:0] first = {3'd0, first_i}, last = {3'd0, last_i}, split = {3'd0, split_i};
  wire signed [{{ s + 1 }}:0] a_lane = lane + a_shift_q, b_lane = lane + b_shift_q;
  wire signed [{{ s + 1 }}:0] a_first = first + a_shift_i, a_last = split + a_shift_i;
  wire signed [{{ s + 1 }}:0] b_first = split + 1 + b_shift_i, b_last = last + b_shift_i;
  wire a_inside = a_lane >= 0 && a_lane < {{ l }}, b_inside = b_lane >= 0 && b_lane < {{ l }};
  wire a_bit = a_inside && a_data_q[a_lane[{{ x - 1 }}:0]];
  wire b_bit = b_inside && b_data_q[b_lane[{{ x - 1 }}:0]];
{%- if params.plain %}
  wire merged = a_bit || b_bit;
{%- else %}
  wire of_a = lane_i >= first_q && lane_i <= split_q;
  wire of_b = lane_i > split_q && lane_i <= last_q;
  wire merged = (of_a && a_bit) || (of_b && b_bit);
{%- endif %}

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    lane_q <= lane_i;
    hold_q <= hold;
    hold_phys_q <= hold_phys;
    if (!rst_ni) begin
      job_q <= 1'b0;
      read_q <= 1'b0;
      held_q <= 2'b00;
    end else if (start_i) begin
      job_q <= 1'b1;
      read_q <= 1'b0;
      held_q <= copy_i ? 2'b01 : 2'b11;
      waited_q <= 5'd0;
      {copy_q, first_q, last_q, split_q} <= {copy_i, first_i, last_i, split_i};
      {a_phys_q, b_phys_q, dest_q} <= {a_phys_i, b_phys_i, dest_phys_i};
      {a_shift_q, b_shift_q} <= {a_shift_i, b_shift_i};
    end else begin
      if (write_valid && write_ready_i) job_q <= 1'b0;
      if (read_valid && read_ready_i) read_q <= 1'b1;
      waited_q <= (read_valid && !read_ready_i) || (read_q && !rsp_valid_i)
               || (write_valid && !write_ready_i) ? waited_q + {4'd0, waited_q != 5'd31} : 5'd0;
      if (rsp_valid_i) begin
        held_q[turn] <= 1'b0;
        read_q <= 1'b0;
        if (turn) b_data_q <= rsp_data_i;
        else a_data_q <= rsp_data_i;
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (lane_i == lane_q);
    if (start_i) begin
      if (past_q) assume (!job_q && !rsp_valid_i);
      assume (copy_i || (first_i <= split_i && split_i <= last_i));
      assume (copy_i || (a_first >= 0 && a_last < {{ l }}));
      assume (copy_i || split_i == last_i || (b_first >= 0 && b_last < {{ l }}));
    end
    if (rsp_valid_i && past_q) assume (read_q);

    if (past_q) begin
      assert (busy == job_q);
      assert (held == held_q);                                     // LOC-I13
      assert (held == hold_q);
      if (held[0]) assert (held_phys[{{ p - 1 }}:0] == hold_phys_q[{{ p - 1 }}:0]);
      if (held[1]) assert (held_phys[{{ 2 * p - 1 }}:{{ p }}] == hold_phys_q[{{ 2 * p - 1 }}:{{ p }}]);
      if (held_q[0]) assert (held_phys[{{ p - 1 }}:0] == a_phys_q);
      if (held_q[1]) assert (held_phys[{{ 2 * p - 1 }}:{{ p }}] == b_phys_q);
      assert (read_valid == (held_q != 2'd0 && !read_q));          // one at a time, each once
      if (read_valid) assert (read_phys == (turn ? b_phys_q : a_phys_q)); // a first
      assert (urgent == (job_q && waited_q >= 5'd{{ patience }}));
      assert (write_valid == (job_q && held_q == 2'd0));
      if (write_valid) begin
        assert (write_phys == dest_q);
        assert (write_data[lane_i] == (copy_q ? a_data_q[lane_i] : merged)); // LOC-I11
      end
    end
  end

endmodule

`default_nettype wire
