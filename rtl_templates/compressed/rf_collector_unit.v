{{ contract }}
`default_nettype none

module rf_collector_unit (
{{ ports }}
);

  localparam Slots = {{ params.slots }};

  // For each slot: its entry, the parts that have arrived, and those that are outstanding.
  reg [Slots-1:0] first_left_q, second_left_q; // parts that are yet to be granted
  reg [Slots-1:0] converting_q;                // whole, waits for a converter
  reg [{{ slot_bits - 1 }}:0] req_last_q, convert_last_q;        // the slots that were served last
  reg coming_q;                                // a part comes in this cycle
  reg [{{ slot_bits - 1 }}:0] slot_q;                            // of this slot
  reg [Slots*32-1:0] entry_q;
  reg [Slots*{{ data_bits }}-1:0] field_q;

  // Floats of fewer than 8 slices are converted. Slices are counted when the entry comes.
  reg [Slots-1:0] converts_q;
  reg [Slots*4-1:0] slices_q;

  genvar s;
  generate
    for (s = 0; s < Slots; s = s + 1) begin : gen_slot
      wire [15:0] mask = {entry_i[32*s+16 +: 8], entry_i[32*s +: 8]};
      reg [3:0] count;
      integer m;
      always @* begin
        count = 4'd0;
        for (m = 0; m < 16; m = m + 1) count = count + {3'd0, mask[m]};
      end

      always @(posedge clk_i) begin
        if (rst_ni && located_i[s]) begin
          converts_q[s]      <= entry_i[32*s+15] && (count != 4'd8);
          slices_q[4*s +: 4] <= count;
        end
      end
    end
  endgenerate

  // The first slot behind the one that was served last that has a part left, and that waits for a
  // converter: behind it the lowest one, else the lowest of all.
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
      if (converting_q[c]) convert_slot = c[{{ slot_bits - 1 }}:0];
    end
    for (c = Slots - 1; c > 0; c = c - 1) begin
      if (converting_q[c] && (c[{{ slot_bits - 1 }}:0] > convert_last_q)) begin
        convert_slot = c[{{ slot_bits - 1 }}:0];
      end
    end
  end

  assign req_valid_o  = |left;
  assign req_slot_o   = req_slot;
  assign req_second_o = !first_left_q[req_slot];
  assign req_entry_o  = entry_q[32*req_slot +: 32];

  wire granted = req_valid_o && grant_i;

  // The part that comes; with the last one the operand is whole.
  wire [{{ data_bits - 1 }}:0] merged = field_q[{{ data_bits }}*slot_q +: {{ data_bits }}] | part_i;
  wire ends = coming_q && !first_left_q[slot_q] && !second_left_q[slot_q];
  wire whole = ends && !converts_q[slot_q];

  // A converter is asked unless another operand is answered.
  assign convert_valid_o  = (|converting_q) && !whole;
  assign convert_slices_o = slices_q[4*convert_slot +: 4];
  assign convert_data_o   = field_q[{{ data_bits }}*convert_slot +: {{ data_bits }}];

  wire converted = convert_valid_o && convert_grant_i;

  assign rsp_valid_o = whole || converted;
  assign rsp_slot_o  = whole ? slot_q : convert_slot;
  assign rsp_data_o  = whole ? merged : converted_i;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      coming_q       <= 1'b0;
      req_last_q     <= {{ slot_bits }}'d0;
      convert_last_q <= {{ slot_bits }}'d0;
    end else begin
      coming_q <= granted;
      if (granted) req_last_q <= req_slot;
      if (converted) convert_last_q <= convert_slot;
    end
  end

  always @(posedge clk_i) begin
    if (rst_ni && granted) slot_q <= req_slot;
  end

  generate
    for (s = 0; s < Slots; s = s + 1) begin : gen_state
      wire asks      = granted && (req_slot == s[{{ slot_bits - 1 }}:0]);
      wire comes     = coming_q && (slot_q == s[{{ slot_bits - 1 }}:0]);
      wire goes      = converted && (convert_slot == s[{{ slot_bits - 1 }}:0]);
      wire is_split  = |entry_i[32*s+16 +: 8];

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          first_left_q[s]  <= 1'b0;
          second_left_q[s] <= 1'b0;
          converting_q[s]  <= 1'b0;
        end else begin
          if (located_i[s]) {first_left_q[s], second_left_q[s]} <= {1'b1, is_split};
          else if (asks) begin
            first_left_q[s]  <= 1'b0;
            second_left_q[s] <= second_left_q[s] && first_left_q[s];
          end

          if (comes && ends && converts_q[s]) converting_q[s] <= 1'b1;
          else if (goes) converting_q[s] <= 1'b0;
        end
      end

      // Storage: no value before a slot is claimed.
      always @(posedge clk_i) begin
        if (rst_ni && located_i[s]) entry_q[32*s +: 32] <= entry_i[32*s +: 32];
      end

      always @(posedge clk_i) begin
        if (rst_ni && claim_i[s]) field_q[{{ data_bits }}*s +: {{ data_bits }}] <= {{ data_bits }}'d0;
        else if (comes) field_q[{{ data_bits }}*s +: {{ data_bits }}] <= merged;
      end
    end
  endgenerate

endmodule

`default_nettype wire
