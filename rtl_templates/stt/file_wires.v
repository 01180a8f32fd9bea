      wire [2:0] op, served;
      wire unused = &{1'b0, op};

      assign bank_from_writes_o[b] = served == 3'd1;
      assign bank_from_reads_o[b]  = served == 3'd2;
      assign bank_skipped_o[b]     = served == 3'd3;
      assign bank_unprotected_o[b] = served == 3'd4;
      assign bank_selective_o[b]   = served == 3'd5;
      assign bank_direct_o[b]      = served == 3'd6;
{%- if holds %}

      // A read of the array holds its bank until the answer.
      reg reads_q;

      assign busy[b] = reads_q && !answers[b];

      always @(posedge clk_i) begin
        reads_q <= rst_ni && (bank_read_o[b] || busy[b]);
      end
{%- endif %}
