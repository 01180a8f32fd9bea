{{ contract }}
{%- let b = params.banks %}
{%- let r = params.row_bits() %}
{%- let n = params.run_bits() %}
`default_nettype none

module rf_scratchpad (
{{ ports }}
);

  localparam Banks = {{ b }};
  localparam [{{ n - 1 }}:0] MaxSharedRun = {{ n }}'d{{ params.max_shared_run }};

  reg [{{ n - 1 }}:0] run_q; // passes in a row while a register access waits
  reg [Banks-1:0] answered_q;
  reg fetched_q;

  assign pass_ready_o = run_q != MaxSharedRun;

  wire pass     = pass_valid_i && pass_ready_o;
  wire register = register_valid_i && !pass;

  assign register_granted_o = register;

  wire [Banks-1:0] enabled;
  wire [32*Banks-1:0] rdata;

  genvar bank;
  generate
    for (bank = 0; bank < Banks; bank = bank + 1) begin : gen_bank
      wire [3:0] enable = pass_enable_i[4*bank +: 4];
      wire lane = !register_writes_i || register_lanes_i[bank];
      assign enabled[bank] = |enable;

      rf_scratchpad_memory u_memory (
          .clk_i  (clk_i),
          .req_i  (rst_ni && (pass ? enabled[bank] : register && lane)),
          .we_i   (pass ? pass_stores_i : register_writes_i),
          .addr_i (pass ? pass_row_i[{{ r }}*bank +: {{ r }}] : register_row_i),
          .wmask_i(pass ? enable : 4'hf),
          .wdata_i(pass ? pass_data_i[32*bank +: 32] : register_data_i[32*bank +: 32]),
          .rdata_o(rdata[32*bank +: 32])
      );

      assign words_o[32*bank +: 32] = {32{answered_q[bank]}} & rdata[32*bank +: 32];
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      run_q      <= {{ n }}'d0;
      answered_q <= {Banks{1'b0}};
      fetched_q  <= 1'b0;
    end else begin
      run_q      <= pass && register_valid_i ? run_q + {{ n }}'d1 : {{ n }}'d0;
      answered_q <= pass && !pass_stores_i ? enabled : {Banks{1'b0}};
      fetched_q  <= register && !register_writes_i;
    end
  end

  assign answered_o     = answered_q;
  assign fetched_o      = fetched_q;
  assign fetched_data_o = rdata;

endmodule

`default_nettype wire
