{% let data_bits = params.data_bits() -%}
{{ contract }}
//
// This is the logical array: a memory and a counter for the head position.
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam [2:0] OpRead       = 3'd1;
  localparam [2:0] OpWrite      = 3'd2;
  localparam [2:0] OpShiftLeft  = 3'd3;
  localparam [2:0] OpShiftRight = 3'd4;

  localparam Positions = {{ params.geometry.positions() }}; // data positions, port by port
  localparam [{{ offset_bits - 1 }}:0] RestOffset = {{ offset_bits }}'d{{ params.geometry.rest_offset() }}; // head after reset

  reg [{{ data_bits - 1 }}:0] domain_q [0:Positions-1];
  reg [{{ offset_bits - 1 }}:0] head_q;
  reg [{{ data_bits - 1 }}:0] read_data_q;
  reg read_valid_q;

  assign read_valid_o = read_valid_q;
  assign read_data_o  = read_data_q;

  wire [{{ address_bits - 1 }}:0] position = {{ position }};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q       <= RestOffset;
      read_valid_q <= 1'b0;
    end else begin
      if (op_i == OpShiftRight) head_q <= head_q + {{ offset_bits }}'d1;
      if (op_i == OpShiftLeft)  head_q <= head_q - {{ offset_bits }}'d1;
      read_valid_q <= op_i == OpRead;
    end
  end

  // The sense amplifiers keep the data of a read until the next read.
  always @(posedge clk_i) begin
    if (rst_ni && (op_i == OpRead)) read_data_q <= domain_q[position];
  end

  integer lane;
{%- if params.slices > 1 %}
  integer part; // a slice of a lane
{%- endif %}
  always @(posedge clk_i) begin
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin
{%- if params.slices == 1 %}
      if (rst_ni && (op_i == OpWrite) && lane_mask_i[lane]) begin
        domain_q[position][{{ params.lane_bits }}*lane +: {{ params.lane_bits }}]
            <= write_data_i[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}];
      end
{%- else %}
      for (part = {{ params.slices }} * lane; part < {{ params.slices }} * lane + {{ params.slices }}; part = part + 1) begin
        if (rst_ni && (op_i == OpWrite) && lane_mask_i[part]) begin
          domain_q[position][{{ part_bits }}*part +: {{ part_bits }}]
              <= write_data_i[{{ part_bits }}*part +: {{ part_bits }}];
        end
      end
{%- endif %}
    end
  end

endmodule

`default_nettype wire
