// The longest of the covers that entries of {{ block }} offer: of each {{ searched }}
// entries in the cycle of the look, of all in the next. An entry that is written over or deleted
// meanwhile wins as before, but does not stand.
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
{%- let order = params.order_bits() %}
{%- let d = params.phys_bits + params.lane_bits() + 1 %}
`default_nettype none

module {{ name }} (
    input  wire clk_i,
    // In the cycle of the look.
    input  wire [{{ size - 1 }}:0] covers_i,
    input  wire [{{ order * size - 1 }}:0] orders_i, // the longer, the greater; early
    input  wire [{{ l * size - 1 }}:0] keys_i,
    input  wire [{{ size - 1 }}:0] write_i,
    // In the next one.
    input  wire [{{ size - 1 }}:0] valid_i,
    input  wire [{{ p * size - 1 }}:0] phys_i,
    input  wire [{{ l * size - 1 }}:0] lanes_i,
    input  wire [{{ l + 1 }}:0] need_i,
    output wire found_o,
    output wire [{{ l - 1 }}:0] key_o,
    output wire [{{ l + 1 }}:0] sum_o, // of the key and need_i
    output wire stands_o,
    output wire [{{ p - 1 }}:0] phys_o,
    output wire [{{ l - 1 }}:0] lane_o
);

  localparam Groups = {{ groups }};

  genvar g;

  // The entries in groups; the best of each group, its data {stands, lane, phys}.
  wire [{{ searched }}*Groups-1:0] covers = {{ self.padded("covers_i", 1) }};
  wire [{{ order }}*{{ searched }}*Groups-1:0] orders = {{ self.padded("orders_i", params.order_bits()) }};
  wire [{{ l }}*{{ searched }}*Groups-1:0] keys = {{ self.padded("keys_i", params.lane_bits()) }};
  wire [{{ searched }}*Groups-1:0] write = {{ self.padded("write_i", 1) }};
  wire [{{ searched }}*Groups-1:0] valid = {{ self.padded("valid_i", 1) }};
  wire [{{ p }}*{{ searched }}*Groups-1:0] phys = {{ self.padded("phys_i", *params.phys_bits) }};
  wire [{{ l }}*{{ searched }}*Groups-1:0] lanes = {{ self.padded("lanes_i", params.lane_bits()) }};

  wire [Groups-1:0] found;
  wire [{{ l }}*Groups-1:0] key;
  wire [{{ d }}*Groups-1:0] data;
  generate
    for (g = 0; g < Groups; g = g + 1) begin : gen_first
      wire any;
      wire [{{ searched - 1 }}:0] longest;
      wire [{{ l - 1 }}:0] longest_key;

      rf_longest_of_group u_longest (
          .valid_i (covers[{{ searched }}*g +: {{ searched }}]),
          .orders_i(orders[{{ searched * order }}*g +: {{ searched * order }}]),
          .keys_i  (keys[{{ searched * l }}*g +: {{ searched * l }}]),
          .valid_o (any),
          .select_o(longest),
          .key_o   (longest_key)
      );

      reg any_q;
      reg [{{ searched - 1 }}:0] select_q;
      reg [{{ l - 1 }}:0] key_q;
      always @(posedge clk_i) begin
        any_q    <= any;
        select_q <= longest & ~write[{{ searched }}*g +: {{ searched }}];
        key_q    <= longest_key;
      end

      reg [{{ d - 2 }}:0] chosen;
      integer i;
      always @* begin
        chosen = {{ d - 1 }}'d0;
        if (any_q)
          for (i = 0; i < {{ searched }}; i = i + 1)
            if (select_q[i])
              chosen = chosen | {lanes[{{ l }}*({{ searched }}*g+i) +: {{ l }}], phys[{{ p }}*({{ searched }}*g+i) +: {{ p }}]};
      end

      assign found[g] = any_q;
      assign key[{{ l }}*g +: {{ l }}] = key_q;
      assign data[{{ d }}*g +: {{ d }}] = {|(select_q & valid[{{ searched }}*g +: {{ searched }}]), chosen};
    end
  endgenerate

  wire [Groups-1:0] select;

  {{ longest }} u_longest (
      .valid_i (found),
      .orders_i(key),
      .keys_i  (key),
      .valid_o (found_o),
      .select_o(select),
      .key_o   (key_o)
  );

  reg [{{ l + 1 }}:0] sum;
  reg [{{ d - 1 }}:0] best;
  integer f;
  always @* begin
    sum = {{ l + 2 }}'d0;
    best = {{ d }}'d0;
    if (found_o)
      for (f = 0; f < Groups; f = f + 1)
        if (select[f]) begin
          sum = sum | (need_i + {2'b00, key[{{ l }}*f +: {{ l }}]});
          best = best | data[{{ d }}*f +: {{ d }}];
        end
  end
  assign sum_o = sum;
  assign {stands_o, lane_o, phys_o} = best;

endmodule

`default_nettype wire
