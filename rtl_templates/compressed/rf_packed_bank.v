{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  // Rows of the entries, and the requests to the storage.
  wire [{{ row_bits - 1 }}:0] read_row, write_row;

  wire read_wanted  = read_valid_i;
  wire write_wanted = write_valid_i;
  wire [{{ row_bits - 1 }}:0] queue_row  = read_row;
  wire [{{ row_bits - 1 }}:0] buffer_row = write_row;
  wire [{{ data_bits - 1 }}:0] buffer_data = write_data_i;

  // Slice mask of all lanes, lane 0 lowest.
  wire [{{ lanes * slices - 1 }}:0] buffer_lane_mask;
  genvar l;
  generate
    for (l = 0; l < {{ lanes }}; l = l + 1) begin : gen_lane
      assign buffer_lane_mask[{{ slices }}*l +: {{ slices }}] = {{ '{' }}{{ slices }}{write_lane_mask_i[l]}} & write_slice_mask_i;
    end
  endgenerate

{{ storage }}

endmodule

`default_nettype wire
