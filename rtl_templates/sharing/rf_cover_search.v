// Finds the longest cover among the entries of {{ block }}: in each group of {{ searched }}
// entries in the look cycle, among all groups in the next cycle. An entry that is replaced or
// deleted in between still wins, but it does not stand.
{%- let w = params.word_bits %}
{%- let l = params.lane_bits() %}
{%- let p = params.phys_bits %}
`default_nettype none

module {{ name }} (
    input  wire clk_i,
    // In the look cycle.
    input  wire [{{ size - 1 }}:0] covers_i,
    input  wire [{{ w * size - 1 }}:0] words_i, // a greater word is a longer cover; arrives early
    input  wire top_i, // highest compared bit of the look's word
    input  wire [{{ l * size - 1 }}:0] keys_i,
    input  wire [{{ size - 1 }}:0] write_i,
    // In the next cycle.
    input  wire [{{ size - 1 }}:0] valid_i,
    input  wire [{{ p * size - 1 }}:0] phys_i, // the lowest bit of all entries, then the next bit
    input  wire [{{ l * size - 1 }}:0] lanes_i,
    input  wire [{{ l + 1 }}:0] need_i,
    output wire found_o,
    output wire [{{ l - 1 }}:0] key_o,
    output reg  [{{ l + 1 }}:0] sum_o, // key_o plus need_i
    output reg  stands_o,
    output reg  [{{ p - 1 }}:0] phys_o,
    output reg  [{{ l - 1 }}:0] lane_o
);

  localparam Size = {{ size }};
  localparam Groups = {{ groups }};

  // The entries in groups, and the longest cover of each group.
  wire [{{ searched }}*Groups-1:0] covers = {{ self.padded("covers_i", 1) }};
  wire [{{ w }}*{{ searched }}*Groups-1:0] words = {{ self.padded("words_i", *params.word_bits) }};
  wire [{{ l }}*{{ searched }}*Groups-1:0] keys = {{ self.padded("keys_i", params.lane_bits()) }};
  wire [{{ searched }}*Groups-1:0] write = {{ self.padded("write_i", 1) }};
  wire [{{ searched }}*Groups-1:0] valid = {{ self.padded("valid_i", 1) }};
  wire [{{ l }}*{{ searched }}*Groups-1:0] lanes = {{ self.padded("lanes_i", params.lane_bits()) }};

  wire [Groups-1:0] any;
  wire [{{ searched }}*Groups-1:0] longest;
  wire [{{ l }}*Groups-1:0] longest_key;

  {{ of_each }} u_first (
      .valid_i (covers),
      .words_i (words),
      .top_i   (top_i),
      .keys_i  (keys),
      .valid_o (any),
      .select_o(longest),
      .key_o   (longest_key)
  );

  reg [Groups-1:0] any_q;
  reg [{{ searched }}*Groups-1:0] select_q;
  reg [{{ l }}*Groups-1:0] key_q;
  always @(posedge clk_i) begin
    any_q    <= any;
    select_q <= longest & ~write;
    key_q    <= longest_key;
  end

  wire [Groups-1:0] select;

  {{ of_all }} u_longest (
      .valid_i (any_q),
      .words_i (key_q),
      .top_i   (1'b0),
      .keys_i  (key_q),
      .valid_o (found_o),
      .select_o(select),
      .key_o   (key_o)
  );

  // Data of the longest cover of each group, selected in parallel with the choice of a group.
  wire [{{ searched }}*Groups-1:0] stand = select_q & valid;
  reg [{{ searched }}*Groups-1:0] phys;
  reg [{{ l - 1 }}:0] lane;
  integer f, i, k;
  always @* begin
    {sum_o, stands_o, lane_o, phys_o} = {{ l + 2 + 1 + l + p }}'d0;
    phys = {{ "{" }}{{ searched }}*Groups{1'b0}};
    lane = {{ l }}'d0;
    if (found_o) begin
      for (f = 0; f < Groups; f = f + 1) begin
        lane = {{ l }}'d0;
        for (i = {{ searched }} * f; i < {{ searched }} * (f + 1); i = i + 1)
          if (select_q[i]) lane = lane | lanes[{{ l }}*i +: {{ l }}];
        if (select[f]) begin
          sum_o = sum_o | (need_i + {2'b00, key_q[{{ l }}*f +: {{ l }}]});
          stands_o = stands_o | (|stand[{{ searched }}*f +: {{ searched }}]);
          lane_o = lane_o | lane;
        end
      end
      for (k = 0; k < {{ p }}; k = k + 1) begin
        phys = {{ self.padded("phys_i[Size*k +: Size]", 1) }} & select_q;
        for (f = 0; f < Groups; f = f + 1)
          if (select[f] && (|phys[{{ searched }}*f +: {{ searched }}])) phys_o[k] = 1'b1;
      end
    end
  end

endmodule

`default_nettype wire
