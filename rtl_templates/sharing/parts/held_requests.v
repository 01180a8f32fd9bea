  // Each accepted request is held in a register of its channel, with its bank and entry in the
  // map, until it is looked up. The data registers are not reset.
  reg [ReadPorts-1:0]  held_read_q;
  reg [WritePorts-1:0] held_write_q;
  reg [1:0]            held_release_q;
  reg [ReadPorts*{{ bank_bits }}-1:0]  held_read_bank_q;
  reg [ReadPorts*{{ entry_bits }}-1:0]  held_read_entry_q;
  reg [ReadPorts*{{ cu_bits }}-1:0]  held_cu_q;
  reg [ReadPorts*{{ slot_bits }}-1:0]  held_slot_q;
  reg [WritePorts*{{ bank_bits }}-1:0] held_write_bank_q;
  reg [WritePorts*{{ entry_bits }}-1:0] held_write_entry_q;
  reg [WritePorts*{{ warp_bits }}-1:0] held_write_warp_q;
  reg [WritePorts-1:0]      held_fill_q;
  reg [WritePorts*32-1:0]   held_mask_q;
  reg [WritePorts*1024-1:0] held_data_q;
  reg [{{ 2 * bank_bits - 1 }}:0] held_release_bank_q;
  reg [{{ 2 * entry_bits - 1 }}:0] held_release_entry_q;

  wire holds = (|held_read_q) || (|held_write_q) || (|held_release_q);
  wire [ReadPorts-1:0]  read_stays    = held_read_q & ~(map_read_ready & read_room);
  wire [WritePorts-1:0] write_stays   = held_write_q & ~write_go;
  wire [1:0]            release_stays = held_release_q & ~change_ready[5:4];

  // A request that may concern a released register waits until all releases are looked up.
  wire all_released = release_stays == 2'd0;

  assign read_ready_o    = all_released ? ~read_stays : {ReadPorts{1'b0}};
  assign write_ready_o   = all_released ? ~write_stays : {WritePorts{1'b0}};
  assign release_ready_o = ~release_stays;
  assign access_ready_o  = access_room && all_released;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      held_read_q    <= {ReadPorts{1'b0}};
      held_write_q   <= {WritePorts{1'b0}};
      held_release_q <= 2'd0;
    end else begin
      held_read_q    <= read_stays | (read_valid_i & read_ready_o);
      held_write_q   <= write_stays | (write_valid_i & write_ready_o);
      held_release_q <= release_stays | (release_valid_i & release_ready_o);
    end
  end

  generate
    for (c = 0; c < ReadPorts; c = c + 1) begin : gen_held_read
      always @(posedge clk_i) begin
        if (read_valid_i[c] && read_ready_o[c]) begin
          held_read_bank_q[{{ bank_bits }}*c +: {{ bank_bits }}] <= read_bank[{{ bank_bits }}*c +: {{ bank_bits }}];
          held_read_entry_q[{{ entry_bits }}*c +: {{ entry_bits }}] <= read_entry[{{ entry_bits }}*c +: {{ entry_bits }}];
          held_cu_q[{{ cu_bits }}*c +: {{ cu_bits }}] <= read_cu_i[{{ cu_bits }}*c +: {{ cu_bits }}];
          held_slot_q[{{ slot_bits }}*c +: {{ slot_bits }}] <= read_slot_i[{{ slot_bits }}*c +: {{ slot_bits }}];
        end
      end
    end
    for (c = 0; c < WritePorts; c = c + 1) begin : gen_held_write
      always @(posedge clk_i) begin
        if (write_valid_i[c] && write_ready_o[c]) begin
          held_write_bank_q[{{ bank_bits }}*c +: {{ bank_bits }}] <= write_bank[{{ bank_bits }}*c +: {{ bank_bits }}];
          held_write_entry_q[{{ entry_bits }}*c +: {{ entry_bits }}] <= write_entry[{{ entry_bits }}*c +: {{ entry_bits }}];
          held_write_warp_q[{{ warp_bits }}*c +: {{ warp_bits }}] <= write_warp_i[{{ warp_bits }}*c +: {{ warp_bits }}];
          held_fill_q[c] <= write_fill_i[c];
          held_mask_q[32*c +: 32] <= write_lane_mask_i[32*c +: 32];
          held_data_q[1024*c +: 1024] <= write_data_i[1024*c +: 1024];
        end
      end
    end
    for (c = 0; c < 2; c = c + 1) begin : gen_held_release
      always @(posedge clk_i) begin
        if (release_valid_i[c] && release_ready_o[c]) begin
          held_release_bank_q[{{ bank_bits }}*c +: {{ bank_bits }}] <= release_bank[{{ bank_bits }}*c +: {{ bank_bits }}];
          held_release_entry_q[{{ entry_bits }}*c +: {{ entry_bits }}] <= release_entry[{{ entry_bits }}*c +: {{ entry_bits }}];
        end
      end
    end
  endgenerate
