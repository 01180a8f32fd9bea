// EXP-I10 and EXP-I11 as the scratchpad has them, of any byte. Proof only, not part of the design.
{%- let b = params.banks %}
{%- let r = params.row_bits() %}
`default_nettype none

module scratchpad_check (
    input wire clk_i,
    input wire rst_ni,
    input wire pass_valid_i,
    input wire pass_stores_i,
    input wire [{{ b * r - 1 }}:0] pass_row_i,
    input wire [{{ 4 * b - 1 }}:0] pass_enable_i,
    input wire [{{ 32 * b - 1 }}:0] pass_data_i,
    input wire register_valid_i,
    input wire register_writes_i,
    input wire [{{ r - 1 }}:0] register_row_i,
    input wire [{{ b - 1 }}:0] register_lanes_i,
    input wire [{{ 32 * b - 1 }}:0] register_data_i,
    // Any byte, the same for ever: row, bank, byte of the word.
    input wire [{{ r - 1 }}:0] row_i,
    input wire [0:0] bank_i,
    input wire [1:0] byte_i
);

  wire pass_ready, granted, fetched;
  wire [{{ b - 1 }}:0] answered;
  wire [{{ 32 * b - 1 }}:0] words, fetched_data;

  rf_scratchpad u_dut (
      .clk_i, .rst_ni, .pass_valid_i, .pass_stores_i, .pass_row_i, .pass_enable_i, .pass_data_i,
      .register_valid_i, .register_writes_i, .register_row_i, .register_lanes_i, .register_data_i,
      .pass_ready_o(pass_ready), .answered_o(answered), .words_o(words),
      .register_granted_o(granted), .fetched_o(fetched), .fetched_data_o(fetched_data)
  );

  wire [5:0] at = {bank_i, byte_i, 3'd0};
  wire pass = rst_ni && pass_valid_i && pass_ready;
  wire register = rst_ni && granted;
  wire in_row = pass_row_i[{{ r }}*bank_i +: {{ r }}] == row_i;
  wire stores = pass && pass_stores_i && in_row && pass_enable_i[{bank_i, byte_i}];
  wire writes = register && register_writes_i && register_row_i == row_i && register_lanes_i[bank_i];
  wire loads = pass && !pass_stores_i && |pass_enable_i[4*bank_i +: 4];
  wire fetches = register && !register_writes_i;

  // The byte as it was stored last, and what reads of the cycle before must give.
  reg known_q, loads_q, fetches_q, expects_q, past_q = 1'b0;
  reg [7:0] byte_q, expected_q;
  reg [{{ r + 2 }}:0] chosen_q;
  reg pass_held_q, register_held_q;
  reg [1:0] waited_q;
  wire [{{ r + 2 }}:0] chosen = {row_i, bank_i, byte_i};

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    chosen_q <= chosen;
    known_q <= past_q && (known_q || stores || writes);
    if (stores) byte_q <= pass_data_i[at +: 8];
    if (writes) byte_q <= register_data_i[at +: 8];
    loads_q <= loads;
    fetches_q <= fetches;
    expects_q <= past_q && known_q && ((loads && in_row) || (fetches && register_row_i == row_i));
    expected_q <= byte_q;
    pass_held_q <= rst_ni && pass_valid_i && !pass_ready;
    register_held_q <= rst_ni && register_valid_i && !granted;
    waited_q <= rst_ni && register_valid_i && !granted ? waited_q + 2'd1 : 2'd0;

    if (!past_q) assume (!rst_ni);
    if (past_q) begin
      assume (chosen == chosen_q);
      if (pass_held_q) assume (pass_valid_i);
      if (register_held_q) assume (register_valid_i);

      assert (answered[bank_i] == loads_q);
      assert (fetched == fetches_q);
      if (expects_q && loads_q) assert (words[at +: 8] == expected_q);
      if (expects_q && fetches_q) assert (fetched_data[at +: 8] == expected_q);
      // One is accepted, and a register waits for {{ params.max_shared_run }} passes at most.
      assert (!(granted && pass_valid_i && pass_ready));
      assert (granted || !register_valid_i || (pass_valid_i && pass_ready));
      if (waited_q == 2'd{{ params.max_shared_run }}) assert (granted);
      if (pass_held_q) assert (pass_ready);
    end
  end

endmodule

`default_nettype wire
