{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ params.depth }}; // reads that can wait
  localparam [Depth-1:0] FirstPlace = {{ params.depth }}'d1;

  // Places of a ring, one-hot. Push and pop move around it in the same direction.
  reg [Depth-1:0] valid_q;
  reg [Depth-1:0] front_q; // place of the oldest read
  reg [Depth-1:0] back_q;  // next free place

  assign push_ready_o  = !(&valid_q);
  assign front_valid_o = |valid_q;

  // Places of the read that is accepted now and of the read that is popped now, or zero.
  wire [Depth-1:0] comes  = back_q & {Depth{push_valid_i && push_ready_o}};
  wire [Depth-1:0] leaves = front_q & {Depth{pop_i && front_valid_o}};

  // Each place holds a read {cu, slot, position}. match marks reads of the probed entry. front
  // of place n is the oldest read if it is in places 0 to n, else zero.
  wire [Depth-1:0] match;
  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_place
      reg [{{ read_bits - 1 }}:0] read_q;
      wire [{{ read_bits - 1 }}:0] here = read_q & {{ '{' }}{{ read_bits }}{front_q[i]}};
      wire [{{ read_bits - 1 }}:0] front;

      if (i == 0) begin : gen_first
        assign front = here;
      end else begin : gen_next
        assign front = gen_place[i-1].front | here;
      end

      assign match[i] = valid_q[i] && (read_q[{{ params.position.entry_bits - 1 }}:0] == probe_entry_i);

      // Storage, without a value before the first push.
      always @(posedge clk_i) begin
        if (rst_ni && comes[i]) read_q <= {push_cu_i, push_slot_i, push_position_i};
      end
    end
  endgenerate

  assign {front_cu_o, front_slot_o, front_position_o} = gen_place[Depth-1].front;
  assign followed_o = |(valid_q & ~front_q);
  assign leaving_o  = leaves;

  // Reads of the probed entry: those in the queue and one that is accepted now.
  assign probe_reads_o = match | (comes & {Depth{push_position_i{{ params.position.entry_select() }} == probe_entry_i}});

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {Depth{1'b0}};
      front_q <= FirstPlace;
      back_q  <= FirstPlace;
    end else begin
      valid_q <= (valid_q | comes) & ~leaves;
      front_q <= (front_q & ~leaves) | (leaves << 1) | (leaves >> (Depth - 1));
      back_q  <= (back_q & ~comes) | (comes << 1) | (comes >> (Depth - 1));
    end
  end

endmodule

`default_nettype wire
