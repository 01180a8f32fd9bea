// Any banks. Their answers show what they are asked for, and whether they accept it.
module rf_sram_register_file (
    input wire clk_i, rst_ni,
    input wire [8:0] regs_per_thread_i,
    input wire [7:0] read_valid_i, read_cu_i, read_slot_i, read_warp_i,
    input wire [63:0] read_reg_i,
    input wire [2:0] write_valid_i, write_warp_i,
    input wire [23:0] write_reg_i,
    input wire [95:0] write_lane_mask_i,
    input wire [3071:0] write_data_i,
    output wire [7:0] read_ready_o,
    output wire [2:0] write_ready_o,
    output wire [1:0] rsp_valid_o, rsp_cu_o, rsp_slot_o,
    output wire [2047:0] rsp_data_o,
    output wire [1:0] bank_request_o, bank_grant_o, bank_read_o, bank_write_o
);
  assign read_ready_o = $anyseq;
  assign write_ready_o = $anyseq;
  assign {rsp_valid_o, rsp_cu_o, rsp_slot_o} = 6'd0;
  assign rsp_data_o = {2026'd0, write_ready_o, write_valid_i, read_ready_o, read_valid_i};
  assign {bank_request_o, bank_grant_o, bank_read_o, bank_write_o} = 8'd0;
endmodule

// Counts nothing.
module rf_warp_limiter (
    input wire clk_i, rst_ni, begin_i,
    input wire [1:0] issued_i, ended_i,
    output wire [1:0] active_o,
    output wire limited_o, divides_o
);
  assign {active_o, limited_o, divides_o} = 4'd0;
endmodule
