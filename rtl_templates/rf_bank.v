{{ contract }}
{%- let rows_above = params.shared.queue.position.above_bits > 0 %}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  // Rows of the offered entries.
  wire [{{ row_bits - 1 }}:0] read_row, write_row;
{%- if rows_above %}

  // Requests are compared by entry, not by row, so that rows may arrive late in the cycle.
  wire [{{ params.shared.queue.position.entry_bits - 1 }}:0] queue_entry, buffer_entry;
  wire unused_entry = &{1'b0, buffer_entry};
{%- endif %}

  // Waiting reads; the one that leaves now; those with the entry of the offered write.
  wire queue_valid, queue_followed; // the oldest read; another read behind it
  wire [{{ params.shared.queue.cu_bits() - 1 }}:0] queue_cu;
{%- if params.shared.queue.hint_bits > 0 %}
  wire [{{ params.shared.queue.hint_bits - 1 }}:0] queue_hints; // of the oldest read, for the storage
{%- endif %}
  wire [{{ params.shared.queue.slot_bits() - 1 }}:0] queue_slot;
  wire [{{ row_bits - 1 }}:0] queue_row;
  wire [{{ params.shared.queue.depth - 1 }}:0] read_leaving, older_reads;

  {{ queue_module }} u_read_queue (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .push_valid_i    (read_valid_i),
      .push_cu_i       ({% if params.shared.queue.hint_bits > 0 %}{read_hints_i, read_cu_i}{% else %}read_cu_i{% endif %}),
      .push_slot_i     (read_slot_i),
      .push_position_i ({% if rows_above %}{read_row, read_entry_i}{% else %}read_row{% endif %}),
      .pop_i           (read_o),
      .probe_entry_i   (write_entry_i),
      .push_ready_o    (read_ready_o),
      .front_valid_o   (queue_valid),
      .front_cu_o      ({% if params.shared.queue.hint_bits > 0 %}{queue_hints, queue_cu}{% else %}queue_cu{% endif %}),
      .front_slot_o    (queue_slot),
      .front_position_o({% if rows_above %}{queue_row, queue_entry}{% else %}queue_row{% endif %}),
      .followed_o      (queue_followed),
      .leaving_o       (read_leaving),
      .probe_reads_o   (older_reads)
  );

{%- if params.shared.queue.hint_bits == 0 %}

  wire unused_queue = &{1'b0, queue_followed};
{%- endif %}

  // Waiting writes. One that is not serviceable waits for older reads of its entry.
  wire buffer_valid, buffer_serviceable, read_blocked, read_younger;
  wire [{{ row_bits - 1 }}:0] buffer_row;
  wire [{{ params.shared.buffer.lanes - 1 }}:0] buffer_lane_mask;
  wire [{{ data_bits - 1 }}:0] buffer_data;

  {{ buffer_module }} u_write_buffer (
      .clk_i              (clk_i),
      .rst_ni             (rst_ni),
      .push_valid_i       (write_valid_i),
      .push_position_i    ({% if rows_above %}{write_row, write_entry_i}{% else %}write_row{% endif %}),
      .push_lane_mask_i   (write_lane_mask_i),
      .push_data_i        (write_data_i),
      .push_older_reads_i (older_reads),
      .read_leaving_i     (read_leaving),
      .read_entry_i       ({% if rows_above %}queue_entry{% else %}queue_row{% endif %}),
      .pop_i              (write_o),
      .push_ready_o       (write_ready_o),
      .front_valid_o      (buffer_valid),
      .front_serviceable_o(buffer_serviceable),
      .read_blocked_o     (read_blocked),
      .read_younger_o     (read_younger),
      .front_position_o   ({% if rows_above %}{buffer_row, buffer_entry}{% else %}buffer_row{% endif %}),
      .front_lane_mask_o  (buffer_lane_mask),
      .front_data_o       (buffer_data)
  );

  // A buffered write that is not serviceable waits for a queued read. So an access is wanted
  // whenever the queue or the buffer holds a request.
  assign req_valid_o = queue_valid || buffer_valid;
{%- if params.shared.two_ports %}

  // Two ports: the read is performed as well, unless it is younger than a write of its entry.
  wire unused = &{1'b0, read_blocked};
  wire write_wanted = buffer_serviceable;
  wire read_wanted  = queue_valid && !read_younger;
{%- else if params.shared.max_write_run > 0 %}

  // A read is overdue when MaxWriteRun writes in a row have passed it and no write of its entry
  // is buffered.
  localparam [{{ run_bits - 1 }}:0] MaxWriteRun = {{ run_bits }}'d{{ params.shared.max_write_run }};

  wire unused = &{1'b0, read_younger};
  reg [{{ run_bits - 1 }}:0] write_run_q; // writes in a row while a read waited
  wire read_overdue = queue_valid && !read_blocked && (write_run_q == MaxWriteRun);

  always @(posedge clk_i) begin
    if (!rst_ni || !queue_valid || read_o) begin
      write_run_q <= {{ run_bits }}'d0;
    end else if (write_o && (write_run_q != MaxWriteRun)) begin
      write_run_q <= write_run_q + {{ run_bits }}'d1;
    end
  end

  wire write_wanted = buffer_serviceable && !read_overdue;
  wire read_wanted  = queue_valid && !write_wanted;
{%- else %}

  // One port: the oldest read is performed if no write is serviceable. Then it is older than
  // all buffered writes: the oldest write waits for this read or for a younger one.
  wire unused = &{1'b0, read_blocked, read_younger};
  wire write_wanted = buffer_serviceable;
  wire read_wanted  = queue_valid && !buffer_serviceable;
{%- endif %}

{{ storage }}

  // Collector unit and operand slot of the read that is answered next.
  reg [{{ params.shared.queue.cu_bits() - 1 }}:0] rsp_cu_q;
  reg [{{ params.shared.queue.slot_bits() - 1 }}:0] rsp_slot_q;

  assign rsp_cu_o   = rsp_cu_q;
  assign rsp_slot_o = rsp_slot_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      rsp_cu_q   <= {{ params.shared.queue.cu_bits() }}'d0;
      rsp_slot_q <= {{ params.shared.queue.slot_bits() }}'d0;
    end else if (read_o) begin
      rsp_cu_q   <= queue_cu;
      rsp_slot_q <= queue_slot;
    end
  end

endmodule

`default_nettype wire
