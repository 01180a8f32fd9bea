{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ params.depth }}; // writes that can wait
  localparam [{{ params.index_bits() - 1 }}:0] LastIndex = {{ params.index_bits() }}'d{{ params.depth - 1 }}; // the ring's last place

  // A ring of writes. Push and pop move around it in the same direction.
  reg [{{ params.position.bits() - 1 }}:0] position_q [0:Depth-1];
  reg [{{ params.lanes - 1 }}:0] lane_mask_q [0:Depth-1];
  reg [{{ params.data_bits() - 1 }}:0] data_q [0:Depth-1];
  reg [Depth-1:0] valid_q;
  reg [{{ params.index_bits() - 1 }}:0] front_q; // place of the oldest write
  reg [{{ params.index_bits() - 1 }}:0] back_q;  // next free place

  wire [Depth-1:0] waits; // writes that wait for an older read
  wire [Depth-1:0] match; // writes of the entry read_entry_i

  assign push_ready_o        = !(&valid_q);
  assign front_valid_o       = |valid_q;
  assign front_serviceable_o = front_valid_o && !waits[front_q];
  assign read_blocked_o      = |match;
  assign read_younger_o      = |(match & ~waits);
  assign front_position_o    = position_q[front_q];
  assign front_lane_mask_o   = lane_mask_q[front_q];
  assign front_data_o        = data_q[front_q];

  wire push = push_valid_i && push_ready_o;
  wire pop  = pop_i && front_valid_o;

  // The reads that each write waits for, by place in the read queue: reads of its entry that
  // were accepted before it. A read that leaves is removed from all writes, a new one included.
  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_entry
      reg [{{ params.read_queue_depth - 1 }}:0] older_reads_q;

      assign match[i] = valid_q[i] && (position_q[i]{{ params.position.entry_select() }} == read_entry_i);
      assign waits[i] = |older_reads_q;

      wire [{{ params.read_queue_depth - 1 }}:0] older_reads
          = (push && (back_q == i[{{ params.index_bits() - 1 }}:0])) ? push_older_reads_i : older_reads_q;

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          older_reads_q <= {{ params.read_queue_depth }}'d0;
        end else begin
          older_reads_q <= older_reads & ~read_leaving_i;
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {Depth{1'b0}};
      front_q <= {{ params.index_bits() }}'d0;
      back_q  <= {{ params.index_bits() }}'d0;
    end else begin
      if (push) begin
        valid_q[back_q] <= 1'b1;
        back_q          <= (back_q == LastIndex) ? {{ params.index_bits() }}'d0 : back_q + {{ params.index_bits() }}'d1;
      end
      if (pop) begin
        valid_q[front_q] <= 1'b0;
        front_q          <= (front_q == LastIndex) ? {{ params.index_bits() }}'d0 : front_q + {{ params.index_bits() }}'d1;
      end
    end
  end

  // Storage, without a value before the first push.
  always @(posedge clk_i) begin
    if (rst_ni && push) begin
      position_q[back_q]  <= push_position_i;
      lane_mask_q[back_q] <= push_lane_mask_i;
      data_q[back_q]      <= push_data_i;
    end
  end

endmodule

`default_nettype wire
