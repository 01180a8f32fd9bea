{{ contract }}
{%- let c = cu_bits %}
{%- let s = slot_bits %}
{%- let w = warp_bits %}
{%- let bw = bank_warp_bits %}
{%- let l = line_bits %}
{%- let a = address_bits %}
{%- let r = row_bits %}
`default_nettype none

module rf_expanded_register_file (
{{ ports }}
);

  localparam ReadPorts  = 8;
  localparam WritePorts = 3;

  // Places of the channels' registers: read channels, then write channels.
  wire [ReadPorts+WritePorts-1:0] in_spm;
  wire [{{ l }}*(ReadPorts+WritePorts)-1:0] line;
  wire [ReadPorts-1:0]  read_in_cache  = in_spm[ReadPorts-1:0];
  wire [WritePorts-1:0] write_in_cache = in_spm[ReadPorts +: WritePorts];

  // Scratchpad access that the cache requests, and answers of the table about a bundle.
  wire spilled_valid, spilled_writes, spilled_granted;
  wire [{{ w - 1 }}:0] spilled_warp;
  wire [7:0] spilled_reg;
  wire [31:0] spilled_lanes;
  wire [1023:0] spilled_data;
  wire [{{ a - 1 }}:0] address;
  wire bundle_mix;
  wire [7:0] spilled_from;

  // A launch has 1 to 256 registers per thread.
  wire [8:0] max_reg = regs_per_thread_i - 9'd1;
  wire unused = &{1'b0, max_reg[8], address};

  rf_register_allocation_table u_register_allocation_table (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .load_i        (load_i),
      .enable_i      (enable_i),
      .start_warp_i  (start_warp_i),
      .start_reg_i   (start_reg_i),
      .max_reg_i     (max_reg[7:0]),
      .offset_i      (offset_i),
      .load_base_i   (load_base_i),
      .base_cta_i    (base_cta_i),
      .base_i        (base_i),
      .base_warp_i   (base_warp_i),
      .warp_i        ({write_warp_i, read_warp_i}),
      .reg_i         ({write_reg_i, read_reg_i}),
      .bundle_warp_i (bundle_warp_i),
      .spilled_warp_i(spilled_warp),
      .spilled_reg_i (spilled_reg),
      .in_spm_o      (in_spm),
      .line_o        (line),
      .bundle_mix_o  (bundle_mix),
      .spilled_from_o(spilled_from),
      .address_o     (address)
  );

  // With 256 registers per thread at the banks, a line's number is warp and register in one.
  wire [{{ bw }}*(ReadPorts+WritePorts)-1:0] bank_warp;
  wire [8*(ReadPorts+WritePorts)-1:0] bank_reg;
  genvar n;
  generate
    for (n = 0; n < ReadPorts + WritePorts; n = n + 1) begin : gen_place
      wire [{{ bw + 7 }}:0] number = {{ self.number() }};
      assign bank_reg[8*n +: 8] = number[7:0];
      assign bank_warp[{{ bw }}*n +: {{ bw }}] = number[{{ bw + 7 }}:8];
    end
  endgenerate

  wire [ReadPorts-1:0] bank_read_ready, cache_read_ready;
  wire [WritePorts-1:0] bank_write_ready, cache_write_ready;

  rf_sram_register_file u_banks (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .regs_per_thread_i(9'd256),
      .read_valid_i     (read_valid_i & ~read_in_cache),
      .read_cu_i        (read_cu_i),
      .read_slot_i      (read_slot_i),
      .read_warp_i      (bank_warp[{{ bw }}*ReadPorts-1:0]),
      .read_reg_i       (bank_reg[8*ReadPorts-1:0]),
      .write_valid_i    (write_valid_i & ~write_in_cache),
      .write_warp_i     (bank_warp[{{ bw }}*ReadPorts +: {{ bw }}*WritePorts]),
      .write_reg_i      (bank_reg[8*ReadPorts +: 8*WritePorts]),
      .write_lane_mask_i(write_lane_mask_i),
      .write_data_i     (write_data_i),
      .read_ready_o     (bank_read_ready),
      .write_ready_o    (bank_write_ready),
      .rsp_valid_o      (rsp_valid_o),
      .rsp_cu_o         (rsp_cu_o),
      .rsp_slot_o       (rsp_slot_o),
      .rsp_data_o       (rsp_data_o),
      .bank_request_o   (bank_request_o),
      .bank_grant_o     (bank_grant_o),
      .bank_read_o      (bank_read_o),
      .bank_write_o     (bank_write_o)
  );

  wire pin, claim, claimed, filling, blocked, fetched;
  wire cache_busy, prefetcher_busy, divides, limited;
  wire [{{ w - 1 }}:0] pin_warp, claim_warp;
  wire [7:0] claim_reg;
  wire [{{ lines - 1 }}:0] pin_wanted, present;
  wire [{{ upper_bits * lines - 1 }}:0] pin_upper;
  wire [1023:0] fetched_data;

  rf_operand_cache u_operand_cache (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .read_valid_i     (read_valid_i & read_in_cache),
      .read_cu_i        (read_cu_i),
      .read_slot_i      (read_slot_i),
      .read_warp_i      (read_warp_i),
      .read_reg_i       (read_reg_i),
      .write_valid_i    (write_valid_i & write_in_cache),
      .write_warp_i     (write_warp_i),
      .write_reg_i      (write_reg_i),
      .write_lane_mask_i(write_lane_mask_i),
      .write_data_i     (write_data_i),
      .pin_i            (pin),
      .pin_warp_i       (pin_warp),
      .pin_wanted_i     (pin_wanted),
      .pin_upper_i      (pin_upper),
      .claim_i          (claim),
      .claim_warp_i     (claim_warp),
      .claim_reg_i      (claim_reg),
      .released_i       (released_i),
      .ended_i          (ended_i),
      .spilled_granted_i(spilled_granted),
      .fetched_data_i   (fetched_data),
      .read_ready_o     (cache_read_ready),
      .write_ready_o    (cache_write_ready),
      .answered_o       (cache_valid_o),
      .answer_cu_o      (cache_cu_o),
      .answer_slot_o    (cache_slot_o),
      .answer_data_o    (cache_data_o),
      .present_o        (present),
      .claimed_o        (claimed),
      .filling_o        (filling),
      .spilled_valid_o  (spilled_valid),
      .spilled_writes_o (spilled_writes),
      .spilled_warp_o   (spilled_warp),
      .spilled_reg_o    (spilled_reg),
      .spilled_lanes_o  (spilled_lanes),
      .spilled_data_o   (spilled_data),
      .direct_o         (direct_o),
      .written_back_o   (written_back_o),
      .blocked_o        (blocked),
      .busy_o           (cache_busy)
  );

  rf_register_prefetcher u_register_prefetcher (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .bundle_valid_i(bundle_valid_i),
      .bundle_warp_i (bundle_warp_i),
      .bundle_set_i  (bundle_set_i),
      .bundle_mix_i  (bundle_mix),
      .spilled_from_i(spilled_from),
      .released_i    (released_i),
      .present_i     (present),
      .claimed_i     (claimed),
      .filling_i     (filling),
      .bundle_none_o (bundle_none_o),
      .holds_o       (holds_o),
      .pin_o         (pin),
      .pin_warp_o    (pin_warp),
      .pin_wanted_o  (pin_wanted),
      .pin_upper_o   (pin_upper),
      .claim_o       (claim),
      .claim_warp_o  (claim_warp),
      .claim_reg_o   (claim_reg),
      .queued_o      (queued_o),
      .busy_o        (prefetcher_busy)
  );

  rf_scratchpad u_scratchpad (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .pass_valid_i      (pass_valid_i),
      .pass_stores_i     (pass_stores_i),
      .pass_row_i        (pass_row_i),
      .pass_enable_i     (pass_enable_i),
      .pass_data_i       (pass_data_i),
      .register_valid_i  (spilled_valid),
      .register_writes_i (spilled_writes),
      .register_row_i    ({{ self.row() }}),
      .register_lanes_i  (spilled_lanes),
      .register_data_i   (spilled_data),
      .pass_ready_o      (pass_ready_o),
      .answered_o        (answered_o),
      .words_o           (words_o),
      .register_granted_o(spilled_granted),
      .fetched_o         (fetched),
      .fetched_data_o    (fetched_data)
  );

  rf_warp_limiter u_warp_limiter (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .begin_i  (load_i),
      .issued_i (issued_i),
      .ended_i  (ended_i),
      .active_o (active_o),
      .limited_o(limited),
      .divides_o(divides)
  );

  wire unused_outputs = &{1'b0, limited, fetched};

  assign read_ready_o  = (bank_read_ready & ~read_in_cache) | (cache_read_ready & read_in_cache);
  assign write_ready_o = (bank_write_ready & ~write_in_cache)
                       | (cache_write_ready & write_in_cache);
  assign in_cache_o    = in_spm;
  assign moved_o       = spilled_granted;
  assign moved_back_o  = spilled_granted && spilled_writes;
  assign fetches_o     = pin || claim || filling;
  assign claims_o      = claim;
  assign claim_warp_o  = claim_warp;
  assign claim_reg_o   = claim_reg;
  assign blocked_o     = blocked;
  assign busy_o        = cache_busy || prefetcher_busy || divides;
  assign waits_o       = blocked && !cache_busy && !divides;

endmodule

`default_nettype wire
