{{ contract }}
{%- let d = params.data_bits() %}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam [2:0] OpRead      = 3'd1;
  localparam [2:0] OpWrite     = 3'd2;
  localparam [2:0] OpReverse   = 3'd3;
  localparam [2:0] OpSelective = 3'd4;
  localparam [2:0] OpDirect    = 3'd5;

  reg read_valid_q, sensed_q;
  reg [{{ d - 1 }}:0] latch_q; // data of a read, or data to write
  reg [{{ params.lanes - 1 }}:0] lane_mask_q;

  wire read      = rst_ni && last_i && (op_i == OpRead);
  wire reverse   = rst_ni && last_i && (op_i == OpReverse);
  wire write     = rst_ni && last_i && (op_i == OpWrite);
  wire selective = rst_ni && last_i && (op_i == OpSelective);
  wire direct    = rst_ni && last_i && (op_i == OpDirect);

  assign read_valid_o = read_valid_q;
  assign sensed_o     = sensed_q;

  // The ones of the latch that the last reverse read did not give.
  wire [{{ d - 1 }}:0] lost = latch_q & ~read_data_o;

  assign disturbed_o = |lost;

  wire [{{ d - 1 }}:0] lanes;
  genvar lane;
  generate
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_lane
      assign lanes[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}] = {{ "{" }}{{ params.lane_bits }}{lane_mask_q[lane]}};
    end
  endgenerate

  // A restore writes only ones of the latch. The operation of the previous cycle selects the
  // mask. It is the same operation, because writes take several cycles. So there is no
  // combinational path from the operation to the mask of the cells.
  reg of_write_q, of_selective_q;
  wire [{{ d - 1 }}:0] write_mask = of_write_q ? lanes : of_selective_q ? lost : latch_q;

  {{ cells }} u_cells (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .read_i   (read),
      .reverse_i(reverse),
      .write_i  (write || selective || direct),
      .entry_i  (entry_i),
      .wmask_i  (write_mask),
      .wdata_i  (latch_q),
      .rdata_o  (read_data_o)
  );

  always @(posedge clk_i) begin
    read_valid_q   <= read;
    sensed_q       <= reverse;
    of_write_q     <= op_i == OpWrite;
    of_selective_q <= op_i == OpSelective;
    if (rst_ni && load_i) begin
      latch_q     <= write_data_i;
      lane_mask_q <= lane_mask_i;
    end else if (rst_ni && read_valid_q) begin
      latch_q <= read_data_o;
    end
  end

endmodule

`default_nettype wire
