{{ contract }}
{%- let w = params.warp_bits() %}
{%- let g = params.reg_bits %}
{%- let l = params.line_bits() %}
{%- let u = params.upper_bits() %}
{%- let c = params.count_bits() %}
{%- let p = params.passed_bits() %}
{%- let r = params.registers %}
`default_nettype none

module rf_register_prefetcher (
{{ ports }}
);

  localparam Warps  = {{ params.warps }};
  localparam Lines  = {{ params.lines }};
  localparam Groups = {{ self.groups() }}; // number of registers that have the same remainder

  wire [Warps-1:0] released = released_i;

  // The bundle's registers in the scratchpad.
  wire [{{ r - 1 }}:0] kept    = bundle_mix_i ? {{ "{" }}{{ r }}{1'b1}} << spilled_from_i : {{ r }}'d0;
  wire [{{ r - 1 }}:0] spilled = bundle_set_i & kept;
  wire none   = bundle_valid_i && spilled == {{ r }}'d0;
  wire enters = bundle_valid_i && spilled != {{ r }}'d0;

  // The current turn: the cache pins the registers that it has, then lines are claimed for the
  // others.
  reg pin_q, claims_q;
  reg [{{ w - 1 }}:0] warp_q;
  reg [Lines-1:0] left_q;
  wire none_left = left_q == {Lines{1'b0}};
  wire done      = claims_q && none_left && !filling_i;

  // Waiting warps, in a ring, and the turns in a row that passed the first one.
  reg [{{ w }}*Warps-1:0] queue_q;
  reg [{{ w - 1 }}:0] first_q;
  reg [{{ c - 1 }}:0] count_q;
  wire turn = !pin_q && !claims_q && count_q != {{ c }}'d0;
{%- if self.is_front() %}
  reg [{{ p - 1 }}:0] passed_q;
  wire takes_first = passed_q == {{ p }}'d{{ params.max_passed }} || count_q == {{ c }}'d1;
{%- else %}
  wire takes_first = 1'b1;
{%- endif %}
  wire takes_last = turn && !takes_first;

  // Places in the ring, with wrap-around: of the next warp to enter, and of the last one.
  wire [{{ c }}:0] behind   = {{ self.first() }} + {1'b0, count_q} - {{ "{{" }}{{ c }}{1'b0}}, takes_last};
  wire [{{ c }}:0] last     = {{ self.first() }} + {1'b0, count_q} - {{ c + 1 }}'d1;
  wire [{{ c }}:0] new_at   = behind >= {{ c + 1 }}'d{{ params.warps }} ? behind - {{ c + 1 }}'d{{ params.warps }} : behind;
  wire [{{ c }}:0] last_at  = last >= {{ c + 1 }}'d{{ params.warps }} ? last - {{ c + 1 }}'d{{ params.warps }} : last;
  wire [{{ w - 1 }}:0] first_next = first_q == {{ w }}'d{{ params.warps - 1 }} ? {{ w }}'d0 : first_q + {{ w }}'d1;
  wire [{{ w - 1 }}:0] next = takes_first ? queue_q[{{ w }}*first_q +: {{ w }}]
                                : queue_q[{{ w }}*last_at[{{ w - 1 }}:0] +: {{ w }}];
{%- if c + 1 > w %}
  wire unused = &{1'b0, new_at[{{ c }}:{{ w }}], last_at[{{ c }}:{{ w }}]};
{%- endif %}

  genvar n, k;
  generate
    for (n = 0; n < Warps; n = n + 1) begin : gen_place
      always @(posedge clk_i) begin
        if (enters && new_at == {{ self.at("n") }}) queue_q[{{ w }}*n +: {{ w }}] <= bundle_warp_i;
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      first_q  <= {{ w }}'d0;
      count_q  <= {{ c }}'d0;
{%- if self.is_front() %}
      passed_q <= {{ p }}'d0;
{%- endif %}
      pin_q    <= 1'b0;
      claims_q <= 1'b0;
      warp_q   <= {{ w }}'d0;
    end else begin
      if (turn && takes_first) first_q <= first_next;
      count_q  <= count_q + {{ self.bit("enters") }} - {{ self.bit("turn") }};
{%- if self.is_front() %}
      if (turn) passed_q <= takes_first ? {{ p }}'d0 : passed_q + {{ p }}'d1;
{%- endif %}
      pin_q    <= turn;
      claims_q <= pin_q || (claims_q && !done);
      if (turn) warp_q <= next;
    end
  end

  // The table of vectors; its read data stays until the next turn.
  wire [{{ r - 1 }}:0] vector;
  rf_register_prefetcher_memory u_memory (
      .clk_i       (clk_i),
      .read_req_i  (rst_ni && turn),
      .read_addr_i (next),
      .rdata_o     (vector),
      .write_req_i (rst_ni && enters),
      .write_addr_i(bundle_warp_i),
      .wmask_i     (1'b1),
      .wdata_i     (spilled)
  );

  // By remainder: whether the vector has a register, and the upper bits of its number.
  wire [Groups*Lines-1:0] padded = {{ self.padded() }};
  wire [Lines-1:0] wanted;
  wire [{{ u }}*Lines-1:0] upper;
  generate
    for (n = 0; n < Lines; n = n + 1) begin : gen_remainder
      wire [Groups-1:0] mine;
      for (k = 0; k < Groups; k = k + 1) begin : gen_group
        assign mine[k] = padded[Lines*k + n];
      end
      assign wanted[n] = |mine;

      reg [{{ u - 1 }}:0] number;
      integer m;
      always @* begin
        number = {{ u }}'d0;
        for (m = 0; m < Groups; m = m + 1) begin
          number = number | ({{ "{" }}{{ u }}{mine[m]}} & m[{{ u - 1 }}:0]);
        end
      end
      assign upper[{{ u }}*n +: {{ u }}] = number;
    end
  endgenerate

  // The lowest remainder still to claim (one-hot), and its register.
  wire [Lines-1:0] lowest = left_q & (~left_q + {{ "{{" }}{{ params.lines - 1 }}{1'b0}}, 1'b1});
  reg [{{ g - 1 }}:0] claim_reg;
  integer e;
  always @* begin
    claim_reg = {{ g }}'d0;
    for (e = 0; e < Lines; e = e + 1) begin
      claim_reg = claim_reg
                | ({{ "{" }}{{ g }}{lowest[e]}} & {upper[{{ u }}*e +: {{ u }}], e[{{ l - 1 }}:0]});
    end
  end

  always @(posedge clk_i) begin
    if (pin_q) left_q <= wanted & ~present_i;
    else if (claimed_i) left_q <= left_q & ~lowest;
  end

  // Warps that hold their bundle.
  reg [Warps-1:0] holds_q;
  generate
    for (n = 0; n < Warps; n = n + 1) begin : gen_warp
      wire begins = none && bundle_warp_i == {{ self.warp("n") }};
      wire ends   = done && warp_q == {{ self.warp("n") }};
      always @(posedge clk_i) begin
        if (!rst_ni) holds_q[n] <= 1'b0;
        else holds_q[n] <= begins || ends || (holds_q[n] && !released[n]);
      end
    end
  endgenerate

  assign bundle_none_o = none;
  assign holds_o       = holds_q;
  assign pin_o         = pin_q;
  assign pin_warp_o    = warp_q;
  assign pin_wanted_o  = wanted;
  assign pin_upper_o   = upper;
  assign claim_o       = claims_q && !none_left;
  assign claim_warp_o  = warp_q;
  assign claim_reg_o   = claim_reg;
  assign queued_o      = count_q;
  assign busy_o        = pin_q || claims_q || count_q != {{ c }}'d0;

endmodule

`default_nettype wire
