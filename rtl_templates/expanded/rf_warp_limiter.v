{{ contract }}
{%- let c = params.count_bits %}
{%- let t = params.total_bits() %}
{%- let a = params.active_bits() %}
`default_nettype none

module rf_warp_limiter (
{{ ports }}
);

  localparam Warps = {{ params.warps }};
  localparam [{{ a - 1 }}:0] Most = {{ a }}'d{{ params.warps }};

  wire [Warps-1:0] issued = issued_i;
  wire [Warps-1:0] ended  = ended_i;

  reg ended_q; // a warp has ended
  reg limited_q; // the division is done
  reg [{{ c }}*Warps-1:0] count_q; // instructions of each warp
  reg [{{ t - 1 }}:0] left_q; // of all warps; then what is left of them
  reg [{{ c - 1 }}:0] by_q; // of the first warp that ended
  reg [{{ a - 1 }}:0] times_q; // how often these were subtracted

  wire start = !rst_ni || begin_i;
  wire ends  = !ended_q && |ended;

  genvar warp;
  generate
    for (warp = 0; warp < Warps; warp = warp + 1) begin : gen_warp
      always @(posedge clk_i) begin
        if (start) count_q[{{ c }}*warp +: {{ c }}] <= {{ c }}'d0;
        else if (!ended_q && !ends && issued[warp]) begin
          count_q[{{ c }}*warp +: {{ c }}] <= count_q[{{ c }}*warp +: {{ c }}] + {{ c }}'d1;
        end
      end
    end
  endgenerate

  // Instructions that all warps issue, and the count of the lowest warp that ends: at least 1.
  wire [Warps-1:0] first = ended & (~ended + {{ params.warps }}'d1);
  reg [{{ t - 1 }}:0] issues;
  reg [{{ c - 1 }}:0] count;
  integer n;
  always @* begin
    issues = {{ t }}'d0;
    count  = {{ c }}'d0;
    for (n = 0; n < Warps; n = n + 1) begin
      issues = issues + {{ "{{" }}{{ self.zeros() }}{1'b0}}, issued[n]};
      count  = count | ({{ "{" }}{{ c }}{first[n]}} & count_q[{{ c }}*n +: {{ c }}]);
    end
  end
  wire [{{ c - 1 }}:0] at_least_1 = count | {{ "{{" }}{{ c - 1 }}{1'b0}}, count == {{ c }}'d0};

  wire [{{ t - 1 }}:0] by = {{ "{{" }}{{ t - c }}{1'b0}}, by_q};
  wire subtracts = left_q >= by && times_q != Most;

  always @(posedge clk_i) begin
    if (start) begin
      ended_q   <= 1'b0;
      limited_q <= 1'b0;
      left_q    <= {{ t }}'d0;
      times_q   <= {{ a }}'d0;
    end else if (!ended_q) begin
      ended_q <= ends;
      if (!ends) left_q <= left_q + issues;
    end else if (!limited_q) begin
      limited_q <= !subtracts;
      if (subtracts) begin
        left_q  <= left_q - by;
        times_q <= times_q + {{ a }}'d1;
      end
    end
    if (ends) by_q <= at_least_1;
  end

  assign limited_o = limited_q;
  assign divides_o = ended_q && !limited_q;
  assign active_o  = !limited_q ? Most : times_q | {{ "{{" }}{{ a - 1 }}{1'b0}}, times_q == {{ a }}'d0};

endmodule

`default_nettype wire
