// RM-I24 of the map table: any two different entries, followed through any sequence of loads.
// Proof only, not part of the design.
{%- let e = params.entry_bits() %}
{%- let p = params.geometry.port_bits() %}
{%- let o = params.geometry.offset_bits() %}
`default_nettype none

module map_table_check (
    input wire clk_i,
    input wire rst_ni,
    input wire load_valid_i,
    input wire [{{ e - 1 }}:0] load_entry_i,
    input wire [{{ p - 1 }}:0] load_port_i,
    input wire [{{ o - 1 }}:0] load_offset_i,
    input wire [{{ e - 1 }}:0] read_entry_i,  // any entry, the same for ever
    input wire [{{ e - 1 }}:0] write_entry_i  // any other, the same for ever
);

  localparam Positions = {{ params.geometry.positions() }};

  wire [{{ p + o - 1 }}:0] read_place, write_place;

  rf_map_table u_dut (
      .clk_i, .rst_ni, .load_valid_i, .load_entry_i, .load_port_i, .load_offset_i,
      .read_entry_i, .write_entry_i,
      .read_port_o(read_place[{{ p + o - 1 }}:{{ o }}]), .read_offset_o(read_place[{{ o - 1 }}:0]),
      .write_port_o(write_place[{{ p + o - 1 }}:{{ o }}]), .write_offset_o(write_place[{{ o - 1 }}:0])
  );

  // Loads since reset: any, and the places of the two entries.
  reg loaded_q, read_loaded_q, write_loaded_q;
  reg [{{ p + o - 1 }}:0] read_loaded_place_q, write_loaded_place_q;
  reg [{{ e - 1 }}:0] read_entry_q, write_entry_q;
  reg past_q = 1'b0;
  wire [{{ p + o - 1 }}:0] load_place = {load_port_i, load_offset_i};

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    read_entry_q <= read_entry_i;
    write_entry_q <= write_entry_i;
    if (!rst_ni) begin
      loaded_q <= 1'b0;
      read_loaded_q <= 1'b0;
      write_loaded_q <= 1'b0;
    end else if (load_valid_i) begin
      loaded_q <= 1'b1;
      if (load_entry_i == read_entry_i) begin
        read_loaded_q <= 1'b1;
        read_loaded_place_q <= load_place;
      end
      if (load_entry_i == write_entry_i) begin
        write_loaded_q <= 1'b1;
        write_loaded_place_q <= load_place;
      end
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (read_entry_i == read_entry_q && write_entry_i == write_entry_q);
    assume (read_entry_i < Positions && write_entry_i < Positions && load_entry_i < Positions);
    assume (read_entry_i != write_entry_i);

    if (past_q) begin
      if (!loaded_q) assert (read_place != write_place);
      if (read_loaded_q) assert (read_place == read_loaded_place_q);
      if (write_loaded_q) assert (write_place == write_loaded_place_q);
      // A permutation loads them at different places.
      if (read_loaded_q && write_loaded_q && read_loaded_place_q != write_loaded_place_q)
        assert (read_place != write_place);
    end
  end

endmodule

`default_nettype wire
