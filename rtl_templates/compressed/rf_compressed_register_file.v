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

  // Collector units from the one on whose turn it is to go first.
  reg [Collectors-1:0] first_q;

  always @(posedge clk_i) begin
    if (!rst_ni) first_q <= {Collectors{1'b1}};
    else if ((|bank_read_o) || (|converted_o)) begin
      first_q <= (|first_q[Collectors-2:0]) ? {first_q[Collectors-2:0], 1'b0} : {Collectors{1'b1}};
    end
  end

  // Entries of registers.
  wire [ReadPorts-1:0] source_found;
  wire [ReadPorts*32-1:0] source_entry;
  wire [WritePorts-1:0] room; // channels that take another write
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

  // Who was looked up: collector unit, slot and warp of each read channel.
  reg [ReadPorts*{{ cu }}-1:0] asked_cu_q;
  reg [ReadPorts*{{ sl }}-1:0] asked_slot_q;
  reg [ReadPorts*{{ w }}-1:0] asked_warp_q;

  always @(posedge clk_i) begin
    if (rst_ni) asked_cu_q <= read_cu_i;
    if (rst_ni) asked_slot_q <= read_slot_i;
    if (rst_ni) asked_warp_q <= read_warp_i;
  end

  // Places of both parts of each.
  wire [2*ReadPorts*{{ b }}-1:0] source_bank;
  wire [2*ReadPorts*{{ e }}-1:0] source_row;

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

  // Writes: looked up, then truncated and on their way to their banks.
  reg [WritePorts-1:0] looked_up_q;
  reg [WritePorts-1:0] entry_held_q; // the entry came in an earlier cycle
  reg [WritePorts*32-1:0] held_entry_q;
  reg [WritePorts*{{ w }}-1:0] looked_up_warp_q;
  reg [WritePorts*32-1:0] looked_up_lanes_q;
  reg [WritePorts*1024-1:0] looked_up_data_q;

  reg [2*WritePorts-1:0] left_q;     // parts that are yet to be written, two of each channel
  reg [2*WritePorts*8-1:0] slices_q; // their slices
  reg [2*WritePorts*1024-1:0] placed_q;
  reg [WritePorts*32-1:0] placed_lanes_q;
  reg [2*WritePorts*{{ b }}-1:0] store_bank_q;
  reg [2*WritePorts*{{ e }}-1:0] store_row_q;
  reg [2*WritePorts-1:0] stores;  // parts that their banks are asked to write
  wire [2*WritePorts-1:0] stored; // parts that are written now
  wire [WritePorts-1:0] moves;   // the write that is looked up is truncated

  genvar n, p;
  generate
    for (n = 0; n < WritePorts; n = n + 1) begin : gen_write
      wire busy = |left_q[2*n +: 2];

      wire [1:0] remain = left_q[2*n +: 2] & ~stored[2*n +: 2];

      assign written_o[n] = busy && (remain == 2'd0);
      assign moves[n]     = looked_up_q[n] && (!busy || written_o[n]);
      assign room[n]      = !looked_up_q[n] || moves[n];

      wire [31:0] found = destination_entry[32*n +: 32];
      wire [31:0] entry = entry_held_q[n] ? held_entry_q[32*n +: 32] : found;
      wire unused = &{1'b0, entry[31]}; // a write extends nothing
      wire [15:0] slices;
      wire [2047:0] placed;
      wire [{{ 2 * b - 1 }}:0] bank;
      wire [{{ 2 * e - 1 }}:0] row;

      rf_value_truncator u_value_truncator (
          .float_i(entry[15]),
          .masks_i({entry[23:16], entry[7:0]}),
          .data_i (looked_up_data_q[1024*n +: 1024]),
          .masks_o(slices),
          .data_o (placed)
      );

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
        if (rst_ni && destination_found[n]) held_entry_q[32*n +: 32] <= found;
        if (rst_ni && write[n]) begin
          looked_up_warp_q[{{ w }}*n +: {{ w }}] <= write_warp_i[{{ w }}*n +: {{ w }}];
          looked_up_lanes_q[32*n +: 32]      <= write_lane_mask_i[32*n +: 32];
          looked_up_data_q[1024*n +: 1024]   <= write_data_i[1024*n +: 1024];
        end
      end

      always @(posedge clk_i) begin
        if (!rst_ni) left_q[2*n +: 2] <= 2'd0;
        else if (moves[n]) left_q[2*n +: 2] <= {|slices[15:8], 1'b1};
        else left_q[2*n +: 2] <= remain;
      end

      always @(posedge clk_i) begin
        if (rst_ni && moves[n]) begin
          slices_q[16*n +: 16]            <= slices;
          placed_q[2048*n +: 2048]        <= placed;
          placed_lanes_q[32*n +: 32]      <= looked_up_lanes_q[32*n +: 32];
          store_bank_q[{{ 2 * b }}*n +: {{ 2 * b }}]       <= bank;
          store_row_q[{{ 2 * e }}*n +: {{ 2 * e }}]      <= row;
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

  // Of the parts that go to one bank the lowest is written.
  integer s, t;
  always @* begin
    for (s = 0; s < 2 * WritePorts; s = s + 1) begin
      stores[s] = left_q[s];
      for (t = 0; t < s; t = t + 1) begin
        if (left_q[t] && (store_bank_q[{{ b }}*t +: {{ b }}] == store_bank_q[{{ b }}*s +: {{ b }}])) stores[s] = 1'b0;
      end
    end
  end

  // Collector units: what they ask for, and what they are given.
  wire [Collectors-1:0] req_valid, req_second;
  wire [Collectors*32-1:0] req_entry;
  wire [Collectors*{{ b }}-1:0] req_bank;
  wire [Collectors*{{ e }}-1:0] req_row;
  reg [Collectors-1:0] granted;
  wire [Collectors-1:0] convert_valid;
  wire [Collectors*4-1:0] convert_slices;
  wire [Collectors*1024-1:0] convert_data;
  wire [Collectors-1:0] convert_grant;
  wire [Banks-1:0] bank_coming; // banks whose part comes
  reg [Banks*Collectors-1:0] reader_q; // of each bank, whose it is
  wire [Banks*1024-1:0] bank_part;
  wire [Converters*1024-1:0] converter_data;
  wire [Collectors*Converters-1:0] converter; // which converter serves each

  genvar c;
  generate
    for (c = 0; c < Collectors; c = c + 1) begin : gen_collector
      // The requested part, the entry found, and its place.
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
          if (source_found[r] && (asked_cu_q[{{ cu }}*r +: {{ cu }}] == c[{{ cu - 1 }}:0])) begin
            located[asked_slot_q[{{ sl }}*r +: {{ sl }}]] = 1'b1;
            entry[32*asked_slot_q[{{ sl }}*r +: {{ sl }}] +: 32] = source_entry[32*r +: 32];
            bank[{{ 2 * b }}*asked_slot_q[{{ sl }}*r +: {{ sl }}] +: {{ 2 * b }}] = source_bank[{{ 2 * b }}*r +: {{ 2 * b }}];
            row[{{ 2 * e }}*asked_slot_q[{{ sl }}*r +: {{ sl }}] +: {{ 2 * e }}] = source_row[{{ 2 * e }}*r +: {{ 2 * e }}];
          end
        end
      end

      // Places of the parts of each slot's register, and the requested part.
      reg [{{ slots * 2 * b - 1 }}:0] bank_q;
      reg [{{ slots * 2 * e - 1 }}:0] row_q;
      wire [{{ sl - 1 }}:0] req_slot;

      assign req_bank[{{ b }}*c +: {{ b }}] = bank_q[{{ b }}*{req_slot, req_second[c]} +: {{ b }}];
      assign req_row[{{ e }}*c +: {{ e }}]  = row_q[{{ e }}*{req_slot, req_second[c]} +: {{ e }}];

      genvar sl;
      for (sl = 0; sl < {{ slots }}; sl = sl + 1) begin : gen_slot
        always @(posedge clk_i) begin
          if (rst_ni && located[sl]) begin
            bank_q[{{ 2 * b }}*sl +: {{ 2 * b }}] <= bank[{{ 2 * b }}*sl +: {{ 2 * b }}];
            row_q[{{ 2 * e }}*sl +: {{ 2 * e }}] <= row[{{ 2 * e }}*sl +: {{ 2 * e }}];
          end
        end
      end

      // The part that comes for it, the operand that was converted for it.
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

      rf_converted_select u_converted_select (
          .select_i(converter[Converters*c +: Converters]),
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
          .grant_i         (granted[c]),
          .part_i          (part),
          .convert_grant_i (convert_grant[c]),
          .converted_i     (converted),
          .req_valid_o     (req_valid[c]),
          .req_entry_o     (req_entry[32*c +: 32]),
          .req_slot_o      (req_slot),
          .req_second_o    (req_second[c]),
          .convert_valid_o (convert_valid[c]),
          .convert_slices_o(convert_slices[4*c +: 4]),
          .convert_data_o  (convert_data[1024*c +: 1024]),
          .rsp_valid_o     (rsp_valid_o[c]),
          .rsp_slot_o      (rsp_slot),
          .rsp_data_o      (rsp_data)
      );

      assign rsp_slot_o[{{ sl }}*c +: {{ sl }}] = rsp_valid_o[c] ? rsp_slot : {{ sl }}'d0;
      assign rsp_data_o[1024*c +: 1024] = rsp_valid_o[c] ? rsp_data : 1024'd0;

      assign convert_grant[c] = |converter[Converters*c +: Converters];
    end
  endgenerate

  // The banks: a write first, then the collector unit whose turn comes first.
  wire [Banks*Collectors-1:0] reader; // of each bank, whose part it reads
{%- if waits %}

  // Who is granted.
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

  // Every bank that is asked is granted.
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

      // Those who ask, and of them the first one that it serves.
      reg [Collectors-1:0] asks, free;
      integer u;
      always @* begin
        for (u = 0; u < Collectors; u = u + 1) begin
          asks[u] = req_valid[u] && (req_bank[{{ b }}*u +: {{ b }}] == b[{{ b - 1 }}:0]);
          free[u] = asks[u] && {{ free }};
        end
      end

{%- if waits %}

      // First the collector unit whose read was requested and not performed.
      reg [Collectors-1:0] held_q;

      wire [Collectors-1:0] ready = (|(free & held_q)) ? free & held_q : free;
      wire [Collectors-1:0] turn = (|(ready & first_q)) ? ready & first_q : ready;
      wire [Collectors-1:0] chosen = turn & (~turn + {{ one }});
      wire [Collectors-1:0] serves = chosen & {Collectors{bank_read_o[b]}};

      always @(posedge clk_i) begin
        if (!rst_ni || bank_read_o[b]) held_q <= {Collectors{1'b0}};
        else held_q <= chosen;
      end
{%- else %}

      wire [Collectors-1:0] turn = (|(free & first_q)) ? free & first_q : free;
      wire [Collectors-1:0] chosen = turn & (~turn + {{ one }});
      wire [Collectors-1:0] serves = chosen;
{%- endif %}
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
            reader_entry = reader_entry | req_entry[32*v +: 32];
            reader_row = reader_row | req_row[{{ e }}*v +: {{ e }}];
            reader_second = reader_second | req_second[v];
          end
        end
      end

      assign reader[Collectors*b +: Collectors] = serves;
      assign request[b] = (|asks) || store;

      // Place of the part.
      reg [15:0] masks_q;
      reg second_q, signed_q;
      wire unused_entry = &{1'b0, reader_entry[30:24], reader_entry[15:8]};
      wire [1023:0] read_data;

      always @(posedge clk_i) begin
        if (rst_ni && bank_read_o[b]) begin
          reader_q[Collectors*b +: Collectors] <= serves;
          masks_q  <= {reader_entry[23:16], reader_entry[7:0]};
          second_q <= reader_second;
          signed_q <= reader_entry[31];
        end
      end

{{ bank_wires }}
      {{ bank_module }} u_bank (
          .clk_i             (clk_i),
          .rst_ni            (rst_ni),
          .read_valid_i      (|chosen),
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
    granted = {Collectors{1'b0}};
    for (g = 0; g < Banks; g = g + 1) granted = granted | reader[Collectors*g +: Collectors];
  end

  // Converters, in turns.
  rf_converter_turns u_converter_turns (
      .asks_i  (convert_valid),
      .first_i (first_q),
      .served_o(converter)
  );

  assign converted_o = convert_grant;

  genvar h;
  generate
    for (h = 0; h < Converters; h = h + 1) begin : gen_converter
      reg [Collectors-1:0] served;
      reg [3:0] slices;
      wire [1023:0] data;
      integer o;
      always @* begin
        slices = 4'd0;
        for (o = 0; o < Collectors; o = o + 1) begin
          served[o] = converter[Converters*o+h];
          if (served[o]) slices = slices | convert_slices[4*o +: 4];
        end
      end

      rf_operand_select u_operand_select (
          .select_i(served),
          .data_i  (convert_data),
          .data_o  (data)
      );

      rf_value_converter u_value_converter (
          .slices_i(slices),
          .data_i  (data),
          .data_o  (converter_data[1024*h +: 1024])
      );
    end
  endgenerate

endmodule

`default_nettype wire
