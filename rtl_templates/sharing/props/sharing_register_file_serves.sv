// LOC-I16 of the complete file: how soon its banks serve the merge unit, by induction. What is asserted
// after the cycle holds if all of it held before, or if the cycle was a reset. Channels, merge unit and
// banks are the file's own. Map, pool, table and controller answer anything, but accept a write only if
// its channel has room, and begin no merge during another. Proof only, not part of the design.
{%- let d = queue.depth %}
{%- let e = buffer.depth %}
{%- let x = queue.position.bits() %}
{%- let s = queue.slot_bits() %}
{%- let m = queue.operand_slots - 1 %}
{%- let count = queue.count_bits() %}
`default_nettype none

// Known of the cycle before, to be shown of this one.
`define HOLDS(x) begin ok = ok && (x); assert (!seen_q || (x)); end

// The front of a bank in order of age, and at most how many cycles pass until it serves a request. Each
// cycle with requests performs one: a read, or a write that no older read of its row is before.
module bank_front (
    input wire clk_i,
    input wire [{{ d - 1 }}:0] reads_i,
    input wire [{{ d - 1 }}:0] first_read_i, next_read_i, // places, one-hot
    input wire [{{ entry * d - 1 }}:0] entries_i,
    input wire [{{ d - 1 }}:0] read_enters_i, read_leaves_i,
    input wire [{{ e - 1 }}:0] writes_i,
    input wire first_write_i, next_write_i, write_enters_i,
    input wire [{{ x * e - 1 }}:0] rows_i,
    input wire [{{ d * e - 1 }}:0] older_i,
    input wire [7:0] to_read_i,    // channels that hold a read for it
    input wire [2:0] to_write_i,   // or a write
    output reg sound_o,            // the front is as its units keep it
    output reg [7:0] merging_o,    // reads of a merge
    output reg [7:0] waiting_o,    // reads
    output reg [7:0] read_o,       // cycles until a read behind channels 0 to 6 is accepted,
    output reg [7:0] last_read_o,  // one behind all channels,
    output reg [7:0] answer_o,     // the read of a merge performed,
    output reg [7:0] write_o,      // a write behind channels 0 and 1 accepted,
    output reg [7:0] last_write_o  // and one behind all of them
);
  // Reads that each buffered write has found waiting and that still wait.
  reg [{{ count - 1 }}:0] before_q [0:{{ e - 1 }}];

  // Reads by their place behind the oldest, writes from the oldest on.
  reg [{{ front - 1 }}:0] behind [0:{{ d - 1 }}];
  reg [{{ e - 1 }}:0] write;
  reg [{{ x - 1 }}:0] row [0:{{ e - 1 }}];
  reg [{{ d - 1 }}:0] older [0:{{ e - 1 }}];
  reg [{{ count - 1 }}:0] before [0:{{ e - 1 }}];
  reg at;
  reg [{{ front - 1 }}:0] first, next; // places of reads
  wire full = next == first && reads_i[first];
  wire [{{ front - 1 }}:0] some = next - first;
  wire [7:0] reads = full ? 8'd{{ d }} : {{ "{" }}{{ 8 - front }}'d0, some};
  reg [7:0] writes;
  integer n, r, u, o, q, i, j, w;

  always @* begin
    writes = 8'd0;
    first = 0;
    next = 0;
    for (r = 0; r < {{ d }}; r = r + 1) begin
      if (first_read_i[r]) first = r;
      if (next_read_i[r]) next = r;
    end
    for (r = 0; r < {{ d }}; r = r + 1) behind[r] = r[{{ front - 1 }}:0] - first;
    for (n = 0; n < {{ e }}; n = n + 1) begin
      at = (first_write_i + n) % {{ e }};
      write[n] = writes_i[at];
      row[n] = rows_i[{{ x }}*at +: {{ x }}];
      older[n] = older_i[{{ d }}*at +: {{ d }}];
      before[n] = before_q[at];
      writes = writes + writes_i[n];
    end
  end

  // Rings without holes; a write knows those reads of its row that it has found waiting.
  reg [{{ d - 1 }}:0] same;
  always @* begin
    sound_o = next_write_i == (first_write_i + writes) % {{ e }}
           && first_read_i == 1 << first && next_read_i == 1 << next;
    for (o = 0; o < {{ d }}; o = o + 1) sound_o = sound_o && reads_i[o] == (behind[o] < reads);
    for (u = 0; u < {{ e }}; u = u + 1) begin
      for (o = 0; o < {{ d }}; o = o + 1)
        same[o] = behind[o] < before[u] && entries_i[{{ entry }}*o +: {{ x }}] == row[u];
      sound_o = sound_o && write[u] == (u < writes)
             && (!write[u] || (before[u] <= reads && older[u] == same))
             && (!write[u] || u == 0 || before[u - 1] <= before[u]);
    end
  end

  // Cycles until there is room for a write behind this many others.
  function [7:0] write_wait(input [7:0] others);
    reg [7:0] leave; // writes that leave first
    begin
      leave = writes + others + 8'd1 - 8'd{{ e }};
      if (writes + others < {{ e }}) write_wait = others;
      else if (leave <= writes) write_wait = before[leave - 1] + leave;
      else write_wait = (writes == 8'd0 ? 8'd1 : before[writes - 1]) + leave
                      + (leave - writes) * {{ d }}; // that come behind as many reads as can wait
    end
  endfunction

  // Cycles until there is room for a read behind this many others.
  function [7:0] read_wait(input [7:0] others);
    reg [7:0] leave; // reads that leave first
    reg [7:0] blocking;
    integer f;
    begin
{%- if two_ports %}
      leave = reads + others + 8'd1 - 8'd{{ d }};
      blocking = 8'd0;
      if (reads + others < {{ d }}) read_wait = others;
      else begin
        for (f = 0; f < {{ e }}; f = f + 1)
          if (write[f] && (leave <= reads ? before[f] < leave : full && before[f] == 0))
            blocking = blocking + 8'd1;
        read_wait = leave + blocking + (leave <= reads ? 8'd0 : 8'd{{ e + 1 }});
      end
      if (read_wait < others) read_wait = others;
{%- else %}
      read_wait = others + full;
      if (read_wait != 8'd0)
        read_wait = read_wait + writes + to_write_i[0] + to_write_i[1] + to_write_i[2];
{%- endif %}
    end
  endfunction

  reg [7:0] others;
  always @* begin
    others = 8'd0;
    for (q = 0; q < 7; q = q + 1) others = others + to_read_i[q];
    read_o = read_wait(others);
    last_read_o = read_wait(others + to_read_i[7]);
    write_o = write_wait(8'd0 + to_write_i[0] + to_write_i[1]);
    last_write_o = write_wait(8'd0 + to_write_i[0] + to_write_i[1] + to_write_i[2]);
    waiting_o = reads + others + to_read_i[7];
  end

  // Only one of the reads is the merge's.
  always @* begin
    merging_o = 8'd0;
    answer_o = 8'd0;
    for (i = 0; i < {{ d }}; i = i + 1)
      if (reads_i[i] && entries_i[{{ entry }}*i + {{ x }} +: {{ s }}] == {{ s }}'d{{ m }}) begin
        merging_o = merging_o + 8'd1;
        answer_o = behind[i] + 8'd1;
{%- if two_ports %}
        for (j = 0; j < {{ e }}; j = j + 1)
          if (write[j] && before[j] <= behind[i]) answer_o = answer_o + 8'd1;
{%- else %}
        answer_o = answer_o + writes + to_write_i[0] + to_write_i[1] + to_write_i[2];
{%- endif %}
      end
  end

  always @(posedge clk_i)
    for (w = 0; w < {{ e }}; w = w + 1)
      if (write_enters_i && next_write_i == w) before_q[w] <= reads + (|read_enters_i) - (|read_leaves_i);
      else if (|read_leaves_i && before_q[w] != 0) before_q[w] <= before_q[w] - {{ count }}'d1;
endmodule

module sharing_file_serves_inductive (
    input wire clk_i,
    input wire rst_ni,
    input wire [{{ 8 * s - 1 }}:0] read_slot_i
);

  localparam [8:0] Accept = 9'd{{ accept }}; // cycles in which an urgent merge's read is accepted,
  localparam [8:0] Answer = 9'd{{ answer }}; // answered,
  localparam [8:0] Write  = 9'd{{ write }}; // and its write accepted
  localparam [8:0] Patience = 9'd{{ patience }}; // cycles of waiting before it is urgent
  localparam [8:0] Ends = 9'd{{ ends }}; // 2 (2 Patience + Accept + Answer) + Patience + Write

  rf_sharing_register_file u_dut (.clk_i(clk_i), .rst_ni(rst_ni), .read_slot_i(read_slot_i));

  // Its state.
  (* hierconn *) wire [2:0] \u_dut.write_go ;
  (* hierconn *) wire [2:0] \u_dut.write_room ;
  (* hierconn *) wire \u_dut.merge ;
  (* hierconn *) wire \u_dut.copy ;
  (* hierconn *) wire \u_dut.urgent_read ;
  (* hierconn *) wire \u_dut.merge_urgent ;
  (* hierconn *) wire \u_dut.merge_read_done ;
  (* hierconn *) wire \u_dut.merge_write_done ;
  (* hierconn *) wire [{{ p - 1 }}:0] \u_dut.merge_read_phys ;
  (* hierconn *) wire [{{ p - 1 }}:0] \u_dut.merge_write_phys ;
  (* hierconn *) wire [1:0] \u_dut.to_merge ;
  (* hierconn *) wire [7:0] \u_dut.read_valid_q ;
  (* hierconn *) wire [7:0] \u_dut.read_mapped_q ;
  (* hierconn *) wire [{{ 8 * s - 1 }}:0] \u_dut.read_slot_q ;
  (* hierconn *) wire [{{ 8 * p - 1 }}:0] \u_dut.read_phys_q ;
  (* hierconn *) wire [2:0] \u_dut.write_valid_q ;
  (* hierconn *) wire [{{ 3 * p - 1 }}:0] \u_dut.write_phys_q ;
  (* hierconn *) wire \u_dut.zero_q ;
  (* hierconn *) wire \u_dut.u_merge_unit.busy_q ;
  (* hierconn *) wire \u_dut.u_merge_unit.asked_q ;
  (* hierconn *) wire [1:0] \u_dut.u_merge_unit.held_q ;
  (* hierconn *) wire [4:0] \u_dut.u_merge_unit.waited_q ;
  wire busy_q = \u_dut.u_merge_unit.busy_q ;
  wire asked_q = \u_dut.u_merge_unit.asked_q ;
  wire [1:0] held_q = \u_dut.u_merge_unit.held_q ;
  wire answers = |(\u_dut.to_merge );
  wire urgent_read = \u_dut.urgent_read ;
  wire urgent = \u_dut.merge_urgent ;
  wire urgent_answer = urgent && asked_q;
  wire urgent_write = urgent && !urgent_read && !asked_q;

  // The bank of a physical register.
  function bank(input [{{ p - 1 }}:0] number);
    bank = number[0] ^ number[1];
  endfunction

  // Requests that channels hold, by bank.
  reg [7:0] to_read [0:1];
  reg [2:0] to_write [0:1];
  integer c, k, t, z;
  always @* begin
    for (c = 0; c < 8; c = c + 1) begin
      to_read[0][c] = \u_dut.read_valid_q [c] && \u_dut.read_mapped_q [c]
                   && !bank(\u_dut.read_phys_q [{{ p }}*c +: {{ p }}]);
      to_read[1][c] = \u_dut.read_valid_q [c] && \u_dut.read_mapped_q [c]
                   && bank(\u_dut.read_phys_q [{{ p }}*c +: {{ p }}]);
    end
    for (c = 0; c < 3; c = c + 1) begin
      to_write[0][c] = \u_dut.write_valid_q [c] && !bank(\u_dut.write_phys_q [{{ p }}*c +: {{ p }}]);
      to_write[1][c] = \u_dut.write_valid_q [c] && bank(\u_dut.write_phys_q [{{ p }}*c +: {{ p }}]);
    end
  end

  wire [1:0] sound, answers_q, answers_merge_q;
  wire [7:0] merging [0:1];
  wire [7:0] waiting [0:1];
  wire [7:0] read_wait [0:1];
  wire [7:0] last_read_wait [0:1];
  wire [7:0] answer_wait [0:1];
  wire [7:0] write_wait [0:1];
  wire [7:0] last_write_wait [0:1];
{%- for b in 0..2 %}

  // Bank {{ b }}.
{%- for n in 0..queue.depth %}
  (* hierconn *) wire [{{ entry - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.gen_place[{{ n }}].read_q ;
{%- endfor %}
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.valid_q ;
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.front_q ;
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.back_q ;
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.comes ;
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.leaves ;
{%- for n in 0..buffer.depth %}
  (* hierconn *) wire [{{ x - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.position_q[{{ n }}] ;
  (* hierconn *) wire [{{ d - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.gen_entry[{{ n }}].older_reads_q ;
{%- endfor %}
  (* hierconn *) wire [{{ e - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.valid_q ;
  (* hierconn *) wire
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.front_q ;
  (* hierconn *) wire
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.back_q ;
  (* hierconn *) wire
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.push ;
  (* hierconn *) wire
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_sram_array.read_valid_q ;
  (* hierconn *) wire [{{ s - 1 }}:0]
      \u_dut.u_banks.gen_bank[{{ b }}].u_bank.rsp_slot_q ;
  assign answers_q[{{ b }}] = \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_sram_array.read_valid_q ;
  assign answers_merge_q[{{ b }}] = answers_q[{{ b }}]
      && \u_dut.u_banks.gen_bank[{{ b }}].u_bank.rsp_slot_q == {{ s }}'d{{ m }};
  bank_front u_front_{{ b }} (
      .clk_i(clk_i),
      .reads_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.valid_q ),
      .first_read_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.front_q ),
      .next_read_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.back_q ),
      .entries_i({
{%- for n in 0..queue.depth %}
          \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.gen_place[{{ d - n - 1 }}].read_q {% if !loop.last %},{% endif %}
{%- endfor %}
      }),
      .read_enters_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.comes ),
      .read_leaves_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_read_queue.leaves ),
      .writes_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.valid_q ),
      .first_write_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.front_q ),
      .next_write_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.back_q ),
      .write_enters_i(\u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.push ),
      .rows_i({
{%- for n in 0..buffer.depth %}
          \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.position_q[{{ e - n - 1 }}] {% if !loop.last %},{% endif %}
{%- endfor %}
      }),
      .older_i({
{%- for n in 0..buffer.depth %}
          \u_dut.u_banks.gen_bank[{{ b }}].u_bank.u_write_buffer.gen_entry[{{ e - n - 1 }}].older_reads_q {% if !loop.last %},{% endif %}
{%- endfor %}
      }),
      .to_read_i(to_read[{{ b }}]), .to_write_i(to_write[{{ b }}]), .sound_o(sound[{{ b }}]),
      .merging_o(merging[{{ b }}]), .waiting_o(waiting[{{ b }}]), .read_o(read_wait[{{ b }}]),
      .last_read_o(last_read_wait[{{ b }}]), .answer_o(answer_wait[{{ b }}]),
      .write_o(write_wait[{{ b }}]), .last_write_o(last_write_wait[{{ b }}])
  );
{%- endfor %}

  function [7:0] later(input [7:0] one, input [7:0] other);
    later = one > other ? one : other;
  endfunction

  // Cycles until the merge's read is accepted. Its channel may hold another read: of the same bank, of
  // the other one, or of no register, which waits for the answers of the highest bank.
  wire reads_at = bank(\u_dut.merge_read_phys );
  wire last_at = bank(\u_dut.read_phys_q [{{ 8 * p - 1 }}:{{ 7 * p }}]);
  wire [7:0] zeros = \u_dut.read_valid_q & ~\u_dut.read_mapped_q ;
  reg [7:0] zero_wait, accept;
  always @* begin
    zero_wait = waiting[1] + answers_q[1] + \u_dut.zero_q ;
    for (z = 0; z < 8; z = z + 1) zero_wait = zero_wait + {6'd0, zeros[z], 1'b0};
    accept = read_wait[reads_at];
    if (zeros[7]) accept = later(zero_wait, accept);
    else if (\u_dut.read_valid_q [7] && last_at == reads_at) accept = last_read_wait[reads_at];
    else if (\u_dut.read_valid_q [7]) accept = later(read_wait[last_at] + 8'd1, accept);
  end

  // Cycles until its write is.
  wire writes_at = bank(\u_dut.merge_write_phys );
  wire last_write_at = bank(\u_dut.write_phys_q [{{ 3 * p - 1 }}:{{ 2 * p }}]);
  reg [7:0] write;
  always @* begin
    write = write_wait[writes_at];
    if (\u_dut.write_valid_q [2] && last_write_at == writes_at) write = last_write_wait[writes_at];
    else if (\u_dut.write_valid_q [2]) write = later(write_wait[last_write_at] + 8'd1, write);
  end

  // As what surrounds the parts promises.
  always @* begin
    for (k = 0; k < 8; k = k + 1) assume (read_slot_i[{{ s }}*k +: {{ s }}] != {{ s }}'d{{ m }});
    assume ((\u_dut.write_go & ~\u_dut.write_room ) == 3'd0);
    if (busy_q) assume (!\u_dut.merge && !\u_dut.copy );
  end

  // Cycles that the merge has waited, and since it has begun.
  reg [7:0] accept_q, answer_q, write_q;
  reg [8:0] age_q;
  reg past_q;
  always @(posedge clk_i) begin
    past_q <= 1'b1;
    accept_q <= (rst_ni && urgent_read && !\u_dut.merge_read_done ) ? accept_q + 8'd1 : 8'd0;
    answer_q <= (rst_ni && urgent_answer && !answers) ? answer_q + 8'd1 : 8'd0;
    write_q <= (rst_ni && urgent_write && !\u_dut.merge_write_done ) ? write_q + 8'd1 : 8'd0;
    age_q <= (\u_dut.merge || \u_dut.copy ) ? 9'd0 : age_q + {8'd0, busy_q};
    if (!past_q) assume (!rst_ni);
  end

  // The remainder of the bound on a merge.
  wire [8:0] calm = (\u_dut.u_merge_unit.waited_q [4]) ? 9'd0
                  : Patience - {4'd0, \u_dut.u_merge_unit.waited_q };
  wire [8:0] then_b = (&held_q) ? 2 * Patience + Accept + Answer : 9'd0;
  reg [8:0] left;
  always @* begin
    if (held_q == 2'd0) left = calm + Write - write_q;
    else if (asked_q) left = calm + Answer - answer_q + then_b + Patience + Write;
    else left = calm + Accept - accept_q + Patience + Answer + then_b + Patience + Write;
  end

  reg ok, seen_q = 1'b0; // all held in this cycle, and in the one before
  always @(posedge clk_i) seen_q <= ok;

  always @* begin
    ok = 1'b1;
    if (past_q) begin
      `HOLDS(&sound)
      for (t = 0; t < 8; t = t + 1)
        `HOLDS(!\u_dut.read_valid_q [t]
               || \u_dut.read_slot_q [{{ s }}*t +: {{ s }}] != {{ s }}'d{{ m }})
      // The merge unit, and its read that is not answered yet.
      `HOLDS(busy_q || held_q == 2'd0)
      `HOLDS(!asked_q || held_q != 2'd0)
      `HOLDS(merging[0] + merging[1] + answers_merge_q[0] + answers_merge_q[1] == {7'd0, asked_q})
      `HOLDS(!asked_q || merging[!reads_at] == 8'd0)
      `HOLDS(urgent_read || accept_q == 8'd0)
      `HOLDS(urgent_answer || answer_q == 8'd0)
      `HOLDS(urgent_write || write_q == 8'd0)
      // The remainder of each bound.
      if (urgent_read) `HOLDS({1'b0, accept_q} + accept < Accept)
      if (urgent_answer) `HOLDS({1'b0, answer_q} + answer_wait[reads_at] < Answer)
      if (urgent_write) `HOLDS({1'b0, write_q} + write < Write)
      if (busy_q) `HOLDS({1'b0, age_q} + left <= {1'b0, Ends} && left != 9'd0)
    end
  end

endmodule

`undef HOLDS
`default_nettype wire
