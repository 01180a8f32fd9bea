      // Its read's hints.
      reg [1:0] read_hints;
      integer hc;
      always @* begin
        read_hints = 2'd0;
        for (hc = ReadPorts - 1; hc >= 0; hc = hc - 1) begin
          if (read_valid_i[hc]
              && (read_bank[{{ bank_bits }}*hc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            read_hints = {read_promote_i[hc], read_dead_i[hc]};
          end
        end
      end

      wire [2:0] op, served;
      wire unused = &{1'b0, op};

      assign bank_from_writes_o[b] = served == 3'd1;
      assign bank_from_reads_o[b]  = served == 3'd2;
      assign bank_skipped_o[b]     = served == 3'd3;
      assign bank_unprotected_o[b] = served == 3'd4;
      assign bank_selective_o[b]   = served == 3'd5;
      assign bank_direct_o[b]      = served == 3'd6;
{%- if holds %}

      // Its read holds it until the answer.
      reg reads_q;

      assign busy[b] = reads_q && !answers[b];

      always @(posedge clk_i) begin
        reads_q <= rst_ni && (bank_read_o[b] || busy[b]);
      end
{%- endif %}
