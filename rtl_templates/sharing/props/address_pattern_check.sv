// The pattern of a load against any description of its addresses, and the range of an access
// against any byte that it touches. Proof only, not part of the design.
{%- let l = params.lanes %}
{%- let b = params.lane_bits() %}
{%- let w = params.word_bits %}
{%- let s = params.stride_bits %}
{%- let a = params.word_bits + 2 %}
`default_nettype none

module address_pattern_check (
    input wire clk_i,
    input wire [{{ l - 1 }}:0] lanes_i,
    input wire [{{ l - 1 }}:0] inside_i,
    input wire [2:0] bytes_i,
    input wire [{{ a * l - 1 }}:0] address_i,
    // A description, which may fit or not.
    input wire [1:0] rows_i,
    input wire [{{ b - 1 }}:0] first_i,
    input wire [{{ b - 1 }}:0] last_i,
    input wire [{{ w - 1 }}:0] base_i,
    input wire [{{ s - 1 }}:0] stride_i,
    input wire [{{ w - 1 }}:0] pitch_i,
    // A byte of a lane's access.
    input wire [{{ b - 1 }}:0] lane_i,
    input wire [4:0] byte_i
);

  wire regular, touches;
  wire [{{ w - 1 }}:0] base, last_word, pitch, low, high;
  wire [{{ s - 1 }}:0] stride;
  wire [{{ b - 1 }}:0] first, last;
  wire [1:0] rows;

  rf_address_pattern u_dut (
      .lanes_i, .inside_i, .bytes_i, .address_i, .regular_o(regular), .base_o(base),
      .stride_o(stride), .first_o(first), .last_o(last), .end_o(last_word), .rows_o(rows),
      .pitch_o(pitch), .touches_o(touches), .low_o(low), .high_o(high)
  );

  wire [{{ l - 1 }}:0] counted = lanes_i{% if !low_bits %} & inside_i{% endif %};

  // Whether a description is legal and gives the active lanes with their addresses.
  function describes(
      input [1:0] f, input [{{ b - 1 }}:0] from, input [{{ b - 1 }}:0] to, input [{{ w - 1 }}:0] start,
      input [{{ s - 1 }}:0] step, input [{{ w - 1 }}:0] gap
  );
    integer n, width, in_row;
    reg [{{ w + 7 }}:0] word;
    begin
      width = {{ l }} >> f;
      describes = f < {{ params.forms() }} && from <= to && {30'd0, to} < width
          && bytes_i == 3'd2 && counted == lanes_i{% if prefix %} && from == 0{% endif %}
          && (from != to || step == 0) && (f != 0 || gap == 0);
      for (n = 0; n < {{ l }}; n = n + 1) begin
        in_row = n & (width - 1);
        word = start + (in_row - from) * step + (n >> ({{ b }} - f)) * gap;
        if (lanes_i[n] != (in_row >= from && in_row <= to)) describes = 1'b0;
        if (lanes_i[n] && {2'd0, address_i[{{ a }}*n +: {{ a }}]} != {word, 2'd0}) describes = 1'b0;
      end
    end
  endfunction

  // The word of the last lane.
  reg [{{ w - 1 }}:0] highest;
  reg at_low, at_high; // some lane begins at low, some ends at high
  reg [{{ a }}:0] ends;
  integer k;
  always @* begin
    highest = 0;
    at_low = 1'b0;
    at_high = 1'b0;
    for (k = 0; k < {{ l }}; k = k + 1) begin
      if (lanes_i[k]) highest = address_i[{{ a }}*k+2 +: {{ w }}];
      ends = address_i[{{ a }}*k +: {{ a }}] + (1 << bytes_i) - 1;
      if (ends[{{ a }}]) ends = {1'b0, {{ "{" }}{{ a }}{1'b1}}};
      if (counted[k] && address_i[{{ a }}*k+2 +: {{ w }}] == low) at_low = 1'b1;
      if (counted[k] && ends[{{ a - 1 }}:2] == high) at_high = 1'b1;
    end
  end

  wire [{{ a }}:0] touched = address_i[{{ a }}*lane_i +: {{ a }}] + byte_i;

  always @(posedge clk_i) begin
    assume (bytes_i <= 3'd5);
    assume ({27'd0, byte_i} < (32'd1 << bytes_i));

    // The pattern describes the load, in the form with the fewest rows.
    if (regular) begin
      assert (describes(rows, first, last, base, stride, pitch));
      assert (last_word == highest && base == low && last_word == high);
    end
    if (describes(rows_i, first_i, last_i, base_i, stride_i, pitch_i)) begin
      assert (regular && rows <= rows_i);
      if (rows == rows_i)
        assert ({first, last, base, stride, pitch} == {first_i, last_i, base_i, stride_i, pitch_i});
    end

    // No byte is outside of the range, whose ends are touched.
    assert (touches == (counted != 0));
    if (touches) assert (at_low && at_high);
    if (counted[lane_i] && !touched[{{ a }}])
      assert (touched[{{ a - 1 }}:2] >= low && touched[{{ a - 1 }}:2] <= high);
    if (counted[lane_i] && touched[{{ a }}]) assert (high == {{ "{" }}{{ w }}{1'b1}});
  end

endmodule

`default_nettype wire
