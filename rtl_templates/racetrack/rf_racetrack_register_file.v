{{ contract }}
`default_nettype none

module rf_racetrack_register_file (
{{ ports }}
);

  localparam Banks      = {{ banks }};
  localparam MaxBanks   = {{ max_banks }}; // answers in a cycle
  localparam ReadPorts  = 8;
  localparam WritePorts = 3;

{% include "parts/channels.v" %}

  // Who is busy, and who shifts ahead.
  wire [Banks-1:0] request, aligned, busy, grant, preshift;

  rf_request_arbiter u_request_arbiter (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .request_i     (request),
      .aligned_i     (aligned),
      .busy_i        (busy),
      .aligned_only_i(aligned_only_i),
      .grant_o       (grant)
  );

  rf_preshift_arbiter u_preshift_arbiter (
      .request_i     (request),
      .aligned_i     (aligned),
      .busy_i        (busy),
      .grant_i       (grant),
      .aligned_only_i(aligned_only_i),
      .preshift_en_i (preshift_en_i),
      .preshift_o    (preshift)
  );

  assign bank_request_o = request;
  assign bank_grant_o   = grant;

  wire [Banks-1:0] answers;
  wire [Banks*{{ cu_bits }}-1:0] answer_cu;
  wire [Banks*{{ slot_bits }}-1:0] answer_slot;
  wire [Banks*1024-1:0] answer_data;

  genvar b;
  generate
    for (b = 0; b < Banks; b = b + 1) begin : gen_bank
{% include "parts/lowest_channel.v" %}

      wire [{{ port_bits - 1 }}:0] read_port, write_port;
      wire [{{ offset_bits - 1 }}:0] read_offset, write_offset;

      rf_map_table u_map_table (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .load_valid_i  (map_valid_i && (map_bank_i == b[{{ bank_bits - 1 }}:0])),
          .load_entry_i  (map_entry_i),
          .load_port_i   (map_port_i),
          .load_offset_i (map_offset_i),
          .read_entry_i  (bank_read_entry),
          .write_entry_i (bank_write_entry),
          .read_port_o   (read_port),
          .read_offset_o (read_offset),
          .write_port_o  (write_port),
          .write_offset_o(write_offset)
      );

      wire [2:0] op;
      wire [{{ offset_bits - 1 }}:0] head;
      wire unused = &{1'b0, head};

      rf_racetrack_bank u_bank (
          .clk_i            (clk_i),
          .rst_ni           (rst_ni),
          .read_valid_i     (read_valid),
          .read_cu_i        (read_cu),
          .read_slot_i      (read_slot),
          .read_port_i      (read_port),
          .read_offset_i    (read_offset),
          .write_valid_i    (write_valid),
          .write_port_i     (write_port),
          .write_offset_i   (write_offset),
          .write_lane_mask_i(write_lane_mask),
          .write_data_i     (write_data),
          .grant_i          (grant[b]),
          .preshift_en_i    (preshift[b]),
          .read_ready_o     (bank_read_ready[b]),
          .write_ready_o    (bank_write_ready[b]),
          .req_valid_o      (request[b]),
          .aligned_o        (aligned[b]),
          .busy_o           (busy[b]),
          .op_o             (op),
          .head_o           (head),
          .rsp_valid_o      (answers[b]),
          .rsp_cu_o         (answer_cu[{{ cu_bits }}*b +: {{ cu_bits }}]),
          .rsp_slot_o       (answer_slot[{{ slot_bits }}*b +: {{ slot_bits }}]),
          .rsp_data_o       (answer_data[1024*b +: 1024])
      );

      assign bank_read_o[b]  = op == 3'd1;
      assign bank_write_o[b] = op == 3'd2;
      assign bank_shift_o[b] = (op == 3'd3) || (op == 3'd4);
    end
  endgenerate

{% include "parts/answers.v" %}

endmodule

`default_nettype wire
