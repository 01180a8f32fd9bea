{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);
{%- let cu = cu_bits %}
{%- let sl = slot_bits %}
{%- let w = warp_bits %}
{%- let b = bank_bits %}
{%- let e = entry_bits %}

  localparam Banks      = {{ banks }};
  localparam Collectors = {{ collectors }};
  localparam Converters = {{ converters }};
  localparam ReadPorts  = 8;
  localparam WritePorts = 3;

  // Turn order: bit c of first_q is 1 if collector unit c is the first in turn or above it.
  // convert_asks: collector units whose operand a converter could take.
  reg [Collectors-1:0] first_q;
  wire [Collectors-1:0] convert_asks;

  always @(posedge clk_i) begin
    if (!rst_ni) first_q <= {Collectors{1'b1}};
    else if ((|bank_read_o) || (|convert_asks)) begin
      first_q <= (|first_q[Collectors-2:0]) ? {first_q[Collectors-2:0], 1'b0} : {Collectors{1'b1}};
    end
  end

  // Lookups in the indirection table.
  wire [ReadPorts-1:0] source_found;
  wire [ReadPorts*32-1:0] source_entry;
  wire [WritePorts-1:0] room; // channels that can take another write
  wire [WritePorts-1:0] destination_ready, destination_found;
  wire [WritePorts*32-1:0] destination_entry;

  rf_indirection_table u_indirection_table (
      .clk_i                 (clk_i),
      .rst_ni                (rst_ni),
      .load_valid_i          (load_valid_i),
      .load_register_i       (load_register_i),
      .load_entry_i          (load_entry_i),
      .source_valid_i        (read_valid_i),
      .source_register_i     (read_reg_i),
      .destination_valid_i   (write_valid_i & room),
      .destination_register_i(write_reg_i),
      .source_ready_o        (read_ready_o),
      .source_found_o        (source_found),
      .source_entry_o        (source_entry),
      .destination_ready_o   (destination_ready),
      .destination_found_o   (destination_found),
      .destination_entry_o   (destination_entry)
  );

  assign write_ready_o = destination_ready & room;

  wire [ReadPorts-1:0] read = read_valid_i & read_ready_o;
  wire [WritePorts-1:0] write = write_valid_i & write_ready_o;

  // Requester of each lookup of the previous cycle: collector unit, slot and warp.
  reg [ReadPorts*{{ cu }}-1:0] asked_cu_q;
  reg [ReadPorts*{{ sl }}-1:0] asked_slot_q;
  reg [ReadPorts*{{ w }}-1:0] asked_warp_q;

  always @(posedge clk_i) begin
    asked_cu_q   <= read_cu_i;
    asked_slot_q <= read_slot_i;
    asked_warp_q <= read_warp_i;
  end

  // Bank and row of both parts of each looked-up register.
  wire [2*ReadPorts*{{ b }}-1:0] source_bank;
  wire [2*ReadPorts*{{ e }}-1:0] source_row;

  // What was found for each read channel, as passed to the collector units.
{%- if stages %}
  // It was found in the cycle before.
  reg [ReadPorts-1:0] told_q;
  reg [ReadPorts*{{ cu }}-1:0] told_cu_q;
  reg [ReadPorts*{{ sl }}-1:0] told_slot_q;
  reg [ReadPorts*32-1:0] told_entry_q;
  reg [2*ReadPorts*{{ b }}-1:0] told_bank_q;
  reg [2*ReadPorts*{{ e }}-1:0] told_row_q;

  always @(posedge clk_i) begin
    told_q       <= source_found & {ReadPorts{rst_ni}};
    told_cu_q    <= asked_cu_q;
    told_slot_q  <= asked_slot_q;
    told_entry_q <= source_entry;
    told_bank_q  <= source_bank;
    told_row_q   <= source_row;
  end

{%- endif %}
  wire [ReadPorts-1:0] told = {{ self.staged("told_q", "source_found") }};
  wire [ReadPorts*{{ cu }}-1:0] told_cu = {{ self.staged("told_cu_q", "asked_cu_q") }};
  wire [ReadPorts*{{ sl }}-1:0] told_slot = {{ self.staged("told_slot_q", "asked_slot_q") }};
  wire [ReadPorts*32-1:0] told_entry = {{ self.staged("told_entry_q", "source_entry") }};
  wire [2*ReadPorts*{{ b }}-1:0] told_bank = {{ self.staged("told_bank_q", "source_bank") }};
  wire [2*ReadPorts*{{ e }}-1:0] told_row = {{ self.staged("told_row_q", "source_row") }};

  genvar i, j;
  generate
    for (i = 0; i < ReadPorts; i = i + 1) begin : gen_read
      for (j = 0; j < 2; j = j + 1) begin : gen_part
        {{ placement }} u_placement (
            .regs_per_thread_i(regs_per_thread_i),
            .warp_i           (asked_warp_q[{{ w }}*i +: {{ w }}]),
            .reg_i            ({1'b0, source_entry[32*i+16*j+8 +: 7]}),
            .bank_o           (source_bank[{{ b }}*(2*i+j) +: {{ b }}]),
            .entry_o          (source_row[{{ e }}*(2*i+j) +: {{ e }}])
        );
      end
    end
  endgenerate

  // Writes: looked up, then truncated and written to their banks.
  reg [WritePorts-1:0] looked_up_q;
  reg [WritePorts-1:0] entry_held_q; // the entry arrived in an earlier cycle
  reg [WritePorts*32-1:0] held_entry_q;
  reg [WritePorts*{{ w }}-1:0] looked_up_warp_q;
  reg [WritePorts*32-1:0] looked_up_lanes_q;
  reg [WritePorts*1024-1:0] looked_up_data_q;

  reg [2*WritePorts-1:0] left_q;     // parts still to be written, two per channel
  reg [2*WritePorts*8-1:0] slices_q; // slice masks of the parts
  reg [2*WritePorts*1024-1:0] placed_q;
  reg [WritePorts*32-1:0] placed_lanes_q;
  reg [2*WritePorts*{{ b }}-1:0] store_bank_q;
  reg [2*WritePorts*{{ e }}-1:0] store_row_q;
  reg [2*WritePorts-1:0] stores;  // parts requested from their banks
  wire [2*WritePorts-1:0] stored; // parts written in this cycle
  wire [WritePorts-1:0] moves;   // the looked-up write enters the truncator
{%- if stages %}

  // Each of the truncator's two pipeline registers holds a write.
  reg [WritePorts-1:0] decoded_q, rounded_q;
{%- endif %}

  genvar n, p;
  generate
    for (n = 0; n < WritePorts; n = n + 1) begin : gen_write
      wire busy = |left_q[2*n +: 2];

      wire [1:0] remain = left_q[2*n +: 2] & ~stored[2*n +: 2];

      assign written_o[n] = busy && (remain == 2'd0);
{%- if stages %}
      wire places = rounded_q[n] && (!busy || written_o[n]);
      wire rounds = decoded_q[n] && (!rounded_q[n] || places);

      assign moves[n]     = looked_up_q[n] && (!decoded_q[n] || rounds);
{%- else %}
      wire places = moves[n];

      assign moves[n]     = looked_up_q[n] && (!busy || written_o[n]);
{%- endif %}
      assign room[n]      = !looked_up_q[n] || moves[n];

      wire [31:0] found = destination_entry[32*n +: 32];
      wire [31:0] entry = entry_held_q[n] ? held_entry_q[32*n +: 32] : found;
      wire unused = &{1'b0, entry[31]}; // writes do not use the signed flag
      wire [15:0] slices;
      wire [2047:0] placed;
      wire [{{ 2 * b - 1 }}:0] bank;
      wire [{{ 2 * e - 1 }}:0] row;

{%- if stages %}
      // The truncator has stages. Lane mask and places of the parts are delayed to match.
      rf_staged_truncator u_staged_truncator (
          .clk_i   (clk_i),
          .decode_i(moves[n]),
          .round_i (rounds),
          .float_i (entry[15]),
          .masks_i ({entry[23:16], entry[7:0]}),
          .data_i  (looked_up_data_q[1024*n +: 1024]),
          .masks_o (slices),
          .data_o  (placed)
      );

      reg [31:0] decoded_lanes_q, rounded_lanes_q;
      reg [{{ 2 * b - 1 }}:0] decoded_bank_q, rounded_bank_q;
      reg [{{ 2 * e - 1 }}:0] decoded_row_q, rounded_row_q;

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          decoded_q[n] <= 1'b0;
          rounded_q[n] <= 1'b0;
        end else begin
          decoded_q[n] <= moves[n] || (decoded_q[n] && !rounds);
          rounded_q[n] <= rounds || (rounded_q[n] && !places);
        end
      end

      always @(posedge clk_i) begin
        if (moves[n]) begin
          decoded_lanes_q <= looked_up_lanes_q[32*n +: 32];
          decoded_bank_q  <= bank;
          decoded_row_q   <= row;
        end
        if (rounds) begin
          rounded_lanes_q <= decoded_lanes_q;
          rounded_bank_q  <= decoded_bank_q;
          rounded_row_q   <= decoded_row_q;
        end
      end

      wire [31:0] placed_lanes = rounded_lanes_q;
      wire [{{ 2 * b - 1 }}:0] placed_bank = rounded_bank_q;
      wire [{{ 2 * e - 1 }}:0] placed_row = rounded_row_q;
{%- else %}
      rf_value_truncator u_value_truncator (
          .float_i(entry[15]),
          .masks_i({entry[23:16], entry[7:0]}),
          .data_i (looked_up_data_q[1024*n +: 1024]),
          .masks_o(slices),
          .data_o (placed)
      );

      wire [31:0] placed_lanes = looked_up_lanes_q[32*n +: 32];
      wire [{{ 2 * b - 1 }}:0] placed_bank = bank;
      wire [{{ 2 * e - 1 }}:0] placed_row = row;
{%- endif %}

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          looked_up_q[n]  <= 1'b0;
          entry_held_q[n] <= 1'b0;
        end else begin
          looked_up_q[n]  <= write[n] || !room[n];
          entry_held_q[n] <= !room[n] && (entry_held_q[n] || destination_found[n]);
        end
      end

      always @(posedge clk_i) begin
        if (destination_found[n]) held_entry_q[32*n +: 32] <= found;
        if (write[n]) begin
          looked_up_warp_q[{{ w }}*n +: {{ w }}] <= write_warp_i[{{ w }}*n +: {{ w }}];
          looked_up_lanes_q[32*n +: 32]      <= write_lane_mask_i[32*n +: 32];
          looked_up_data_q[1024*n +: 1024]   <= write_data_i[1024*n +: 1024];
        end
      end

      always @(posedge clk_i) begin
        if (!rst_ni) left_q[2*n +: 2] <= 2'd0;
        else if (places) left_q[2*n +: 2] <= {|slices[15:8], 1'b1};
        else left_q[2*n +: 2] <= remain;
      end

      always @(posedge clk_i) begin
        if (places) begin
          slices_q[16*n +: 16]            <= slices;
          placed_q[2048*n +: 2048]        <= placed;
          placed_lanes_q[32*n +: 32]      <= placed_lanes;
          store_bank_q[{{ 2 * b }}*n +: {{ 2 * b }}]       <= placed_bank;
          store_row_q[{{ 2 * e }}*n +: {{ 2 * e }}]      <= placed_row;
        end
      end

      for (p = 0; p < 2; p = p + 1) begin : gen_part
        {{ placement }} u_placement (
            .regs_per_thread_i(regs_per_thread_i),
            .warp_i           (looked_up_warp_q[{{ w }}*n +: {{ w }}]),
            .reg_i            ({1'b0, entry[16*p+8 +: 7]}),
            .bank_o           (bank[{{ b }}*p +: {{ b }}]),
            .entry_o          (row[{{ e }}*p +: {{ e }}])
        );
      end
    end
  endgenerate

{%- if waits %}

  genvar z;
  generate
    for (z = 0; z < 2 * WritePorts; z = z + 1) begin : gen_stored
      assign stored[z] = stores[z] && bank_write_o[store_bank_q[{{ b }}*z +: {{ b }}]];
    end
  endgenerate
{%- else %}

  assign stored = stores; // no bank waits
{%- endif %}

  // Of several parts for one bank, the lowest is written.
  integer s, t;
  always @* begin
    for (s = 0; s < 2 * WritePorts; s = s + 1) begin
      stores[s] = left_q[s];
      for (t = 0; t < s; t = t + 1) begin
        if (left_q[t] && (store_bank_q[{{ b }}*t +: {{ b }}] == store_bank_q[{{ b }}*s +: {{ b }}])) stores[s] = 1'b0;
      end
    end
  end

  // The part that each collector unit requests: its bank (one-hot), part number, table entry
  // and row. Then the inputs and the conversion ports of the collector units.
  wire [Collectors*Banks-1:0] asks_bank;
  wire [Collectors-1:0] ask_second;
  wire [Collectors*32-1:0] ask_entry;
  wire [Collectors*{{ e }}-1:0] ask_row;
  reg [Collectors-1:0] served; // collector units whose part is read
  wire [Collectors-1:0] convert_valid;
  wire [Collectors*{{ sl }}-1:0] convert_slot;
  wire [Collectors*4-1:0] convert_slices;
  wire [Collectors*1024-1:0] convert_data;
  wire [Collectors-1:0] convert_grant;
  wire [Collectors-1:0] converted_ready, converted_valid;
  wire [Banks-1:0] bank_coming; // banks whose part arrives
  reg [Banks*Collectors-1:0] reader_q; // collector unit of that part
  wire [Banks*1024-1:0] bank_part;
  wire [Converters*1024-1:0] converter_data;
  wire [Collectors*Converters-1:0] converter; // converter assigned to each unit
{%- if stages %}

  // Operands taken and operands converted: for each collector unit the converter that has its
  // operand, and the slots. All wait while the collector unit of a converted operand answers
  // another operand.
  reg [Collectors*Converters-1:0] taken_q, converted_q;
  reg [Converters*{{ sl }}-1:0] taken_slot_q, converted_slot_q;
  wire convert_moves = !(|(converted_valid & ~converted_ready));
{%- endif %}

  genvar c;
  generate
    for (c = 0; c < Collectors; c = c + 1) begin : gen_collector
      // Claimed slots; located slots with their table entries and the places of the parts.
      reg [{{ slots - 1 }}:0] claim, located;
      reg [{{ slots * 32 - 1 }}:0] entry;
      reg [{{ slots * 2 * b - 1 }}:0] bank;
      reg [{{ slots * 2 * e - 1 }}:0] row;
      integer r;
      always @* begin
        claim = {{ slots }}'d0;
        located = {{ slots }}'d0;
        entry = {{ slots * 32 }}'d0;
        bank = {{ slots * 2 * b }}'d0;
        row = {{ slots * 2 * e }}'d0;
        for (r = 0; r < ReadPorts; r = r + 1) begin
          if (read[r] && (read_cu_i[{{ cu }}*r +: {{ cu }}] == c[{{ cu - 1 }}:0])) begin
            claim[read_slot_i[{{ sl }}*r +: {{ sl }}]] = 1'b1;
          end
          if (told[r] && (told_cu[{{ cu }}*r +: {{ cu }}] == c[{{ cu - 1 }}:0])) begin
            located[told_slot[{{ sl }}*r +: {{ sl }}]] = 1'b1;
            entry[32*told_slot[{{ sl }}*r +: {{ sl }}] +: 32] = told_entry[32*r +: 32];
            bank[{{ 2 * b }}*told_slot[{{ sl }}*r +: {{ sl }}] +: {{ 2 * b }}] = told_bank[{{ 2 * b }}*r +: {{ 2 * b }}];
            row[{{ 2 * e }}*told_slot[{{ sl }}*r +: {{ sl }}] +: {{ 2 * e }}] = told_row[{{ 2 * e }}*r +: {{ 2 * e }}];
          end
        end
      end

      // Bank and row of both parts in each slot, and the part that the collector unit requests.
      reg [{{ slots * 2 * b - 1 }}:0] bank_q;
      reg [{{ slots * 2 * e - 1 }}:0] row_q;
      wire req_valid, req_second, req_last;
      wire [{{ sl - 1 }}:0] req_slot;
      wire [31:0] req_entry;
      wire [{{ b - 1 }}:0] req_bank = bank_q[{{ b }}*{req_slot, req_second} +: {{ b }}];
      wire [{{ e - 1 }}:0] req_row  = row_q[{{ e }}*{req_slot, req_second} +: {{ e }}];

      // Bank of the requested part, one-hot.
      reg [Banks-1:0] req_to;
      integer to;
      always @* begin
        for (to = 0; to < Banks; to = to + 1) begin
          req_to[to] = req_valid && (req_bank == to[{{ b - 1 }}:0]);
        end
      end

      // The part requested from its bank.
{%- if stages %} It stays in a register until it is read.
      reg [Banks-1:0] ask_q;
      reg [{{ sl - 1 }}:0] ask_slot_q;
      reg [{{ e - 1 }}:0] ask_row_q;
      reg [31:0] ask_entry_q;
      reg ask_second_q, ask_last_q;
      wire grant_part = !(|ask_q) || served[c];

      always @(posedge clk_i) begin
        if (!rst_ni) ask_q <= {Banks{1'b0}};
        else if (grant_part) ask_q <= req_to;
      end

      always @(posedge clk_i) begin
        if (grant_part) begin
          ask_slot_q   <= req_slot;
          ask_last_q   <= req_last;
          ask_second_q <= req_second;
          ask_entry_q  <= req_entry;
          ask_row_q    <= req_row;
        end
      end
{%- else %}
      wire grant_part = served[c];
{%- endif %}
      wire [{{ sl - 1 }}:0] ask_slot = {{ self.staged("ask_slot_q", "req_slot") }};
      wire ask_last = {{ self.staged("ask_last_q", "req_last") }};

      assign asks_bank[Banks*c +: Banks] = {{ self.staged("ask_q", "req_to") }};
      assign ask_second[c]               = {{ self.staged("ask_second_q", "req_second") }};
      assign ask_entry[32*c +: 32]       = {{ self.staged("ask_entry_q", "req_entry") }};
      assign ask_row[{{ e }}*c +: {{ e }}]            = {{ self.staged("ask_row_q", "req_row") }};

      genvar sl;
      for (sl = 0; sl < {{ slots }}; sl = sl + 1) begin : gen_slot
        always @(posedge clk_i) begin
          if (located[sl]) begin
            bank_q[{{ 2 * b }}*sl +: {{ 2 * b }}] <= bank[{{ 2 * b }}*sl +: {{ 2 * b }}];
            row_q[{{ 2 * e }}*sl +: {{ 2 * e }}] <= row[{{ 2 * e }}*sl +: {{ 2 * e }}];
          end
        end
      end

      // Slot of the part that was read in the previous cycle.
      reg read_q, read_last_q;
      reg [{{ sl - 1 }}:0] read_slot_q;

      always @(posedge clk_i) begin
        read_q <= rst_ni && served[c];
        if (served[c]) begin
          read_slot_q <= ask_slot;
          read_last_q <= ask_last;
        end
      end

      // The extracted part that arrives from a bank, and the converted operand.
      reg [Banks-1:0] comes;
      wire [1023:0] part, converted;
      integer a;
      always @* begin
        for (a = 0; a < Banks; a = a + 1) begin
          comes[a] = bank_coming[a] && reader_q[Collectors*a+c];
        end
      end

      rf_part_select u_part_select (
          .select_i(comes),
          .data_i  (bank_part),
          .data_o  (part)
      );

      // The arriving part.
{%- if stages %} It was extracted in the cycle before.
      reg part_q, part_last_q;
      reg [{{ sl - 1 }}:0] part_slot_q;
      reg [1023:0] part_data_q;

      always @(posedge clk_i) begin
        part_q <= rst_ni && read_q;
        if (read_q) begin
          part_slot_q <= read_slot_q;
          part_last_q <= read_last_q;
          part_data_q <= part;
        end
      end
{%- endif %}

{%- if stages %}
      // The converted operand that comes back, and its slot.
      wire [Converters-1:0] from = converted_q[Converters*c +: Converters];
      reg [{{ sl - 1 }}:0] converted_slot;
      integer k;
      always @* begin
        converted_slot = {{ sl }}'d0;
        for (k = 0; k < Converters; k = k + 1) begin
          if (from[k]) converted_slot = converted_slot | converted_slot_q[{{ sl }}*k +: {{ sl }}];
        end
      end

      assign converted_valid[c] = |from;
      assign convert_grant[c]   = (|converter[Converters*c +: Converters]) && convert_moves;
{%- else %}
      // A converter returns an operand in the cycle in which it takes it.
      wire [Converters-1:0] from = converter[Converters*c +: Converters];
      wire [{{ sl - 1 }}:0] converted_slot = convert_slot[{{ sl }}*c +: {{ sl }}];

      assign converted_valid[c] = convert_grant[c];
      assign convert_grant[c]   = |from;
{%- endif %}

      rf_converted_select u_converted_select (
          .select_i(from),
          .data_i  (converter_data),
          .data_o  (converted)
      );

      wire [{{ sl - 1 }}:0] rsp_slot;
      wire [1023:0] rsp_data;

      rf_collector_unit u_collector_unit (
          .clk_i           (clk_i),
          .rst_ni          (rst_ni),
          .claim_i         (claim),
          .located_i       (located),
          .entry_i         (entry),
          .grant_i         (grant_part),
          .part_valid_i    ({{ self.staged("part_q", "read_q") }}),
          .part_slot_i     ({{ self.staged("part_slot_q", "read_slot_q") }}),
          .part_last_i     ({{ self.staged("part_last_q", "read_last_q") }}),
          .part_i          ({{ self.staged("part_data_q", "part") }}),
          .convert_grant_i (convert_grant[c]),
          .converted_valid_i({% if stages %}converted_valid[c] && convert_moves{% else %}converted_valid[c]{% endif %}),
          .converted_slot_i(converted_slot),
          .converted_i     (converted),
          .req_valid_o     (req_valid),
          .req_entry_o     (req_entry),
          .req_slot_o      (req_slot),
          .req_second_o    (req_second),
          .req_last_o      (req_last),
          .convert_valid_o (convert_valid[c]),
          .convert_slot_o  (convert_slot[{{ sl }}*c +: {{ sl }}]),
          .convert_slices_o(convert_slices[4*c +: 4]),
          .convert_data_o  (convert_data[1024*c +: 1024]),
          .converted_ready_o(converted_ready[c]),
          .rsp_valid_o     (rsp_valid_o[c]),
          .rsp_slot_o      (rsp_slot),
          .rsp_data_o      (rsp_data)
      );

      assign rsp_slot_o[{{ sl }}*c +: {{ sl }}] = rsp_valid_o[c] ? rsp_slot : {{ sl }}'d0;
      assign rsp_data_o[1024*c +: 1024] = rsp_valid_o[c] ? rsp_data : 1024'd0;
    end
  endgenerate

  // The banks: writes first, then the first requesting collector unit in turn order.
  wire [Banks*Collectors-1:0] reader; // collector unit whose part each bank reads
{%- if waits %}

  // Grants.
  wire [Banks-1:0] request, grant;
{{ arbitration }}

  {{ arbiter }} u_request_arbiter (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .request_i     (request),
      .aligned_i     (aligned),
      .busy_i        (busy),
      .aligned_only_i(aligned_only),
      .grant_o       (grant)
  );

  assign bank_request_o = request;
  assign bank_grant_o   = grant;
{%- else %}

  // Every bank with a request is granted.
  wire [Banks-1:0] request;
  wire [Banks-1:0] grant = request;
  assign bank_request_o = request;
  assign bank_grant_o   = request;
{%- endif %}

  genvar b;
  generate
    for (b = 0; b < Banks; b = b + 1) begin : gen_bank
      reg store;
      reg [{{ e - 1 }}:0] row;
      reg [31:0] lanes;
      reg [7:0] slices;
      reg [2*WritePorts-1:0] comes;
      wire [1023:0] data;
      integer q;
      always @* begin
        store = 1'b0;
        row = {{ e }}'d0;
        lanes = 32'd0;
        slices = 8'd0;
        for (q = 0; q < 2 * WritePorts; q = q + 1) begin
          comes[q] = stores[q] && (store_bank_q[{{ b }}*q +: {{ b }}] == b[{{ b - 1 }}:0]);
          if (comes[q]) begin
            store = 1'b1;
            row = store_row_q[{{ e }}*q +: {{ e }}];
            lanes = placed_lanes_q[32*(q/2) +: 32];
            slices = slices_q[8*q +: 8];
          end
        end
      end

      rf_store_select u_store_select (
          .select_i(comes),
          .data_i  (placed_q),
          .data_o  (data)
      );

      // Collector units that request this bank (asks), that could be served (free), and the one
      // that is chosen, if any.
      reg [Collectors-1:0] asks, free;
      wire reads = {{ reads }};
      integer u;
      always @* begin
        for (u = 0; u < Collectors; u = u + 1) begin
          asks[u] = asks_bank[Banks*u+b];
          free[u] = {{ free }};
        end
      end

      reg [Collectors-1:0] chosen;
{%- if waits %}

      // A collector unit whose read was requested but not performed comes first.
      reg [Collectors-1:0] held_q;

      wire [Collectors-1:0] ready = (|(free & held_q)) ? free & held_q : free;
      wire [Collectors-1:0] serves = chosen & {Collectors{bank_read_o[b]}};

      always @(posedge clk_i) begin
        if (!rst_ni || bank_read_o[b]) held_q <= {Collectors{1'b0}};
        else held_q <= chosen;
      end
{%- else %}

      wire [Collectors-1:0] ready = free;
      wire [Collectors-1:0] serves = chosen;
{%- endif %}

      // The lowest candidate at or above the first in turn, else the lowest of all. Both are
      // found in parallel, in steps of doubling width.
      wire [Collectors-1:0] ahead = ready & first_q;
      reg [Collectors-1:0] below_ahead, below;
      integer step;
      always @* begin
        below_ahead = {ahead[Collectors-2:0], 1'b0};
        below = {ready[Collectors-2:0], 1'b0};
        for (step = 1; step < Collectors; step = 2 * step) begin
          below_ahead = below_ahead | (below_ahead << step);
          below = below | (below << step);
        end
        chosen = {Collectors{reads}} & ((|ahead) ? ahead & ~below_ahead : ready & ~below);
      end

      reg [31:0] reader_entry;
      reg [{{ e - 1 }}:0] reader_row;
      reg reader_second;
      integer v;
      always @* begin
        reader_entry = 32'd0;
        reader_row = {{ e }}'d0;
        reader_second = 1'b0;
        for (v = 0; v < Collectors; v = v + 1) begin
          if (chosen[v]) begin
            reader_entry = reader_entry | ask_entry[32*v +: 32];
            reader_row = reader_row | ask_row[{{ e }}*v +: {{ e }}];
            reader_second = reader_second | ask_second[v];
          end
        end
      end

      assign reader[Collectors*b +: Collectors] = serves;
      assign request[b] = (|asks) || store;

      // Layout of the part that is read, for the extractor.
      reg [15:0] masks_q;
      reg second_q, signed_q;
      wire unused_entry = &{1'b0, reader_entry[30:24], reader_entry[15:8]};
      wire [1023:0] read_data;

      always @(posedge clk_i) begin
        reader_q[Collectors*b +: Collectors] <= serves;
        masks_q  <= {reader_entry[23:16], reader_entry[7:0]};
        second_q <= reader_second;
        signed_q <= reader_entry[31];
      end

{{ bank_wires }}
      {{ bank_module }} u_bank (
          .clk_i             (clk_i),
          .rst_ni            (rst_ni),
          .read_valid_i      ((|free) && reads),
          .read_entry_i      (reader_row),
          .write_valid_i     (store),
          .write_entry_i     (row),
          .write_lane_mask_i (lanes),
          .write_slice_mask_i(slices),
          .write_data_i      (data),
          .grant_i           (grant[b]),
          .read_o            (bank_read_o[b]),
          .write_o           (bank_write_o[b]),
          .rsp_valid_o       (bank_coming[b]),
{%- if !connections.is_empty() %}
{{ connections }}
{%- endif %}
          .rsp_data_o        (read_data)
      );

      rf_value_extractor u_value_extractor (
          .masks_i (masks_q),
          .part_i  (second_q),
          .signed_i(signed_q),
          .data_i  (read_data),
          .data_o  (bank_part[1024*b +: 1024])
      );
    end
  endgenerate

  integer g;
  always @* begin
    served = {Collectors{1'b0}};
    for (g = 0; g < Banks; g = g + 1) served = served | reader[Collectors*g +: Collectors];
  end

  // Converters are assigned in turn order.
  assign convert_asks = convert_valid & {% if stages %}{Collectors{convert_moves}}{% else %}converted_ready{% endif %};

  rf_converter_turns u_converter_turns (
      .asks_i  ({% if stages %}convert_valid{% else %}convert_asks{% endif %}),
      .first_i (first_q),
      .served_o(converter)
  );

  assign converted_o = convert_grant;

  genvar h;
  generate
    for (h = 0; h < Converters; h = h + 1) begin : gen_converter
      reg [Collectors-1:0] takes;
      reg [3:0] slices;
{%- if stages %}
      reg [{{ sl - 1 }}:0] slot;
{%- endif %}
      wire [1023:0] data;
      integer o;
      always @* begin
        slices = 4'd0;
{%- if stages %}
        slot = {{ sl }}'d0;
{%- endif %}
        for (o = 0; o < Collectors; o = o + 1) begin
          takes[o] = converter[Converters*o+h];
          if (takes[o]) slices = slices | convert_slices[4*o +: 4];
{%- if stages %}
          if (takes[o]) slot = slot | convert_slot[{{ sl }}*o +: {{ sl }}];
{%- endif %}
        end
      end

      rf_operand_select u_operand_select (
          .select_i(takes),
          .data_i  (convert_data),
          .data_o  (data)
      );

{%- if stages %}
      reg [3:0] taken_slices_q;
      reg [1023:0] taken_data_q, converter_data_q;
      wire [1023:0] result;

      rf_value_converter u_value_converter (
          .slices_i(taken_slices_q),
          .data_i  (taken_data_q),
          .data_o  (result)
      );

      assign converter_data[1024*h +: 1024] = converter_data_q;

      always @(posedge clk_i) begin
        if (convert_moves) begin
          taken_slices_q   <= slices;
          taken_data_q     <= data;
          converter_data_q <= result;
          taken_slot_q[{{ sl }}*h +: {{ sl }}] <= slot;
        end
      end
{%- else %}
      rf_value_converter u_value_converter (
          .slices_i(slices),
          .data_i  (data),
          .data_o  (converter_data[1024*h +: 1024])
      );
{%- endif %}
    end
  endgenerate
{%- if stages %}

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      taken_q     <= {(Collectors * Converters){1'b0}};
      converted_q <= {(Collectors * Converters){1'b0}};
    end else if (convert_moves) begin
      taken_q     <= converter;
      converted_q <= taken_q;
    end
  end

  always @(posedge clk_i) begin
    if (convert_moves) converted_slot_q <= taken_slot_q;
  end
{%- endif %}

endmodule

`default_nettype wire
