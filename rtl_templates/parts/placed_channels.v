  // Bank and entry of each channel's register.
  wire [ReadPorts*{{ bank_bits }}-1:0] read_bank;
  wire [ReadPorts*{{ entry_bits }}-1:0] read_entry;
  wire [WritePorts*{{ bank_bits }}-1:0] write_bank;
  wire [WritePorts*{{ entry_bits }}-1:0] write_entry;

  genvar c;
  generate
    for (c = 0; c < ReadPorts; c = c + 1) begin : gen_read
      {{ placement }} u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (read_warp_i[{{ warp_bits }}*c +: {{ warp_bits }}]),
          .reg_i            (read_reg_i[8*c +: 8]),
          .bank_o           (read_bank[{{ bank_bits }}*c +: {{ bank_bits }}]),
          .entry_o          (read_entry[{{ entry_bits }}*c +: {{ entry_bits }}])
      );
    end
    for (c = 0; c < WritePorts; c = c + 1) begin : gen_write
      {{ placement }} u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (write_warp_i[{{ warp_bits }}*c +: {{ warp_bits }}]),
          .reg_i            (write_reg_i[8*c +: 8]),
          .bank_o           (write_bank[{{ bank_bits }}*c +: {{ bank_bits }}]),
          .entry_o          (write_entry[{{ entry_bits }}*c +: {{ entry_bits }}])
      );
    end
  endgenerate
