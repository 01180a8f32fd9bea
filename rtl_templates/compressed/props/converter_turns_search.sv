// The converters serve those to whom a search comes first that asks one collector unit after the other,
// and the n-th of them is served by converter n alone. Proof only, not part of the design.
{%- let c = collectors %}
{%- let h = converters %}
`default_nettype none

module converter_turns_search (
    input wire clk_i,
    input wire [{{ c - 1 }}:0] asks_i,
    input wire [{{ c - 1 }}:0] first_i
);

  wire [{{ c * h - 1 }}:0] served;

  rf_converter_turns u_dut (.asks_i, .first_i, .served_o(served));

  reg [{{ c * h - 1 }}:0] expected;
  reg [5:0] taken;
  integer n;
  always @* begin
    taken = 6'd0;
    expected = {{ c * h }}'d0;
    for (n = 0; n < {{ c }}; n = n + 1) begin
      if (asks_i[n] && first_i[n] && taken < 6'd{{ h }}) begin
        expected[{{ h }}*n+taken] = 1'b1;
        taken = taken + 6'd1;
      end
    end
    for (n = 0; n < {{ c }}; n = n + 1) begin
      if (asks_i[n] && !first_i[n] && taken < 6'd{{ h }}) begin
        expected[{{ h }}*n+taken] = 1'b1;
        taken = taken + 6'd1;
      end
    end
  end

  always @(posedge clk_i) begin
    // From the turn upwards, never nobody.
    assume (first_i[{{ c - 1 }}]);
    assume ((first_i[{{ c - 2 }}:0] & ~first_i[{{ c - 1 }}:1]) == {{ c - 1 }}'d0);
    assert (served == expected);
  end

endmodule

`default_nettype wire
