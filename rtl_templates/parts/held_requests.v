  // The request stage holds each channel's request until the request enters its bank.
  wire [Banks-1:0] bank_read_ready, bank_write_ready, waiting;
  wire [ReadPorts*Banks-1:0] read_offer;
  wire [WritePorts*Banks-1:0] write_offer;

  {{ module }} u_request_stage (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .read_valid_i      (read_valid_i),
      .read_bank_i       (read_bank),
      .write_valid_i     (write_valid_i),
      .write_bank_i      (write_bank),
      .bank_read_ready_i (bank_read_ready),
      .bank_write_ready_i(bank_write_ready),
      .read_ready_o      (read_ready_o),
      .write_ready_o     (write_ready_o),
      .read_offer_o      (read_offer),
      .write_offer_o     (write_offer),
      .waiting_o         (waiting)
  );

  // The other fields of the held requests, without a value before the first request.
  reg [ReadPorts*{{ entry_bits }}-1:0] held_read_entry_q;
  reg [ReadPorts*{{ cu_bits }}-1:0] held_cu_q;
  reg [ReadPorts*{{ slot_bits }}-1:0] held_slot_q;
{%- if hint_bits > 0 %}
  reg [ReadPorts*{{ hint_bits }}-1:0] held_hints_q;
{%- endif %}
  reg [WritePorts*{{ entry_bits }}-1:0] held_write_entry_q;
  reg [WritePorts*32-1:0] held_lane_mask_q;
  reg [WritePorts*1024-1:0] held_data_q;
{%- if hint_bits > 0 %}
  genvar hc;
{%- endif %}

  generate
    for (c = 0; c < ReadPorts; c = c + 1) begin : gen_held_read
      always @(posedge clk_i) begin
        if (read_valid_i[c] && read_ready_o[c]) begin
          held_read_entry_q[{{ entry_bits }}*c +: {{ entry_bits }}]
              <= read_entry[{{ entry_bits }}*c +: {{ entry_bits }}];
          held_cu_q[{{ cu_bits }}*c +: {{ cu_bits }}] <= read_cu_i[{{ cu_bits }}*c +: {{ cu_bits }}];
          held_slot_q[{{ slot_bits }}*c +: {{ slot_bits }}]
              <= read_slot_i[{{ slot_bits }}*c +: {{ slot_bits }}];
        end
      end
    end
    for (c = 0; c < WritePorts; c = c + 1) begin : gen_held_write
      always @(posedge clk_i) begin
        if (write_valid_i[c] && write_ready_o[c]) begin
          held_write_entry_q[{{ entry_bits }}*c +: {{ entry_bits }}]
              <= write_entry[{{ entry_bits }}*c +: {{ entry_bits }}];
          held_lane_mask_q[32*c +: 32] <= write_lane_mask_i[32*c +: 32];
          held_data_q[1024*c +: 1024]  <= write_data_i[1024*c +: 1024];
        end
      end
    end
{%- if hint_bits > 0 %}
    for (hc = 0; hc < ReadPorts; hc = hc + 1) begin : gen_held_hints
      always @(posedge clk_i) begin
        if (read_valid_i[hc] && read_ready_o[hc])
          held_hints_q[{{ hint_bits }}*hc +: {{ hint_bits }}] <= {{ channel_hints }};
      end
    end
{%- endif %}
  endgenerate
