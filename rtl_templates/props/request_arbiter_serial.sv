// The request arbiter's grants are those of a search that visits one bank after the other. Proof
// only, not part of the design.
{%- let b = params.banks %}
{%- let n = bank_bits %}
`default_nettype none

module request_arbiter_serial (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ b - 1 }}:0] request_i,
    input wire [{{ b - 1 }}:0] aligned_i,
    input wire [{{ b - 1 }}:0] busy_i,
    input wire aligned_only_i
);

  wire [{{ b - 1 }}:0] grant;

  {{ module }} u_dut (
      .clk_i, .rst_ni, .request_i, .aligned_i, .busy_i, .aligned_only_i, .grant_o(grant)
  );

  // From start upwards, around the end, until MaxBanks are busy.
  reg [{{ n - 1 }}:0] start_q, start, bank;
  reg [{{ b - 1 }}:0] expected;
  reg [5:0] taken;
  integer i, j;
  always @* begin
    taken = 6'd0;
    for (j = 0; j < {{ b }}; j = j + 1) if (busy_i[j]) taken = taken + 6'd1;
    start = start_q;
    expected = {{ b }}'d0;
    for (i = 0; i < {{ b }}; i = i + 1) begin
      bank = start_q + i[{{ n - 1 }}:0];
      if (request_i[bank] && !busy_i[bank] && (aligned_i[bank] || !aligned_only_i)
          && taken < 6'd{{ params.max_banks }}) begin
        expected[bank] = 1'b1;
        taken = taken + 6'd1;
        start = bank + {{ n }}'d1;
      end
    end
  end

  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    start_q <= rst_ni ? start : {{ n }}'d0;

    if (!past_q) assume (!rst_ni);
    if (past_q) assert (grant == expected);
  end

endmodule

`default_nettype wire
