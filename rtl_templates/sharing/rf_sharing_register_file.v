{{ contract }}
{%- let c = cu_bits %}
{%- let s = slot_bits %}
{%- let bs = bank_slot_bits %}
{%- let w = warp_bits %}
{%- let bw = bank_warp_bits %}
{%- let p = phys_bits %}
{%- let h = bank_bits %}
{%- let e = entry_bits %}
`default_nettype none

module rf_sharing_register_file (
{{ ports }}
);

  localparam ReadPorts  = 8;
  localparam WritePorts = 3;
  localparam MaxBanks   = {{ max_banks }}; // maximum answers per cycle

{% include "parts/placed_channels.v" %}

  // Banks and entries above and here are those of the map.
  wire [{{ 2 * h - 1 }}:0] release_bank;
  wire [{{ 2 * e - 1 }}:0] release_entry;
  wire [{{ h - 1 }}:0] access_bank;
  wire [{{ e - 1 }}:0] access_entry;

  generate
    for (c = 0; c < 2; c = c + 1) begin : gen_release
      {{ placement }} u_placement (
          .regs_per_thread_i(regs_per_thread_i),
          .warp_i           (release_warp_i[{{ w }}*c +: {{ w }}]),
          .reg_i            (release_reg_i[8*c +: 8]),
          .bank_o           (release_bank[{{ h }}*c +: {{ h }}]),
          .entry_o          (release_entry[{{ e }}*c +: {{ e }}])
      );
    end
  endgenerate

  {{ placement }} u_access_placement (
      .regs_per_thread_i(regs_per_thread_i),
      .warp_i           (access_warp_i),
      .reg_i            (access_reg_i),
      .bank_o           (access_bank),
      .entry_o          (access_entry)
  );

  // Channels with room in the stage before the banks, and channels whose look-up succeeds.
  wire [ReadPorts-1:0]  read_room, map_read_ready;
  wire [WritePorts-1:0] write_room, write_go;
  wire [5:0] change_ready;
  wire access_room;

{% if stage %}{% include "sharing/parts/held_requests.v" %}{% else %}  assign read_ready_o    = map_read_ready & read_room;
  assign write_ready_o   = write_go;
  assign release_ready_o = change_ready[5:4];
  assign access_ready_o  = access_room;
{% endif %}
  // Requests to the banks, by channel.
  reg [ReadPorts-1:0] read_valid_q, read_mapped_q;
  reg [ReadPorts*{{ c }}-1:0] read_cu_q;
  reg [ReadPorts*{{ s }}-1:0] read_slot_q;
  reg [ReadPorts*{{ p }}-1:0] read_phys_q;
  reg [WritePorts-1:0] write_valid_q, write_fill_q;
  reg [WritePorts*{{ p }}-1:0] write_phys_q;
  reg [WritePorts*32-1:0] write_mask_q;
  reg [WritePorts*1024-1:0] write_data_q;

  // A read of an unmapped register, which waits to be answered with zeros.
  reg zero_q;
  reg [{{ c - 1 }}:0] zero_cu_q;
  reg [{{ s - 1 }}:0] zero_slot_q;

  // The merge reads and writes through the highest channels.
  wire merge_busy, merge_read_valid, merge_urgent, merge_write_valid;
  wire [{{ p - 1 }}:0] merge_read_phys, merge_write_phys;
  wire [1023:0] merge_data;
  reg  [{{ p - 1 }}:0] merge_to_q;
  reg  copies_q;

  wire merge_reads  = merge_read_valid && !read_valid_q[ReadPorts-1];
  wire merge_writes = merge_write_valid && !write_valid_q[WritePorts-1];

  wire [ReadPorts-1:0] bank_read_valid, bank_read_ready;
  wire [ReadPorts*{{ c }}-1:0] bank_read_cu;
  wire [ReadPorts*{{ bs }}-1:0] bank_read_slot;
  wire [ReadPorts*{{ bw }}-1:0] bank_read_warp;
  wire [ReadPorts*8-1:0] bank_read_reg;
  wire [WritePorts-1:0] bank_write_valid, bank_write_ready;
  wire [WritePorts*{{ bw }}-1:0] bank_write_warp;
  wire [WritePorts*8-1:0] bank_write_reg;
  wire [WritePorts*32-1:0] bank_write_mask;
  wire [WritePorts*1024-1:0] bank_write_data;

  genvar n;
  generate
    for (n = 0; n < ReadPorts; n = n + 1) begin : gen_bank_read
      wire merges = (n == ReadPorts - 1) ? merge_reads : 1'b0;
      wire [{{ bw + 7 }}:0] number = {
          {% if bank_warp_bits + 8 > phys_bits %}{{ bw + 8 - p }}'d0, {% endif %}merges ? merge_read_phys : read_phys_q[{{ p }}*n +: {{ p }}]};

      assign bank_read_valid[n] = merges || (read_valid_q[n] && read_mapped_q[n]);
      assign bank_read_cu[{{ c }}*n +: {{ c }}]
          = merges ? {{ c }}'d0 : read_cu_q[{{ c }}*n +: {{ c }}];
      assign bank_read_slot[{{ bs }}*n +: {{ bs }}]
          = merges ? {{ bs }}'d{{ merge_slot }} : { {% if bs > s %}{{ bs - s }}'d0, {% endif %}read_slot_q[{{ s }}*n +: {{ s }}]};
      assign bank_read_reg[8*n +: 8] = number[7:0];
      assign bank_read_warp[{{ bw }}*n +: {{ bw }}] = number[{{ bw + 7 }}:8];
    end
    for (n = 0; n < WritePorts; n = n + 1) begin : gen_bank_write
      wire merges = (n == WritePorts - 1) ? merge_writes : 1'b0;
      wire [{{ bw + 7 }}:0] number = {
          {% if bank_warp_bits + 8 > phys_bits %}{{ bw + 8 - p }}'d0, {% endif %}merges ? merge_write_phys : write_phys_q[{{ p }}*n +: {{ p }}]};

      assign bank_write_valid[n] = merges || write_valid_q[n];
      assign bank_write_reg[8*n +: 8] = number[7:0];
      assign bank_write_warp[{{ bw }}*n +: {{ bw }}] = number[{{ bw + 7 }}:8];
      assign bank_write_mask[32*n +: 32] = merges ? 32'hffff_ffff : write_mask_q[32*n +: 32];
      assign bank_write_data[1024*n +: 1024]
          = merges ? merge_data : write_data_q[1024*n +: 1024];
    end
  endgenerate

  wire [MaxBanks-1:0] bank_rsp_valid;
  wire [MaxBanks*{{ c }}-1:0] bank_rsp_cu;
  wire [MaxBanks*{{ bs }}-1:0] bank_rsp_slot;

  rf_sram_register_file u_banks (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .regs_per_thread_i(9'd256), // warp and register form the physical register number
      .read_valid_i     (bank_read_valid),
      .read_cu_i        (bank_read_cu),
      .read_slot_i      (bank_read_slot),
      .read_warp_i      (bank_read_warp),
      .read_reg_i       (bank_read_reg),
      .write_valid_i    (bank_write_valid),
      .write_warp_i     (bank_write_warp),
      .write_reg_i      (bank_write_reg),
      .write_lane_mask_i(bank_write_mask),
      .write_data_i     (bank_write_data),
      .read_ready_o     (bank_read_ready),
      .write_ready_o    (bank_write_ready),
      .rsp_valid_o      (bank_rsp_valid),
      .rsp_cu_o         (bank_rsp_cu),
      .rsp_slot_o       (bank_rsp_slot),
      .rsp_data_o       (rsp_data_o), // without valid: zero, or data that the merge unit reads
      .bank_request_o   (bank_request_o),
      .bank_grant_o     (bank_grant_o),
      .bank_read_o      (bank_read_o),
      .bank_write_o     (bank_write_o)
  );

  wire [ReadPorts-1:0]  merge_read_mask  = {merge_reads, {ReadPorts - 1{1'b0}}};
  wire [WritePorts-1:0] merge_write_mask = {merge_writes, {WritePorts - 1{1'b0}}};
  wire [ReadPorts-1:0]  reads  = bank_read_valid & bank_read_ready;
  wire [WritePorts-1:0] writes = bank_write_valid & bank_write_ready;
  wire merge_read_done  = |(reads & merge_read_mask);
  wire merge_write_done = |(writes & merge_write_mask);

  // Writes that are in place.
  wire [WritePorts-1:0] written = writes & ~merge_write_mask;
  wire [WritePorts-1:0] fills = (written & write_fill_q)
                              | (copies_q ? {WritePorts{1'b0}} : (writes & merge_write_mask));
  wire [WritePorts*{{ p }}-1:0] fill_phys = {
      merge_write_done ? merge_to_q : write_phys_q[{{ p * 2 }} +: {{ p }}], write_phys_q[{{ p * 2 - 1 }}:0]};

  // The lowest read of an unmapped register moves to zero_q, to be answered with zeros.
  wire [ReadPorts-1:0] zeros   = read_valid_q & ~read_mapped_q;
  wire [ReadPorts-1:0] to_zero = zero_q ? {ReadPorts{1'b0}} : (zeros & (~zeros + {{ read_ports }}'d1));

  wire [ReadPorts-1:0]  reads_gone = (reads & ~merge_read_mask) | to_zero;

  // While the merge is urgent, no write is accepted, and no read before the merge's own. Banks
  // with one port perform writes before reads, so a stream of writes would delay the read for
  // ever.
  wire urgent_read = merge_urgent && merge_read_valid;
  assign read_room  = (~read_valid_q | reads_gone) & ~{ReadPorts{urgent_read}};
  assign write_room = (~write_valid_q | written) & ~{WritePorts{merge_urgent}};

  // Answers.
  wire zero_shown = zero_q && !bank_rsp_valid[MaxBanks-1];
  wire [MaxBanks-1:0] to_merge;

  generate
    for (n = 0; n < MaxBanks; n = n + 1) begin : gen_answer
      wire shows_zero = (n == MaxBanks - 1) ? zero_shown : 1'b0;
      wire [{{ bs - 1 }}:0] slot = bank_rsp_slot[{{ bs }}*n +: {{ bs }}];
      wire answers = bank_rsp_valid[n] && !to_merge[n];

      assign to_merge[n] = bank_rsp_valid[n] && (slot == {{ bs }}'d{{ merge_slot }});
      assign rsp_valid_o[n] = answers || shows_zero;
      assign rsp_slot_o[{{ s }}*n +: {{ s }}]
          = shows_zero ? zero_slot_q : answers ? slot[{{ s - 1 }}:0] : {{ s }}'d0;
    end
  endgenerate

  // For channels without an answer, and for reads of the merge, the banks give collector unit
  // 0.
  reg [MaxBanks*{{ c }}-1:0] rsp_cu;
  always @* begin
    rsp_cu = bank_rsp_cu;
    if (zero_shown) rsp_cu[{{ c }}*(MaxBanks-1) +: {{ c }}] = zero_cu_q;
  end
  assign rsp_cu_o = rsp_cu;

  // The merge reads one register at a time, so it has one answer at most.
  reg [1023:0] merge_rsp_data;
  integer a;
  always @* begin
    merge_rsp_data = 1024'd0;
    for (a = 0; a < MaxBanks; a = a + 1) begin
      if (to_merge[a]) merge_rsp_data = merge_rsp_data | rsp_data_o[1024*a +: 1024];
    end
  end

  // Accesses: looked up in the first cycle, judged (they get their verdict) in the second.
  wire regular, touches;
  wire [23:0] base, end_word, pitch, low, high;
  wire [8:0] stride;
  wire [4:0] first, last;
  wire [1:0] rows;

  rf_address_pattern u_address_pattern (
      .lanes_i  (access_valid_i ? access_lanes_i : 32'd0),
      .inside_i (access_inside_i),
      .bytes_i  (access_bytes_i),
      .address_i(access_address_i),
      .regular_o(regular),
      .base_o   (base),
      .stride_o (stride),
      .first_o  (first),
      .last_o   (last),
      .end_o    (end_word),
      .rows_o   (rows),
      .pitch_o  (pitch),
      .touches_o(touches),
      .low_o    (low),
      .high_o   (high)
  );

  reg looked_up_q, judged_q;
  reg [1:0] look_kind_q, kind_q;
  reg [{{ w - 1 }}:0] look_warp_q, warp_q;
  reg [7:0] look_reg_q, reg_q;
  reg [{{ h - 1 }}:0] look_bank_q, bank_q;
  reg [{{ e - 1 }}:0] look_entry_q, entry_q;
  reg look_whole_q, whole_q, look_missing_q, missing_q, look_regular_q, regular_q;
  reg look_touches_q, touches_q;
  reg [23:0] base_q, end_q, pitch_q, low_q, high_q;
  reg [8:0] stride_q;
  reg [4:0] look_first_q, look_last_q, first_q, last_q;
  reg [1:0] rows_q;

  always @(posedge clk_i) begin
    if (!rst_ni) begin
      looked_up_q <= 1'b0;
      judged_q    <= 1'b0;
    end else begin
      looked_up_q <= access_valid_i && access_ready_o;
      judged_q    <= looked_up_q;
    end
    look_kind_q    <= access_kind_i;
    look_warp_q    <= access_warp_i;
    look_reg_q     <= access_reg_i;
    look_bank_q    <= access_bank;
    look_entry_q   <= access_entry;
    look_whole_q   <= access_whole_i;
    look_missing_q <= access_missing_i;
    look_regular_q <= regular;
    look_touches_q <= touches;
    look_first_q   <= first;
    look_last_q    <= last;
    base_q   <= base;
    stride_q <= stride;
    end_q    <= end_word;
    rows_q   <= rows;
    pitch_q  <= pitch;
    low_q    <= low;
    high_q   <= high;
    kind_q    <= look_kind_q;
    warp_q    <= look_warp_q;
    reg_q     <= look_reg_q;
    bank_q    <= look_bank_q;
    entry_q   <= look_entry_q;
    whole_q   <= look_whole_q;
    missing_q <= look_missing_q;
    regular_q <= look_regular_q;
    touches_q <= look_touches_q;
    first_q   <= look_first_q;
    last_q    <= look_last_q;
  end

  wire load = judged_q && (kind_q == 2'd0);

  // The map. Change channel 0 is the load, 1 to 3 are writes, 4 and 5 are releases.
  wire [ReadPorts-1:0] map_read_mapped;
  wire [ReadPorts*{{ p }}-1:0] map_read_phys;
  wire [5:0] change_mapped;
  wire [6*{{ p }}-1:0] change_phys;
  wire walk_valid, map_set, map_hit, take, merge, copy;
  wire [{{ p - 1 }}:0] walk_phys, hit_phys, take_phys;
  wire [WritePorts-1:0] write_set, write_drop, taker;
  wire walk_go = !{{ asked.release }}[0];
  wire [1:0] released = {{ asked.release }} & change_ready[5:4] & change_mapped[5:4];

  rf_rename_table u_rename_table (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .regs_per_thread_i(regs_per_thread_i),
      .read_valid_i     ({{ asked.read }} & read_room),
      .read_bank_i      ({{ asked.read_bank }}),
      .read_entry_i     ({{ asked.read_entry }}),
      .change_valid_i   ({ {{- asked.release }}, {{ asked.write }} & write_room, load}),
      .change_bank_i    ({ {{- asked.release_bank }}, {{ asked.write_bank }}, bank_q}),
      .change_entry_i   ({ {{- asked.release_entry }}, {{ asked.write_entry }}, entry_q}),
      .set_i            ({write_set, map_set}),
      .set_warp_i       ({ {{- asked.write_warp }}, warp_q}),
      .set_phys_i       (map_hit ? hit_phys : take_phys),
      .clear_i          (released),
      .leave_valid_i    (leave_valid_i),
      .leave_warp_i     (leave_warp_i),
      .walk_go_i        (walk_go),
      .read_ready_o     (map_read_ready),
      .read_mapped_o    (map_read_mapped),
      .read_phys_o      (map_read_phys),
      .change_ready_o   (change_ready),
      .change_mapped_o  (change_mapped),
      .change_phys_o    (change_phys),
      .leave_ready_o    (leave_ready_o),
      .walk_valid_o     (walk_valid),
      .walk_phys_o      (walk_phys),
      .left_o           (left_o)
  );

  wire [{{ p - 1 }}:0] old_phys = change_phys[{{ p - 1 }}:0];
  wire [{{ p - 1 }}:0] writer_phys = write_set[0] ? change_phys[{{ p }} +: {{ p }}]
                                   : write_set[1] ? change_phys[{{ p * 2 }} +: {{ p }}]
                                   :                change_phys[{{ p * 3 }} +: {{ p }}];
  wire walks = walk_go && walk_valid;
  wire [{{ p - 1 }}:0] first_release = walks ? walk_phys : change_phys[{{ p * 4 }} +: {{ p }}];
  wire [{{ p - 1 }}:0] second_release = change_phys[{{ p * 5 }} +: {{ p }}];

  // The table.
  wire hit, hit_ready, pair, record, record_own, take_kept;
  wire [{{ p - 1 }}:0] a_phys, b_phys;
  wire [5:0] a_shift, b_shift;
  wire [4:0] split;
  wire [6:0] recorded;
  wire [2:0] gone; // registers that become free
  wire unmaps;
  wire full, lost;

  rf_address_mapping_table u_address_mapping_table (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .look_valid_i (looked_up_q && (look_kind_q != 2'd2)),
      .look_store_i (look_kind_q == 2'd1),
      .base_i       (base_q),
      .stride_i     (stride_q),
      .first_i      (look_first_q),
      .last_i       (look_last_q),
      .end_i        (end_q),
      .rows_i       (rows_q),
      .pitch_i      (pitch_q),
      .low_i        (low_q),
      .high_i       (high_q),
      .invalidate_i (judged_q && (kind_q == 2'd1) && touches_q),
      .flush_i      (judged_q && (kind_q == 2'd2)),
      .use_hit_i    (map_hit),
      .record_i     (record),
      .record_phys_i(record_own ? old_phys : take_phys),
      .fill_valid_i (fills),
      .fill_phys_i  (fill_phys),
      .query_valid_i({take_kept, change_mapped[5], walks || change_mapped[4], change_mapped[3:0]}),
      .query_phys_i ({take_phys, second_release, first_release, change_phys[{{ p * 4 - 1 }}:0]}),
      .drop_i       ({take && take_kept, gone[2:1],
                      write_drop | (write_set & {3{gone[0]}}), map_set && gone[0]}),
      .hit_o        (hit),
      .hit_phys_o   (hit_phys),
      .hit_ready_o  (hit_ready),
      .pair_o       (pair),
      .a_phys_o     (a_phys),
      .b_phys_o     (b_phys),
      .a_shift_o    (a_shift),
      .b_shift_o    (b_shift),
      .split_o      (split),
      .recorded_o   (recorded),
      .full_o       (full),
      .lost_o       (lost)
  );

  // The pool.
  wire [1:0] held, hold;
  wire [2*{{ p }}-1:0] held_phys, hold_phys;
  wire [3:0] single;
  wire can_take, hit_full, emptied;
  wire unused_outputs = &{1'b0, emptied, change_ready[0], recorded[6]};
  wire [{{ h - 1 }}:0] home = load ? bank_q
                            : taker[0] ? {{ asked.write_bank }}[0 +: {{ h }}]
                            : taker[1] ? {{ asked.write_bank }}[{{ h }} +: {{ h }}]
                            : taker[2] ? {{ asked.write_bank }}[{{ h * 2 }} +: {{ h }}]
                            :            bank_q;
  wire writer_mapped   = |(write_set & change_mapped[3:1]);
  wire writer_recorded = |(write_set & recorded[3:1]);

  assign unmaps = map_set ? change_mapped[0] : writer_mapped;

  rf_register_pool u_register_pool (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .take_i          (take),
      .take_home_i     (home),
      .map_i           (map_hit),
      .map_phys_i      (hit_phys),
      .unmap_i         ({released[1], released[0] || walks, unmaps}),
      .unmap_phys_i    ({second_release, first_release, map_set ? old_phys : writer_phys}),
      .unmap_recorded_i({recorded[5:4], map_set ? recorded[0] : writer_recorded}),
      .hold_i          (hold),
      .hold_phys_i     (hold_phys),
      .query_phys_i    (change_phys[{{ p * 4 - 1 }}:0]),
      .hit_phys_i      (hit_phys),
      .can_take_o      (can_take),
      .take_phys_o     (take_phys),
      .take_kept_o     (take_kept),
      .single_o        (single),
      .hit_full_o      (hit_full),
      .released_o      (gone),
      .in_use_o        (in_use_o),
      .emptied_o       (emptied)
  );

  // Writes that wait: a copy builds their register, or a copy or a merge has yet to read it.
  wire [WritePorts-1:0] kept;
  genvar channel;
  generate
    for (channel = 0; channel < WritePorts; channel = channel + 1) begin : gen_kept
      wire [{{ p - 1 }}:0] phys = change_phys[{{ p }}*(channel + 1) +: {{ p }}];
      assign kept[channel] = (merge_busy && copies_q && phys == merge_to_q)
          || (held[0] && phys == held_phys[0 +: {{ p }}])
          || (held[1] && phys == held_phys[{{ p }} +: {{ p }}]);
    end
  endgenerate
  wire [2:0] verdict;
  wire eligible, woken, controller_busy;
  wire [{{ w - 1 }}:0] woken_warp;
  wire [7:0] woken_reg;
  wire [WritePorts-1:0] write_whole = {
    &{{ asked.mask }}[95:64], &{{ asked.mask }}[63:32], &{{ asked.mask }}[31:0]
  };

  rf_mapping_controller u_mapping_controller (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .load_i          (load),
      .regular_i       (regular_q),
      .whole_i         (whole_q),
      .missing_i       (missing_q),
      .warp_i          (warp_q),
      .reg_i           (reg_q),
      .mapped_i        (change_mapped[0]),
      .single_i        (single[0]),
      .recorded_i      (recorded[0]),
      .hit_i           (hit),
      .hit_ready_i     (hit_ready),
      .hit_phys_i      (hit_phys),
      .hit_full_i      (hit_full),
      .pair_i          (pair),
      .can_take_i      (can_take),
      .take_phys_i     (take_phys),
      .merging_i       (merge_busy),
      .write_valid_i   ({{ asked.write }}),
      .write_free_i    (change_ready[3:1] & write_room & ~kept),
      .write_fill_i    ({{ asked.fill }}),
      .write_whole_i   (write_whole),
      .write_mapped_i  (change_mapped[3:1]),
      .write_single_i  (single[3:1]),
      .write_recorded_i(recorded[3:1]),
      .fill_valid_i    (fills),
      .fill_phys_i     (fill_phys),
      .access_ready_o  (access_room),
      .verdict_o       (verdict),
      .eligible_o      (eligible),
      .map_o           (map_hit),
      .record_o        (record),
      .record_own_o    (record_own),
      .merge_o         (merge),
      .taker_o         (taker),
      .take_o          (take),
      .set_o           (map_set),
      .write_go_o      (write_go),
      .write_set_o     (write_set),
      .write_drop_o    (write_drop),
      .copy_o          (copy),
      .woken_o         (woken),
      .woken_warp_o    (woken_warp),
      .woken_reg_o     (woken_reg),
      .busy_o          (controller_busy)
  );

  rf_merge_unit u_merge_unit (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .start_i      (merge || copy),
      .copy_i       (copy),
      .first_i      (first_q),
      .last_i       (last_q),
      .split_i      (split),
      .a_phys_i     (copy ? writer_phys : a_phys),
      .a_shift_i    (a_shift),
      .b_phys_i     (b_phys),
      .b_shift_i    (b_shift),
      .dest_phys_i  (take_phys),
      .read_ready_i (merge_read_done),
      .rsp_valid_i  (|to_merge),
      .rsp_data_i   (merge_rsp_data),
      .write_ready_i(merge_write_done),
      .busy_o       (merge_busy),
      .held_o       (held),
      .held_phys_o  (held_phys),
      .hold_o       (hold),
      .hold_phys_o  (hold_phys),
      .read_valid_o (merge_read_valid),
      .read_phys_o  (merge_read_phys),
      .write_valid_o(merge_write_valid),
      .write_phys_o (merge_write_phys),
      .write_data_o (merge_data),
      .urgent_o     (merge_urgent)
  );

  // Requests that have been looked up enter the stage before the banks.
  wire [ReadPorts-1:0] read_goes = {{ asked.read }} & read_room & map_read_ready;
  // Writes of all lanes, with zeros outside the mask.
  wire [WritePorts-1:0] write_spread = write_set | {{ asked.fill }};
  reg [WritePorts*1024-1:0] write_value;
  integer w, l;
  always @* begin
    write_value = {{ asked.data }};
    for (w = 0; w < WritePorts; w = w + 1)
      if (write_spread[w])
        for (l = 0; l < 32; l = l + 1)
          if (!{{ asked.mask }}[32*w+l]) write_value[1024*w+32*l +: 32] = 32'd0;
  end

  integer k;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      read_valid_q  <= {ReadPorts{1'b0}};
      write_valid_q <= {WritePorts{1'b0}};
      zero_q        <= 1'b0;
    end else begin
      read_valid_q  <= (read_valid_q & ~reads_gone) | read_goes;
      write_valid_q <= (write_valid_q & ~written) | write_go;
      zero_q        <= (|to_zero) || (zero_q && !zero_shown);
    end
    for (k = 0; k < ReadPorts; k = k + 1) begin
      if (read_goes[k]) begin
        read_mapped_q[k] <= map_read_mapped[k];
        read_cu_q[{{ c }}*k +: {{ c }}] <= {{ asked.cu }}[{{ c }}*k +: {{ c }}];
        read_slot_q[{{ s }}*k +: {{ s }}] <= {{ asked.slot }}[{{ s }}*k +: {{ s }}];
        read_phys_q[{{ p }}*k +: {{ p }}] <= map_read_phys[{{ p }}*k +: {{ p }}];
      end
      if (to_zero[k]) begin
        zero_cu_q   <= read_cu_q[{{ c }}*k +: {{ c }}];
        zero_slot_q <= read_slot_q[{{ s }}*k +: {{ s }}];
      end
    end
    for (k = 0; k < WritePorts; k = k + 1) begin
      if (write_go[k]) begin
        write_fill_q[k] <= {{ asked.fill }}[k];
        write_phys_q[{{ p }}*k +: {{ p }}]
            <= write_set[k] ? take_phys : change_phys[{{ p }}*(k + 1) +: {{ p }}];
        write_mask_q[32*k +: 32]
            <= write_spread[k] ? 32'hffff_ffff : {{ asked.mask }}[32*k +: 32];
        write_data_q[1024*k +: 1024] <= write_value[1024*k +: 1024];
      end
    end
    if (merge || copy) begin
      merge_to_q <= take_phys;
      copies_q   <= copy;
    end
  end

  assign written_o       = written;
  assign verdict_valid_o = load;
  assign verdict_o       = verdict;
  assign eligible_o      = eligible;
  assign woken_valid_o   = woken;
  assign woken_warp_o    = woken_warp;
  assign woken_reg_o     = woken_reg;
  assign busy_o          = {% if stage %}holds || {% endif %}(|read_valid_q) || (|write_valid_q) || zero_q
                        || looked_up_q || judged_q
                        || merge_busy || controller_busy || !leave_ready_o;
  assign mapped_o        = (map_set && !change_mapped[0]) || (|(write_set & ~change_mapped[3:1]));
  assign unmapped_o      = {1'b0, released[0] || walks} + {1'b0, released[1]};
  assign copied_o        = copy;
  assign lost_o          = lost;
  assign flushes_o       = kind_q == 2'd2;
  assign evicted_o       = record && full;

endmodule

`default_nettype wire
