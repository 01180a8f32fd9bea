{{ contract }}
`default_nettype none

module rf_value_converter (
{{ ports }}
);

  wire [6:0] format = 7'd1 << (slices_i - 4'd2); // bit n: codes have n + 2 slices

  genvar lane;
  generate
    for (lane = 0; lane < {{ params.lanes }}; lane = lane + 1) begin : gen_lane
      rf_thread_value_converter u_thread (
          .format_i(format),
          .code_i  (data_i[32*lane +: 32]),
          .number_o(data_o[32*lane +: 32])
      );
    end
  endgenerate

endmodule

`default_nettype wire
