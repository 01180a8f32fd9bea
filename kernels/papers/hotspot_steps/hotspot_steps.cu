// The hotspot kernel with a number of steps that the launch says, as Rodinia's has it.
#define KERNEL hotspot_steps
#define STEPS steps
#define STEPS_PARAMETER int steps,
#include "../../hotspot/hotspot.cu"
