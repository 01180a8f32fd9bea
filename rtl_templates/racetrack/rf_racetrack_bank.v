{{ contract }}
`default_nettype none

module rf_racetrack_bank (
{{ ports }}
);

  localparam [2:0] OpRead  = 3'd1;
  localparam [2:0] OpWrite = 3'd2;

  wire performs_read  = op_o == OpRead;
  wire performs_write = op_o == OpWrite;

  // Reads that wait, and how many of them a write that comes now has to let pass.
  wire queue_valid;
  wire [{{ params.queue.cu_bits() - 1 }}:0] queue_cu;
  wire [{{ params.queue.slot_bits() - 1 }}:0] queue_slot;
  wire [{{ position_bits - 1 }}:0] queue_position; // port, offset
  wire [{{ params.queue.count_bits() - 1 }}:0] older_reads;

  rf_read_queue u_read_queue (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .push_valid_i    (read_valid_i),
      .push_cu_i       (read_cu_i),
      .push_slot_i     (read_slot_i),
      .push_position_i ({read_port_i, read_offset_i}),
      .pop_i           (performs_read),
      .probe_position_i({write_port_i, write_offset_i}),
      .push_ready_o    (read_ready_o),
      .front_valid_o   (queue_valid),
      .front_cu_o      (queue_cu),
      .front_slot_o    (queue_slot),
      .front_position_o(queue_position),
      .probe_count_o   (older_reads)
  );

  // Writes that wait; one that is not serviceable lets older reads of its register pass.
  wire buffer_valid, buffer_serviceable, read_blocked, read_younger;
  wire [{{ position_bits - 1 }}:0] buffer_position;
  wire [{{ params.array.lanes - 1 }}:0] buffer_lane_mask;
  wire [{{ params.array.data_bits() - 1 }}:0] buffer_data;

  rf_write_buffer u_write_buffer (
      .clk_i              (clk_i),
      .rst_ni             (rst_ni),
      .push_valid_i       (write_valid_i),
      .push_position_i    ({write_port_i, write_offset_i}),
      .push_lane_mask_i   (write_lane_mask_i),
      .push_data_i        (write_data_i),
      .push_older_reads_i (older_reads),
      .read_valid_i       (performs_read),
      .read_position_i    (queue_position),
      .pop_i              (performs_write),
      .push_ready_o       (write_ready_o),
      .front_valid_o      (buffer_valid),
      .front_serviceable_o(buffer_serviceable),
      .read_blocked_o     (read_blocked),
      .read_younger_o     (read_younger),
      .front_position_o   (buffer_position),
      .front_lane_mask_o  (buffer_lane_mask),
      .front_data_o       (buffer_data)
  );

{%- if params.max_write_run > 0 %}

  // A read is overdue when it has let so many writes pass, and none of its own register waits.
  localparam [{{ run_bits - 1 }}:0] MaxWriteRun = {{ run_bits }}'d{{ params.max_write_run }};

  wire unused = &{1'b0, read_younger};
  reg [{{ run_bits - 1 }}:0] write_run_q; // writes in a row while a read waited
  wire read_overdue = queue_valid && !read_blocked && (write_run_q == MaxWriteRun);

  always @(posedge clk_i) begin
    if (!rst_ni || !queue_valid || performs_read) begin
      write_run_q <= {{ run_bits }}'d0;
    end else if (performs_write && (write_run_q != MaxWriteRun)) begin
      write_run_q <= write_run_q + {{ run_bits }}'d1;
    end
  end

  wire serves_write = buffer_serviceable && !read_overdue;
{%- else %}

  // Writes always go before reads: no read is ever overdue.
  wire unused = &{1'b0, read_blocked, read_younger};
  wire serves_write = buffer_serviceable;
{%- endif %}

  // The request to serve. A buffered write that is not serviceable waits for a queued read, so
  // there is a request whenever either of them holds anything.
  wire [{{ port_bits - 1 }}:0] req_port;
  wire [{{ offset_bits - 1 }}:0] req_offset;

  assign {req_port, req_offset} = serves_write ? buffer_position : queue_position;

  assign req_valid_o = queue_valid || buffer_valid;

  rf_shift_controller u_shift_controller (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .req_valid_i  (req_valid_o),
      .req_write_i  (serves_write),
      .req_offset_i (req_offset),
      .grant_i      (grant_i),
      .preshift_en_i(preshift_en_i),
      .op_o         (op_o),
      .head_o       (head_o),
      .aligned_o    (aligned_o),
      .busy_o       (busy_o)
  );

  rf_domain_array u_domain_array (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .op_i        (op_o),
      .port_i      (req_port),
      .lane_mask_i (buffer_lane_mask),
      .write_data_i(buffer_data),
      .read_valid_o(rsp_valid_o),
      .read_data_o (rsp_data_o)
  );

  // Who gets the answer.
  reg [{{ params.queue.cu_bits() - 1 }}:0] rsp_cu_q;
  reg [{{ params.queue.slot_bits() - 1 }}:0] rsp_slot_q;

  assign rsp_cu_o   = rsp_cu_q;
  assign rsp_slot_o = rsp_slot_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      rsp_cu_q   <= {{ params.queue.cu_bits() }}'d0;
      rsp_slot_q <= {{ params.queue.slot_bits() }}'d0;
    end else if (performs_read) begin
      rsp_cu_q   <= queue_cu;
      rsp_slot_q <= queue_slot;
    end
  end

endmodule

`default_nettype wire
