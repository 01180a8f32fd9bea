{%- let b = params.bank_bits() -%}
{{ contract }}
`default_nettype none

module {{ module }} (
{{ ports }}
);

  localparam Banks      = {{ params.banks }};
  localparam ReadPorts  = {{ READ_PORTS }};
  localparam WritePorts = {{ WRITE_PORTS }};
  localparam Registers  = ReadPorts + WritePorts; // reads first

  // New requests, and the one-hot bank of each held request; zero if the register is empty.
  wire [Registers-1:0] valid = {write_valid_i, read_valid_i};
  wire [Registers*{{ b }}-1:0] bank = {write_bank_i, read_bank_i};
  reg [Registers*Banks-1:0] held_q;

  // One-hot banks of the held requests that are the oldest of their bank. stays: held requests
  // that do not enter their bank now. loads: registers that take a new request.
  wire [Registers*Banks-1:0] oldest;
  wire [Registers-1:0] stays;
  wire [Registers-1:0] loads = valid & ~stays;

  assign {write_ready_o, read_ready_o} = ~stays;
  assign {write_offer_o, read_offer_o} = oldest;

  genvar n;
  generate
    for (n = 0; n < Registers; n = n + 1) begin : gen_register
      // Registers with an earlier request than this one, and the banks of these requests.
      reg [Registers-1:0] earlier_q, earlier;
      reg [Banks-1:0] older;
      integer m;

      always @* begin
        older = {Banks{1'b0}};
        for (m = 0; m < Registers; m = m + 1) begin
          older = older | (held_q[Banks*m +: Banks] & {Banks{earlier_q[m]}});
          earlier[m] = stays[m] || ((m < n) && loads[m]);
        end
      end

      wire [Banks-1:0] held = held_q[Banks*n +: Banks];
      wire [Banks-1:0] offer = held & ~older;

      assign oldest[Banks*n +: Banks] = offer;

      if (n < ReadPorts) begin : gen_read
        assign stays[n] = |(held & ~(offer & bank_read_ready_i));
      end else begin : gen_write
        assign stays[n] = |(held & ~(offer & bank_write_ready_i));
      end

      always @(posedge clk_i) begin
        if (!rst_ni) begin
          held_q[Banks*n +: Banks] <= {Banks{1'b0}};
          earlier_q                <= {Registers{1'b0}};
        end else if (loads[n]) begin
          held_q[Banks*n +: Banks] <= {{ "{{" }}(Banks-1){1'b0}}, 1'b1} << bank[{{ b }}*n +: {{ b }}];
          earlier_q                <= earlier;
        end else begin
          if (!stays[n]) held_q[Banks*n +: Banks] <= {Banks{1'b0}};
          earlier_q <= earlier_q & stays;
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
      waiting = waiting | held_q[Banks*w +: Banks];
    end
  end

  assign waiting_o = waiting;

endmodule

`default_nettype wire
