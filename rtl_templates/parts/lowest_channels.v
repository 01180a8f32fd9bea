  // A channel is ready if its bank is ready and no lower valid channel addresses the same bank.
  wire [Banks-1:0] bank_read_ready, bank_write_ready;
  reg [ReadPorts-1:0] read_ready;
  reg [WritePorts-1:0] write_ready;

  assign read_ready_o  = read_ready;
  assign write_ready_o = write_ready;

  integer r, s;
  always @* begin
    for (r = 0; r < ReadPorts; r = r + 1) begin
      read_ready[r] = bank_read_ready[read_bank[{{ bank_bits }}*r +: {{ bank_bits }}]];
      for (s = 0; s < r; s = s + 1) begin
        if (read_valid_i[s] && (read_bank[{{ bank_bits }}*s +: {{ bank_bits }}]
                                == read_bank[{{ bank_bits }}*r +: {{ bank_bits }}])) begin
          read_ready[r] = 1'b0;
        end
      end
    end
  end

  integer w, v;
  always @* begin
    for (w = 0; w < WritePorts; w = w + 1) begin
      write_ready[w] = bank_write_ready[write_bank[{{ bank_bits }}*w +: {{ bank_bits }}]];
      for (v = 0; v < w; v = v + 1) begin
        if (write_valid_i[v] && (write_bank[{{ bank_bits }}*v +: {{ bank_bits }}]
                                 == write_bank[{{ bank_bits }}*w +: {{ bank_bits }}])) begin
          write_ready[w] = 1'b0;
        end
      end
    end
  end
