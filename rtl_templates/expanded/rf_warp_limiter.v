{{ contract }}
{%- let c = params.count_bits %}
{%- let t = params.total_bits() %}
{%- let a = params.active_bits() %}
{%- let l = params.low_bits() %}
{%- let h = t - l %}
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
  reg [{{ c }}*Warps-1:0] count_q; // instructions of each warp, at least 1
  reg [Warps-1:0] issued_q; // warps that have issued
  reg [{{ a - 1 }}:0] issues_q; // instructions of all warps in the previous cycle
  reg [{{ t - 1 }}:0] left_q; // instructions of all warps before that; then the remainder
  reg borrow_q; // borrow to be subtracted from the high part of left_q
  reg [{{ c - 1 }}:0] by_q; // divisor: instructions of the first warp that ended
  reg [{{ a - 1 }}:0] times_q; // quotient so far

  wire start = !rst_ni || begin_i;
  wire ends  = !ended_q && |ended;

  genvar warp;
  generate
    for (warp = 0; warp < Warps; warp = warp + 1) begin : gen_warp
      always @(posedge clk_i) begin
        if (start) begin
          issued_q[warp] <= 1'b0;
          count_q[{{ c }}*warp +: {{ c }}] <= {{ c }}'d1;
        end else if (!ended_q && issued[warp]) begin
          issued_q[warp] <= 1'b1;
          if (issued_q[warp]) begin
            count_q[{{ c }}*warp +: {{ c }}] <= count_q[{{ c }}*warp +: {{ c }}] + {{ c }}'d1;
          end
        end
      end
    end
  endgenerate

  // Instructions that all warps issue now, and the count of the lowest warp that ends.
  reg [Warps-1:0] below; // bit n: a warp below n ends
  wire [Warps-1:0] first = ended & ~below;
  reg [{{ a - 1 }}:0] issues;
  reg [{{ c - 1 }}:0] count;
  integer n;
  always @* begin
    below = ended << 1;
    for (n = 1; n < Warps; n = 2 * n) below = below | below << n;
    issues = {{ a }}'d0;
    count  = {{ c }}'d0;
    for (n = 0; n < Warps; n = n + 1) begin
      issues = issues + {{ "{{" }}{{ a - 1 }}{1'b0}}, issued[n]};
      count  = count | ({{ "{" }}{{ c }}{first[n]}} & count_q[{{ c }}*n +: {{ c }}]);
    end
  end

  // A subtraction in two parts: the borrow of the low part reaches the high part a cycle later.
  wire [{{ l - 1 }}:0] low = left_q[{{ l - 1 }}:0];
  wire [{{ h - 1 }}:0] high = left_q[{{ t - 1 }}:{{ l }}];
  wire [{{ l - 1 }}:0] by_low = by_q[{{ l - 1 }}:0];
  wire [{{ h - 1 }}:0] by_high = {{ "{{" }}{{ t - c }}{1'b0}}, by_q[{{ c - 1 }}:{{ l }}]} + {{ "{{" }}{{ h - 1 }}{1'b0}}, borrow_q};
  wire low_fits = low >= by_low;
  wire fits = high > by_high || high == by_high && low_fits;
  wire subtracts = fits && times_q != Most;

  always @(posedge clk_i) begin
    if (start) begin
      ended_q   <= 1'b0;
      limited_q <= 1'b0;
      issues_q  <= {{ a }}'d0;
      left_q    <= {{ t }}'d0;
      borrow_q  <= 1'b0;
      times_q   <= {{ a }}'d0;
    end else if (!ended_q) begin
      ended_q  <= ends;
      issues_q <= issues;
      left_q   <= left_q + {{ "{{" }}{{ t - a }}{1'b0}}, issues_q};
    end else if (!limited_q) begin
      limited_q <= !subtracts;
      left_q    <= {high - by_high, low - by_low};
      borrow_q  <= !low_fits;
      if (subtracts) times_q <= times_q + {{ a }}'d1;
    end
    if (ends) by_q <= count;
  end

  assign limited_o = limited_q;
  assign divides_o = ended_q && !limited_q;
  assign active_o  = !limited_q ? Most : times_q | {{ "{{" }}{{ a - 1 }}{1'b0}}, times_q == {{ a }}'d0};

endmodule

`default_nettype wire
