{{ contract }}
{%- let p = params.phys_bits() %}
{%- let b = params.bank_bits() %}
{%- let u = params.in_use_bits() %}
`default_nettype none

module rf_register_pool (
{{ ports }}
);

  localparam Banks = {{ params.registers.banks }};
  localparam Rows  = {{ params.registers.rows }}; // rows of a bank
  localparam Eights = {{ eights }}; // groups of eight rows in a bank
  localparam [{{ p - 1 }}:0] LastBank = {{ p }}'d{{ params.registers.banks - 1 }};
  localparam [Rows-1:0] FirstRow = {{ params.registers.rows }}'d1;

  // Bank and row of each register that an input names.
  function [{{ p - 1 }}:0] bank_of;
    input [{{ p - 1 }}:0] phys;
    bank_of = (phys + (phys >> {{ b }})) & LastBank;
  endfunction

  function [Rows-1:0] row_of; // one-hot
    input [{{ p - 1 }}:0] phys;
    row_of = FirstRow << (phys >> {{ b }});
  endfunction

  wire [{{ p - 1 }}:0] map_bank = bank_of(map_phys_i);
  wire [{{ p - 1 }}:0] hit_bank = bank_of(hit_phys_i);
  wire [Rows-1:0] map_row = row_of(map_phys_i);
{%- for k in 0..holds %}
  wire [{{ p - 1 }}:0] hold_bank_{{ k }} = bank_of(hold_phys_i[{{ p * k }} +: {{ p }}]);
  wire [Rows-1:0] hold_row_{{ k }} = row_of(hold_phys_i[{{ p * k }} +: {{ p }}]);
{%- endfor %}
{%- for k in 0..3 %}
  wire [{{ p - 1 }}:0] unmap_bank_{{ k }} = bank_of(unmap_phys_i[{{ p * k }} +: {{ p }}]);
  wire [Rows-1:0] unmap_row_{{ k }} = row_of(unmap_phys_i[{{ p * k }} +: {{ p }}]);
{%- endfor %}
{%- for k in 0..queries %}
  wire [{{ p - 1 }}:0] query_bank_{{ k }} = bank_of(query_phys_i[{{ p * k }} +: {{ p }}]);
{%- endfor %}

  // Results of each bank for its own registers.
  wire [Banks-1:0] has;
{%- if params.keep %}
  wire [Banks-1:0] has_free, map_finds;
  wire kept = !(|has_free); // kept registers are offered only if no bank has a free one
  wire [Banks-1:0] offers = kept ? has : has_free;
{%- else %}
  wire [Banks-1:0] offers = has;
{%- endif %}
  wire [Banks-1:0] finds_full;
  wire [{{ queries }}*Banks-1:0] finds_single;
  wire [9*Banks-1:0] finds; // {many, two, odd} for each unmap channel
  wire [Rows*Banks-1:0] rows; // rows that each bank can offer

  // The first bank that has a register to offer, from the home bank on, wrapping around.
  wire [Banks-1:0] behind = offers & ({Banks{1'b1}} << take_home_i);
  wire [Banks-1:0] offer;

  genvar bank, turn;
  generate
    for (turn = 0; turn < Banks; turn = turn + 1) begin : gen_offer
      localparam [Banks-1:0] Lower = ({{ params.registers.banks }}'d1 << turn) - {{ params.registers.banks }}'d1;
      wire first_behind = behind[turn] && !(|(behind & Lower));
      wire first_of_all = offers[turn] && !(|(offers & Lower));
      assign offer[turn] = (|behind) ? first_behind : first_of_all;
    end
  endgenerate

  // The lowest of some rows: in the first group of eight rows that has one, the bit that the
  // rows and their negative have in common.
  function [Rows-1:0] lowest_of;
    input [Rows-1:0] among;
    reg [8*Eights-1:0] wide, negative;
    reg [Eights-1:0] some, first;
    integer e;
    begin
      wide = {% if spare_rows > 0 %}{ {{- spare_rows }}'d0, among}{% else %}among{% endif %};
      negative = ((~wide & {Eights{8'h7f}}) + {Eights{8'h01}}) ^ (~wide & {Eights{8'h80}});
      for (e = 0; e < Eights; e = e + 1) some[e] = |wide[8*e +: 8];
      first = some & (~some + {{ eights }}'d1);
      for (e = 0; e < Eights; e = e + 1) if (!first[e]) wide[8*e +: 8] = 8'd0;
      wide = wide & negative;
      lowest_of = wide[Rows-1:0];
    end
  endfunction

  // The lowest row of the bank that offers, and its register number, stored as the lowest bit
  // of all banks, then the next bit. To simulate fast, other banks are skipped.
  reg [Rows*Banks-1:0] lowest;
  reg [{{ p }}*Banks-1:0] lowest_phys;
  reg [Rows-1:0] low;
  reg [{{ row_bits - 1 }}:0] row;
  reg [{{ p - 1 }}:0] wide_row, phys;
  integer a, d;
  always @* begin
    lowest = {Rows*Banks{1'b0}};
    lowest_phys = {{ "{" }}{{ p }}*Banks{1'b0}};
    low = {Rows{1'b0}};
    row = {{ row_bits }}'d0;
    {wide_row, phys} = {{ 2 * p }}'d0;
    for (a = 0; a < Banks; a = a + 1)
      if (offer[a]) begin
        low = lowest_of(rows[Rows*a +: Rows]);
        lowest[Rows*a +: Rows] = low;
{%- for mask in row_masks %}
        row[{{ loop.index0 }}] = |(low & {{ mask }});
{%- endfor %}
        wide_row = {{ self.extended() }};
        phys = (wide_row << {{ b }}) | ((a[{{ p - 1 }}:0] - wide_row) & LastBank);
        for (d = 0; d < {{ p }}; d = d + 1) lowest_phys[Banks*d + a] = phys[d];
      end
  end

  generate
    for (bank = 0; bank < Banks; bank = bank + 1) begin : gen_bank
      localparam [{{ p - 1 }}:0] Own = bank[{{ p - 1 }}:0];

      // Number of map entries that name each register: one vector for each bit of the counts.
      reg [Rows-1:0] {% for i in 0..6 %}count_{{ i }}_q{% if !loop.last %}, {% endif %}{% endfor %};
      reg [Rows-1:0] spare_q; // neither mapped nor held
{%- if params.keep %}
      reg [Rows-1:0] kept_q;
{%- endif %}

      wire [Rows-1:0] odd = count_0_q;
      wire [Rows-1:0] two = count_1_q;
      wire [Rows-1:0] more_bits = count_2_q & count_3_q & count_4_q & count_5_q;
      wire [Rows-1:0] many = count_2_q | count_3_q | count_4_q | count_5_q; // 4 or more
      wire [Rows-1:0] full = odd & two & more_bits;
      wire [Rows-1:0] single = ~many & ~two & odd;

      // Registers of this bank that inputs name, and the counts that the unmap channels find.
      reg [Rows-1:0] holds, less_0, less_1, less_2, more;
      reg [8:0] found_here;
      always @* begin
        {holds, less_0, less_1, less_2, more} = {5*Rows{1'b0}};
        found_here = 9'd0;
        if (map_i && map_bank == Own) more = map_row;
{%- for k in 0..holds %}
        if (hold_i[{{ k }}] && hold_bank_{{ k }} == Own) holds = holds | hold_row_{{ k }};
{%- endfor %}
{%- for k in 0..3 %}
        if (unmap_i[{{ k }}] && unmap_bank_{{ k }} == Own) begin
          less_{{ k }} = unmap_row_{{ k }};
          found_here[{{ 3 * k }} +: 3] = {|(less_{{ k }} & many), |(less_{{ k }} & two), |(less_{{ k }} & odd)};
        end
{%- endfor %}
      end
      assign finds[9*bank +: 9] = found_here;

      // Registers that may be taken.
      assign has[bank] = |spare_q;
{%- if params.keep %}
      wire [Rows-1:0] free = spare_q & ~kept_q;
      assign has_free[bank] = |free;
      assign rows[Rows*bank +: Rows] = has_free[bank] ? free : spare_q;
{%- else %}
      assign rows[Rows*bank +: Rows] = spare_q;
{%- endif %}
      wire [Rows-1:0] taken = take_i ? lowest[Rows*bank +: Rows] : {Rows{1'b0}};

      // Changes of the counts: +1 for a map, -1 for each unmap, in two's complement: by_one is
      // the lowest bit, by_two the next, by_rest all others.
      wire [Rows-1:0] one_less = less_0 ^ less_1 ^ less_2;
      wire [Rows-1:0] two_less = (less_0 & less_1) | (less_0 & less_2) | (less_1 & less_2);
      wire [Rows-1:0] borrow   = one_less & ~more;
      wire [Rows-1:0] by_one   = one_less ^ more;
      wire [Rows-1:0] by_two   = two_less ^ borrow;
      wire [Rows-1:0] by_rest  = two_less | borrow;
      wire [Rows-1:0] carry_1  = count_0_q & by_one;
      wire [Rows-1:0] carry_2  = (count_1_q & by_two) | (carry_1 & (count_1_q ^ by_two));
{%- for i in 2..5 %}
      wire [Rows-1:0] carry_{{ i + 1 }}  = (count_{{ i }}_q & by_rest) | (carry_{{ i }} & (count_{{ i }}_q ^ by_rest));
{%- endfor %}
      wire [Rows-1:0] sum_0 = count_0_q ^ by_one;
      wire [Rows-1:0] sum_1 = count_1_q ^ by_two ^ carry_1;
{%- for i in 2..6 %}
      wire [Rows-1:0] sum_{{ i }} = count_{{ i }}_q ^ by_rest ^ carry_{{ i }};
{%- endfor %}

      wire [Rows-1:0] left = sum_0 | sum_1 | sum_2 | sum_3 | sum_4 | sum_5;

      // A register that is taken had a count of 0.
      always @(posedge clk_i) begin
        if (!rst_ni) begin
{%- for i in 0..6 %}
          count_{{ i }}_q <= {Rows{1'b0}};
{%- endfor %}
          spare_q <= {Rows{1'b1}};
        end else begin
          count_0_q <= sum_0 | taken;
          spare_q   <= ~(left | holds | taken);
{%- for i in 1..6 %}
          count_{{ i }}_q <= sum_{{ i }};
{%- endfor %}
        end
      end
{%- if params.keep %}

      wire [Rows-1:0] recorded = (unmap_recorded_i[0] ? less_0 : {Rows{1'b0}})
                               | (unmap_recorded_i[1] ? less_1 : {Rows{1'b0}})
                               | (unmap_recorded_i[2] ? less_2 : {Rows{1'b0}});

      always @(posedge clk_i) begin
        if (!rst_ni) kept_q <= {Rows{1'b0}};
        else         kept_q <= (kept_q & ~more & ~taken) | (recorded & ~left);
      end

      assign map_finds[bank] = |(more & (odd | two | many));
{%- endif %}

      // The registers that are queried.
      reg [{{ queries - 1 }}:0] single_here;
      reg full_here;
      always @* begin
        single_here = {{ queries }}'d0;
        full_here = 1'b0;
{%- for k in 0..queries %}
        if (query_bank_{{ k }} == Own) single_here[{{ k }}] = single{% if p > b %}[query_phys_i[{{ p * k + b }} +: {{ p - b }}]]{% endif %};
{%- endfor %}
        if (hit_bank == Own) full_here = full{% if p > b %}[hit_phys_i[{{ p - 1 }}:{{ b }}]]{% endif %};
      end
      assign finds_single[{{ queries }}*bank +: {{ queries }}] = single_here;
      assign finds_full[bank] = full_here;
    end
  endgenerate

  reg [{{ p - 1 }}:0] take_phys;
  reg [{{ queries - 1 }}:0] query_single;
  reg [8:0] found;
  integer n;
  always @* begin
    query_single = {{ queries }}'d0;
    found = 9'd0;
    for (n = 0; n < {{ p }}; n = n + 1) take_phys[n] = |lowest_phys[Banks*n +: Banks];
    for (n = 0; n < Banks; n = n + 1) begin
      query_single = query_single | finds_single[{{ queries }}*n +: {{ queries }}];
      found = found | finds[9*n +: 9];
    end
  end

  assign single_o   = query_single;
  assign hit_full_o = |finds_full;
  assign can_take_o  = |has;
  assign take_phys_o = take_phys;
  assign take_kept_o = {% if params.keep %}kept{% else %}1'b0{% endif %};

  // Registers whose count becomes 0: the channels that name a register unmap as many entries as
  // its count, plus one for a map in this cycle. The last of these channels reports it.
  reg [2:0] released;
  reg [1:0] names;
  reg last;
  integer k, m;
  always @* begin
    for (k = 0; k < 3; k = k + 1) begin
      names = (map_i && (map_phys_i == unmap_phys_i[{{ p }}*k +: {{ p }}])) ? 2'd0 : 2'd1;
      last = unmap_i[k];
      for (m = 0; m < 3; m = m + 1) begin
        if (unmap_i[m] && (unmap_phys_i[{{ p }}*m +: {{ p }}] == unmap_phys_i[{{ p }}*k +: {{ p }}])) begin
          if (m < k) names = names + 2'd1;
          if (m > k) last = 1'b0;
        end
      end
      released[k] = last && (found[3*k +: 3] == {1'b0, names});
    end
  end

  // Number of mapped registers: plus one if a register is taken or a kept one is mapped, minus
  // the registers whose count becomes 0.
  reg [{{ u - 1 }}:0] in_use_q;
{%- if params.keep %}
  wire more_used = (take_i && can_take_o) || (map_i && !(|map_finds));
{%- else %}
  wire more_used = take_i && can_take_o;
{%- endif %}

  // The sum is computed a cycle late, so that it is not in the path behind the choice of a
  // register.
  reg more_used_q;
  reg [2:0] released_q;
  wire [1:0] less_used = {1'b0, released_q[0]} + {1'b0, released_q[1]} + {1'b0, released_q[2]};
  wire [{{ u - 1 }}:0] in_use = in_use_q + {{ "{{" }}{{ u - 1 }}{1'b0}}, more_used_q} - { {%- if u > 2 %}{{ u - 2 }}'d0, {% endif %}less_used};

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      in_use_q    <= {{ u }}'d0;
      more_used_q <= 1'b0;
      released_q  <= 3'd0;
    end else begin
      in_use_q    <= in_use;
      more_used_q <= more_used;
      released_q  <= released;
    end
  end

  assign in_use_o  = in_use;
  assign emptied_o = !(|in_use);
{%- if params.keep %}

  assign released_o = released & ~unmap_recorded_i;
{%- else %}

  assign released_o = released;

  wire unused = &{1'b0, unmap_recorded_i}; // nothing is kept
{%- endif %}

endmodule

`default_nettype wire
