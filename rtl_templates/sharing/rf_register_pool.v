{{ contract }}
{%- let p = params.phys_bits() %}
{%- let b = params.bank_bits() %}
{%- let u = params.in_use_bits() %}
`default_nettype none

module rf_register_pool (
{{ ports }}
);

  localparam Banks = {{ params.registers.banks }};
  localparam Rows  = {{ params.registers.rows }}; // of a bank
  localparam All   = Banks * Rows;
  localparam [{{ p - 1 }}:0] LastBank = {{ p }}'d{{ params.registers.banks - 1 }};

  // Vectors have a bit for each register, those of a bank side by side: where a register's is.
  function [{{ p - 1 }}:0] place;
    input [{{ p - 1 }}:0] phys;
    reg [{{ p - 1 }}:0] row;
    begin
      row = phys >> {{ b }};
      place = ((phys + row) & LastBank) * {{ p }}'d{{ params.registers.rows }} + row;
    end
  endfunction

  localparam [All-1:0] One = {{ "{{" }}(All-1){1'b0}}, 1'b1};

  // How many map entries name each register: a vector for each bit of the counts.
  reg [6*All-1:0] count_q;
{%- if params.keep %}
  reg [All-1:0] kept_q;
{%- endif %}

  wire [All-1:0] odd = count_q[0 +: All];
  wire [All-1:0] two = count_q[All +: All];
  wire [All-1:0] many = count_q[2*All +: All] | count_q[3*All +: All]
                      | count_q[4*All +: All] | count_q[5*All +: All]; // 4 or more
  wire [All-1:0] full = odd & two & count_q[2*All +: All] & count_q[3*All +: All]
                      & count_q[4*All +: All] & count_q[5*All +: All];
  wire [All-1:0] single = ~many & ~two & odd;

  reg [{{ queries - 1 }}:0] query_single;
  integer q;
  always @* begin
    for (q = 0; q < {{ queries }}; q = q + 1) begin
      query_single[q] = single[place(query_phys_i[{{ p }}*q +: {{ p }}])];
    end
  end

  assign single_o   = query_single;
  assign hit_full_o = full[place(hit_phys_i)];

  // Registers that nobody maps or holds.
  reg [All-1:0] holds;
  integer h;
  always @* begin
    holds = {All{1'b0}};
    for (h = 0; h < {{ holds }}; h = h + 1) begin
      if (held_i[h]) holds = holds | (One << place(held_phys_i[{{ p }}*h +: {{ p }}]));
    end
  end

  wire [All-1:0] spare = ~many & ~two & ~odd & ~holds;
{%- if params.keep %}
  wire [All-1:0] free = spare & ~kept_q;
{%- endif %}

  // Of each bank the lowest row, and whether it is offered: the first bank that has one, from the
  // home bank on and round the end.
  wire [Banks-1:0] has;
{%- if params.keep %}
  wire [Banks-1:0] has_free;
  wire kept = !(|has_free); // kept ones only if no bank has another
  wire [Banks-1:0] offers = kept ? has : has_free;
{%- else %}
  wire [Banks-1:0] offers = has;
{%- endif %}
  wire [Banks-1:0] behind = offers & ({Banks{1'b1}} << take_home_i);
  wire [Banks-1:0] turns  = (|behind) ? behind : offers;
  wire [Banks-1:0] offer  = turns & (~turns + {{ params.registers.banks }}'d1);
  wire [Banks*{{ row_bits }}-1:0] row;
  wire [All-1:0] taken;

  genvar bank;
  generate
    for (bank = 0; bank < Banks; bank = bank + 1) begin : gen_bank
{%- if params.keep %}
      wire [Rows-1:0] first = free[Rows*bank +: Rows];
      wire [Rows-1:0] second = spare[Rows*bank +: Rows];
      wire [Rows-1:0] rows = (|first) ? first : second;
      assign has_free[bank] = |first;
      assign has[bank] = |second;
{%- else %}
      wire [Rows-1:0] rows = spare[Rows*bank +: Rows];
      assign has[bank] = |rows;
{%- endif %}
      wire [Rows-1:0] lowest = rows & (~rows + {{ params.registers.rows }}'d1);
      assign taken[Rows*bank +: Rows] = (take_i && offer[bank]) ? lowest : {Rows{1'b0}};
{%- for mask in row_masks %}
      assign row[{{ row_bits }}*bank + {{ loop.index0 }}] = |(lowest & {{ mask }});
{%- endfor %}
    end
  endgenerate

  reg [{{ p - 1 }}:0] take_row, take_bank;
  integer n;
  always @* begin
    take_row  = {{ p }}'d0;
    take_bank = {{ p }}'d0;
    for (n = 0; n < Banks; n = n + 1) begin
      if (offer[n]) begin
        take_row  = take_row | {{ self.extended() }};
        take_bank = take_bank | n[{{ p - 1 }}:0];
      end
    end
  end

  assign can_take_o  = |has;
  assign take_phys_o = (take_row << {{ b }}) | ((take_bank - take_row) & LastBank);
  assign take_kept_o = {% if params.keep %}kept{% else %}1'b0{% endif %};

  // What the counts change by: +1 for a map, -1 for each unmap. In bits of a two's complement: the
  // lowest, the next, and all others.
  reg [All-1:0] less_0, less_1, less_2;
  always @* begin
    less_0 = unmap_i[0] ? One << place(unmap_phys_i[0 +: {{ p }}]) : {All{1'b0}};
    less_1 = unmap_i[1] ? One << place(unmap_phys_i[{{ p }} +: {{ p }}]) : {All{1'b0}};
    less_2 = unmap_i[2] ? One << place(unmap_phys_i[{{ 2 * p }} +: {{ p }}]) : {All{1'b0}};
  end
  wire [All-1:0] more     = map_i ? One << place(map_phys_i) : {All{1'b0}};
  wire [All-1:0] one_less = less_0 ^ less_1 ^ less_2;
  wire [All-1:0] two_less = (less_0 & less_1) | (less_0 & less_2) | (less_1 & less_2);
  wire [All-1:0] borrow   = one_less & ~more;
  wire [All-1:0] by_one   = one_less ^ more;
  wire [All-1:0] by_two   = two_less ^ borrow;
  wire [All-1:0] by_rest  = two_less | borrow;

  wire [6*All-1:0] change = {by_rest, by_rest, by_rest, by_rest, by_two, by_one};
  reg [6*All-1:0] sum;
  reg [All-1:0] carry;
  integer i;
  always @* begin
    carry = {All{1'b0}};
    for (i = 0; i < 6; i = i + 1) begin
      sum[All*i +: All] = count_q[All*i +: All] ^ change[All*i +: All] ^ carry;
      carry = (count_q[All*i +: All] & change[All*i +: All])
            | (carry & (count_q[All*i +: All] ^ change[All*i +: All]));
    end
  end

  // A register that is taken had the count 0.
  always @(posedge clk_i) begin
    if (!rst_ni) count_q <= {6{ {All{1'b0}} }};
    else         count_q <= {sum[All +: 5*All], sum[0 +: All] | taken};
  end

  // Registers that become free: the last channel of a register has as many map entries to unmap, a
  // new one aside, as there were.
  reg [2:0] released;
  reg [1:0] names;
  reg [{{ p - 1 }}:0] at;
  reg last;
  integer k, m;
  always @* begin
    for (k = 0; k < 3; k = k + 1) begin
      at = place(unmap_phys_i[{{ p }}*k +: {{ p }}]);
      names = (map_i && (map_phys_i == unmap_phys_i[{{ p }}*k +: {{ p }}])) ? 2'd0 : 2'd1;
      last = unmap_i[k];
      for (m = 0; m < 3; m = m + 1) begin
        if (unmap_i[m] && (unmap_phys_i[{{ p }}*m +: {{ p }}] == unmap_phys_i[{{ p }}*k +: {{ p }}])) begin
          if (m < k) names = names + 2'd1;
          if (m > k) last = 1'b0;
        end
      end
      released[k] = last && !many[at] && ({two[at], odd[at]} == names);
    end
  end

  // The number of mapped registers: one more if one is taken or a kept one is mapped, less those
  // whose last map entry is gone.
  reg [{{ u - 1 }}:0] in_use_q;
{%- if params.keep %}
  wire [All-1:0] mapped = odd | two | many;
  wire more_used = (|taken) || (map_i && !mapped[place(map_phys_i)]);
{%- else %}
  wire more_used = |taken;
{%- endif %}
  wire [1:0] less_used = {1'b0, released[0]} + {1'b0, released[1]} + {1'b0, released[2]};

  always @(posedge clk_i) begin
    if (!rst_ni) in_use_q <= {{ u }}'d0;
    else in_use_q <= in_use_q + {{ "{{" }}{{ u - 1 }}{1'b0}}, more_used} - { {%- if u > 2 %}{{ u - 2 }}'d0, {% endif %}less_used};
  end

  assign in_use_o  = in_use_q;
  assign emptied_o = !(|in_use_q);
{%- if params.keep %}

  assign released_o = released & ~unmap_recorded_i;

  wire [All-1:0] recorded = (unmap_recorded_i[0] ? less_0 : {All{1'b0}})
                          | (unmap_recorded_i[1] ? less_1 : {All{1'b0}})
                          | (unmap_recorded_i[2] ? less_2 : {All{1'b0}});
  wire [All-1:0] left = sum[0 +: All] | sum[All +: All] | sum[2*All +: All] | sum[3*All +: All]
                      | sum[4*All +: All] | sum[5*All +: All];

  always @(posedge clk_i) begin
    if (!rst_ni) kept_q <= {All{1'b0}};
    else         kept_q <= (kept_q & ~more & ~taken) | (recorded & ~left);
  end
{%- else %}

  assign released_o = released;

  wire unused = &{1'b0, unmap_recorded_i}; // nothing is kept
{%- endif %}

endmodule

`default_nettype wire
