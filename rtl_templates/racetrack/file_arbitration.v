  wire [Banks-1:0] aligned, busy, preshift;
  wire aligned_only = aligned_only_i;

  rf_preshift_arbiter u_preshift_arbiter (
      .request_i     (request),
      .aligned_i     (aligned),
      .busy_i        (busy),
      .aligned_only_i(aligned_only_i),
      .preshift_en_i (preshift_en_i),
      .preshift_o    (preshift)
  );
