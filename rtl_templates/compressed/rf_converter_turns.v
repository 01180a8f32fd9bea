// Assigns the converters to the first requesting collector units in turn order.
//
// Timing: combinational. Counts are joined in pairs, so the longest path has one step for each
// bit of a collector unit's number, and one more.
`default_nettype none

module rf_converter_turns (
    input  wire [{{ collectors - 1 }}:0] asks_i, // bit c: collector unit c requests a converter
    input  wire [{{ collectors - 1 }}:0] first_i, // bit c: c is the first in turn or above it
    output reg  [{{ collectors * converters - 1 }}:0] served_o // per unit: bit h is converter h
);

  localparam Collectors = {{ collectors }};
  localparam Converters = {{ converters }};

  // Sum of two counts. A count has one bit for each converter: bit n is 1 if it is more than n.
  function [{{ converters - 1 }}:0] joined;
    input [{{ converters - 1 }}:0] one, other;
    integer m, n;
    begin
      joined = one | other;
      for (m = 0; m < Converters; m = m + 1) begin
        for (n = 0; m + n + 1 < Converters; n = n + 1) begin
          if (one[m] && other[n]) joined[m+n+1] = 1'b1;
        end
      end
    end
  endfunction

  // The collector units form two sides: from the first in turn order up, and from 0 up to it.
  // asking counts, for each unit, the requesting units from the lowest of its side up to
  // itself. Each step doubles the number of joined units.
  reg [Collectors*Converters-1:0] asking;
  reg [{{ converters - 1 }}:0] preceding; // count of requesting units earlier in turn order
  integer c, step, h;
  always @* begin
    asking = {(Collectors * Converters){1'b0}};
    for (c = 0; c < Collectors; c = c + 1) asking[Converters*c] = asks_i[c];
    for (step = 1; step < Collectors; step = 2 * step) begin
      for (c = Collectors - 1; c >= step; c = c - 1) begin
        if (first_i[c-step] || !first_i[c]) begin
          asking[Converters*c +: Converters] = joined(asking[Converters*c +: Converters],
                                                      asking[Converters*(c-step) +: Converters]);
        end
      end
    end
    served_o = {(Collectors * Converters){1'b0}};
    for (c = 0; c < Collectors; c = c + 1) begin
      preceding = first_i[c] ? {Converters{1'b0}} : asking[Converters*(Collectors-1) +: Converters];
      if (c > 0) begin
        if (first_i[c-1] || !first_i[c]) begin
          preceding = joined(preceding, asking[Converters*(c-1) +: Converters]);
        end
      end
      for (h = 0; h < Converters; h = h + 1) begin
        served_o[Converters*c+h] = asks_i[c] && !preceding[h];
        if (h > 0) begin
          if (!preceding[h-1]) served_o[Converters*c+h] = 1'b0;
        end
      end
    end
  end

endmodule

`default_nettype wire
