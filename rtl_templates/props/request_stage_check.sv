// C1 and C4 of the request stage, from its ports alone: any two requests of one bank. Proof only, not
// part of the design.
{%- let n = params.registers() %}
{%- let b = params.bank_bits() %}
`default_nettype none

module request_stage_check (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ params.reads - 1 }}:0] read_valid_i,
    input wire [{{ params.reads * b - 1 }}:0] read_bank_i,
    input wire [{{ params.writes - 1 }}:0] write_valid_i,
    input wire [{{ params.writes * b - 1 }}:0] write_bank_i,
    input wire [{{ params.banks - 1 }}:0] bank_read_ready_i,
    input wire [{{ params.banks - 1 }}:0] bank_write_ready_i,
    input wire [3:0] first_i,       // any two registers, the same for ever
    input wire [3:0] second_i,
    input wire [{{ b - 1 }}:0] bank_i // any one bank, the same for ever
);

  wire [{{ params.reads - 1 }}:0] read_ready, read_offer;
  wire [{{ params.reads * b - 1 }}:0] read_held_bank;
  wire [{{ params.writes - 1 }}:0] write_ready, write_offer;
  wire [{{ params.writes * b - 1 }}:0] write_held_bank;
  wire [{{ params.banks - 1 }}:0] waiting;

  rf_request_stage u_dut (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .read_valid_i(read_valid_i),
      .read_bank_i(read_bank_i),
      .write_valid_i(write_valid_i),
      .write_bank_i(write_bank_i),
      .bank_read_ready_i(bank_read_ready_i),
      .bank_write_ready_i(bank_write_ready_i),
      .read_ready_o(read_ready),
      .write_ready_o(write_ready),
      .read_offer_o(read_offer),
      .read_held_bank_o(read_held_bank),
      .write_offer_o(write_offer),
      .write_held_bank_o(write_held_bank),
      .waiting_o(waiting)
  );

  wire [{{ n - 1 }}:0] valid = {write_valid_i, read_valid_i};
  wire [{{ n - 1 }}:0] ready = {write_ready, read_ready};
  wire [{{ n - 1 }}:0] offer = {write_offer, read_offer};
  wire [{{ n * b - 1 }}:0] comes_to = {write_bank_i, read_bank_i};
  wire [{{ n * b - 1 }}:0] held_bank = {write_held_bank, read_held_bank};

  // Requests that are accepted and that enter a bank.
  wire [{{ n - 1 }}:0] accepted = valid & ready;
  reg [{{ n - 1 }}:0] enters, of_bank;
  integer i;
  always @* begin
    for (i = 0; i < {{ n }}; i = i + 1) begin
      enters[i] = offer[i] && (i < {{ params.reads }} ? bank_read_ready_i[held_bank[{{ b }}*i +: {{ b }}]]
                                         : bank_write_ready_i[held_bank[{{ b }}*i +: {{ b }}]]);
      of_bank[i] = held_bank[{{ b }}*i +: {{ b }}] == bank_i;
    end
  end

  // The checker's own account: who holds a request, of which bank, and which of the two is older.
  reg [{{ n - 1 }}:0] held_q;
  reg [{{ n * b - 1 }}:0] bank_q;
  reg first_older_q, past_q = 1'b0;
  reg [3:0] first_q, second_q;
  reg [{{ b - 1 }}:0] watched_q;
  wire both = held_q[first_i] && held_q[second_i]
      && bank_q[{{ b }}*first_i +: {{ b }}] == bank_q[{{ b }}*second_i +: {{ b }}];
  integer j;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    first_q <= first_i;
    second_q <= second_i;
    watched_q <= bank_i;
    if (!rst_ni) begin
      held_q <= 0;
    end else begin
      held_q <= (held_q & ~enters) | accepted;
      for (j = 0; j < {{ n }}; j = j + 1)
        if (accepted[j]) bank_q[{{ b }}*j +: {{ b }}] <= comes_to[{{ b }}*j +: {{ b }}];
      // Of requests that come together the lower one is the older.
      if (accepted[second_i]) first_older_q <= !(accepted[first_i] && first_i > second_i);
      else if (accepted[first_i]) first_older_q <= 1'b0;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (first_i == first_q && second_i == second_q && bank_i == watched_q);
    assume (first_i < {{ n }} && second_i < {{ n }} && first_i != second_i);
    if (past_q) begin
      assert ((offer & ~held_q) == 0);                        // nothing that is not held
      assert (ready == (~held_q | enters));                   // ready, if empty or emptied
      if (held_q[first_i])                                    // each is offered to its own bank
        assert (held_bank[{{ b }}*first_i +: {{ b }}] == bank_q[{{ b }}*first_i +: {{ b }}]);
      if (both && first_older_q) assert (!offer[second_i]);   // C1, C4
      if (both && !first_older_q) assert (!offer[first_i]);
      assert (waiting[bank_i] == ((held_q & of_bank) != 0));
      if (waiting[bank_i]) assert ((offer & of_bank) != 0);   // the oldest leaves: no deadlock
    end
  end

endmodule

`default_nettype wire
