  // What the front of any bank holds, for checkers of a bank: they declare `reads` and `writes`
  // (accepted in this cycle), `performs_read` and `performs_write`, and the depths.
  // Waiting requests. Reads are numbered as they come and as they are performed, modulo the queue's
  // depth, and writes modulo the buffer's: a number is a place of the queue or of the buffer.
  reg [3:0] reads_q, writes_q;
  reg [3:0] read_comes_q, read_leaves_q, write_comes_q, write_leaves_q;

  // By number: whether the request waits, and which waiting reads came before each write.
  reg [ReadDepth-1:0] read_waits;
  reg [WriteDepth-1:0] write_waits;
  reg [ReadDepth-1:0] before_q [0:WriteDepth-1];
  integer r, w;

  function [3:0] behind(input [3:0] first, other, depth); // how far the other is behind the first
    behind = other >= first ? other - first : other + depth - first;
  endfunction

  always @* begin
    for (r = 0; r < ReadDepth; r = r + 1)
      read_waits[r] = behind(read_leaves_q, r, ReadDepth) < reads_q;
    for (w = 0; w < WriteDepth; w = w + 1)
      write_waits[w] = behind(write_leaves_q, w, WriteDepth) < writes_q;
  end

  // What queue and buffer hold.
  (* hierconn *) wire [ReadDepth-1:0] \u_dut.u_read_queue.valid_q ;
  (* hierconn *) wire [ReadDepth-1:0] \u_dut.u_read_queue.front_q ;
  (* hierconn *) wire [ReadDepth-1:0] \u_dut.u_read_queue.back_q ;
  (* hierconn *) wire [WriteDepth-1:0] \u_dut.u_write_buffer.valid_q ;
  (* hierconn *) wire [{{ params.shared.buffer.index_bits() - 1 }}:0] \u_dut.u_write_buffer.front_q ;
  (* hierconn *) wire [{{ params.shared.buffer.index_bits() - 1 }}:0] \u_dut.u_write_buffer.back_q ;
{%- for n in 0..params.shared.buffer.depth %}
  (* hierconn *) wire [ReadDepth-1:0] \u_dut.u_write_buffer.gen_entry[{{ n }}].older_reads_q ;
{%- endfor %}
  wire [ReadDepth-1:0] waits_for [0:WriteDepth-1]; // reads that each write waits for
{%- for n in 0..params.shared.buffer.depth %}
  assign waits_for[{{ n }}] = \u_dut.u_write_buffer.gen_entry[{{ n }}].older_reads_q ;
{%- endfor %}

  wire [ReadDepth-1:0] comes = reads ? 1 << read_comes_q : 0;
  wire [ReadDepth-1:0] leaves = performs_read ? 1 << read_leaves_q : 0;
  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    if (!rst_ni) begin
      reads_q <= 4'd0;
      writes_q <= 4'd0;
      read_comes_q <= 4'd0;
      read_leaves_q <= 4'd0;
      write_comes_q <= 4'd0;
      write_leaves_q <= 4'd0;
    end else begin
      reads_q <= reads_q + reads - performs_read;
      writes_q <= writes_q + writes - performs_write;
      if (reads) read_comes_q <= (read_comes_q == ReadDepth - 1) ? 4'd0 : read_comes_q + 4'd1;
      if (performs_read)
        read_leaves_q <= (read_leaves_q == ReadDepth - 1) ? 4'd0 : read_leaves_q + 4'd1;
      if (writes) write_comes_q <= (write_comes_q == WriteDepth - 1) ? 4'd0 : write_comes_q + 4'd1;
      if (performs_write)
        write_leaves_q <= (write_leaves_q == WriteDepth - 1) ? 4'd0 : write_leaves_q + 4'd1;
    end
    for (w = 0; w < WriteDepth; w = w + 1)
      before_q[w] <= (writes && write_comes_q == w ? read_waits | comes : before_q[w]) & ~leaves;

    if (past_q) begin
      // Rings without holes, whose places are the numbers.
      assert (reads_q <= ReadDepth && read_leaves_q < ReadDepth && read_comes_q < ReadDepth);
      assert (behind(read_leaves_q, read_comes_q, ReadDepth) == reads_q % ReadDepth);
      assert (\u_dut.u_read_queue.front_q == 1 << read_leaves_q);
      assert (\u_dut.u_read_queue.back_q == 1 << read_comes_q);
      assert (\u_dut.u_read_queue.valid_q == read_waits);
      assert (writes_q <= WriteDepth && write_leaves_q < WriteDepth && write_comes_q < WriteDepth);
      assert (behind(write_leaves_q, write_comes_q, WriteDepth) == writes_q % WriteDepth);
      assert (\u_dut.u_write_buffer.front_q == write_leaves_q);
      assert (\u_dut.u_write_buffer.back_q == write_comes_q);
      assert (\u_dut.u_write_buffer.valid_q == write_waits);
      for (w = 0; w < WriteDepth; w = w + 1) begin
        if (write_waits[w]) begin
          // It waits for reads that came before it. These are the oldest ones, and came before the
          // next write, too.
          assert ((waits_for[w] & ~before_q[w]) == 0);
          assert ((before_q[w] & ~read_waits) == 0);
          for (r = 0; r < ReadDepth; r = r + 1)
            if (before_q[w][r] && r != read_leaves_q)
              assert (before_q[w][(r + ReadDepth - 1) % ReadDepth]);
          if (w != write_leaves_q)
            assert ((before_q[(w + WriteDepth - 1) % WriteDepth] & ~before_q[w]) == 0);
        end
      end
    end
  end
