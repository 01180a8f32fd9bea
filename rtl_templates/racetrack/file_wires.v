      wire [2:0] op;
      wire [{{ offset_bits - 1 }}:0] head;
      wire unused = &{1'b0, head};

      assign bank_shift_o[b] = (op == 3'd3) || (op == 3'd4);

