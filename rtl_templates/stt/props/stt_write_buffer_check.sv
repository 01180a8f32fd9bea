// STT-I15, STT-I16 and the order of STT-I17 of the write buffer: any one entry is followed. Proof
// only, not part of the design.
{%- let d = params.data_bits() %}
{%- let l = params.lanes %}
{%- let e = params.entry_bits %}
{%- let c = params.count_bits() %}
`default_nettype none

module stt_write_buffer_check (
    input wire clk_i,
    input wire rst_ni,
    input wire push_valid_i,
    input wire [{{ e - 1 }}:0] push_entry_i,
    input wire [{{ l - 1 }}:0] push_lane_mask_i,
    input wire [{{ d - 1 }}:0] push_data_i,
    input wire drain_i,
    input wire [{{ e - 1 }}:0] lookup_entry_i,
    input wire read_i,
    input wire cancel_i,
    input wire [{{ e - 1 }}:0] entry_i // any one entry, the same for ever
);

  localparam Depth = {{ params.depth }};

  wire push_ready, oldest_valid, hit, data_valid;
  wire [{{ c - 1 }}:0] count;
  wire [{{ e - 1 }}:0] oldest_entry;
  wire [{{ l - 1 }}:0] hit_lanes, data_lanes;
  wire [{{ d - 1 }}:0] data;

  rf_stt_write_buffer u_dut (
      .clk_i, .rst_ni, .push_valid_i, .push_entry_i, .push_lane_mask_i, .push_data_i, .drain_i,
      .lookup_entry_i, .read_i, .cancel_i, .push_ready_o(push_ready), .count_o(count),
      .oldest_valid_o(oldest_valid), .oldest_entry_o(oldest_entry), .hit_o(hit),
      .hit_lanes_o(hit_lanes), .data_valid_o(data_valid), .data_lanes_o(data_lanes), .data_o(data)
  );

  // The buffered write of the entry, as its pushes made it.
  reg held_q, past_q = 1'b0;
  reg [{{ l - 1 }}:0] lanes_q;
  reg [{{ d - 1 }}:0] value_q;
  reg [3:0] drains_q; // since the entry's write came
  reg [{{ e - 1 }}:0] same_q;

  wire pushes = push_valid_i && push_ready;
  wire pushes_it = pushes && push_entry_i == entry_i;
  wire drains = drain_i && oldest_valid;
  wire drains_it = drains && oldest_entry == entry_i;
  wire looks = lookup_entry_i == entry_i;
  wire leaves = drains_it || (cancel_i && looks);
  wire stays = held_q && !leaves;

  // Required in the cycle after a drain or a read of it.
  reg gives_q;
  reg [{{ l - 1 }}:0] given_lanes_q;
  reg [{{ d - 1 }}:0] given_q;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    same_q <= entry_i;
    gives_q <= rst_ni && held_q && (drains_it || (read_i && looks));
    {given_lanes_q, given_q} <= {lanes_q, value_q};
    if (!rst_ni) begin
      held_q <= 1'b0;
    end else begin
      held_q <= stays || pushes_it;
      if (pushes_it) begin
        lanes_q <= stays ? lanes_q | push_lane_mask_i : push_lane_mask_i;
        value_q <= stays ? (value_q & ~push_lane_mask_i) | (push_data_i & push_lane_mask_i)
                         : push_data_i;
      end
      drains_q <= stays ? drains_q + drains : 4'd0;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (entry_i == same_q);
    assume (!(read_i && drain_i));
    assume (!((read_i || cancel_i) && push_valid_i && push_entry_i == lookup_entry_i));
    if (past_q) begin
      assert (count <= Depth);
      assert (oldest_valid == (count != 0));
      assert (push_ready || count == Depth);           // refused only when full
      if (stays && push_entry_i == entry_i) assert (push_ready); // what merges is never refused
      if (looks) assert (hit == held_q);               // STT-I16
      if (looks && held_q) assert (hit_lanes == lanes_q); // STT-I16: one write holds all lanes
      if (oldest_valid && oldest_entry == entry_i) assert (held_q);
      if (held_q) assert (count != 0 && drains_q < Depth); // STT-I17
      if (gives_q) begin
        assert (data_valid && data_lanes == given_lanes_q); // STT-I15
        assert (data == (given_q & given_lanes_q));         // STT-I15
      end
    end
  end

endmodule

`default_nettype wire
