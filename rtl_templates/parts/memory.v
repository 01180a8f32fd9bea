  reg read_valid_q;

  assign read_valid_o = read_valid_q;

  always @(posedge clk_i) begin
    if (!rst_ni) read_valid_q <= 1'b0;
    else         read_valid_q <= read_i;
  end

  {{ memory }} u_memory (
      .clk_i       (clk_i),
{%- if params.two_ports %}
      .read_req_i  (rst_ni && read_i),
      .read_addr_i (read_entry_i),
      .rdata_o     (read_data_o),
      .write_req_i (rst_ni && write_i),
      .write_addr_i(write_entry_i),
{%- else %}
      .req_i       (rst_ni && (read_i || write_i)),
      .we_i        (write_i),
      .addr_i      (write_i ? write_entry_i : read_entry_i),
      .rdata_o     (read_data_o),
{%- endif %}
      .wmask_i     ({{ wmask }}),
      .wdata_i     (write_data_i)
  );
