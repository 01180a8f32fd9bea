// STT-I3 and STT-I5 of the restore selector, against a count of our own. Proof only, not part of
// the design.
`default_nettype none

module restore_selector_check (
    input wire       clk_i,
    input wire       rst_ni,
    input wire       read_i,
    input wire       dead_i,
    input wire       conflict_i,
    input wire       write_i,
    input wire [1:0] restore_mode_i,
    input wire       early_out_i,
    input wire       disturbed_i
);

  localparam [5:0] ReadCycles = 6'd{{ params.read_cycles }};
  localparam [5:0] WriteCycles = 6'd{{ params.write_cycles }};

  wire [2:0] op;
  wire [1:0] restore;
  wire last, free, sensed;

  rf_restore_selector u_dut (
      .clk_i, .rst_ni, .read_i, .dead_i, .conflict_i, .write_i, .restore_mode_i, .early_out_i,
      .disturbed_i, .op_o(op), .last_o(last), .free_o(free), .sensed_o(sensed), .restore_o(restore)
  );

  // The operation that started last, its restore, and its cycle, counted from 0.
  reg running_q = 1'b0;
  reg write_q, selective_q, direct_q;
  reg [5:0] cycle_q;

  // The cycles that it occupies the array for, by contract.
  wire [5:0] sensed_at = ReadCycles + ReadCycles;
  wire [5:0] occupancy = write_q     ? WriteCycles
                       : direct_q    ? ReadCycles + WriteCycles
                       : selective_q ? ((cycle_q == sensed_at && early_out_i && !disturbed_i)
                                        ? sensed_at : sensed_at + WriteCycles)
                       : ReadCycles;
  wire over = !running_q || cycle_q == occupancy;
  wire starts = over && (read_i || write_i);
  wire protected = read_i && !dead_i && restore_mode_i != 2'd0;
  wire direct = protected && (restore_mode_i == 2'd2 || (restore_mode_i == 2'd3 && conflict_i));

  // The operation that this cycle must show.
  wire [5:0] cycle = over ? 6'd0 : cycle_q;
  wire write_now = over ? write_i : write_q;
  wire direct_now = over ? direct : direct_q;
  wire selective_now = over ? protected && !direct : selective_q;
  wire read_done = cycle >= ReadCycles;
  wire reverse_done = cycle >= sensed_at;
  reg past_q = 1'b0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    running_q <= rst_ni && (starts || !over);
    cycle_q <= cycle + 6'd1;
    write_q <= write_now;
    direct_q <= direct_now;
    selective_q <= selective_now;

    if (!past_q) assume (!rst_ni);
    assume (!(read_i && write_i));
    if (past_q) begin
      if (running_q) begin
        assert (cycle_q != 6'd0 && cycle_q <= sensed_at + WriteCycles);
        assert (!(write_q && (direct_q || selective_q)) && !(direct_q && selective_q)); // STT-I5
      end
      assert (free == over);                                      // STT-I3: occupancies
      assert (sensed == (running_q && selective_q && cycle_q == sensed_at));
      if (!starts && over) assert (op == 3'd0 && !last);
      else if (write_now) begin
        assert (op == 3'd2 && last == (cycle == WriteCycles - 6'd1));
      end else if (!read_done) begin
        assert (op == 3'd1 && last == (cycle == ReadCycles - 6'd1));
        assert (restore == (direct_now ? 2'd2 : selective_now ? 2'd1 : 2'd0)); // STT-I5
      end else if (direct_now) begin
        assert (op == 3'd5 && last == (cycle == ReadCycles + WriteCycles - 6'd1));
      end else if (!reverse_done) begin
        assert (op == 3'd3 && last == (cycle == sensed_at - 6'd1));
      end else begin
        assert (op == 3'd4 && last == (cycle == sensed_at + WriteCycles - 6'd1));
      end
    end
  end

endmodule

`default_nettype wire
