{{ contract }}
`default_nettype none

module rf_value_truncator (
{{ ports }}
);

  wire [7:0] first = masks_i[7:0];
  wire [7:0] second = masks_i[15:8];

  assign masks_o = masks_i;

  // next is one-hot: which slice of the value is placed next. The first register's slice s has one
  // of 0 to s, none of the second's has the value's first slice.
  reg [8:0] next;
  reg [143:0] place_0;
  reg [223:0] place_1;
  integer n, s;
  always @* begin
    next = 9'd1;
    for (s = 0; s < 8; s = s + 1) begin
      for (n = 0; n <= s; n = n + 1) begin
        place_0[32*n-2*n*(n-1)+4*(s-n) +: 4] = {4{first[s] && next[n]}};
      end
      if (first[s]) next = {next[7:0], 1'b0};
    end
    for (s = 0; s < 8; s = s + 1) begin
      for (n = 1; n < 8; n = n + 1) place_1[32*(n-1)+4*s +: 4] = {4{second[s] && next[n]}};
      if (second[s]) next = {next[7:0], 1'b0};
    end
  end

  // How many slices it has, apart from that chain: rounding, which is long, waits for the format.
  reg [3:0] count;
  reg [6:0] format; // bit n: codes have n + 2 slices
  integer m;
  always @* begin
    count = 4'd0;
    for (m = 0; m < 16; m = m + 1) count = count + {3'd0, masks_i[m]};
    for (m = 0; m < 6; m = m + 1) format[m] = float_i && (count == m[3:0] + 4'd2);
    format[6] = !float_i || count[3];
  end

  genvar lane;
  generate
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_lane
      rf_thread_value_truncator u_thread (
          .format_i (format),
          .number_i (data_i[32*lane +: 32]),
          .place_0_i(place_0),
          .place_1_i(place_1),
          .data_0_o (data_o[32*lane +: 32]),
          .data_1_o (data_o[32*(lane + {{ params.lanes }}) +: 32])
      );
    end
  endgenerate

endmodule

`default_nettype wire
