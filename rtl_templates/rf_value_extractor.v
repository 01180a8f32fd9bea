{{ contract }}
`default_nettype none

module rf_value_extractor (
{{ ports }}
);

  wire [7:0] first = masks_i[7:0];
  wire [7:0] second = masks_i[15:8];
  wire [7:0] mask = part_i ? second : first;

  // place is one-hot: where in the value the next slice belongs.
  reg [7:0] place, sign;
  reg [255:0] select;
  integer n, s;
  always @* begin
    place = 8'd1;
    for (s = 0; s < 8; s = s + 1) begin
      if (part_i && first[s]) place = {place[6:0], 1'b0};
    end
    sign = 8'd0;
    for (s = 0; s < 8; s = s + 1) begin
      for (n = 0; n < 8; n = n + 1) select[32*s+4*n +: 4] = {4{mask[s] && place[n]}};
      if (mask[s]) begin
        place = {place[6:0], 1'b0};
        sign = 8'd1 << s;
      end
    end
    if (!signed_i || (!part_i && second != 8'd0)) sign = 8'd0;
  end

  // From place upwards there is nothing more.
  wire [31:0] pad;
  genvar slice, lane;
  generate
    for (slice = 0; slice < 8; slice = slice + 1) begin : g_slice
      assign pad[4*slice +: 4] = {4{|place[slice:0]}};
    end

    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : g_lane
      rf_thread_value_extractor u_thread (
          .select_i(select),
          .sign_i  (sign),
          .pad_i   (pad),
          .data_i  (data_i[32*lane +: 32]),
          .data_o  (data_o[32*lane +: 32])
      );
    end
  endgenerate

endmodule

`default_nettype wire
