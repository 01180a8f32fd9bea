// One lane of rf_value_extractor. The selected slices move down until they are adjacent, then
// all move up to the position of the part in the value. Copies of the sign fill the slices
// above the value. Each slice has at most one selected source. The steps are written as
// inverting gates, so some signals are active low. Combinational.
`default_nettype none

module rf_thread_value_extractor (
    // Source of each slice in a step; four equal bits for each slice.
    input  wire [31:0] keep_1_i,  // step by 1: from the same slice
    input  wire [27:0] down_1_i,  // step by 1: from the next higher slice
    input  wire [31:0] drop_2_i,  // step by 2: not from the same slice
    input  wire [23:0] skip_2_i,  // step by 2: not from the slice two above
    input  wire [31:0] keep_4_i,  // step by 4: from the same slice
    input  wire [31:0] swap_4_i,  // step by 4: from the slice in the other half
    // Moves of all slices.
    input  wire [1:0]  up_i,      // bit 0: up by 1; bit 1: up by 2
    input  wire [1:0]  still_i,   // inverse of up_i
    // Bit n is slice n.
    input  wire [7:0]  sign_i,    // its top bit is the sign; if none, the sign is 0
    input  wire [7:1]  pad_i,     // filled with copies of the sign
    input  wire [31:0] data_i,
    output wire [31:0] data_o
);

  wire [31:0] by_1_n = ~((data_i & keep_1_i) | {4'd0, data_i[31:4] & down_1_i});
  wire [31:0] by_2 = ~((by_1_n | drop_2_i) & {8'hff, by_1_n[31:8] | skip_2_i});
  wire [31:0] by_4 = (by_2 & keep_4_i) | ({by_2[15:0], by_2[31:16]} & swap_4_i);
  wire [31:0] up_1 = (by_4 & {32{still_i[0]}}) | {by_4[27:0] & {28{up_i[0]}}, 4'd0};
  wire [31:0] up_2 = (up_1 & {32{still_i[1]}}) | {up_1[23:0] & {24{up_i[1]}}, 8'd0};

  wire [7:0] tops = {data_i[31], data_i[27], data_i[23], data_i[19],
                     data_i[15], data_i[11], data_i[7], data_i[3]};
  wire [7:1] pad = pad_i & {7{|(sign_i & tops)}};

  wire [31:0] fill = {
    {4{pad[7]}}, {4{pad[6]}}, {4{pad[5]}}, {4{pad[4]}}, {4{pad[3]}}, {4{pad[2]}}, {4{pad[1]}}, 4'd0
  };

  assign data_o = up_2 | fill;

endmodule

`default_nettype wire
