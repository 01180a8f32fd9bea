{{ contract }}
{%- let w = params.warp_bits() %}
{%- let g = params.reg_bits %}
{%- let c = params.cu_bits() %}
{%- let o = params.slot_bits() %}
{%- let l = params.line_bits() %}
{%- let u = params.upper_bits() %}
{%- let b = params.bank_bits() %}
{%- let s = self.set_bits() %}
{%- let n = params.count_bits() %}
{%- let m = params.lanes %}
{%- let d = params.data_bits() %}
`default_nettype none

module rf_operand_cache (
{{ ports }}
);

  localparam Reads  = {{ params.reads }};
  localparam Writes = {{ params.writes }};
  localparam Lines  = {{ params.lines }};
  localparam Banks  = {{ params.banks }};
  localparam Depth  = {{ params.depth }}; // entries of the write queue

  // Bank of each line, and word of each line in its bank.
  wire [{{ b }}*Lines-1:0] bank_of = {{ self.banks() }};
  wire [{{ s }}*Lines-1:0] set_of = {{ self.sets() }};

  // These ports may be single bits, which cannot be indexed.
  wire [Reads-1:0] read_valid = read_valid_i;
  wire [{{ params.warps - 1 }}:0] released = released_i;
  wire [{{ params.warps - 1 }}:0] ended = ended_i;

  // A line that is neither valid nor filling is invalid. Its tag is that of its last register.
  reg [Lines-1:0] valid_q, filling_q, dirty_q, pinned_q;
  reg [{{ w }}*Lines-1:0] tag_warp_q;
  reg [{{ u }}*Lines-1:0] tag_upper_q;

  // The leaving line, which is not valid; evicted_q: its content was read from the bank.
  reg leave_q, evicted_q;
  reg [{{ l - 1 }}:0] leave_line_q;
  wire leaves_dirty = leave_q && dirty_q[leave_line_q];
  wire evicts       = leaves_dirty && !evicted_q;
  wire [{{ b - 1 }}:0] leave_bank = bank_of[{{ b }}*leave_line_q +: {{ b }}];
  wire [{{ w - 1 }}:0] leave_warp = tag_warp_q[{{ w }}*leave_line_q +: {{ w }}];
  wire [{{ u - 1 }}:0] leave_upper = tag_upper_q[{{ u }}*leave_line_q +: {{ u }}];
  wire [{{ l - 1 }}:0] leave_lower = leave_line_q{{ self.warp(" - ", "leave_warp") }};

  // The claimed line whose fetch is not granted yet, and the queued writes that precede it.
  reg fetch_q;
  reg [{{ l - 1 }}:0] fetch_line_q;
  reg [{{ w - 1 }}:0] fetch_warp_q;
  reg [{{ g - 1 }}:0] fetch_reg_q;
  reg [{{ n - 1 }}:0] older_q;

  // The line whose fetch was granted in the previous cycle.
  reg fill_q;
  reg [{{ l - 1 }}:0] fill_line_q;
  wire [{{ b - 1 }}:0] fill_bank = bank_of[{{ b }}*fill_line_q +: {{ b }}];

  // The queue of writes to the scratchpad, the oldest first.
  reg [{{ n - 1 }}:0] count_q;
  reg [{{ w }}*Depth-1:0] queue_warp_q;
  reg [{{ g }}*Depth-1:0] queue_reg_q;
  reg [{{ m }}*Depth-1:0] queue_lanes_q;
  reg [{{ d }}*Depth-1:0] queue_data_q;
  wire has_room  = count_q != {{ n }}'d{{ params.depth }};
  wire pushes    = evicted_q && has_room; // content of the leaving line
  wire can_queue = !evicted_q && has_room;

  // The request to the scratchpad.
  wire fetches = fetch_q && older_q == {{ n }}'d0;
  wire fetched = fetches && spilled_granted_i;
  wire queued  = !fetches && count_q != {{ n }}'d0;
  wire pops    = queued && spilled_granted_i;

  assign spilled_valid_o  = fetches || queued;
  assign spilled_writes_o = queued;
  assign spilled_warp_o   = fetches ? fetch_warp_q : queue_warp_q[{{ w - 1 }}:0];
  assign spilled_reg_o    = fetches ? fetch_reg_q : queue_reg_q[{{ g - 1 }}:0];
  assign spilled_lanes_o  = queue_lanes_q[{{ m - 1 }}:0];
  assign spilled_data_o   = queue_data_q[{{ d - 1 }}:0];

  // A claim takes a free line, or marks a valid line without a pin as leaving.
  wire [{{ l - 1 }}:0] claim_line = claim_reg_i[{{ l - 1 }}:0]{{ self.warp(" + ", "claim_warp_i") }};
  wire is_free = !valid_q[claim_line] && !filling_q[claim_line]
      && !(leaves_dirty && leave_line_q == claim_line);
  wire claimed = claim_i && is_free && (!fetch_q || fetched);
  wire marks   = claim_i && valid_q[claim_line] && !pinned_q[claim_line] && !leave_q;

  assign claimed_o = claimed;
  assign filling_o = |filling_q;

  genvar k, at;
  generate
    // The line of each channel's register, and whether a write hits it or waits.
    wire [{{ l }}*Reads-1:0] read_line;
    wire [{{ b }}*Reads-1:0] read_bank;
    for (k = 0; k < Reads; k = k + 1) begin : gen_read
      wire [{{ g - 1 }}:0] number = read_reg_i[{{ g }}*k +: {{ g }}];
      wire [{{ w - 1 }}:0] warp = read_warp_i[{{ w }}*k +: {{ w }}];
      wire [{{ l - 1 }}:0] line = number[{{ l - 1 }}:0]{{ self.warp(" + ", "warp") }};
      wire unused = &{1'b0, number, warp};
      assign read_line[{{ l }}*k +: {{ l }}] = line;
      assign read_bank[{{ b }}*k +: {{ b }}] = bank_of[{{ b }}*line +: {{ b }}];
    end

    wire [{{ l }}*Writes-1:0] write_line;
    wire [{{ b }}*Writes-1:0] write_bank;
    wire [Writes-1:0] hits, waits;
    for (k = 0; k < Writes; k = k + 1) begin : gen_write
      wire [{{ g - 1 }}:0] number = write_reg_i[{{ g }}*k +: {{ g }}];
      wire [{{ w - 1 }}:0] warp = write_warp_i[{{ w }}*k +: {{ w }}];
      wire [{{ l - 1 }}:0] line = number[{{ l - 1 }}:0]{{ self.warp(" + ", "warp") }};
      wire same = tag_warp_q[{{ w }}*line +: {{ w }}] == warp
          && tag_upper_q[{{ u }}*line +: {{ u }}] == number[{{ g - 1 }}:{{ l }}];
      assign hits[k]  = valid_q[line] && same;
      assign waits[k] = (filling_q[line] || (leaves_dirty && leave_line_q == line)) && same;
      assign write_line[{{ l }}*k +: {{ l }}] = line;
      assign write_bank[{{ b }}*k +: {{ b }}] = bank_of[{{ b }}*line +: {{ b }}];
    end
  endgenerate

  // A channel is ready if its bank or the queue is, and no lower valid channel has the same.
  wire [Banks-1:0] can_read, can_write;
  reg [Reads-1:0] read_ready;
  reg [Writes-1:0] write_ready;
  wire [Writes-1:0] in_cache = hits | waits;
  wire [Writes-1:0] accepted = write_valid_i & write_ready;

  assign read_ready_o  = read_ready;
  assign write_ready_o = write_ready;

  integer r, e;
  always @* begin
    for (r = 0; r < Reads; r = r + 1) begin
      read_ready[r] = can_read[read_bank[{{ b }}*r +: {{ b }}]];
      for (e = 0; e < r; e = e + 1) begin
        if (read_valid[e]
            && read_bank[{{ b }}*e +: {{ b }}] == read_bank[{{ b }}*r +: {{ b }}]) begin
          read_ready[r] = 1'b0;
        end
      end
    end
  end

  integer t, v;
  always @* begin
    for (t = 0; t < Writes; t = t + 1) begin
      write_ready[t] = in_cache[t] ? hits[t] && can_write[write_bank[{{ b }}*t +: {{ b }}]]
                                   : can_queue;
      for (v = 0; v < t; v = v + 1) begin
        if (write_valid_i[v] && in_cache[v] == in_cache[t]
            && (!in_cache[t]
                || write_bank[{{ b }}*v +: {{ b }}] == write_bank[{{ b }}*t +: {{ b }}])) begin
          write_ready[t] = 1'b0;
        end
      end
    end
  end

  // The accepted direct write.
  reg direct;
  reg [{{ w - 1 }}:0] direct_warp;
  reg [{{ g - 1 }}:0] direct_reg;
  reg [{{ m - 1 }}:0] direct_lanes;
  reg [{{ d - 1 }}:0] direct_data;
  integer p;
  always @* begin
    direct       = 1'b0;
    direct_warp  = {{ w }}'d0;
    direct_reg   = {{ g }}'d0;
    direct_lanes = {{ m }}'d0;
    direct_data  = {{ d }}'d0;
    for (p = 0; p < Writes; p = p + 1) begin
      if (accepted[p] && !in_cache[p]) begin
        direct       = 1'b1;
        direct_warp  = write_warp_i[{{ w }}*p +: {{ w }}];
        direct_reg   = write_reg_i[{{ g }}*p +: {{ g }}];
        direct_lanes = write_lane_mask_i[{{ m }}*p +: {{ m }}];
        direct_data  = write_data_i[{{ d }}*p +: {{ d }}];
      end
    end
  end

  // Registers to pin that are in the cache: by line (found) and by remainder (present_o).
  wire [Lines-1:0] found;
  generate
    for (at = 0; at < Lines; at = at + 1) begin : gen_line
      localparam [{{ l - 1 }}:0] Line = at[{{ l - 1 }}:0];
      wire [{{ w - 1 }}:0] warp = tag_warp_q[{{ w }}*at +: {{ w }}];
      wire [{{ l - 1 }}:0] lower = Line{{ self.warp(" - ", "pin_warp_i") }};
      wire [{{ l - 1 }}:0] line = Line{{ self.warp(" + ", "pin_warp_i") }};
      wire [{{ u - 1 }}:0] upper = pin_upper_i[{{ u }}*lower +: {{ u }}];
      assign found[at] = pin_i && valid_q[at] && pin_wanted_i[lower] && warp == pin_warp_i
          && tag_upper_q[{{ u }}*at +: {{ u }}] == upper;
      assign present_o[at] = found[line];

      // Whether an accepted write changes the line.
      reg written;
      integer q;
      always @* begin
        written = 1'b0;
        for (q = 0; q < Writes; q = q + 1) begin
          if (accepted[q] && hits[q] && write_line[{{ l }}*q +: {{ l }}] == Line) written = 1'b1;
        end
      end

      wire takes = claimed && claim_line == Line;
      wire fills = fill_q && fill_line_q == Line;
      wire left  = pushes && leave_line_q == Line;
      wire ends  = valid_q[at] && ended[warp];
      wire goes  = released[warp] || ended[warp];

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          valid_q[at]   <= 1'b0;
          filling_q[at] <= 1'b0;
          dirty_q[at]   <= 1'b0;
          pinned_q[at]  <= 1'b0;
        end else begin
          valid_q[at]   <= (valid_q[at] || fills) && !(marks && claim_line == Line) && !ends;
          filling_q[at] <= takes || (filling_q[at] && !fills);
          dirty_q[at]   <= (written || (dirty_q[at] && !left)) && !ends;
          pinned_q[at]  <= takes || ((pinned_q[at] || found[at]) && !goes);
        end
        if (takes) begin
          tag_warp_q[{{ w }}*at +: {{ w }}]  <= claim_warp_i;
          tag_upper_q[{{ u }}*at +: {{ u }}] <= claim_reg_i[{{ g - 1 }}:{{ l }}];
        end
      end
    end
  endgenerate

  // Banks: first the write register, then the read of the leaving line, then the lowest read.
  wire [Banks-1:0] full, answers;
  wire [{{ c }}*Banks-1:0] answer_cu;
  wire [{{ o }}*Banks-1:0] answer_slot;
  wire [{{ d }}*Banks-1:0] rdata;
  generate
    for (at = 0; at < Banks; at = at + 1) begin : gen_bank
      localparam [{{ b - 1 }}:0] Bank = at[{{ b - 1 }}:0];

      // The write register: fetched data, or an accepted write.
      reg full_q;
      reg [{{ s - 1 }}:0] set_q;
      reg [{{ m - 1 }}:0] lanes_q;
      reg [{{ d - 1 }}:0] data_q;
      wire fills = fill_q && fill_bank == Bank;
      reg writes;
      reg [{{ s - 1 }}:0] set;
      reg [{{ m - 1 }}:0] lanes;
      reg [{{ d - 1 }}:0] data;
      integer a;
      always @* begin
        writes = fills;
        set    = set_of[{{ s }}*fill_line_q +: {{ s }}];
        lanes  = {{ "{" }}{{ m }}{1'b1}};
        data   = fetched_data_i;
        for (a = 0; a < Writes; a = a + 1) begin
          if (accepted[a] && hits[a] && write_bank[{{ b }}*a +: {{ b }}] == Bank) begin
            writes = 1'b1;
            set    = set_of[{{ s }}*write_line[{{ l }}*a +: {{ l }}] +: {{ s }}];
            lanes  = write_lane_mask_i[{{ m }}*a +: {{ m }}];
            data   = write_data_i[{{ d }}*a +: {{ d }}];
          end
        end
      end

      // The lowest read channel that addresses this bank.
      reg asks;
      reg [{{ s - 1 }}:0] read_set;
      reg [{{ c - 1 }}:0] cu;
      reg [{{ o - 1 }}:0] slot;
      integer x;
      always @* begin
        asks     = 1'b0;
        read_set = {{ s }}'d0;
        cu       = {{ c }}'d0;
        slot     = {{ o }}'d0;
        for (x = Reads - 1; x >= 0; x = x - 1) begin
          if (read_valid[x] && read_bank[{{ b }}*x +: {{ b }}] == Bank) begin
            asks     = 1'b1;
            read_set = set_of[{{ s }}*read_line[{{ l }}*x +: {{ l }}] +: {{ s }}];
            cu       = read_cu_i[{{ c }}*x +: {{ c }}];
            slot     = read_slot_i[{{ o }}*x +: {{ o }}];
          end
        end
      end

      wire leaves = leaves_dirty && leave_bank == Bank;
      wire evicts_here = evicts && leave_bank == Bank;
      wire reads  = asks && can_read[at];
      wire [{{ s - 1 }}:0] leave_set = set_of[{{ s }}*leave_line_q +: {{ s }}];

      assign full[at]      = full_q;
      assign can_read[at]  = !full_q && !leaves;
      assign can_write[at] = !fills && !evicts_here;

      rf_operand_cache_memory u_memory (
          .clk_i  (clk_i),
          .req_i  (rst_ni && (full_q || evicts_here || reads)),
          .we_i   (full_q),
          .addr_i (full_q ? set_q : evicts_here ? leave_set : read_set),
          .wmask_i(lanes_q),
          .wdata_i(data_q),
          .rdata_o(rdata[{{ d }}*at +: {{ d }}])
      );

      reg answers_q;
      reg [{{ c - 1 }}:0] cu_q;
      reg [{{ o - 1 }}:0] slot_q;
      always @(posedge clk_i) begin
        if (!rst_ni) begin
          full_q    <= 1'b0;
          answers_q <= 1'b0;
        end else begin
          full_q    <= writes;
          answers_q <= reads;
        end
        if (writes) begin
          set_q   <= set;
          lanes_q <= lanes;
          data_q  <= data;
        end
        if (reads) begin
          cu_q   <= cu;
          slot_q <= slot;
        end
      end

      assign answers[at] = answers_q;
      assign answer_cu[{{ c }}*at +: {{ c }}] = answers_q ? cu_q : {{ c }}'d0;
      assign answer_slot[{{ o }}*at +: {{ o }}] = answers_q ? slot_q : {{ o }}'d0;
      assign answer_data_o[{{ d }}*at +: {{ d }}]
          = answers_q ? rdata[{{ d }}*at +: {{ d }}] : {{ d }}'d0;
    end
  endgenerate

  assign answered_o    = answers;
  assign answer_cu_o   = answer_cu;
  assign answer_slot_o = answer_slot;

  // The leaving line, the fetch, the fill, and the number of queued writes.
  wire reads_leaving = evicts && !full[leave_bank];
  wire [{{ n - 1 }}:0] after_pop = count_q - {{ self.one_bit("pops") }};
  wire [{{ n - 1 }}:0] count = after_pop + {{ self.one_bit("pushes || direct") }};
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      leave_q   <= 1'b0;
      evicted_q <= 1'b0;
      fetch_q   <= 1'b0;
      fill_q    <= 1'b0;
      count_q   <= {{ n }}'d0;
    end else begin
      leave_q   <= marks || (leaves_dirty && !pushes);
      evicted_q <= reads_leaving || (evicted_q && !pushes);
      fetch_q   <= claimed || (fetch_q && !fetched);
      fill_q    <= fetched;
      count_q   <= count;
    end
    if (marks) leave_line_q <= claim_line;
    if (claimed) begin
      fetch_line_q <= claim_line;
      fetch_warp_q <= claim_warp_i;
      fetch_reg_q  <= claim_reg_i;
      older_q      <= count;
    end else if (pops && older_q != {{ n }}'d0) begin
      older_q <= older_q - {{ n }}'d1;
    end
    fill_line_q <= fetch_line_q;
  end

  // The queue: the first free entry takes a new write; on a pop, entry n takes that of n + 1.
  wire [{{ w - 1 }}:0] new_warp = pushes ? leave_warp : direct_warp;
  wire [{{ g - 1 }}:0] new_reg = pushes ? {leave_upper, leave_lower} : direct_reg;
  wire [{{ m - 1 }}:0] new_lanes = pushes ? {{ "{" }}{{ m }}{1'b1}} : direct_lanes;
  wire [{{ d - 1 }}:0] new_data = pushes ? rdata[{{ d }}*leave_bank +: {{ d }}] : direct_data;
  generate
    for (at = 0; at < Depth; at = at + 1) begin : gen_entry
      wire enters = (pushes || direct) && after_pop == at[{{ n - 1 }}:0];
      always @(posedge clk_i) begin
        if (enters) begin
          queue_warp_q[{{ w }}*at +: {{ w }}]  <= new_warp;
          queue_reg_q[{{ g }}*at +: {{ g }}]   <= new_reg;
          queue_lanes_q[{{ m }}*at +: {{ m }}] <= new_lanes;
          queue_data_q[{{ d }}*at +: {{ d }}]  <= new_data;
        end else if (pops && at + 1 < Depth) begin
          queue_warp_q[{{ w }}*at +: {{ w }}]  <= queue_warp_q[{{ w }}*((at + 1) % Depth) +: {{ w }}];
          queue_reg_q[{{ g }}*at +: {{ g }}]   <= queue_reg_q[{{ g }}*((at + 1) % Depth) +: {{ g }}];
          queue_lanes_q[{{ m }}*at +: {{ m }}] <= queue_lanes_q[{{ m }}*((at + 1) % Depth) +: {{ m }}];
          queue_data_q[{{ d }}*at +: {{ d }}]  <= queue_data_q[{{ d }}*((at + 1) % Depth) +: {{ d }}];
        end
      end
    end
  endgenerate

  assign direct_o       = direct;
  assign written_back_o = pushes;
  assign blocked_o      = claim_i && valid_q[claim_line] && pinned_q[claim_line];
  assign busy_o = leave_q || fetch_q || fill_q || count_q != {{ n }}'d0 || (|full);

endmodule

`default_nettype wire
