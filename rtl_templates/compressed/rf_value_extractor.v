{{ contract }}
`default_nettype none

module rf_value_extractor (
{{ ports }}
);

  wire [7:0] first = masks_i[7:0];
  wire [7:0] second = masks_i[15:8];
  wire [7:0] mask = part_i ? second : first;

  // Each selected slice moves down by the number of unselected slices below it, in steps of 1,
  // 2 and 4. The order is kept, so slices never collide. Then all slices of part 1 move up by
  // the number of slices in part 0.
  reg [7:0] far_1, far_2, far_4; // slices that move by 1, by 2, by 4
  reg [2:0] below, start;
  integer s;
  always @* begin
    below = 3'd0;
    start = 3'd0;
    for (s = 0; s < 8; s = s + 1) begin
      far_1[s] = below[0];
      far_2[s] = below[1];
      far_4[s] = below[2];
      below = below + {2'd0, !mask[s]};
      start = start + {2'd0, part_i && first[s]};
    end
  end

  // keep_n, down_n: slices that stay or move down by n, at their new positions. at_n: positions
  // occupied after the step by n. next_2, next_4: positions after the step by 1 whose slice has
  // to move by 2, by 4. last_4: positions after the step by 2 whose slice has to move by 4.
  wire [7:0] keep_1 = mask & ~far_1;
  wire [6:0] down_1 = mask[7:1] & far_1[7:1];
  wire [7:0] at_1 = keep_1 | {1'b0, down_1};
  wire [7:0] next_2 = (keep_1 & far_2) | {1'b0, down_1 & far_2[7:1]};
  wire [7:4] next_4 = (keep_1[7:4] & far_4[7:4]) | {1'b0, down_1[6:4] & far_4[7:5]};
  wire unused = &{1'b0, far_4[3:0]}; // slices 0 to 3 never move by 4
  wire [7:0] keep_2 = at_1 & ~next_2;
  wire [5:0] down_2 = at_1[7:2] & next_2[7:2];
  wire [7:0] at_2 = keep_2 | {2'd0, down_2};
  wire [3:0] last_4 = (keep_2[7:4] & next_4) | {2'd0, down_2[5:4] & next_4[7:6]};

  // The moves down by 4 and up by 4 are one step.
  wire [3:0] rise = {4{start[2]}};
  wire [7:0] keep_4 = {at_2[7:4] & ~(last_4 ^ rise), at_2[3:0] & ~rise};
  wire [7:0] swap_4 = {at_2[3:0] & rise, last_4 & ~rise};

  // Slices above the value.
  wire [15:0] masks = {second & {8{part_i}}, first};

{% filter indent(2, true) %}{% include "compressed/parts/slice_count.v" %}{% endfilter %}

  wire [7:1] pad = ~more[7:1];
  wire extended = signed_i && (part_i || (second == 8'd0));
  wire [7:0] sign;

  wire [31:0] word_keep_1, word_drop_2, word_keep_4, word_swap_4;
  wire [27:0] word_down_1;
  wire [23:0] word_skip_2;
  genvar slice, lane;
  generate
    for (slice = 0; slice < 8; slice = slice + 1) begin : gen_slice
      assign word_keep_1[4*slice +: 4] = {4{keep_1[slice]}};
      assign word_drop_2[4*slice +: 4] = {4{!keep_2[slice]}};
      assign word_keep_4[4*slice +: 4] = {4{keep_4[slice]}};
      assign word_swap_4[4*slice +: 4] = {4{swap_4[slice]}};
      if (slice < 7) begin : gen_down_1
        assign word_down_1[4*slice +: 4] = {4{down_1[slice]}};
        assign sign[slice] = extended && mask[slice] && !(|mask[7:slice+1]);
      end else begin : gen_top
        assign sign[slice] = extended && mask[slice];
      end
      if (slice < 6) begin : gen_skip_2
        assign word_skip_2[4*slice +: 4] = {4{!down_2[slice]}};
      end
    end

    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_lane
      rf_thread_value_extractor u_thread (
          .keep_1_i(word_keep_1),
          .down_1_i(word_down_1),
          .drop_2_i(word_drop_2),
          .skip_2_i(word_skip_2),
          .keep_4_i(word_keep_4),
          .swap_4_i(word_swap_4),
          .up_i    (start[1:0]),
          .still_i (~start[1:0]),
          .sign_i  (sign),
          .pad_i   (pad),
          .data_i  (data_i[32*lane +: 32]),
          .data_o  (data_o[32*lane +: 32])
      );
    end
  endgenerate

endmodule

`default_nettype wire
