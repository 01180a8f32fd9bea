// LOC-I1 and LOC-I2 as the pool sees them, of any one register. Proof only, not part of the design.
{%- let p = params.phys_bits() %}
{%- let b = params.bank_bits() %}
{%- let u = params.in_use_bits() %}
`default_nettype none

module register_pool_check (
    input wire clk_i,
    input wire rst_ni,
    input wire take_i,
    input wire [{{ b - 1 }}:0] take_home_i,
    input wire map_i,
    input wire [{{ p - 1 }}:0] map_phys_i,
    input wire [2:0] unmap_i,
    input wire [{{ 3 * p - 1 }}:0] unmap_phys_i,
    input wire [2:0] unmap_recorded_i,
    input wire [1:0] hold_i,
    input wire [{{ 2 * p - 1 }}:0] hold_phys_i,
    input wire [{{ 4 * p - 1 }}:0] query_phys_i,
    input wire [{{ p - 1 }}:0] hit_phys_i,
    input wire [{{ p - 1 }}:0] phys_i // any one register, the same for ever
);

  wire can_take, take_kept, hit_full;
  wire [{{ p - 1 }}:0] take_phys;
  wire [3:0] single;
  wire [2:0] released;
  wire [{{ u - 1 }}:0] in_use;
  wire emptied;

  rf_register_pool u_dut (
      .clk_i, .rst_ni, .take_i, .take_home_i, .map_i, .map_phys_i, .unmap_i, .unmap_phys_i,
      .unmap_recorded_i, .hold_i, .hold_phys_i, .query_phys_i, .hit_phys_i,
      .can_take_o(can_take), .take_phys_o(take_phys), .take_kept_o(take_kept),
      .single_o(single), .hit_full_o(hit_full), .released_o(released),
      .in_use_o(in_use), .emptied_o(emptied)
  );

  // The register's count, one change after the other, and whether it is kept. Others do not matter.
  reg [5:0] count_q, count_d;
  reg kept_q, kept_d, freed, legal, recorded, past_q = 1'b0;
  reg [{{ p - 1 }}:0] same_q;
  integer k;

  // A register's bank: how far it is behind the home bank.
  function [{{ b - 1 }}:0] turn;
    input [{{ p - 1 }}:0] phys;
    turn = phys[{{ b - 1 }}:0] + (phys >> {{ b }}) - take_home_i;
  endfunction

  wire takes = take_i && can_take && take_phys == phys_i;
  wire maps = map_i && map_phys_i == phys_i;
  wire [2:0] unmaps = {
      unmap_i[2] && unmap_phys_i[{{ 2 * p }} +: {{ p }}] == phys_i,
      unmap_i[1] && unmap_phys_i[{{ p }} +: {{ p }}] == phys_i,
      unmap_i[0] && unmap_phys_i[0 +: {{ p }}] == phys_i};
  wire holds = (hold_i[0] && hold_phys_i[0 +: {{ p }}] == phys_i)
      || (hold_i[1] && hold_phys_i[{{ p }} +: {{ p }}] == phys_i);
  reg held_q;
  wire busy = count_q != 6'd0 || held_q;

  always @* begin
    legal = !(map_i && take_i);
    // A register that is taken in this cycle is not mapped yet.
    if (takes && |unmaps) legal = 1'b0;
    if (maps && (count_q == 6'd63 || (count_q == 6'd0 && !kept_q))) legal = 1'b0;
    count_d = count_q + {5'd0, takes} + {5'd0, maps};
    kept_d = kept_q && !takes && !maps;
    freed = 1'b0;
    recorded = |(unmaps & unmap_recorded_i);
    if (recorded && |(unmaps & ~unmap_recorded_i)) legal = 1'b0;
    for (k = 0; k < 3; k = k + 1) if (unmaps[k]) begin
      if (count_d == 6'd0) legal = 1'b0;
      count_d = count_d - 6'd1;
      if (count_d == 6'd0) begin
        if ({% if params.keep %}recorded{% else %}1'b0{% endif %}) kept_d = 1'b1;
        else freed = 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= phys_i;
    count_q <= rst_ni ? count_d : 6'd0;
    kept_q <= rst_ni && kept_d;
    held_q <= rst_ni && holds;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (phys_i == same_q);
    if (past_q) assume (legal);
    if (past_q) begin
      // LOC-I1
      for (k = 0; k < 4; k = k + 1) begin
        if (query_phys_i[{{ p }}*k +: {{ p }}] == phys_i) assert (single[k] == (count_q == 6'd1));
      end
      if (hit_phys_i == phys_i) assert (hit_full == (count_q == 6'd63));
      // LOC-I2: what is offered is not mapped and not held, kept only if nothing is free.
      if (!busy) begin
        assert (can_take);
        if (take_kept) assert (kept_q);
        if (kept_q == take_kept) begin
          assert (turn(take_phys) <= turn(phys_i));
          if (turn(take_phys) == turn(phys_i)) assert ((take_phys >> {{ b }}) <= (phys_i >> {{ b }}));
        end
      end
      if (can_take && take_phys == phys_i) begin
        assert (!busy);
        assert (take_kept == kept_q);
      end
      if (count_q != 6'd0) assert (!kept_q);
      // It becomes free on the last channel that names it.
      for (k = 0; k < 3; k = k + 1) begin
        if (unmaps[k]) begin
          assert (released[k] == (freed && !(|(unmaps >> (k + 1)))));
        end
        if (!unmap_i[k]) assert (!released[k]);
      end
    end
  end

endmodule

`default_nettype wire
