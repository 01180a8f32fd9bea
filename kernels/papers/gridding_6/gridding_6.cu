// Gridding of an MRI reconstruction with six neighbouring points a thread.
#define KERNEL gridding_6
#define POINTS 6
#include "../../mri_gridding/mri_gridding.cu"
