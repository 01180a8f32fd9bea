  localparam [{{ count_bits - 1 }}:0] DrainFrom      = {{ count_bits }}'d{{ params.drain_from }};
  localparam [{{ count_bits - 1 }}:0] DrainFirstFrom = {{ count_bits }}'d{{ params.drain_first_from }};

  // A row is an entry.
  assign read_row  = read_entry_i;
  assign write_row = write_entry_i;

  wire dead    = queue_hints[0];
  wire promote = queue_hints[1];

  // Whether a buffer answers the read of the front.
  wire [{{ count_bits - 1 }}:0] count;
  wire waits, hit, cache_hit, push_ready;
  wire [{{ lanes - 1 }}:0] hit_lanes;
  wire full        = read_wanted && hit && (&hit_lanes);
  wire cached      = read_wanted && !full && read_buffer_en_i && cache_hit;
  wire needs_array = read_wanted && !full && !cached;

{%- if holds %}

  // After the first cycle of an array read the bank serves no request of its front, so that the
  // requester and the lanes of the write buffer are kept until the answer.
  reg reading_q;
  wire granted = grant_i && !reading_q;
{%- endif %}

  // Operation for a free array: a read, the front's write, or a buffered write. It is chosen
  // before it is known whether the array is free, which is known late after a reverse read.
  reg wrote_q; // the last operation of the array was a write
  wire free;
  wire direct_wanted = !write_buffer_en_i && !waits && {{ grant }} && write_wanted;
  wire urgent        = write_buffer_en_i ? (count >= DrainFirstFrom) : waits;
  wire yields        = wrote_q && needs_array;
  wire late          = (count >= DrainFrom) && !({{ grant }} && full);
  wire reads         = {{ grant }} && needs_array && (wrote_q || !(urgent || direct_wanted));
  wire directs       = direct_wanted && !yields;
  wire drains        = (urgent && !yields) || (late && !reads);

  wire array_read  = free && reads;
  wire direct      = free && directs;
  wire drain       = free && drains;
  wire array_write = direct || drain;

  // Read and write of the front that are performed in this cycle.
  assign read_o  = array_read || ({{ grant }} && (cached || (full && !drain)));
  assign write_o = {{ grant }} && write_wanted && (write_buffer_en_i ? push_ready : direct);

  wire [2:0] op;
  wire [1:0] restore;
  wire last, sensed, disturbed;

  rf_restore_selector u_restore_selector (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .read_i        (array_read),
      .dead_i        (dead),
      .conflict_i    (queue_followed || (count >= DrainFirstFrom)),
      .write_i       (array_write),
      .restore_mode_i(restore_mode_i),
      .early_out_i   (early_out_i),
      .disturbed_i   (disturbed),
      .op_o          (op),
      .last_o        (last),
      .free_o        (free),
      .sensed_o      (sensed),
      .restore_o     (restore)
  );

  assign op_o     = op;
  assign drain_o  = drain;
  assign dead_o   = read_o && dead;
  assign working_o = (op != 3'd0) || (count >= DrainFrom) || (!write_buffer_en_i && waits);
  assign served_o = !read_o              ? 3'd0
                  : full                 ? 3'd1
                  : cached               ? 3'd2
                  : dead                 ? 3'd3
                  : (restore == 2'd0)    ? 3'd4
                  : (restore == 2'd1)    ? 3'd5
                  :                        3'd6;

  wire fill = array_read && promote && (restore != 2'd0) && read_buffer_en_i;

  assign fill_o = fill;

  // Entry of the array's operation, and the drain or fill that began in the previous cycle.
  reg [{{ entry_bits - 1 }}:0] entry_q;
  reg drained_q, fill_q;
  wire [{{ entry_bits - 1 }}:0] oldest_entry;
  wire [{{ entry_bits - 1 }}:0] next_entry = reads ? queue_row : drains ? oldest_entry : buffer_row;
  wire [{{ entry_bits - 1 }}:0] entry = (array_read || array_write) ? next_entry : entry_q;

  always @(posedge clk_i) begin
    entry_q <= entry;
    if (!rst_ni) begin
      wrote_q   <= 1'b0;
      drained_q <= 1'b0;
      fill_q    <= 1'b0;
{%- if holds %}
      reading_q <= 1'b0;
{%- endif %}
    end else begin
      if (array_read || array_write) wrote_q <= array_write;
      drained_q <= drain;
{%- if holds %}
      fill_q    <= fill || (fill_q && reading_q);
      reading_q <= (op == 3'd1) && !last;
{%- else %}
      fill_q    <= fill;
{%- endif %}
    end
  end

  // The write buffer gives the data of a drained write in the next cycle.
  wire [{{ lanes - 1 }}:0] data_lanes;
  wire [{{ data_bits - 1 }}:0] data, array_data, cache_data;
  wire array_valid, array_sensed, data_valid, cache_valid;

  rf_stt_array u_stt_array (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .op_i        (op),
      .last_i      (last),
      .entry_i     (entry),
      .load_i      (direct || drained_q),
      .lane_mask_i (drained_q ? data_lanes : buffer_lane_mask),
      .write_data_i(drained_q ? data : buffer_data),
      .read_valid_o(array_valid),
      .read_data_o (array_data),
      .sensed_o    (array_sensed),
      .disturbed_o (disturbed)
  );

  rf_stt_write_buffer u_stt_write_buffer (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .push_valid_i    ({{ grant }} && write_wanted && write_buffer_en_i),
      .push_entry_i    (buffer_row),
      .push_lane_mask_i(buffer_lane_mask),
      .push_data_i     (buffer_data),
      .drain_i         (drain),
      .lookup_entry_i  (queue_row),
      .read_i          (read_o && !cached),
      .cancel_i        (read_o && dead && cancel_en_i),
      .push_ready_o    (push_ready),
      .count_o         (count),
      .oldest_valid_o  (waits),
      .oldest_entry_o  (oldest_entry),
      .hit_o           (hit),
      .hit_lanes_o     (hit_lanes),
      .data_valid_o    (data_valid),
      .data_lanes_o    (data_lanes),
      .data_o          (data)
  );

  rf_read_buffer u_read_buffer (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .lookup_entry_i    (queue_row),
      .read_i            (read_o && cached),
      .free_i            (read_o && dead),
      .fill_i            (fill_q{% if holds %} && !reading_q{% endif %}),
      .fill_entry_i      (entry_q),
      .fill_data_i       (rsp_data_o),
      .invalidate_i      (write_o),
      .invalidate_entry_i(buffer_row),
      .hit_o             (cache_hit),
      .data_valid_o      (cache_valid),
      .data_o            (cache_data)
  );

  wire unused_storage = &{1'b0, sensed, array_valid, array_sensed, data_valid};

  // The answer: a register of the read buffer, or the array's data, of which the lanes that the
  // write buffer holds are replaced.
  reg answers_q;
  reg [{{ lanes - 1 }}:0] overlay_q;

  assign rsp_valid_o = answers_q;

  always @(posedge clk_i) begin
    answers_q <= rst_ni && {% if holds %}((read_o && !array_read) || ((op == 3'd1) && last)){% else %}read_o{% endif %};
    if (rst_ni && read_o) overlay_q <= hit ? hit_lanes : {{ lanes }}'d0;
  end

  genvar lane;
  generate
    for (lane = 0; lane < {{ lanes }}; lane = lane + 1) begin : gen_answer
      assign rsp_data_o[{{ params.array.lane_bits }}*lane +: {{ params.array.lane_bits }}]
          = cache_valid      ? cache_data[{{ params.array.lane_bits }}*lane +: {{ params.array.lane_bits }}]
          : overlay_q[lane]  ? data[{{ params.array.lane_bits }}*lane +: {{ params.array.lane_bits }}]
          : array_data[{{ params.array.lane_bits }}*lane +: {{ params.array.lane_bits }}];
    end
  endgenerate
