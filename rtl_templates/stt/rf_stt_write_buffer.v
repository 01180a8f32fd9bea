{{ contract }}
{%- let d = params.data_bits() %}
{%- let l = params.lanes %}
{%- let e = params.entry_bits %}
{%- let c = params.count_bits() %}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Depth = {{ depth }}; // number of buffered writes

{% include "stt/ages.v" %}

  wire [Depth-1:0] pushed; // place of the entry of the push
  wire [Depth-1:0] found;  // place of the looked-up entry
  wire [Depth-1:0] drains = drain_i ? oldest : {Depth{1'b0}};
  wire [Depth-1:0] merges = pushed & ~drains;
  wire merge = |merges;

  assign push_ready_o = merge || !(&valid_q);
  assign frees        = drains | (cancel_i ? found : {Depth{1'b0}});

  wire push = push_valid_i && push_ready_o;

  assign fills = (push && !merge) ? unused : {Depth{1'b0}};

  // Entry and lanes of each place; the data are in the memory.
  wire [Depth*{{ e }}-1:0] entries;
  wire [Depth*{{ l }}-1:0] lanes;

  genvar i;
  generate
    for (i = 0; i < Depth; i = i + 1) begin : gen_write
      reg [{{ e - 1 }}:0] entry_q;
      reg [{{ l - 1 }}:0] lanes_q;

      assign pushed[i] = valid_q[i] && (entry_q == push_entry_i);
      assign found[i]  = valid_q[i] && (entry_q == lookup_entry_i);
      assign entries[{{ e }}*i +: {{ e }}] = entry_q;
      assign lanes[{{ l }}*i +: {{ l }}] = lanes_q;

      // An unused place copies every offered push, and a place that drains may still take
      // lanes, which are not used again. So no register waits for whether and where a push is
      // accepted.
      always @(posedge clk_i) begin
        if (!valid_q[i]) begin
          entry_q <= push_entry_i;
          lanes_q <= push_lane_mask_i;
        end else if (push_valid_i && pushed[i]) begin
          lanes_q <= lanes_q | push_lane_mask_i;
        end
      end
    end
  endgenerate

  // Count, oldest entry, lookup and memory addresses. A drain reads the oldest place; otherwise
  // the looked-up place is read.
  wire [Depth-1:0] reads = drain_i ? oldest : found;
  reg [{{ c - 1 }}:0] count;
  reg [{{ e - 1 }}:0] oldest_entry;
  reg [{{ l - 1 }}:0] hit_lanes, read_lanes;
  reg [{{ index_bits - 1 }}:0] write_place, read_place;
  integer n;
  always @* begin
    count = {{ c }}'d0;
    oldest_entry = {{ e }}'d0;
    hit_lanes = {{ l }}'d0;
    read_lanes = {{ l }}'d0;
    write_place = {{ index_bits }}'d0;
    read_place = {{ index_bits }}'d0;
    for (n = 0; n < Depth; n = n + 1) begin
      if (valid_q[n]) count = count + {{ c }}'d1;
      if (oldest[n]) oldest_entry = entries[{{ e }}*n +: {{ e }}];
      if (found[n]) hit_lanes = lanes[{{ l }}*n +: {{ l }}];
      if (reads[n]) read_lanes = lanes[{{ l }}*n +: {{ l }}];
      if (merge ? merges[n] : unused[n]) write_place = n[{{ index_bits - 1 }}:0];
      if (reads[n]) read_place = n[{{ index_bits - 1 }}:0];
    end
  end

  assign count_o        = count;
  assign oldest_valid_o = |valid_q;
  assign oldest_entry_o = oldest_entry;
  assign hit_o          = |found;
  assign hit_lanes_o    = hit_lanes;

  wire read = rst_ni && (drain_i || read_i) && (|reads);
  reg data_valid_q;
  reg [{{ l - 1 }}:0] data_lanes_q;

  assign data_valid_o = data_valid_q;
  assign data_lanes_o = data_lanes_q;

  always @(posedge clk_i) begin
    data_valid_q <= read;
    if (read) data_lanes_q <= read_lanes;
  end

  // Lanes that were not written are zero.
  wire [{{ d - 1 }}:0] word;
  genvar lane;
  generate
    for (lane = 0; lane < {{ l }}; lane = lane + 1) begin : gen_lane
      assign data_o[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}] = data_lanes_q[lane]
          ? word[{{ params.lane_bits }}*lane +: {{ params.lane_bits }}] : {{ params.lane_bits }}'d0;
    end
  endgenerate

  {{ memory }} u_memory (
      .clk_i       (clk_i),
      .read_req_i  (read),
      .read_addr_i (read_place),
      .rdata_o     (word),
      .write_req_i (rst_ni && push),
      .write_addr_i(write_place),
      .wmask_i     (push_lane_mask_i),
      .wdata_i     (push_data_i)
  );

endmodule

`default_nettype wire
