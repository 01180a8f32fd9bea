{% if direct %}  // Each bank has its own answer channel.
  genvar k;
  generate
    for (k = 0; k < MaxBanks; k = k + 1) begin : gen_answer
      assign rsp_valid_o[k] = answers[k];
      assign rsp_cu_o[{{ cu_bits }}*k +: {{ cu_bits }}]
          = answers[k] ? answer_cu[{{ cu_bits }}*k +: {{ cu_bits }}] : {{ cu_bits }}'d0;
      assign rsp_slot_o[{{ slot_bits }}*k +: {{ slot_bits }}]
          = answers[k] ? answer_slot[{{ slot_bits }}*k +: {{ slot_bits }}] : {{ slot_bits }}'d0;
      assign rsp_data_o[1024*k +: 1024] = answers[k] ? answer_data[1024*k +: 1024] : 1024'd0;
    end
  endgenerate
{%- else %}  // Answers fill the channels in order of their banks. A bank's rank is the number
  // of lower banks with an answer.
  reg [Banks*{{ rank_bits }}-1:0] rank;
  reg [{{ rank_bits - 1 }}:0] count;
  integer a;
  always @* begin
    count = {{ rank_bits }}'d0;
    for (a = 0; a < Banks; a = a + 1) begin
      rank[{{ rank_bits }}*a +: {{ rank_bits }}] = count;
      if (answers[a]) count = count + {{ rank_bits }}'d1;
    end
  end

  genvar k;
  generate
    for (k = 0; k < MaxBanks; k = k + 1) begin : gen_answer
      reg valid;
      reg [{{ cu_bits - 1 }}:0] cu;
      reg [{{ slot_bits - 1 }}:0] slot;
      reg [1023:0] data;
      integer n;
      always @* begin
        valid = 1'b0;
        cu = {{ cu_bits }}'d0;
        slot = {{ slot_bits }}'d0;
        data = 1024'd0;
        for (n = 0; n < Banks; n = n + 1) begin
          if (answers[n] && (rank[{{ rank_bits }}*n +: {{ rank_bits }}] == k[{{ rank_bits - 1 }}:0])) begin
            valid = 1'b1;
            cu = answer_cu[{{ cu_bits }}*n +: {{ cu_bits }}];
            slot = answer_slot[{{ slot_bits }}*n +: {{ slot_bits }}];
            data = answer_data[1024*n +: 1024];
          end
        end
      end

      assign rsp_valid_o[k] = valid;
      assign rsp_cu_o[{{ cu_bits }}*k +: {{ cu_bits }}] = cu;
      assign rsp_slot_o[{{ slot_bits }}*k +: {{ slot_bits }}] = slot;
      assign rsp_data_o[1024*k +: 1024] = data;
    end
  endgenerate
{%- endif %}
