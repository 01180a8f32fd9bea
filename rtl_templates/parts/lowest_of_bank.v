      // The request of the lowest valid channel that addresses this bank.
      reg read_valid;
      reg [{{ cu_bits - 1 }}:0] read_cu;
      reg [{{ slot_bits - 1 }}:0] read_slot;
      reg [{{ entry_bits - 1 }}:0] bank_read_entry;
      integer rc;
      always @* begin
        read_valid = 1'b0;
        read_cu = {{ cu_bits }}'d0;
        read_slot = {{ slot_bits }}'d0;
        bank_read_entry = {{ entry_bits }}'d0;
        for (rc = ReadPorts - 1; rc >= 0; rc = rc - 1) begin
          if (read_valid_i[rc]
              && (read_bank[{{ bank_bits }}*rc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            read_valid = 1'b1;
            read_cu = read_cu_i[{{ cu_bits }}*rc +: {{ cu_bits }}];
            read_slot = read_slot_i[{{ slot_bits }}*rc +: {{ slot_bits }}];
            bank_read_entry = read_entry[{{ entry_bits }}*rc +: {{ entry_bits }}];
          end
        end
      end

      reg write_valid;
      reg [{{ entry_bits - 1 }}:0] bank_write_entry;
      reg [31:0] write_lane_mask;
      reg [1023:0] write_data;
      integer wc;
      always @* begin
        write_valid = 1'b0;
        bank_write_entry = {{ entry_bits }}'d0;
        write_lane_mask = 32'd0;
        write_data = 1024'd0;
        for (wc = WritePorts - 1; wc >= 0; wc = wc - 1) begin
          if (write_valid_i[wc]
              && (write_bank[{{ bank_bits }}*wc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            write_valid = 1'b1;
            bank_write_entry = write_entry[{{ entry_bits }}*wc +: {{ entry_bits }}];
            write_lane_mask = write_lane_mask_i[32*wc +: 32];
            write_data = write_data_i[1024*wc +: 1024];
          end
        end
      end
{%- if hint_bits > 0 %}

      // Hints of that channel's read.
      reg [{{ hint_bits - 1 }}:0] read_hints;
      integer hc;
      always @* begin
        read_hints = {{ hint_bits }}'d0;
        for (hc = ReadPorts - 1; hc >= 0; hc = hc - 1) begin
          if (read_valid_i[hc]
              && (read_bank[{{ bank_bits }}*hc +: {{ bank_bits }}] == b[{{ bank_bits - 1 }}:0])) begin
            read_hints = {{ channel_hints }};
          end
        end
      end
{%- endif %}
