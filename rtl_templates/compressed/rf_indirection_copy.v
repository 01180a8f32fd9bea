{%- let row = params.row_bits() %}
{%- let bank_bits = params.bank_bits() %}
{%- let reg = params.register_bits() %}
{%- let e = params.entry_bits -%}
// One copy of the indirection table: its banks and the arbitration of the lookup channels.
//
// Timing: ready is combinational from load_valid_i, the requests of lower channels and the
// register of the channel itself. An entry is valid in the cycle after its lookup.
`default_nettype none

module {{ module }} (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire load_valid_i, // an entry is loaded; no channel is ready
    input  wire [{{ reg - 1 }}:0] load_register_i, // register whose entry is loaded
    input  wire [{{ e - 1 }}:0] load_entry_i, // entry to load
    input  wire [{{ channels - 1 }}:0] valid_i, // bit n: channel n requests a lookup
    input  wire [{{ channels * reg - 1 }}:0] register_i, // register of each channel
    output wire [{{ channels - 1 }}:0] ready_o, // bit n: a lookup would be accepted
    output wire [{{ channels - 1 }}:0] found_o, // bit n: the last cycle's lookup is answered
    output wire [{{ channels * e - 1 }}:0] entry_o // entry for each channel, 0 if none
);

  localparam Banks    = {{ params.banks }};
  localparam Channels = {{ channels }};

  // A channel leads if no lower channel requests its bank: the bank reads the register of the
  // leader. Higher channels that ask for the same register share the access.
  reg [Channels-1:0] leads, ready;
  reg taken, shared;
  integer n, m;
  always @* begin
    for (n = 0; n < Channels; n = n + 1) begin
      taken = load_valid_i;
      shared = 1'b0;
      for (m = 0; m < n; m = m + 1) begin
        if (valid_i[m] && (register_i[{{ reg }}*m +: {{ bank_bits }}] == register_i[{{ reg }}*n +: {{ bank_bits }}])) taken = 1'b1;
        if (leads[m] && (register_i[{{ reg }}*m +: {{ reg }}] == register_i[{{ reg }}*n +: {{ reg }}])) shared = 1'b1;
      end
      leads[n] = valid_i[n] && !taken;
      ready[n] = !taken || shared;
    end
  end

  assign ready_o = ready;

  wire [Banks*{{ e }}-1:0] bank_entry;
  wire [Banks-1:0] bank_valid;

  genvar b;
  generate
    for (b = 0; b < Banks; b = b + 1) begin : gen_bank
      reg read;
      reg [{{ row - 1 }}:0] row;
      integer k;
      always @* begin
        read = 1'b0;
        row = {{ row }}'d0;
        for (k = 0; k < Channels; k = k + 1) begin
          if (leads[k] && (register_i[{{ reg }}*k +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            read = 1'b1;
            row = row | register_i[{{ reg }}*k+{{ bank_bits }} +: {{ row }}];
          end
        end
      end

      {{ bank }} u_bank (
          .clk_i        (clk_i),
          .rst_ni       (rst_ni),
          .read_i       (read),
          .read_entry_i (row),
          .write_i      (load_valid_i
                         && (load_register_i[{{ bank_bits - 1 }}:0] == b[{{ bank_bits - 1 }}:0])),
          .write_entry_i(load_register_i[{{ bank_bits }} +: {{ row }}]),
          .lane_mask_i  (1'b1),
          .write_data_i (load_entry_i),
          .read_valid_o (bank_valid[b]),
          .read_data_o  (bank_entry[{{ e }}*b +: {{ e }}])
      );
    end
  endgenerate

  // The bank that answers each channel is registered one-hot, so that no decoder delays the
  // entry.
  genvar c;
  generate
    for (c = 0; c < Channels; c = c + 1) begin : gen_channel
      reg [Banks-1:0] to, from_q;
      reg [{{ e - 1 }}:0] entry;
      integer t, f;
      always @* begin
        for (t = 0; t < Banks; t = t + 1) begin
          to[t] = valid_i[c] && ready[c] && (register_i[{{ reg }}*c +: {{ bank_bits }}] == t[{{ bank_bits - 1 }}:0]);
        end
      end
      always @* begin
        entry = {{ e }}'d0;
        for (f = 0; f < Banks; f = f + 1) begin
          if (from_q[f]) entry = entry | bank_entry[{{ e }}*f +: {{ e }}];
        end
      end

      always @(posedge clk_i) begin
        if (!rst_ni) from_q <= {Banks{1'b0}};
        else         from_q <= to;
      end

      assign found_o[c]          = |(from_q & bank_valid);
      assign entry_o[{{ e }}*c +: {{ e }}] = entry;
    end
  endgenerate

endmodule

`default_nettype wire
