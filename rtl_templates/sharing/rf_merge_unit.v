{{ contract }}
{%- let l = params.lanes %}
{%- let p = params.phys_bits %}
{%- let x = params.index_bits() %}
{%- let s = params.shift_bits() %}
{%- let d = params.data_bits() %}
{%- let lb = params.lane_bits %}
`default_nettype none

module rf_merge_unit (
{{ ports }}
);

  // The job. held_q: sources that are not answered yet. asked_q: the read of the first of them
  // was accepted.
  reg busy_q, copy_q, asked_q;
  reg [1:0] held_q;
  reg [4:0] waited_q; // cycles without progress, 16 at most
  reg [{{ 2 * p - 1 }}:0] source_q;
  reg [{{ p - 1 }}:0] dest_q;
  reg [{{ x - 1 }}:0] first_q, last_q, split_q;
  reg [{{ s - 1 }}:0] a_shift_q, b_shift_q;
  reg [{{ d - 1 }}:0] result_q;

  // Sources that are held in the next cycle.
  wire [1:0] held = !rst_ni     ? 2'd0
                  : start_i     ? {!copy_i, 1'b1}
                  : rsp_valid_i ? {held_q[1] && held_q[0], 1'b0} // a is answered first
                  :               held_q;
  wire [{{ 2 * p - 1 }}:0] source = start_i ? {b_phys_i, a_phys_i} : source_q;

  assign busy_o        = busy_q;
  assign held_o        = held_q;
  assign held_phys_o   = source_q;
  assign hold_o        = held;
  assign hold_phys_o   = {held[1] ? source[{{ 2 * p - 1 }}:{{ p }}] : {{ p }}'d0, held[0] ? source[{{ p - 1 }}:0] : {{ p }}'d0};
  assign read_valid_o  = |held_q && !asked_q;
  assign read_phys_o   = held_q[0] ? source_q[{{ p - 1 }}:0] : source_q[{{ 2 * p - 1 }}:{{ p }}];
  assign write_valid_o = busy_q && (held_q == 2'd0);
  assign write_phys_o  = dest_q;
  assign write_data_o  = result_q;
  assign urgent_o      = busy_q && waited_q[4];

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q  <= 1'b0;
      asked_q <= 1'b0;
    end else if (start_i) begin
      busy_q  <= 1'b1;
      asked_q <= 1'b0;
    end else begin
      busy_q  <= busy_q && !(write_valid_o && write_ready_i);
      asked_q <= (asked_q && !rsp_valid_i) || (read_valid_o && read_ready_i);
    end
  end

  always @(posedge clk_i) held_q <= held;

  wire waits = (read_valid_o && !read_ready_i) || (asked_q && !rsp_valid_i)
            || (write_valid_o && !write_ready_i);

  always @(posedge clk_i) begin
    if (start_i || !waits) waited_q <= 5'd0;
    else if (!waited_q[4]) waited_q <= waited_q + 5'd1;
  end

  always @(posedge clk_i) begin
    if (rst_ni && start_i) begin
      copy_q    <= copy_i;
      source_q  <= source;
      dest_q    <= dest_phys_i;
      first_q   <= first_i;
      last_q    <= last_i;
      split_q   <= split_i;
      a_shift_q <= copy_i ? {{ s }}'d0 : a_shift_i;
      b_shift_q <= b_shift_i;
    end
  end

  // The answer is rotated down by the shift. Lanes that wrap around are not taken.
  wire [{{ s - 1 }}:0] shift = held_q[0] ? a_shift_q : b_shift_q;
  reg [{{ d - 1 }}:0] moved;
  always @* begin
    moved = rsp_data_i;
{%- for far in moves %}
    if (shift[{{ loop.index0 }}]) moved = {moved[{{ far - 1 }}:0], moved[{{ d - 1 }}:{{ far }}]};
{%- endfor %}
  end

  wire [{{ l - 1 }}:0] takes;
{%- if !params.plain %}
  wire [{{ l - 1 }}:0] from_first   = {{ "{" }}{{ l }}{1'b1}} << first_q;
  wire [{{ l - 1 }}:0] behind_split = ({{ "{" }}{{ l }}{1'b1}} << split_q) << 1;
  wire [{{ l - 1 }}:0] behind_last  = ({{ "{" }}{{ l }}{1'b1}} << last_q) << 1;
  wire [{{ l - 1 }}:0] of_a = from_first & ~behind_split;
  wire [{{ l - 1 }}:0] of_b = behind_split & ~behind_last;
  wire unused = &{1'b0, shift[{{ s - 1 }}]}; // the sign: taken lanes exist

  assign takes = copy_q ? {{ "{" }}{{ l }}{1'b1}} : held_q[0] ? of_a : of_b;
{%- else %}
  wire unused = &{1'b0, copy_q, first_q, last_q, split_q}; // no masks
{%- endif %}

  genvar i;
  generate
    for (i = 0; i < {{ l }}; i = i + 1) begin : gen_lane
{%- if params.plain %}
      localparam [{{ x - 1 }}:0] Lane = i[{{ x - 1 }}:0];
      wire [{{ s }}:0] source = {2'd0, Lane} + {shift[{{ s - 1 }}], shift};
      assign takes[i] = source[{{ s }}:{{ x }}] == 2'd0; // the source lane exists
      wire unused_source = &{1'b0, source[{{ x - 1 }}:0]};
{%- endif %}
      always @(posedge clk_i) begin
        if (start_i) result_q[{{ lb }}*i +: {{ lb }}] <= {{ lb }}'d0;
        else if (rsp_valid_i && takes[i]) begin
          result_q[{{ lb }}*i +: {{ lb }}] <= result_q[{{ lb }}*i +: {{ lb }}] | moved[{{ lb }}*i +: {{ lb }}];
        end
      end
    end
  endgenerate

endmodule

`default_nettype wire
