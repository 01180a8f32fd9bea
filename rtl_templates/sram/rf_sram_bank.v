{{ contract }}
`default_nettype none

module rf_sram_bank (
{{ ports }}
);

  // Reads that wait, and how many of them a write that comes now has to let pass.
  wire queue_valid;
  wire [{{ params.queue.cu_bits() - 1 }}:0] queue_cu;
  wire [{{ params.queue.slot_bits() - 1 }}:0] queue_slot;
  wire [{{ entry_bits - 1 }}:0] queue_entry;
  wire [{{ params.queue.count_bits() - 1 }}:0] older_reads;

  rf_sram_read_queue u_read_queue (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .push_valid_i    (read_valid_i),
      .push_cu_i       (read_cu_i),
      .push_slot_i     (read_slot_i),
      .push_position_i (read_entry_i),
      .pop_i           (read_o),
      .probe_position_i(write_entry_i),
      .push_ready_o    (read_ready_o),
      .front_valid_o   (queue_valid),
      .front_cu_o      (queue_cu),
      .front_slot_o    (queue_slot),
      .front_position_o(queue_entry),
      .probe_count_o   (older_reads)
  );

  // Writes that wait; one that is not serviceable lets older reads of its entry pass.
  wire buffer_valid, buffer_serviceable, read_blocked, read_younger;
  wire [{{ entry_bits - 1 }}:0] buffer_entry;
  wire [{{ params.array.lanes - 1 }}:0] buffer_lane_mask;
  wire [{{ params.array.data_bits() - 1 }}:0] buffer_data;

  rf_sram_write_buffer u_write_buffer (
      .clk_i              (clk_i),
      .rst_ni             (rst_ni),
      .push_valid_i       (write_valid_i),
      .push_position_i    (write_entry_i),
      .push_lane_mask_i   (write_lane_mask_i),
      .push_data_i        (write_data_i),
      .push_older_reads_i (older_reads),
      .read_valid_i       (read_o),
      .read_position_i    (queue_entry),
      .pop_i              (write_o),
      .push_ready_o       (write_ready_o),
      .front_valid_o      (buffer_valid),
      .front_serviceable_o(buffer_serviceable),
      .read_blocked_o     (read_blocked),
      .read_younger_o     (read_younger),
      .front_position_o   (buffer_entry),
      .front_lane_mask_o  (buffer_lane_mask),
      .front_data_o       (buffer_data)
  );

  // A buffered write that is not serviceable waits for a queued read, so something can be served
  // whenever either of them holds anything.
  assign req_valid_o = queue_valid || buffer_valid;
  assign write_o     = grant_i && buffer_serviceable;
{%- if separate %}

  // Two ports: the read goes, too, unless it is younger than a write of its entry.
  wire unused = &{1'b0, read_blocked};
  assign read_o = grant_i && queue_valid && !read_younger;
{%- else %}

  // One port: the read goes if no write does. It is older than all writes then, as the oldest of
  // those waits for a read that is not before this one.
  wire unused = &{1'b0, read_blocked, read_younger};
  assign read_o = grant_i && queue_valid && !buffer_serviceable;
{%- endif %}

  rf_sram_array u_sram_array (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .read_i       (read_o),
      .read_entry_i (queue_entry),
      .write_i      (write_o),
      .write_entry_i(buffer_entry),
      .lane_mask_i  (buffer_lane_mask),
      .write_data_i (buffer_data),
      .read_valid_o (rsp_valid_o),
      .read_data_o  (rsp_data_o)
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
    end else if (read_o) begin
      rsp_cu_q   <= queue_cu;
      rsp_slot_q <= queue_slot;
    end
  end

endmodule

`default_nettype wire
