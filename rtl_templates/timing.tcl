# Units are set after the libraries are read, which set their own.
read_liberty {{ cells }}
{%- if has_macros %}
read_liberty {{ macros }}
{%- endif %}
set_cmd_units -time ns -capacitance fF
read_verilog {{ netlist }}
link_design {{ top }}
create_clock -name clk_i -period {{ period }}{% if clocked %} [get_ports clk_i]{% endif %}
set_input_delay 0 -clock clk_i [all_inputs]
set_output_delay 0 -clock clk_i [all_outputs]
{%- if let Some(buffer) = buffer %}
set_driving_cell -lib_cell {{ buffer }} [all_inputs]
{%- endif %}
set_load {{ load }} [all_outputs]
report_checks -path_delay max -digits 4

# Synthesis numbers flip-flops; what they drive keeps its name.
proc names {what pin} {
  puts "$what [get_full_name $pin]"
  if {[llength [get_ports -quiet [get_full_name $pin]]]} return
  foreach out [get_pins -of_objects [get_cells -of_objects $pin]] {
    if {[get_property $out direction] ne "output"} continue
    foreach net [get_nets -of_objects $out] { puts "$what [get_full_name $net]" }
  }
}
foreach path [find_timing_paths -path_delay max] {
  names {{ start }} [get_property $path startpoint]
  names {{ end }} [get_property $path endpoint]
}
