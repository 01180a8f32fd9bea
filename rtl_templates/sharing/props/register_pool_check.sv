// LOC-I1 and LOC-I2 as the pool sees them, of any one register. Proof only, not part of the design.
{%- let p = params.phys_bits() %}
{%- let b = params.bank_bits() %}
{%- let n = params.registers.count() %}
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
    input wire [1:0] held_i,
    input wire [{{ 2 * p - 1 }}:0] held_phys_i,
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
      .unmap_recorded_i, .held_i, .held_phys_i, .query_phys_i, .hit_phys_i,
      .can_take_o(can_take), .take_phys_o(take_phys), .take_kept_o(take_kept),
      .single_o(single), .hit_full_o(hit_full), .released_o(released),
      .in_use_o(in_use), .emptied_o(emptied)
  );

  // Counts of all registers, one change after the other; which are kept.
  reg [5:0] count_q [0:{{ n - 1 }}];
  reg [5:0] count_d [0:{{ n - 1 }}];
  reg [{{ n - 1 }}:0] kept_q, kept_d, freed, busy;
  reg [{{ p - 1 }}:0] u, row, same_q;
  reg [{{ u - 1 }}:0] mapped;
  reg legal, past_q = 1'b0;
  integer r, k, m;

  // A register's bank, and how far it is behind the home bank.
  function [{{ b - 1 }}:0] turn;
    input [{{ p - 1 }}:0] phys;
    turn = phys[{{ b - 1 }}:0] + (phys >> {{ b }}) - take_home_i;
  endfunction

  always @* begin
    for (r = 0; r < {{ n }}; r = r + 1) count_d[r] = count_q[r];
    kept_d = kept_q;
    freed = 0;
    legal = !(map_i && take_i);
    if (take_i && can_take) begin
      count_d[take_phys] = count_d[take_phys] + 6'd1;
      kept_d[take_phys] = 1'b0;
    end
    if (map_i) begin
      if (count_q[map_phys_i] == 6'd63 || (count_q[map_phys_i] == 0 && !kept_q[map_phys_i])) legal = 1'b0;
      count_d[map_phys_i] = count_d[map_phys_i] + 6'd1;
      kept_d[map_phys_i] = 1'b0;
    end
    for (k = 0; k < 3; k = k + 1) if (unmap_i[k]) begin
      u = unmap_phys_i[{{ p }}*k +: {{ p }}];
      // What is taken in this cycle is not mapped yet.
      if (count_d[u] == 0 || (take_i && can_take && u == take_phys)) legal = 1'b0;
      for (m = 0; m < k; m = m + 1) begin
        if (unmap_i[m] && unmap_phys_i[{{ p }}*m +: {{ p }}] == u
            && unmap_recorded_i[m] != unmap_recorded_i[k]) legal = 1'b0;
      end
      count_d[u] = count_d[u] - 6'd1;
      if (count_d[u] == 0) begin
        if ({% if params.keep %}unmap_recorded_i[k]{% else %}1'b0{% endif %}) kept_d[u] = 1'b1;
        else freed[u] = 1'b1;
      end
    end

    mapped = {{ u }}'d0;
    for (r = 0; r < {{ n }}; r = r + 1) if (count_q[r] != 0) mapped = mapped + {{ u }}'d1;

    // Registers that may not be taken.
    for (r = 0; r < {{ n }}; r = r + 1) busy[r] = count_q[r] != 0;
    if (held_i[0]) busy[held_phys_i[0 +: {{ p }}]] = 1'b1;
    if (held_i[1]) busy[held_phys_i[{{ p }} +: {{ p }}]] = 1'b1;
  end

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= phys_i;
    for (r = 0; r < {{ n }}; r = r + 1) count_q[r] <= rst_ni ? count_d[r] : 6'd0;
    kept_q <= rst_ni ? kept_d : 0;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (phys_i == same_q);
    if (past_q) assume (legal);
    if (past_q) begin
      // LOC-I1
      for (k = 0; k < 4; k = k + 1) begin
        if (query_phys_i[{{ p }}*k +: {{ p }}] == phys_i) assert (single[k] == (count_q[phys_i] == 6'd1));
      end
      if (hit_phys_i == phys_i) assert (hit_full == (count_q[phys_i] == 6'd63));
      assert (in_use == mapped);
      assert (emptied == (mapped == 0));
      // LOC-I2: what is taken is not mapped and not held, kept only if nothing is free.
      assert (can_take == !(&busy));
      if (can_take) begin
        assert (!busy[take_phys]);
        assert (take_kept == kept_q[take_phys]);
        if (!busy[phys_i]) begin
          if (take_kept) assert (kept_q[phys_i]);
          if (kept_q[phys_i] == take_kept) begin
            assert (turn(take_phys) <= turn(phys_i));
            if (turn(take_phys) == turn(phys_i)) assert ((take_phys >> {{ b }}) <= (phys_i >> {{ b }}));
          end
        end
      end
      // A register becomes free on the last channel that names it.
      for (k = 0; k < 3; k = k + 1) begin
        if (released[k]) begin
          assert (unmap_i[k] && freed[unmap_phys_i[{{ p }}*k +: {{ p }}]]);
          for (m = k + 1; m < 3; m = m + 1) begin
            if (unmap_i[m]) assert (unmap_phys_i[{{ p }}*m +: {{ p }}] != unmap_phys_i[{{ p }}*k +: {{ p }}]);
          end
        end
      end
      if (freed[phys_i]) begin
        assert ((released[0] && unmap_phys_i[0 +: {{ p }}] == phys_i)
                || (released[1] && unmap_phys_i[{{ p }} +: {{ p }}] == phys_i)
                || (released[2] && unmap_phys_i[{{ 2 * p }} +: {{ p }}] == phys_i));
      end
    end
  end

endmodule

`default_nettype wire
