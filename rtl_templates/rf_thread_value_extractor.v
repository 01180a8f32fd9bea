// One lane of rf_value_extractor: each slice of the output is a slice of the register, copies of
// the sign, or 0. At most one thing is selected for a slice. Combinational.
`default_nettype none

module rf_thread_value_extractor (
    input  wire [255:0] select_i, // bits 32s+4n+3 to 32s+4n: slice n is slice s of the register
    input  wire [7:0]   sign_i,   // bit s: the sign is the top bit of slice s; none: it is 0
    input  wire [31:0]  pad_i,    // bits 4n+3 to 4n: slice n is copies of the sign
    input  wire [31:0]  data_i,
    output wire [31:0]  data_o
);

  wire [7:0] tops = {data_i[31], data_i[27], data_i[23], data_i[19],
                     data_i[15], data_i[11], data_i[7], data_i[3]};
  wire sign = |(sign_i & tops);

  assign data_o = ({32{sign}} & pad_i)
                | ({8{data_i[3:0]}} & select_i[31:0])
                | ({8{data_i[7:4]}} & select_i[63:32])
                | ({8{data_i[11:8]}} & select_i[95:64])
                | ({8{data_i[15:12]}} & select_i[127:96])
                | ({8{data_i[19:16]}} & select_i[159:128])
                | ({8{data_i[23:20]}} & select_i[191:160])
                | ({8{data_i[27:24]}} & select_i[223:192])
                | ({8{data_i[31:28]}} & select_i[255:224]);

endmodule

`default_nettype wire
