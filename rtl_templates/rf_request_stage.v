{%- let b = params.bank_bits() -%}
{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Banks      = {{ params.banks }};
  localparam ReadPorts  = {{ params.reads }};
  localparam WritePorts = {{ params.writes }};
  localparam Registers  = ReadPorts + WritePorts; // reads first

  // New requests, and held ones.
  wire [Registers-1:0] valid = {write_valid_i, read_valid_i};
  wire [Registers*{{ b }}-1:0] bank = {write_bank_i, read_bank_i};
  reg [Registers-1:0] held_q;
  reg [Registers*{{ b }}-1:0] bank_q;

  // A held request is the oldest of its bank, and enters the bank if there is room.
  wire [Registers-1:0] oldest, enters_bank;
  wire [Registers-1:0] stays = held_q & ~enters_bank;
  wire [Registers-1:0] loads = valid & ~stays;

  assign {write_ready_o, read_ready_o} = ~stays;
  assign {write_offer_o, read_offer_o} = oldest;
  assign {write_held_bank_o, read_held_bank_o} = bank_q;

  genvar n, m;
  generate
    for (n = 0; n < Registers; n = n + 1) begin : gen_register
      // Held requests that came before this one, and those of them that are of its bank.
      reg [Registers-1:0] earlier_q;
      wire [Registers-1:0] earlier, older;

      for (m = 0; m < Registers; m = m + 1) begin : gen_other
        assign earlier[m] = stays[m] || ((m < n) && loads[m]);
        assign older[m]   = earlier_q[m] && (bank_q[{{ b }}*m +: {{ b }}] == bank_q[{{ b }}*n +: {{ b }}]);
      end

      assign oldest[n] = held_q[n] && (older == {Registers{1'b0}});

      if (n < ReadPorts) begin : gen_read
        assign enters_bank[n] = oldest[n] && bank_read_ready_i[bank_q[{{ b }}*n +: {{ b }}]];
      end else begin : gen_write
        assign enters_bank[n] = oldest[n] && bank_write_ready_i[bank_q[{{ b }}*n +: {{ b }}]];
      end

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          held_q[n]        <= 1'b0;
          bank_q[{{ b }}*n +: {{ b }}] <= {{ b }}'d0;
          earlier_q        <= {Registers{1'b0}};
        end else begin
          held_q[n] <= loads[n] || stays[n];
          earlier_q <= loads[n] ? earlier : earlier_q & ~enters_bank;
          if (loads[n]) bank_q[{{ b }}*n +: {{ b }}] <= bank[{{ b }}*n +: {{ b }}];
        end
      end
    end
  endgenerate

  // Banks of held requests.
  reg [Banks-1:0] waiting;
  integer w;
  always @* begin
    waiting = {Banks{1'b0}};
    for (w = 0; w < Registers; w = w + 1) begin
      if (held_q[w]) waiting[bank_q[{{ b }}*w +: {{ b }}]] = 1'b1;
    end
  end

  assign waiting_o = waiting;

endmodule

`default_nettype wire
