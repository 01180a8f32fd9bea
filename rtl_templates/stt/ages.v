  // Occupied places and, for each place, the places that were filled before it.
  reg [Depth-1:0] valid_q;
  wire [Depth-1:0] oldest; // at most one
  wire [Depth-1:0] unused = ~valid_q & (valid_q + {{ depth }}'d1); // the lowest free place
  wire [Depth-1:0] frees, fills;

  always @(posedge clk_i) begin
    if (!rst_ni) valid_q <= {Depth{1'b0}};
    else         valid_q <= (valid_q & ~frees) | fills;
  end

  genvar p;
  generate
    for (p = 0; p < Depth; p = p + 1) begin : gen_age
      reg [Depth-1:0] before_q;

      assign oldest[p] = valid_q[p] && (before_q == {Depth{1'b0}});

      always @(posedge clk_i) begin
        if (!rst_ni)       before_q <= {Depth{1'b0}};
        else if (fills[p]) before_q <= valid_q & ~frees;
        else               before_q <= before_q & ~frees;
      end
    end
  endgenerate
