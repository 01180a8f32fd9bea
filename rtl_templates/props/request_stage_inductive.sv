// C1 and C4 of the request stage, by induction. What is asserted after the cycle holds if all of it held
// before, or if the cycle was a reset. Proof only, not part of the design.
{%- let n = REGISTERS %}
{%- let b = params.bank_bits() %}
{%- let k = params.banks %}
`default_nettype none

// Known of the cycle before, to be shown of this one.
`define HOLDS(x) begin ok = ok && (x); assert (!seen_q || (x)); end

module request_stage_inductive (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ READ_PORTS - 1 }}:0] read_valid_i,
    input wire [{{ READ_PORTS * b - 1 }}:0] read_bank_i,
    input wire [{{ WRITE_PORTS - 1 }}:0] write_valid_i,
    input wire [{{ WRITE_PORTS * b - 1 }}:0] write_bank_i,
    input wire [{{ k - 1 }}:0] bank_read_ready_i,
    input wire [{{ k - 1 }}:0] bank_write_ready_i,
    input wire [3:0] first_i, // any two registers, the same for ever
    input wire [3:0] second_i
);

  wire [{{ READ_PORTS - 1 }}:0] read_ready;
  wire [{{ READ_PORTS * k - 1 }}:0] read_offer;
  wire [{{ WRITE_PORTS - 1 }}:0] write_ready;
  wire [{{ WRITE_PORTS * k - 1 }}:0] write_offer;
  wire [{{ k - 1 }}:0] waiting;

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
      .write_offer_o(write_offer),
      .waiting_o(waiting)
  );

  // Its state: which requests came before each.
  wire [{{ n - 1 }}:0] earlier [0:{{ n - 1 }}];
{%- for r in 0..n %}
  (* hierconn *) wire [{{ n - 1 }}:0] \u_dut.gen_register[{{ r }}].earlier_q ;
  assign earlier[{{ r }}] = \u_dut.gen_register[{{ r }}].earlier_q ;
{%- endfor %}
  (* hierconn *) wire [{{ n * k - 1 }}:0] \u_dut.held_q ;

  wire [{{ n - 1 }}:0] valid = {write_valid_i, read_valid_i};
  wire [{{ n - 1 }}:0] ready = {write_ready, read_ready};
  wire [{{ n * k - 1 }}:0] offer = {write_offer, read_offer}; // a bit for each bank
  wire [{{ n * b - 1 }}:0] comes_to = {write_bank_i, read_bank_i};

  // Requests that are accepted, are offered, and enter a bank.
  wire [{{ n - 1 }}:0] accepted = valid & ready;
  reg [{{ n - 1 }}:0] offered, enters;
  integer i;
  always @* begin
    for (i = 0; i < {{ n }}; i = i + 1) begin
      offered[i] = |offer[{{ k }}*i +: {{ k }}];
      enters[i] = |(offer[{{ k }}*i +: {{ k }}]
                    & (i < {{ READ_PORTS }} ? bank_read_ready_i : bank_write_ready_i));
    end
  end

  // The checker's own account: who holds a request, of which bank, and which of the two is older.
  reg [{{ n - 1 }}:0] held_q;
  reg [{{ n * b - 1 }}:0] bank_q;
  reg first_older_q;
  reg [3:0] first_q, second_q;
  wire both = held_q[first_i] && held_q[second_i];
  wire rivals = both && bank_q[{{ b }}*first_i +: {{ b }}] == bank_q[{{ b }}*second_i +: {{ b }}];
  integer j;

  reg ok, seen_q = 1'b0; // all held in the cycle before, or it was a reset

  always @(posedge clk_i) begin
    seen_q <= ok || !rst_ni;
    first_q <= first_i;
    second_q <= second_i;
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
  end

  always @* begin
    assume (first_i == first_q && second_i == second_q);
    assume (first_i < {{ n }} && second_i < {{ n }} && first_i != second_i);
  end

  // Held requests and offers of each bank.
  reg [{{ n - 1 }}:0] of_bank, offered_to;
  reg [{{ k - 1 }}:0] bank;
  integer r, s, t, u;
  always @* begin
    ok = 1'b1;
    for (r = 0; r < {{ n }}; r = r + 1) begin
      bank = held_q[r] ? {{ k }}'d1 << bank_q[{{ b }}*r +: {{ b }}] : {{ k }}'d0;
      `HOLDS(\u_dut.held_q [{{ k }}*r +: {{ k }}] == bank)
      `HOLDS((earlier[r] & ~held_q) == 0 && !earlier[r][r])
      // Of two held requests one came before the other, and so did what came before that one.
      for (s = 0; s < {{ n }}; s = s + 1) begin
        if (r != s && held_q[r] && held_q[s]) begin
          `HOLDS(earlier[r][s] != earlier[s][r])
          if (earlier[r][s]) `HOLDS((earlier[s] & ~earlier[r]) == 0)
        end
      end
      `HOLDS((offer[{{ k }}*r +: {{ k }}] & ~bank) == 0)     // each is offered to its own bank
    end
    `HOLDS(ready == (~held_q | enters))                   // ready, if empty or emptied
    if (both) `HOLDS(earlier[second_i][first_i] == first_older_q)
    if (rivals) `HOLDS(!offered[first_older_q ? second_i : first_i]) // C1, C4
    for (t = 0; t < {{ k }}; t = t + 1) begin
      for (u = 0; u < {{ n }}; u = u + 1) begin
        of_bank[u] = \u_dut.held_q [{{ k }}*u + t];
        offered_to[u] = offer[{{ k }}*u + t];
      end
      `HOLDS(waiting[t] == (of_bank != 0))
      `HOLDS(!waiting[t] || offered_to != 0)             // the oldest leaves: no deadlock
    end
  end

endmodule

`undef HOLDS
`default_nettype wire
