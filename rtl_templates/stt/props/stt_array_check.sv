// {% if masks %}STT-I4{% else %}STT-I1 and STT-I2{% endif %} of an STT-RAM array under its restore selector: any ones fall when they are read.
// Proof only, not part of the design.
{%- let l = params.lanes %}
`default_nettype none

module stt_array_check (
    input wire clk_i,
    input wire rst_ni,
    input wire read_i,
    input wire dead_i,
    input wire conflict_i,
    input wire write_i,
    input wire late_i,  // a write loads the latch in its second cycle
    input wire [1:0] restore_mode_i,
    input wire early_out_i,
    input wire offered_i, // entry of the operation that starts now
    input wire entry_i,   // any one entry, the same for ever
    input wire [{{ l - 1 }}:0] lane_mask_i,
    input wire [{{ l - 1 }}:0] write_data_i
);

  wire [2:0] op;
  wire [1:0] restore;
  wire last, free, sensed, read_valid, array_sensed, disturbed;
  wire [{{ l - 1 }}:0] read_data;

  rf_restore_selector u_selector (
      .clk_i, .rst_ni, .read_i, .dead_i, .conflict_i, .write_i, .restore_mode_i, .early_out_i,
      .disturbed_i(disturbed), .op_o(op), .last_o(last), .free_o(free), .sensed_o(sensed),
      .restore_o(restore)
  );

  // The entry stays for an operation and its restore; a write loads in its first or second cycle.
  reg entry_q, late_q, past_q = 1'b0;
  wire starts_write = free && write_i;
  wire load = (starts_write && !late_i) || late_q;
  wire entry = free ? offered_i : entry_q;

  rf_stt_array u_dut (
      .clk_i, .rst_ni, .op_i(op), .last_i(last), .entry_i(entry), .load_i(load), .lane_mask_i,
      .write_data_i, .read_valid_o(read_valid), .read_data_o(read_data), .sensed_o(array_sensed),
      .disturbed_o(disturbed)
  );

  // The followed entry as it was written last, lane by lane, and what the latch holds for it.
  reg [{{ l - 1 }}:0] value_q, known_q, known_before_q, latch_q, lanes_q;
  reg same_q, answered_q;
  wire of_it = entry == entry_i;
  wire skips = op == 3'd1 && restore == 2'd0;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= entry_i;
    entry_q <= entry;
    late_q <= rst_ni && starts_write && late_i;
    answered_q <= rst_ni && of_it && last && op == 3'd1;
    if (load) {latch_q, lanes_q} <= {write_data_i, lane_mask_i};
    // A reset leaves what was read without its restore.
    if (!rst_ni) known_q <= 0;
    else if (of_it && last && op == 3'd2) begin
      value_q <= (value_q & ~lanes_q) | (latch_q & lanes_q);
      known_q <= known_q | lanes_q;
    end else if (of_it && last && skips) known_q <= 0; // STT-I2: and nothing else marks a lane
    known_before_q <= known_q;

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (entry_i == same_q);
    assume (!(read_i && write_i));
{%- if masks %}
    assume (!dead_i && restore_mode_i != 2'd0 && !early_out_i); // each read is restored
{%- endif %}
    if (past_q) begin
      assert (sensed == array_sensed);
      assert (read_valid || !answered_q);
      if (answered_q)
        assert (((read_data ^ value_q) & known_before_q) == 0); // STT-I1
    end
  end

endmodule
{%- if masks %}

// Cells that any one may fall of, and what restores ask of them.
module rf_stt_cells (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire read_i,
    input  wire reverse_i,
    input  wire write_i,
    input  wire entry_i,
    input  wire [{{ l - 1 }}:0] wmask_i,
    input  wire [{{ l - 1 }}:0] wdata_i,
    output wire [{{ l - 1 }}:0] rdata_o
);

  reg [{{ l - 1 }}:0] cell_q [0:1];
  reg [{{ l - 1 }}:0] rdata_q, given_q, left_q;
  wire [{{ l - 1 }}:0] fallen;
  assign rdata_o = rdata_q;

  // Of the entry that was accessed last: it was read, and it was read in reverse.
  reg read_q = 1'b0, reverse_q = 1'b0;

  always @(posedge clk_i) begin
    if (read_i || reverse_i) rdata_q <= cell_q[entry_i];
    if (read_i) given_q <= cell_q[entry_i];
    if (reverse_i) left_q <= cell_q[entry_i];
    if (read_i) cell_q[entry_i] <= cell_q[entry_i] & ~fallen;
    if (write_i) cell_q[entry_i] <= (cell_q[entry_i] & ~wmask_i) | (wdata_i & wmask_i);
    read_q <= rst_ni && (read_i || (read_q && !write_i));
    reverse_q <= rst_ni && !read_i && (reverse_i || (reverse_q && !write_i));

    if (write_i && read_q) begin
      assert (wmask_i == (reverse_q ? given_q & ~left_q : given_q)); // STT-I4
      assert ((wdata_i & wmask_i) == wmask_i);                       // STT-I4: no zero
    end
  end

endmodule
{%- endif %}

`default_nettype wire
