{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ params.depth }}; // reads that can wait
  localparam [{{ params.index_bits() - 1 }}:0] LastIndex = {{ params.index_bits() }}'d{{ params.depth - 1 }}; // the ring's last entry

  // A ring of entries {cu, slot, position}; push and pop move around it in the same direction.
  reg [{{ entry_bits - 1 }}:0] entry_q [0:Depth-1];
  reg [Depth-1:0] valid_q;
  reg [{{ params.index_bits() - 1 }}:0] front_q; // oldest entry
  reg [{{ params.index_bits() - 1 }}:0] back_q;  // next free entry

  assign push_ready_o  = !(&valid_q);
  assign front_valid_o = |valid_q;
  assign {front_cu_o, front_slot_o, front_position_o} = entry_q[front_q];

  wire push = push_valid_i && push_ready_o;
  wire pop  = pop_i && front_valid_o;

  // Which reads of the probed position wait when this cycle is over.
  wire pushed_match = push && (push_position_i == probe_position_i);
  wire [Depth-1:0] match, leaving, probed;

  // The ports of a queue of one read are single bits, without an index.
  assign leaving_o     = leaving;
  assign probe_reads_o = probed;

  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_place
      assign match[i]   = valid_q[i] && (entry_q[i][{{ params.position_bits - 1 }}:0] == probe_position_i);
      assign leaving[i] = pop && (front_q == i[{{ params.index_bits() - 1 }}:0]);
      assign probed[i]  = (match[i] && !leaving[i])
                       || (pushed_match && (back_q == i[{{ params.index_bits() - 1 }}:0]));
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

  // Entries are storage: they have no value before their first push.
  always @(posedge clk_i) begin
    if (rst_ni && push) entry_q[back_q] <= {push_cu_i, push_slot_i, push_position_i};
  end

endmodule

`default_nettype wire
