{% let data_bits = params.data_bits() -%}
{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Entries = {{ params.entries }}; // warp registers

  reg [{{ data_bits - 1 }}:0] memory_q [0:Entries-1];
  reg [{{ data_bits - 1 }}:0] read_data_q;
  reg read_valid_q;

  assign read_valid_o = read_valid_q;
  assign read_data_o  = read_data_q;

  always @(posedge clk_i) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else         read_valid_q <= read_i;
  end

  // The sense amplifiers keep what they read until the next read.
  always @(posedge clk_i) begin
    if (rst_ni && read_i) read_data_q <= memory_q[read_entry_i];
  end

{% if params.lanes == 1 %}  always @(posedge clk_i) begin
    if (rst_ni && write_i && lane_mask_i) memory_q[write_entry_i] <= write_data_i;
  end
{% else %}  integer lane;
  always @(posedge clk_i) begin
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin
      if (rst_ni && write_i && lane_mask_i[lane]) begin
        memory_q[write_entry_i][{{ params.lane_bits }}*lane +: {{ params.lane_bits }}]
            <= write_data_i[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}];
      end
    end
  end
{% endif %}
endmodule

`default_nettype wire
