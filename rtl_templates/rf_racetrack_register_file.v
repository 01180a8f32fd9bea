{{ contract }}
`default_nettype none

module rf_racetrack_register_file (
{{ ports }}
);

  localparam Banks      = {{ banks }};
  localparam MaxBanks   = {{ max_banks }}; // answers in a cycle
  localparam ReadPorts  = 8;
  localparam WritePorts = 3;

  // Where every channel's register lies.
  wire [ReadPorts*{{ bank_bits }}-1:0] read_bank;
  wire [ReadPorts*{{ entry_bits }}-1:0] read_entry;
  wire [WritePorts*{{ bank_bits }}-1:0] write_bank;
  wire [WritePorts*{{ entry_bits }}-1:0] write_entry;

  genvar c;
  generate
    for (c = 0; c < ReadPorts; c = c + 1) begin : gen_read
      rf_placement u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (read_warp_i[{{ warp_bits }}*c +: {{ warp_bits }}]),
          .reg_i            (read_reg_i[8*c +: 8]),
          .bank_o           (read_bank[{{ bank_bits }}*c +: {{ bank_bits }}]),
          .entry_o          (read_entry[{{ entry_bits }}*c +: {{ entry_bits }}])
      );
    end
    for (c = 0; c < WritePorts; c = c + 1) begin : gen_write
      rf_placement u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (write_warp_i[{{ warp_bits }}*c +: {{ warp_bits }}]),
          .reg_i            (write_reg_i[8*c +: 8]),
          .bank_o           (write_bank[{{ bank_bits }}*c +: {{ bank_bits }}]),
          .entry_o          (write_entry[{{ entry_bits }}*c +: {{ entry_bits }}])
      );
    end
  endgenerate

  // A channel is ready if its bank is and no lower channel asks for the same bank.
  wire [Banks-1:0] bank_read_ready, bank_write_ready;
  reg [ReadPorts-1:0] read_ready;
  reg [WritePorts-1:0] write_ready;

  assign read_ready_o  = read_ready;
  assign write_ready_o = write_ready;

  integer r, s;
  always @* begin
    for (r = 0; r < ReadPorts; r = r + 1) begin
      read_ready[r] = bank_read_ready[read_bank[{{ bank_bits }}*r +: {{ bank_bits }}]];
      for (s = 0; s < r; s = s + 1) begin
        if (read_valid_i[s] && (read_bank[{{ bank_bits }}*s +: {{ bank_bits }}]
                                == read_bank[{{ bank_bits }}*r +: {{ bank_bits }}])) begin
          read_ready[r] = 1'b0;
        end
      end
    end
  end

  integer w, v;
  always @* begin
    for (w = 0; w < WritePorts; w = w + 1) begin
      write_ready[w] = bank_write_ready[write_bank[{{ bank_bits }}*w +: {{ bank_bits }}]];
      for (v = 0; v < w; v = v + 1) begin
        if (write_valid_i[v] && (write_bank[{{ bank_bits }}*v +: {{ bank_bits }}]
                                 == write_bank[{{ bank_bits }}*w +: {{ bank_bits }}])) begin
          write_ready[w] = 1'b0;
        end
      end
    end
  end

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
      // The lowest channel that asks for this bank.
      reg read_valid;
      reg [{{ cu_bits - 1 }}:0] read_cu;
      reg [{{ slot_bits - 1 }}:0] read_slot;
      reg [{{ entry_bits - 1 }}:0] bank_read_entry;
      integer rc;
      always @* begin
        read_valid = 1'b0;
        read_cu = {{ cu_bits }}'d0;
        read_slot = {{ slot_bits }}'d0;
        bank_read_entry = {{ entry_bits }}'d0;
        for (rc = ReadPorts - 1; rc >= 0; rc = rc - 1) begin
          if (read_valid_i[rc]
              && (read_bank[{{ bank_bits }}*rc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            read_valid = 1'b1;
            read_cu = read_cu_i[{{ cu_bits }}*rc +: {{ cu_bits }}];
            read_slot = read_slot_i[{{ slot_bits }}*rc +: {{ slot_bits }}];
            bank_read_entry = read_entry[{{ entry_bits }}*rc +: {{ entry_bits }}];
          end
        end
      end

      reg write_valid;
      reg [{{ entry_bits - 1 }}:0] bank_write_entry;
      reg [31:0] write_lane_mask;
      reg [1023:0] write_data;
      integer wc;
      always @* begin
        write_valid = 1'b0;
        bank_write_entry = {{ entry_bits }}'d0;
        write_lane_mask = 32'd0;
        write_data = 1024'd0;
        for (wc = WritePorts - 1; wc >= 0; wc = wc - 1) begin
          if (write_valid_i[wc]
              && (write_bank[{{ bank_bits }}*wc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            write_valid = 1'b1;
            bank_write_entry = write_entry[{{ entry_bits }}*wc +: {{ entry_bits }}];
            write_lane_mask = write_lane_mask_i[32*wc +: 32];
            write_data = write_data_i[1024*wc +: 1024];
          end
        end
      end

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

  // The answers in order of their banks: each bank's rank is the number of answers below it.
  reg [Banks*{{ rank_bits }}-1:0] rank;
  reg [{{ rank_bits - 1 }}:0] count;
  integer a;
  always @* begin
    count = {{ rank_bits }}'d0;
    for (a = 0; a < Banks; a = a + 1) begin
      rank[{{ rank_bits }}*a +: {{ rank_bits }}] = count;
      if (answers[a]) count = count + {{ rank_bits }}'d1;
    end
  end

  genvar k;
  generate
    for (k = 0; k < MaxBanks; k = k + 1) begin : gen_answer
      reg valid;
      reg [{{ cu_bits - 1 }}:0] cu;
      reg [{{ slot_bits - 1 }}:0] slot;
      reg [1023:0] data;
      integer n;
      always @* begin
        valid = 1'b0;
        cu = {{ cu_bits }}'d0;
        slot = {{ slot_bits }}'d0;
        data = 1024'd0;
        for (n = 0; n < Banks; n = n + 1) begin
          if (answers[n] && (rank[{{ rank_bits }}*n +: {{ rank_bits }}] == k[{{ rank_bits - 1 }}:0])) begin
            valid = 1'b1;
            cu = answer_cu[{{ cu_bits }}*n +: {{ cu_bits }}];
            slot = answer_slot[{{ slot_bits }}*n +: {{ slot_bits }}];
            data = answer_data[1024*n +: 1024];
          end
        end
      end

      assign rsp_valid_o[k] = valid;
      assign rsp_cu_o[{{ cu_bits }}*k +: {{ cu_bits }}] = cu;
      assign rsp_slot_o[{{ slot_bits }}*k +: {{ slot_bits }}] = slot;
      assign rsp_data_o[1024*k +: 1024] = data;
    end
  endgenerate

endmodule

`default_nettype wire
