{% let data_bits = params.data_bits() -%}
{{ contract }}
`default_nettype none

module rf_domain_array_physical (
{{ ports }}
);

  localparam [2:0] OpRead       = 3'd1;
  localparam [2:0] OpWrite      = 3'd2;
  localparam [2:0] OpShiftLeft  = 3'd3;
  localparam [2:0] OpShiftRight = 3'd4;

  localparam Ports   = {{ params.geometry.ports }}; // access ports of a wire
  localparam Offsets = {{ params.geometry.offsets }}; // data positions of a port region
  localparam Slots   = {{ slots }}; // domains of a wire, with the overhead domains
  localparam Width   = {{ data_bits }}; // number of wires

  // The lane mask, expanded to one bit per wire.
  wire [Width-1:0] write_mask;
  genvar lane;
  generate
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_mask
      assign write_mask[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}] = {{ '{' }}{{ params.lane_bits }}{lane_mask_i[lane]}};
    end
  endgenerate

  // Each slot holds one domain of every wire. Zeros are shifted in at both ends.
  wire [Ports*Width-1:0] under_ports;
  genvar s;
  generate
    for (s = 0; s < Slots; s = s + 1) begin : gen_slot
      localparam Region = s / Offsets;
      reg [Width-1:0] domain_q;
      wire [Width-1:0] from_left, from_right;
      wire write;

      if (s == 0) begin : gen_left_end
        assign from_left = {Width{1'b0}};
      end else begin : gen_left
        assign from_left = gen_slot[s-1].domain_q;
      end

      if (s == Slots - 1) begin : gen_right_end
        assign from_right = {Width{1'b0}};
      end else begin : gen_right
        assign from_right = gen_slot[s+1].domain_q;
      end

      if (s % Offsets == Offsets - 1) begin : gen_port
        assign write = (op_i == OpWrite) && (port_i == Region[{{ port_bits - 1 }}:0]);
        assign under_ports[Region*Width +: Width] = domain_q;
      end else begin : gen_no_port
        assign write = 1'b0;
      end

      always @(posedge clk_i) begin
        if (rst_ni) begin
          if (op_i == OpShiftRight)     domain_q <= from_right;
          else if (op_i == OpShiftLeft) domain_q <= from_left;
          else if (write) domain_q <= (write_data_i & write_mask) | (domain_q & ~write_mask);
        end
      end
    end
  endgenerate

  reg [Width-1:0] read_data_q;
  reg read_valid_q;

  assign read_valid_o = read_valid_q;
  assign read_data_o  = read_data_q;

  always @(posedge clk_i) begin
    read_valid_q <= rst_ni && (op_i == OpRead);
    if (rst_ni && (op_i == OpRead)) read_data_q <= under_ports[port_i*Width +: Width];
  end

endmodule

`default_nettype wire
