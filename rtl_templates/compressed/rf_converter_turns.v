// Assigns the converters to the first collector units that ask, in turn order. Bit h of a collector
// unit is converter h.
//
// Timing: combinational. Counts are joined in pairs, so a path has as many steps as a number of
// collector units has bits, and one more.
`default_nettype none

module rf_converter_turns (
    input  wire [{{ collectors - 1 }}:0] asks_i, // collector units that ask
    input  wire [{{ collectors - 1 }}:0] first_i, // from the one whose turn it is upwards
    output reg  [{{ collectors * converters - 1 }}:0] served_o // of each which converter serves it
);

  localparam Collectors = {{ collectors }};
  localparam Converters = {{ converters }};

  // A count is a bit for each converter: bit n is set if the count is more than n.
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

  // For each collector unit, the count of those that ask from its side's lowest one up to itself.
  // One side begins at the turn, the other at 0. Each step joins twice as many.
  reg [Collectors*Converters-1:0] asking;
  reg [{{ converters - 1 }}:0] preceding; // those that come first in turn order
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
