// C1, C4, RM-I10, RM-I11, RM-I13 and RM-I15 of a bank, from its ports: any one entry, any one read and
// any one write of it; and what a storage promises. What queue and buffer hold is asserted, too, from
// which the rest follows at the depths that ship. Proof only, not part of the design.
{%- let u = params.shared.queue.cu_bits() %}
{%- let s = params.shared.queue.slot_bits() %}
{%- let e = params.shared.queue.position.entry_bits %}
{%- let d = params.shared.buffer.data_bits() %}
`default_nettype none

module bank_check (
    input wire clk_i,
{{ dut.inputs }}    input wire [{{ e - 1 }}:0] entry_i, // any one entry, the same for ever
    input wire watch_read_i,                   // follow its read that is accepted now
    input wire watch_write_i                   // follow its write that is accepted now
);

  localparam ReadDepth = {{ params.shared.queue.depth }};
  localparam WriteDepth = {{ params.shared.buffer.depth }};
  localparam MaxWriteRun = {{ params.shared.max_write_run }}; // 0: no limit

{{ dut.wires }}
{{ dut.instance }}
  wire performs_read = read;
  wire performs_write = write;
{{ part.wires }}
  wire reads = read_valid_i && read_ready;
  wire writes = write_valid_i && write_ready;
  wire reads_it = reads && read_entry_i == entry_i;
  wire writes_it = writes && write_entry_i == entry_i;

{% include "props/bank_front.sv" %}

  // Reads of the entry that wait, by number.
  reg [ReadDepth-1:0] of_it_q, of_it_d;
  integer n;
  always @* begin
    for (n = 0; n < ReadDepth; n = n + 1) begin
      of_it_d[n] = of_it_q[n] && !(performs_read && read_leaves_q == n);
      if (reads && read_comes_q == n) of_it_d[n] = reads_it;
    end
  end

  // The write that is followed, and older reads of its register, by number.
  reg write_watched_q;
  reg [3:0] write_number_q;
  reg [ReadDepth-1:0] older_reads_q;
  wire write_next = write_watched_q && write_leaves_q == write_number_q;
  wire write_performed = write_next && performs_write;

  // The read that is followed, and who must be answered.
  reg read_watched_q, read_first_q;
  reg [3:0] read_number_q;
  reg [{{ u - 1 }}:0] cu_q;
  reg [{{ s - 1 }}:0] slot_q;
  wire read_next = read_watched_q && read_leaves_q == read_number_q;
  wire read_performed = read_next && performs_read;
{%- if params.shared.two_ports %}

  // The writes that wait, by number: whether one of the entry, and older than the read.
  reg [WriteDepth-1:0] written_q, older_q, written_d;

  always @* begin
    written_d = written_q;
    if (performs_write) written_d[write_leaves_q] = 1'b0;
  end

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      written_q <= 0;
      older_q <= 0;
    end else begin
      written_q <= written_d;
      if (writes) written_q[write_comes_q] <= writes_it;
      older_q <= older_q & written_d;
      if (!read_watched_q && reads_it && watch_read_i) older_q <= written_d;
    end
  end
{%- endif %}

  reg [7:0] write_run_q; // writes in a row while a read waited
  reg answer_q, answered_q;
  reg [{{ e - 1 }}:0] entry_q;

  always @(posedge clk_i) begin
    entry_q <= entry_i;
    answer_q <= rst_ni && performs_read;
    answered_q <= rst_ni && read_performed;
    if (!rst_ni) begin
      of_it_q <= 0;
      write_watched_q <= 1'b0;
      read_watched_q <= 1'b0;
      write_run_q <= 8'd0;
    end else begin
      of_it_q <= of_it_d;
      if (write_watched_q) begin
        if (write_performed) write_watched_q <= 1'b0;
        if (performs_read) older_reads_q[read_leaves_q] <= 1'b0;
      end else if (writes_it && watch_write_i) begin
        write_watched_q <= 1'b1;
        write_number_q <= write_comes_q;
        older_reads_q <= of_it_d;
        read_first_q <= (read_watched_q && !read_performed) || (reads_it && watch_read_i);
      end

      if (read_watched_q) begin
        if (read_performed) read_watched_q <= 1'b0;
      end else if (reads_it && watch_read_i) begin
        read_watched_q <= 1'b1;
        read_number_q <= read_comes_q;
        cu_q <= read_cu_i;
        slot_q <= read_slot_i;
        if (write_watched_q) read_first_q <= 1'b0;
      end

      if (reads_q == 4'd0 || performs_read) write_run_q <= 8'd0;
      else if (performs_write && write_run_q != MaxWriteRun) write_run_q <= write_run_q + 8'd1;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (entry_i == entry_q);
{{ part.assumes }}
    if (past_q) begin
      assert ((of_it_q & ~read_waits) == 0);
      if (read_watched_q) assert (of_it_q[read_number_q]);
      if (write_watched_q) begin
        assert (write_waits[write_number_q]);
        assert (waits_for[write_number_q] == older_reads_q);
        assert ((older_reads_q & ~of_it_q) == 0);
        if (read_watched_q) assert (older_reads_q[read_number_q] == read_first_q);
        if (read_watched_q) assert (before_q[write_number_q][read_number_q] == read_first_q);
      end
{%- if params.shared.two_ports %}
      assert ((written_q & ~write_waits) == 0);
      if (read_watched_q) begin
        assert ((older_q & ~written_q) == 0);
        for (w = 0; w < WriteDepth; w = w + 1)
          if (written_q[w]) assert (older_q[w] == !before_q[w][read_number_q]);
      end
{%- endif %}

      assert (req_valid == (reads_q != 4'd0 || writes_q != 4'd0));
      assert (!(performs_read && reads_q == 4'd0));
      assert (!(performs_write && writes_q == 4'd0));
{%- if !params.shared.two_ports %}
      assert (!(performs_read && performs_write));
{%- endif %}
{{ part.asserts }}
      if (read_watched_q && write_watched_q) begin
        assert (!(read_first_q && write_performed));                          // C4, RM-I10
        assert (!(!read_first_q && read_performed));                          // RM-I11
      end
      if (write_next) begin
        assert (!(performs_write && older_reads_q != 0));                     // C4, RM-I10
{%- if !params.shared.two_ports %}
        if (older_reads_q == 0 && performs_read)                              // RM-I15
          assert (MaxWriteRun != 0 && write_run_q == MaxWriteRun);
{%- endif %}
      end
      assert (rsp_valid == answer_q);                                         // C1: once
      if (answered_q) assert (rsp_cu == cu_q && rsp_slot == slot_q);          // RM-I13
    end
  end

endmodule

`default_nettype wire
