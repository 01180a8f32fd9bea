// EXP-I19. Proof only, not part of the design.
{%- let w = params.warps %}
{%- let c = params.count_bits %}
{%- let a = params.active_bits() %}
`default_nettype none

module warp_limiter_check (
    input wire clk_i,
    input wire rst_ni,
    input wire begin_i,
    input wire [{{ w - 1 }}:0] issued_i,
    input wire [{{ w - 1 }}:0] ended_i
);

  wire [{{ a - 1 }}:0] active;
  wire limited, divides;

  rf_warp_limiter u_dut (
      .clk_i, .rst_ni, .begin_i, .issued_i, .ended_i, .active_o(active), .limited_o(limited), .divides_o(divides)
  );

  // Counts of two warps, of all, and of the first that ended.
  reg [7:0] count_0_q, count_1_q, by_q, past_ends_q;
  reg ended_q, past_q = 1'b0;
  wire [7:0] total = count_0_q + count_1_q;
  wire [7:0] ratio_2 = by_q + by_q;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!rst_ni || begin_i) begin
      count_0_q <= 8'd0;
      count_1_q <= 8'd0;
      ended_q <= 1'b0;
      past_ends_q <= 8'd0;
    end else if (!ended_q) begin
      if (|ended_i) begin
        ended_q <= 1'b1;
        by_q <= ended_i[0] ? (count_0_q == 0 ? 8'd1 : count_0_q) : (count_1_q == 0 ? 8'd1 : count_1_q);
      end else begin
        count_0_q <= count_0_q + {7'd0, issued_i[0]};
        count_1_q <= count_1_q + {7'd0, issued_i[1]};
      end
    end else if (past_ends_q != 8'd255) begin
      past_ends_q <= past_ends_q + 8'd1;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) begin
      assume (count_0_q < 8'd{{ 1 << c }} && count_1_q < 8'd{{ 1 << c }});
      assert (divides == (ended_q && !limited));
      assert (active >= 1 && active <= {{ w }});
      if (limited) begin
        assert (ended_q);
        assert (active == (total >= ratio_2 ? 2'd2 : 2'd1));
      end else begin
        assert (active == {{ w }});
        assert (past_ends_q <= {{ w }});
      end
    end
  end

endmodule

`default_nettype wire
