      // The held request that is offered to this bank: at most one read or one write.
      wire [ReadPorts-1:0] read_here;
      wire [WritePorts-1:0] write_here;
      for (c = 0; c < ReadPorts; c = c + 1) begin : gen_read_here
        assign read_here[c] = read_offer[Banks*c + b];
      end
      for (c = 0; c < WritePorts; c = c + 1) begin : gen_write_here
        assign write_here[c] = write_offer[Banks*c + b];
      end

      wire read_valid = |read_here;
      reg [{{ cu_bits - 1 }}:0] read_cu;
      reg [{{ slot_bits - 1 }}:0] read_slot;
{%- if hint_bits > 0 %}
      reg [{{ hint_bits - 1 }}:0] read_hints;
{%- endif %}
      reg [{{ entry_bits - 1 }}:0] bank_read_entry;
      integer rc;
      always @* begin
        read_cu = {{ cu_bits }}'d0;
        read_slot = {{ slot_bits }}'d0;
{%- if hint_bits > 0 %}
        read_hints = {{ hint_bits }}'d0;
{%- endif %}
        bank_read_entry = {{ entry_bits }}'d0;
        for (rc = 0; rc < ReadPorts; rc = rc + 1) begin
          read_cu = read_cu
              | (read_here[rc] ? held_cu_q[{{ cu_bits }}*rc +: {{ cu_bits }}] : {{ cu_bits }}'d0);
          read_slot = read_slot
              | (read_here[rc] ? held_slot_q[{{ slot_bits }}*rc +: {{ slot_bits }}] : {{ slot_bits }}'d0);
{%- if hint_bits > 0 %}
          read_hints = read_hints
              | (read_here[rc] ? held_hints_q[{{ hint_bits }}*rc +: {{ hint_bits }}] : {{ hint_bits }}'d0);
{%- endif %}
          bank_read_entry = bank_read_entry
              | (read_here[rc] ? held_read_entry_q[{{ entry_bits }}*rc +: {{ entry_bits }}] : {{ entry_bits }}'d0);
        end
      end

      wire write_valid = |write_here;
      reg [{{ entry_bits - 1 }}:0] bank_write_entry;
      reg [31:0] write_lane_mask;
      reg [1023:0] write_data;
      integer wc;
      always @* begin
        bank_write_entry = {{ entry_bits }}'d0;
        write_lane_mask = 32'd0;
        write_data = 1024'd0;
        for (wc = 0; wc < WritePorts; wc = wc + 1) begin
          bank_write_entry = bank_write_entry
              | (write_here[wc] ? held_write_entry_q[{{ entry_bits }}*wc +: {{ entry_bits }}] : {{ entry_bits }}'d0);
          write_lane_mask = write_lane_mask
              | (write_here[wc] ? held_lane_mask_q[32*wc +: 32] : 32'd0);
          write_data = write_data | (write_here[wc] ? held_data_q[1024*wc +: 1024] : 1024'd0);
        end
      end
