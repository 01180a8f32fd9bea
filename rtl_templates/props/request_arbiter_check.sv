// RM-I14, RM-I16 and RM-I17 of the request arbiter. Proof only, not part of the design.
{%- let b = params.banks %}
`default_nettype none

module request_arbiter_check (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ b - 1 }}:0] request_i,
    input wire [{{ b - 1 }}:0] aligned_i,
    input wire [{{ b - 1 }}:0] busy_i,
    input wire aligned_only_i,
    input wire [{{ bank_bits - 1 }}:0] watched_i // any one bank, the same for ever
);

  wire [{{ b - 1 }}:0] grant;

  rf_request_arbiter u_dut (
      .clk_i, .rst_ni, .request_i, .aligned_i, .busy_i, .aligned_only_i, .grant_o(grant)
  );

  wire [{{ b - 1 }}:0] competes = request_i & ~busy_i & (aligned_i | {{ '{' }}{{ b }}{!aligned_only_i}});

  reg [6:0] granted, held;
  integer n;
  always @* begin
    granted = 7'd0;
    held = 7'd0;
    for (n = 0; n < {{ b }}; n = n + 1) begin
      granted = granted + grant[n];
      held = held + busy_i[n];
    end
  end

  // How long the watched bank has competed in vain.
  reg [{{ bank_bits - 1 }}:0] watched_q;
  reg past_q = 1'b0;
  reg [6:0] waited_q = 7'd0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    watched_q <= watched_i;
    if (!rst_ni || !competes[watched_i] || grant[watched_i] || busy_i != 0) waited_q <= 7'd0;
    else waited_q <= waited_q + 7'd1;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (watched_i == watched_q);
    if (past_q) begin
      assert ((grant & ~competes) == 0);                                  // RM-I14
      assert (granted == 0 || granted + held <= 7'd{{ params.max_banks }}); // RM-I14
      if (granted + held < 7'd{{ params.max_banks }}) assert (grant == competes); // RM-I16
      assert (waited_q < 7'd{{ bound }});                                 // RM-I17
    end
  end

endmodule

`default_nettype wire
