// One step of a breadth-first search: every vertex of the frontier leaves it, and gives its unvisited
// neighbours the next level. They are only marked in `updating`: the next step's frontier.
#include "device.h"

extern "C" __global__ void bfs(const int *first, const int *degree, const int *target, uchar *frontier,
                               const uchar *visited, uchar *updating, int *level, int vertices) {
    int vertex = blockIdx_x * blockDim_x + threadIdx_x;
    if (vertex >= vertices || !frontier[vertex])
        return;
    frontier[vertex] = 0;
    int next = level[vertex] + 1;
    int end = first[vertex] + degree[vertex];
    for (int edge = first[vertex]; edge < end; edge++) {
        int neighbour = target[edge];
        if (!visited[neighbour]) {
            level[neighbour] = next;
            updating[neighbour] = 1;
        }
    }
}
