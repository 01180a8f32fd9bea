// C1 and C2 of a bank, from its ports: any read of any one register. What queue and buffer hold is
// asserted, too, from which the rest follows at the depths that ship. Proof only, not part of the design.
{%- let u = params.shared.queue.cu_bits() %}
{%- let s = params.shared.queue.slot_bits() %}
{%- let e = params.shared.queue.position.entry_bits %}
{%- let d = params.shared.buffer.data_bits() %}
`default_nettype none

module bank_value (
    input wire clk_i,
{{ dut.inputs }}    input wire [{{ e - 1 }}:0] entry_i, // any one entry, the same for ever
    input wire watch_i                         // follow its read that is accepted now
);

  localparam ReadDepth = {{ params.shared.queue.depth }};
  localparam WriteDepth = {{ params.shared.buffer.depth }};

{{ dut.wires }}
{{ dut.instance }}
  wire performs_read = read;
  wire performs_write = write;
{{ part.wires }}
  wire reads = read_valid_i && read_ready;
  wire writes = write_valid_i && write_ready;
  wire reads_it = reads && read_entry_i == entry_i;
  wire writes_it = writes && write_entry_i == entry_i;

{% include "props/bank_front.sv" %}

  // The writes that wait, by number: whether one of the register, and older than the read.
  reg [WriteDepth-1:0] of_it_q, older_q;
  reg [{{ d - 1 }}:0] mask_q [0:WriteDepth-1], data_q [0:WriteDepth-1];
{%- if params.shared.queue.hint_bits > 0 %}

  // Reads of the register that wait, by number, after which it is unknown until it is written.
  reg [ReadDepth-1:0] forgets_q;
{%- endif %}

  // The register, bit by bit, after the writes that were performed; after those that were accepted;
  // and as the read that is followed must see it. A bit is known once it was written.
  reg [{{ d - 1 }}:0] stored_q, stored_known_q;
  reg [{{ d - 1 }}:0] accepted_q, accepted_known_q;
  reg [{{ d - 1 }}:0] expected_q, expected_known_q;

  wire [{{ d - 1 }}:0] write_mask;
  genvar g;
  generate
    for (g = 0; g < {{ d }}; g = g + 1) begin : gen_mask
      assign write_mask[g] = write_lane_mask_i[g / {{ params.shared.buffer.lane_bits }}];
    end
  endgenerate

  // The value after all waiting writes, and after those that are older than the read.
  reg [{{ d - 1 }}:0] after, after_known, before, before_known;
  reg [3:0] number;
  integer n;
  always @* begin
    {after, after_known} = {stored_q, stored_known_q};
    {before, before_known} = {stored_q, stored_known_q};
    number = write_leaves_q;
    for (n = 0; n < WriteDepth; n = n + 1) begin
      if (of_it_q[number]) begin
        after = (after & ~mask_q[number]) | (data_q[number] & mask_q[number]);
        after_known = after_known | mask_q[number];
        if (older_q[number]) begin
          before = (before & ~mask_q[number]) | (data_q[number] & mask_q[number]);
          before_known = before_known | mask_q[number];
        end
      end
      number = (number == WriteDepth - 1) ? 4'd0 : number + 4'd1;
    end
  end

  // The read that is followed.
  reg watched_q, answered_q;
  reg [3:0] number_q;
  reg [{{ e - 1 }}:0] entry_q;
  wire read_performed = watched_q && performs_read && read_leaves_q == number_q;

  always @(posedge clk_i) begin
    entry_q <= entry_i;
    answered_q <= rst_ni && read_performed;
    if (!rst_ni) begin
      of_it_q <= 0;
      older_q <= 0;
      stored_known_q <= 0;
      accepted_known_q <= 0;
{%- if params.shared.queue.hint_bits > 0 %}
      forgets_q <= 0;
{%- endif %}
      watched_q <= 1'b0;
    end else begin
      // The read is older than the write that comes with it.
      if (!watched_q && reads_it && watch_i) begin
        watched_q <= 1'b1;
        number_q <= read_comes_q;
        older_q <= of_it_q;
        {expected_q, expected_known_q} <= {accepted_q, accepted_known_q};
      end
      if (read_performed) watched_q <= 1'b0;

      if (performs_write) begin
        of_it_q[write_leaves_q] <= 1'b0;
        older_q[write_leaves_q] <= 1'b0;
        if (of_it_q[write_leaves_q]) begin
          stored_q <= (stored_q & ~mask_q[write_leaves_q])
                    | (data_q[write_leaves_q] & mask_q[write_leaves_q]);
          stored_known_q <= stored_known_q | mask_q[write_leaves_q];
        end
      end
      if (writes) begin
        of_it_q[write_comes_q] <= writes_it;
        older_q[write_comes_q] <= 1'b0;
        mask_q[write_comes_q] <= write_mask;
        data_q[write_comes_q] <= write_data_i;
      end
      if (writes_it) begin
        accepted_q <= (accepted_q & ~write_mask) | (write_data_i & write_mask);
        accepted_known_q <= accepted_known_q | write_mask;
      end
{%- if params.shared.queue.hint_bits > 0 %}
      if (reads) forgets_q[read_comes_q] <= reads_it && forgets;
      if (reads_it && forgets) accepted_known_q <= writes_it ? write_mask : 0;
      if (performs_read && forgets_q[read_leaves_q]) stored_known_q <= 0;
{%- endif %}
    end

    assume (rst_ni == past_q); // reset once; the proof takes four times as long with more
    if (past_q) assume (entry_i == entry_q);
{{ part.assumes }}
    if (past_q) begin
      // Steps of the proof: the followed requests wait, and the model's parts agree.
      assert ((of_it_q & ~write_waits) == 0);
      assert ((older_q & ~of_it_q) == 0);
      if (watched_q) begin
        assert (read_waits[number_q]);
        for (w = 0; w < WriteDepth; w = w + 1)
          if (of_it_q[w]) begin
            assert (older_q[w] == !before_q[w][number_q]);
            assert (older_q[w] == !waits_for[w][number_q]);
          end
      end
{%- if params.shared.queue.hint_bits > 0 %}
      assert ((accepted_known_q & ~after_known) == 0);
{%- else %}
      assert (after_known == accepted_known_q);
{%- endif %}
      assert (((after ^ accepted_q) & accepted_known_q) == 0);
      if (watched_q) begin
{%- if params.shared.queue.hint_bits > 0 %}
        assert ((expected_known_q & ~before_known) == 0);
{%- else %}
        assert (before_known == expected_known_q);
{%- endif %}
        assert (((before ^ expected_q) & expected_known_q) == 0);
      end
      if (read_performed) assert ((of_it_q & older_q) == 0);                  // RM-I11
      if (watched_q && performs_write && of_it_q[write_leaves_q])             // RM-I10
        assert (older_q[write_leaves_q]);
      if (answered_q) begin // C1, C2
        assert (rsp_valid);
        assert (((rsp_data ^ expected_q) & expected_known_q) == 0);
      end
    end
  end

endmodule

`default_nettype wire
