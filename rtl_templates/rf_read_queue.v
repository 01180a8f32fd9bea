{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ params.depth }}; // reads that can wait
  localparam [{{ index_bits - 1 }}:0] LastIndex = {{ index_bits }}'d{{ params.depth - 1 }}; // the ring's last entry

  // A ring of entries {cu, slot, position}; push and pop move around it in the same direction.
  reg [{{ entry_bits - 1 }}:0] entry_q [0:Depth-1];
  reg [Depth-1:0] valid_q;
  reg [{{ index_bits - 1 }}:0] front_q; // oldest entry
  reg [{{ index_bits - 1 }}:0] back_q;  // next free entry

  assign push_ready_o  = !(&valid_q);
  assign front_valid_o = |valid_q;
  assign {front_cu_o, front_slot_o, front_position_o} = entry_q[front_q];

  wire push = push_valid_i && push_ready_o;
  wire pop  = pop_i && front_valid_o;

  // How many reads of the probed position wait when this cycle is over.
  wire [Depth-1:0] match;

  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_match
      assign match[i] = valid_q[i] && (entry_q[i][{{ params.position_bits - 1 }}:0] == probe_position_i);
    end
  endgenerate

  reg [{{ params.count_bits() - 1 }}:0] waiting;
  integer n;
  always @* begin
    waiting = {{ params.count_bits() }}'d0;
    for (n = 0; n < Depth; n = n + 1) begin
      if (match[n]) waiting = waiting + {{ params.count_bits() }}'d1;
    end
  end

  wire pushed_match = push && (push_position_i == probe_position_i);
  wire popped_match = pop && match[front_q];

  assign probe_count_o = (pushed_match && !popped_match) ? waiting + {{ params.count_bits() }}'d1
                       : (popped_match && !pushed_match) ? waiting - {{ params.count_bits() }}'d1
                       : waiting;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= {Depth{1'b0}};
      front_q <= {{ index_bits }}'d0;
      back_q  <= {{ index_bits }}'d0;
    end else begin
      if (push) begin
        valid_q[back_q] <= 1'b1;
        back_q          <= (back_q == LastIndex) ? {{ index_bits }}'d0 : back_q + {{ index_bits }}'d1;
      end
      if (pop) begin
        valid_q[front_q] <= 1'b0;
        front_q          <= (front_q == LastIndex) ? {{ index_bits }}'d0 : front_q + {{ index_bits }}'d1;
      end
    end
  end

  // Entries are storage: they have no value before their first push.
  always @(posedge clk_i) begin
    if (rst_ni && push) entry_q[back_q] <= {push_cu_i, push_slot_i, push_position_i};
  end

endmodule

`default_nettype wire
