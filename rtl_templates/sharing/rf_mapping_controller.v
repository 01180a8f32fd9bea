{{ contract }}
{%- let w = params.warp_bits %}
{%- let r = params.reg_bits %}
{%- let p = params.phys_bits %}
`default_nettype none

module rf_mapping_controller (
{{ ports }}
);

  localparam Waiting  = {{ params.waiting }}; // maximum loads that wait
  localparam Patience = {{ patience_bits }}'d{{ patience }};

  reg [Waiting-1:0] taken_q, due_q, turn_q;
  reg [{{ patience_bits - 1 }}:0] kept_back_q;

  // The verdict on the load.
{%- if any_lanes %}
  wire unused_whole = whole_i;
  wire eligible = load_i && regular_i;
{%- else %}
  wire eligible = load_i && regular_i && whole_i;
{%- endif %}
  wire room     = !(&taken_q);
  wire shares   = eligible && hit_i && !hit_full_i;
  wire held     = shares && hit_ready_i;
  wire coming   = shares && !hit_ready_i && room;
  wire misses   = eligible && !hit_i;
{%- if params.partial %}
  wire merged   = misses && pair_i && missing_i && !merging_i && room && can_take_i;
{%- else %}
  wire unused_pair = pair_i || missing_i;
  wire merged   = 1'b0;
{%- endif %}
  wire own      = mapped_i && single_i && !recorded_i;
  wire recorded = misses && !merged && (own || can_take_i);
  wire maps     = held || coming;
  wire records  = merged || recorded;
  wire takes    = merged || (recorded && !own);

  assign eligible_o   = eligible;
  assign verdict_o    = held ? 3'd2 : coming ? 3'd3 : merged ? 3'd4 : recorded ? 3'd0 : 3'd1;
  assign map_o        = maps;
  assign record_o     = records;
  assign record_own_o = recorded && own;
  assign merge_o      = merged;
  assign set_o        = maps || takes;

  // Needs of the writes.
{%- if in_place %}
  wire unused_write = (|write_fill_i) || (|write_whole_i) || (|write_single_i) || (|write_recorded_i);
  wire [2:0] nothing = write_mapped_i;
  wire [2:0] drops   = 3'd0;
  wire [2:0] needs   = ~write_mapped_i;
  wire [2:0] copies  = 3'd0;
{%- else %}
  wire [2:0] alone   = write_mapped_i & (write_single_i | write_fill_i);
  wire [2:0] drops   = alone & write_recorded_i & ~write_fill_i;
  wire [2:0] nothing = alone & ~drops;
  wire [2:0] shared  = write_mapped_i & ~alone;
  wire [2:0] needs   = ~write_mapped_i | shared;
  wire [2:0] copies  = shared & ~write_whole_i;
{%- endif %}

  // The lowest write that can change the map or drop an entry, unless the load changes them.
  wire [2:0] offered = write_valid_i & write_free_i;
  wire [2:0] takers  = offered & needs & (~copies | {3{!merging_i}});
  wire [2:0] taker   = takers & (~takers + 3'd1);
  wire [2:0] can     = (offered & drops) | (taker & {3{can_take_i && !load_i}});
  wire [2:0] lowest  = can & (~can + 3'd1);
  wire [2:0] first   = (maps || records) ? 3'd0 : lowest;

  assign taker_o      = taker;
  assign write_go_o   = (offered & nothing) | (first & ~copies);
  assign write_set_o  = first & needs;
  assign write_drop_o = first & drops;
  assign copy_o       = |(first & copies);
  assign take_o       = takes || (|(first & needs));

  // Loads keep a write back for a limited time.
  wire changes = |(offered & ~nothing);

  assign access_ready_o = kept_back_q != Patience;

  always @(posedge clk_i) begin
    if (!rst_ni || !changes || (|first)) kept_back_q <= {{ patience_bits }}'d0;
    else if (load_i && access_ready_o) kept_back_q <= kept_back_q + {{ patience_bits }}'d1;
  end

  // Waiting loads: occupied places, places whose data has arrived, and those that are woken
  // first.
  wire begins = coming || merged;
  wire [{{ p - 1 }}:0] waits_for = merged ? take_phys_i : hit_phys_i;
  wire [Waiting-1:0] unused_place = ~taken_q & (taken_q + {{ params.waiting }}'d1);
  wire [Waiting-1:0] turn = (|turn_q) ? turn_q : due_q;
  wire [Waiting-1:0] told = turn & (~turn + {{ params.waiting }}'d1);
  wire [Waiting-1:0] filled;
  wire [Waiting*{{ w }}-1:0] warps;
  wire [Waiting*{{ r }}-1:0] regs;

  genvar i;
  generate
    for (i = 0; i < Waiting; i = i + 1) begin : gen_waiting
      reg [{{ p - 1 }}:0] phys_q;
      reg [{{ w - 1 }}:0] warp_q;
      reg [{{ r - 1 }}:0] reg_q;

      wire begins_here = begins && unused_place[i];
      reg [{{ p - 1 }}:0] phys;
      reg filled_here;
      integer f;
      always @* begin
        phys = {{ p }}'d0;
        filled_here = 1'b0;
        if (begins_here || (taken_q[i] && !told[i])) begin
          phys = begins_here ? waits_for : phys_q;
          for (f = 0; f < 3; f = f + 1)
            if (fill_valid_i[f] && (fill_phys_i[{{ p }}*f +: {{ p }}] == phys)) filled_here = 1'b1;
        end
      end
      assign filled[i] = filled_here;
      assign warps[{{ w }}*i +: {{ w }}] = told[i] ? warp_q : {{ w }}'d0;
      assign regs[{{ r }}*i +: {{ r }}]  = told[i] ? reg_q : {{ r }}'d0;

      always @(posedge clk_i) begin
        if (begins_here) begin
          phys_q <= waits_for;
          warp_q <= warp_i;
          reg_q  <= reg_i;
        end
      end
    end
  endgenerate

  reg [{{ w - 1 }}:0] woken_warp;
  reg [{{ r - 1 }}:0] woken_reg;
  integer n;
  always @* begin
    woken_warp = {{ w }}'d0;
    woken_reg  = {{ r }}'d0;
    for (n = 0; n < Waiting; n = n + 1) begin
      woken_warp = woken_warp | warps[{{ w }}*n +: {{ w }}];
      woken_reg  = woken_reg | regs[{{ r }}*n +: {{ r }}];
    end
  end

  assign woken_o      = |due_q;
  assign woken_warp_o = woken_warp;
  assign woken_reg_o  = woken_reg;
  assign busy_o       = |due_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q <= {Waiting{1'b0}};
      due_q   <= {Waiting{1'b0}};
      turn_q  <= {Waiting{1'b0}};
    end else begin
      taken_q <= (taken_q & ~told) | (begins ? unused_place : {Waiting{1'b0}});
      due_q   <= (due_q & ~told) | filled;
      turn_q  <= turn & ~told;
    end
  end

endmodule

`default_nettype wire
