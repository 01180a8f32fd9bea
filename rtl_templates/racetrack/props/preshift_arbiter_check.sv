// RM-I18 of the preshift arbiter. Proof only, not part of the design.
{%- let b = params.banks %}
`default_nettype none

module preshift_arbiter_check (
    input wire clk_i,
    input wire [{{ b - 1 }}:0] request_i,
    input wire [{{ b - 1 }}:0] aligned_i,
    input wire [{{ b - 1 }}:0] busy_i,
    input wire aligned_only_i,
    input wire preshift_en_i
);

  wire [{{ b - 1 }}:0] preshift;

  rf_preshift_arbiter u_dut (
      .request_i, .aligned_i, .busy_i, .aligned_only_i, .preshift_en_i,
      .preshift_o(preshift)
  );

  wire [{{ b - 1 }}:0] misaligned = request_i & ~aligned_i;

  always @(posedge clk_i) begin
    assert ((preshift & ~misaligned) == 0); // RM-I18
    assert ((preshift & busy_i) == 0);      // RM-I3
    if (preshift_en_i || aligned_only_i) assert (preshift == (misaligned & ~busy_i));
    else assert (preshift == 0);
  end

endmodule

`default_nettype wire
