{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Banks      = {{ banks }};
  localparam MaxBanks   = {{ max_banks }}; // maximum answers per cycle
  localparam ReadPorts  = 8;
  localparam WritePorts = 3;

{% include "parts/placed_channels.v" %}

{% if let Some(module) = stage %}{% include "parts/held_requests.v" %}{% else %}{% include "parts/lowest_channels.v" %}{% endif %}

  // Banks with a request, and banks that are granted.
  wire [Banks-1:0] request, grant;
{{ arbitration }}

  {{ arbiter }} u_request_arbiter (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .request_i     (request),
      .aligned_i     (aligned),
      .busy_i        (busy),
      .aligned_only_i(aligned_only),
      .grant_o       (grant)
  );

  assign bank_request_o = request{% if stage.is_some() %} | waiting{% endif %};
  assign bank_grant_o   = grant;

  wire [Banks-1:0] answers;
  wire [Banks*{{ cu_bits }}-1:0] answer_cu;
  wire [Banks*{{ slot_bits }}-1:0] answer_slot;
  wire [Banks*1024-1:0] answer_data;

  genvar b;
  generate
    for (b = 0; b < Banks; b = b + 1) begin : gen_bank
{% if stage.is_some() %}{% include "parts/held_of_bank.v" %}{% else %}{% include "parts/lowest_of_bank.v" %}{% endif %}

{{ bank_wires }}
      {{ bank_module }} u_bank (
          .clk_i            (clk_i),
          .rst_ni           (rst_ni),
          .read_valid_i     (read_valid),
          .read_cu_i        (read_cu),
          .read_slot_i      (read_slot),
          .read_entry_i     (bank_read_entry),
          .write_valid_i    (write_valid),
          .write_entry_i    (bank_write_entry),
          .write_lane_mask_i(write_lane_mask),
          .write_data_i     (write_data),
          .grant_i          (grant[b]),
          .read_ready_o     (bank_read_ready[b]),
          .write_ready_o    (bank_write_ready[b]),
          .req_valid_o      (request[b]),
          .read_o           (bank_read_o[b]),
          .write_o          (bank_write_o[b]),
          .rsp_valid_o      (answers[b]),
          .rsp_cu_o         (answer_cu[{{ cu_bits }}*b +: {{ cu_bits }}]),
          .rsp_slot_o       (answer_slot[{{ slot_bits }}*b +: {{ slot_bits }}]),
{{ connections }}
          .rsp_data_o       (answer_data[1024*b +: 1024])
      );
    end
  endgenerate

{% include "parts/answers.v" %}

endmodule

`default_nettype wire
