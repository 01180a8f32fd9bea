// LOC-I16 of the merge unit, as a bound in cycles. Proof only, not part of the design.
{%- let l = params.lanes %}
{%- let p = params.phys_bits %}
{%- let x = params.index_bits() %}
{%- let s = params.shift_bits() %}
`default_nettype none

module merge_unit_ends (
    input wire clk_i,
    input wire rst_ni,
    input wire start_i,
    input wire copy_i,
    input wire [{{ x - 1 }}:0] first_i,
    input wire [{{ x - 1 }}:0] last_i,
    input wire [{{ x - 1 }}:0] split_i,
    input wire [{{ p - 1 }}:0] a_phys_i,
    input wire [{{ s - 1 }}:0] a_shift_i,
    input wire [{{ p - 1 }}:0] b_phys_i,
    input wire [{{ s - 1 }}:0] b_shift_i,
    input wire [{{ p - 1 }}:0] dest_phys_i,
    input wire read_ready_i,
    input wire rsp_valid_i,
    input wire [{{ l - 1 }}:0] rsp_data_i,
    input wire write_ready_i
);

  wire busy, read_valid, write_valid, urgent;
  wire [1:0] held, hold;
  wire [{{ 2 * p - 1 }}:0] held_phys, hold_phys;
  wire [{{ p - 1 }}:0] read_phys, write_phys;
  wire [{{ l - 1 }}:0] write_data;

  rf_merge_unit u_dut (
      .clk_i, .rst_ni, .start_i, .copy_i, .first_i, .last_i, .split_i, .a_phys_i, .a_shift_i,
      .b_phys_i, .b_shift_i, .dest_phys_i, .read_ready_i, .rsp_valid_i, .rsp_data_i,
      .write_ready_i, .busy_o(busy), .held_o(held), .held_phys_o(held_phys),
      .hold_o(hold), .hold_phys_o(hold_phys),
      .read_valid_o(read_valid), .read_phys_o(read_phys), .write_valid_o(write_valid),
      .write_phys_o(write_phys), .write_data_o(write_data), .urgent_o(urgent)
  );

  reg past_q = 1'b0;
  reg read_q;            // a read is not answered yet
  reg [6:0] age_q;       // cycles since the start
  reg [2:0] waits_q;     // cycles since the job is urgent

  wire served = (read_valid && read_ready_i) || (write_valid && write_ready_i) || rsp_valid_i;

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    read_q <= rst_ni && !start_i && ((read_q && !rsp_valid_i) || (read_valid && read_ready_i));
    age_q <= (!rst_ni || start_i) ? 7'd0 : age_q + {6'd0, age_q != 7'd127};
    waits_q <= (rst_ni && !start_i && !served && urgent) ? waits_q + 3'd1 : 3'd0;

    if (!past_q) assume (!rst_ni);
    else begin
      if (start_i) assume (!busy && !rsp_valid_i);
      if (rsp_valid_i) assume (read_q);
      // Banks take or answer what is urgent in {{ served }} cycles.
      if (urgent && waits_q == 3'd{{ served - 1 }}) assume (served);
      if (busy) assert (age_q < 7'd{{ bound }});
    end
  end

endmodule

`default_nettype wire
