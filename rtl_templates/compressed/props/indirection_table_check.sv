// SDC-I3 and SDC-I4 of the indirection table: any register, followed through any loads. Proof only,
// not part of the design.
{%- let reg = params.register_bits() %}
{%- let k = params.bank_bits() %}
{%- let s = params.sources %}
{%- let d = params.destinations %}
`default_nettype none

module indirection_table_check (
    input wire clk_i,
    input wire rst_ni,
    input wire load_valid_i,
    input wire [{{ reg - 1 }}:0] load_register_i,
    input wire load_entry_i,
    input wire [{{ s - 1 }}:0] source_valid_i,
    input wire [{{ s * reg - 1 }}:0] source_register_i,
    input wire [{{ d - 1 }}:0] destination_valid_i,
    input wire [{{ d * reg - 1 }}:0] destination_register_i,
    input wire [{{ reg - 1 }}:0] register_i // any one register, the same for ever
);

  wire [{{ s - 1 }}:0] source_ready, source_found, source_entry;
  wire [{{ d - 1 }}:0] destination_ready, destination_found, destination_entry;

  rf_indirection_table u_dut (
      .clk_i, .rst_ni, .load_valid_i, .load_register_i, .load_entry_i, .source_valid_i,
      .source_register_i, .destination_valid_i, .destination_register_i,
      .source_ready_o(source_ready), .source_found_o(source_found),
      .source_entry_o(source_entry), .destination_ready_o(destination_ready),
      .destination_found_o(destination_found), .destination_entry_o(destination_entry)
  );

  // The register's entry; channels whose lookups of the last cycle must be answered, and which of
  // them are of the register.
  reg entry_q, known_q, past_q = 1'b0;
  reg [{{ reg - 1 }}:0] register_q;
  reg [{{ s - 1 }}:0] source_q, source_of_it_q;
  reg [{{ d - 1 }}:0] destination_q, destination_of_it_q;

  // Which bank answers each channel, and which bank it asked.
  reg [{{ s * k - 1 }}:0] source_bank_q;
  reg [{{ d * k - 1 }}:0] destination_bank_q;
{%- for c in 0..*s %}
  (* hierconn *) wire [{{ params.banks - 1 }}:0] \u_dut.u_source.gen_channel[{{ c }}].from_q ;
{%- endfor %}
{%- for c in 0..*d %}
  (* hierconn *) wire [{{ params.banks - 1 }}:0] \u_dut.u_destination.gen_channel[{{ c }}].from_q ;
{%- endfor %}

  wire load = rst_ni && load_valid_i && load_register_i == register_i;

  wire [{{ s - 1 }}:0] source_of_it;
  wire [{{ d - 1 }}:0] destination_of_it;

  genvar g;
  generate
    for (g = 0; g < {{ s }}; g = g + 1)
      assign source_of_it[g] = source_register_i[{{ reg }}*g +: {{ reg }}] == register_i;
    for (g = 0; g < {{ d }}; g = g + 1)
      assign destination_of_it[g] = destination_register_i[{{ reg }}*g +: {{ reg }}] == register_i;
  endgenerate

  // A channel that waits, and one below it that is served and asks its bank for another register.
  reg [{{ s - 1 }}:0] source_excused;
  reg [{{ d - 1 }}:0] destination_excused;
  integer n, m;
  always @* begin
    source_excused = 0;
    for (n = 0; n < {{ s }}; n = n + 1)
      for (m = 0; m < n; m = m + 1)
        if (source_valid_i[m] && source_ready[m]
            && source_register_i[{{ reg }}*m +: {{ k }}] == source_register_i[{{ reg }}*n +: {{ k }}]
            && source_register_i[{{ reg }}*m +: {{ reg }}] != source_register_i[{{ reg }}*n +: {{ reg }}])
          source_excused[n] = 1'b1;
    destination_excused = 0;
    for (n = 0; n < {{ d }}; n = n + 1)
      for (m = 0; m < n; m = m + 1)
        if (destination_valid_i[m] && destination_ready[m]
            && destination_register_i[{{ reg }}*m +: {{ k }}] == destination_register_i[{{ reg }}*n +: {{ k }}]
            && destination_register_i[{{ reg }}*m +: {{ reg }}] != destination_register_i[{{ reg }}*n +: {{ reg }}])
          destination_excused[n] = 1'b1;
  end

  always @(posedge clk_i) begin
    past_q <= 1'b1;
    register_q <= register_i;
    source_q <= rst_ni ? source_valid_i & source_ready : 0;
    destination_q <= rst_ni ? destination_valid_i & destination_ready : 0;
    source_of_it_q <= source_of_it;
    destination_of_it_q <= destination_of_it;
{%- for c in 0..*s %}
    source_bank_q[{{ k * c }} +: {{ k }}] <= source_register_i[{{ reg * c }} +: {{ k }}];
{%- endfor %}
{%- for c in 0..*d %}
    destination_bank_q[{{ k * c }} +: {{ k }}] <= destination_register_i[{{ reg * c }} +: {{ k }}];
{%- endfor %}
    if (!past_q) known_q <= 1'b0;
    else if (load) begin
      known_q <= 1'b1;
      entry_q <= load_entry_i;
    end

    if (!past_q) assume (!rst_ni);
    if (past_q) assume (register_i == register_q);

    // A bank serves one register, and the lowest channel that asks it is served.
    if (!load_valid_i) begin
      assert (&(source_ready | source_excused));
      assert (&(destination_ready | destination_excused));
      assert ((source_ready & source_valid_i & source_excused) == 0);
      assert ((destination_ready & destination_valid_i & destination_excused) == 0);
    end else assert (source_ready == 0 && destination_ready == 0);

    // From which the rest follows.
    if (past_q) begin
{%- for c in 0..*s %}
      assert (\u_dut.u_source.gen_channel[{{ c }}].from_q
              == {{ "{" }}{{ params.banks - 1 }}'d0, source_q[{{ c }}]} << source_bank_q[{{ k * c }} +: {{ k }}]);
{%- endfor %}
{%- for c in 0..*d %}
      assert (\u_dut.u_destination.gen_channel[{{ c }}].from_q
              == {{ "{" }}{{ params.banks - 1 }}'d0, destination_q[{{ c }}]} << destination_bank_q[{{ k * c }} +: {{ k }}]);
{%- endfor %}
    end

    // Answered once, with what was loaded.
    if (past_q) begin
      assert (source_found == source_q);
      assert (destination_found == destination_q);
      if (known_q) begin
        assert (((source_entry ^ {{ "{" }}{{ s }}{entry_q}}) & source_q & source_of_it_q) == 0);
        assert (((destination_entry ^ {{ "{" }}{{ d }}{entry_q}}) & destination_q & destination_of_it_q) == 0);
      end
    end
  end

endmodule

`default_nettype wire
