{{ contract }}
`default_nettype none

module rf_collector_unit (
{{ ports }}
);

  localparam Slots = {{ params.slots }};

  // Bit s is slot s: parts still to be granted, operands waiting for a converter.
  reg [Slots-1:0] first_left_q, second_left_q; // part 0, part 1 still to be granted
  reg [Slots-1:0] whole_q;                     // all parts merged, waits for a converter
  reg [{{ slot_bits - 1 }}:0] req_last_q, convert_last_q;        // slots served last
  reg [Slots*32-1:0] entry_q; // table entries
  reg [Slots*{{ data_bits }}-1:0] field_q; // OR of the parts received so far

  // Floats of fewer than 8 slices are converted. The slices are counted in the cycle after the
  // entry arrives. This is early enough: no part of the operand can arrive before.
  reg [Slots-1:0] located_q;
  reg [Slots-1:0] converts_q;
  reg [Slots*4-1:0] slices_q;

  genvar s;
  generate
    for (s = 0; s < Slots; s = s + 1) begin : gen_slot
      wire [15:0] masks = {entry_q[32*s+16 +: 8], entry_q[32*s +: 8]};

{% filter indent(6, true) %}{% include "compressed/parts/slice_count.v" %}{% endfilter %}

      reg [3:0] count;
      integer w;
      always @* begin
        count = {more[7], 3'd0};
        for (w = 1; w < 8; w = w + 1) if (more[w-1] && !more[w]) count = count | w[3:0];
      end

      always @(posedge clk_i) begin
        located_q[s] <= located_i[s];
        if (located_q[s]) begin
          converts_q[s]      <= entry_q[32*s+15] && !more[7];
          slices_q[4*s +: 4] <= count;
        end
      end
    end
  endgenerate

  // Round robin for part requests and for conversions: the lowest requesting slot above the one
  // served last, else the lowest requesting slot.
  wire [Slots-1:0] left = first_left_q | second_left_q;
  reg [{{ slot_bits - 1 }}:0] req_slot, convert_slot;
  integer r, c;
  always @* begin
    req_slot = {{ slot_bits }}'d0;
    for (r = Slots - 1; r >= 0; r = r - 1) if (left[r]) req_slot = r[{{ slot_bits - 1 }}:0];
    for (r = Slots - 1; r > 0; r = r - 1) begin
      if (left[r] && (r[{{ slot_bits - 1 }}:0] > req_last_q)) req_slot = r[{{ slot_bits - 1 }}:0];
    end
  end
  always @* begin
    convert_slot = {{ slot_bits }}'d0;
    for (c = Slots - 1; c >= 0; c = c - 1) begin
      if (whole_q[c]) convert_slot = c[{{ slot_bits - 1 }}:0];
    end
    for (c = Slots - 1; c > 0; c = c - 1) begin
      if (whole_q[c] && (c[{{ slot_bits - 1 }}:0] > convert_last_q)) begin
        convert_slot = c[{{ slot_bits - 1 }}:0];
      end
    end
  end

  assign req_valid_o  = |left;
  assign req_slot_o   = req_slot;
  assign req_second_o = !first_left_q[req_slot];
  assign req_last_o   = !(first_left_q[req_slot] && second_left_q[req_slot]);
  assign req_entry_o  = entry_q[32*req_slot +: 32];

  wire granted = req_valid_o && grant_i;

  // Arriving part.
  wire [{{ data_bits - 1 }}:0] merged = field_q[{{ data_bits }}*part_slot_i +: {{ data_bits }}] | part_i;
  wire ends = part_valid_i && part_last_i;
  wire whole = ends && !converts_q[part_slot_i];

  assign convert_valid_o  = |whole_q;
  assign convert_slot_o   = convert_slot;
  assign convert_slices_o = slices_q[4*convert_slot +: 4];
  assign convert_data_o   = field_q[{{ data_bits }}*convert_slot +: {{ data_bits }}];

  wire taken = convert_valid_o && convert_grant_i;

  assign converted_ready_o = !whole;

  assign rsp_valid_o = whole || converted_valid_i;
  assign rsp_slot_o  = whole ? part_slot_i : converted_slot_i;
  assign rsp_data_o  = whole ? merged : converted_i;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      req_last_q     <= {{ slot_bits }}'d0;
      convert_last_q <= {{ slot_bits }}'d0;
    end else begin
      if (granted) req_last_q <= req_slot;
      if (taken) convert_last_q <= convert_slot;
    end
  end

  generate
    for (s = 0; s < Slots; s = s + 1) begin : gen_state
      wire asks      = granted && (req_slot == s[{{ slot_bits - 1 }}:0]);
      wire comes     = part_valid_i && (part_slot_i == s[{{ slot_bits - 1 }}:0]);
      wire goes      = taken && (convert_slot == s[{{ slot_bits - 1 }}:0]);
      wire is_split  = |entry_i[32*s+16 +: 8];

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          first_left_q[s]  <= 1'b0;
          second_left_q[s] <= 1'b0;
          whole_q[s]       <= 1'b0;
        end else begin
          if (located_i[s]) {first_left_q[s], second_left_q[s]} <= {1'b1, is_split};
          else if (asks) begin
            first_left_q[s]  <= 1'b0;
            second_left_q[s] <= second_left_q[s] && first_left_q[s];
          end

          if (comes && ends && converts_q[s]) whole_q[s] <= 1'b1;
          else if (goes) whole_q[s] <= 1'b0;
        end
      end

      // Storage, without reset: no value before the slot is claimed.
      always @(posedge clk_i) begin
        if (located_i[s]) entry_q[32*s +: 32] <= entry_i[32*s +: 32];
      end

      always @(posedge clk_i) begin
        if (claim_i[s]) field_q[{{ data_bits }}*s +: {{ data_bits }}] <= {{ data_bits }}'d0;
        else if (comes) field_q[{{ data_bits }}*s +: {{ data_bits }}] <= merged;
      end
    end
  endgenerate

endmodule

`default_nettype wire
