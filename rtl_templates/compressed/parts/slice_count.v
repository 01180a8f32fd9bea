// Number of slices in the masks, in unary: bit n of more is 1 if there are more than n.
// Counts of slice groups are merged in pairs, which is faster than adding binary numbers.
reg [127:0] groups; // unary count of the group that begins at each slice, 8 bits
reg [7:0] other, more;
integer m, k, step;
always @* begin
  for (m = 0; m < 16; m = m + 1) groups[8*m +: 8] = {7'd0, masks[m]};
  for (step = 1; step < 16; step = 2 * step) begin
    for (m = 0; m < 16; m = m + 2 * step) begin
      other = groups[8*(m+step) +: 8];
      more = other;
      for (k = 0; k < step; k = k + 1) begin
        if (groups[8*m+k]) more = more | ({other[6:0], 1'b1} << k);
      end
      groups[8*m +: 8] = more;
    end
  end
end
