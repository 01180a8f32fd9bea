// Selects one of {{ inputs }} warp registers, or 0 if none is selected. At most one bit of
// select_i may be 1.

`default_nettype none

module {{ name }} (
    input  wire [{{ inputs - 1 }}:0] select_i,
    input  wire [{{ inputs * 1024 - 1 }}:0] data_i, // 32 bits a lane
    output wire [1023:0] data_o
);

  integer n;
  reg [1023:0] data;

  always @* begin
    data = 1024'd0;
    for (n = 0; n < {{ inputs }}; n = n + 1) begin
      if (select_i[n]) data = data | data_i[1024*n +: 1024];
    end
  end

  assign data_o = data;

endmodule

`default_nettype wire
