/* All that M4RI (libm4ri-dev) has to do for a board of Lights Out: which first row leaves nothing in the last?
 *
 *     gcc -O3 -march=native lights_m4ri.c -lm4ri -o lights_m4ri && ./lights_m4ri < lights.txt
 *
 * The board stands on standard input, a row a line, '#' lit. The lights are chased with the first row untouched; what each
 * button of the first row leaves in the last is a column of a matrix, which is made by its recurrence (O(n^2)), not by
 * chasing n times. The system is solved by mzd_solve_left, and the board chased again. Prints the number of presses, and the
 * CPU time in seconds that all of it took after the board was read. */
#include <m4ri/m4ri.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t height, width, words;

/* One row of lights from the presses of a row and of the one above. */
static void gather(uint64_t *sum, const uint64_t *lit, const uint64_t *press, const uint64_t *above) {
    uint64_t before = 0;
    for (size_t i = 0; i < words; i++) {
        uint64_t word = press[i], after = i + 1 < words ? press[i + 1] : 0;
        sum[i] = (lit ? lit[i] : 0) ^ word ^ (word << 1 | before >> 63) ^ (word >> 1 | after << 63) ^ above[i];
        before = word;
    }
    if (width % 64) sum[words - 1] &= (1ULL << width % 64) - 1;
}

/* Chases; first and last may be one. The number of presses. */
static size_t chase(const uint64_t *lights, const uint64_t *first, uint64_t *last) {
    uint64_t *above = calloc(words, 8), *press = malloc(words * 8), *sum = malloc(words * 8);
    size_t presses = 0;
    memcpy(press, first, words * 8);
    for (size_t row = 0; row < height; row++) {
        for (size_t i = 0; i < words; i++) presses += __builtin_popcountll(press[i]);
        gather(sum, lights ? lights + row * words : NULL, press, above);
        uint64_t *swap = above;
        above = press;
        press = sum;
        sum = swap;
    }
    memcpy(last, press, words * 8);
    free(above), free(press), free(sum);
    return presses;
}

int main(void) {
    char *line = NULL;
    size_t room = 0, taken = 0;
    uint64_t *lights = NULL;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 1; height++) {
        width = (size_t)length - (line[length - 1] == '\n');
        words = (width + 63) / 64;
        if (height >= taken) lights = realloc(lights, (taken = 2 * taken + 64) * words * 8);
        memset(lights + height * words, 0, words * 8);
        for (size_t c = 0; c < width; c++) lights[height * words + c / 64] |= (uint64_t)(line[c] == '#') << c % 64;
    }
    clock_t start = clock();
    uint64_t *first = calloc(words, 8), *left = calloc(words, 8);
    chase(lights, first, left);
    /* Column j of the matrix is effect j; it is symmetric, so effects may be rows. Effect j + 1 is the neighbours of effect
     * j, and effect j - 1. */
    uint64_t *effects = calloc(width * words, 8), *zero = calloc(words, 8), *sum = malloc(words * 8);
    first[0] = 1;
    chase(NULL, first, effects);
    for (size_t j = 1; j < width; j++) {
        gather(sum, effects + (j - 1) * words, effects + (j - 1) * words, j > 1 ? effects + (j - 2) * words : zero);
        memcpy(effects + j * words, sum, words * 8);
    }
    rci_t n = (rci_t)width;
    mzd_t *matrix = mzd_init(n, n), *right = mzd_init(n, 1);
    for (rci_t i = 0; i < n; i++) {
        for (rci_t j = 0; j < n; j++)
            if (effects[(size_t)i * words + j / 64] >> j % 64 & 1) mzd_write_bit(matrix, i, j, 1);
        mzd_write_bit(right, i, 0, left[i / 64] >> i % 64 & 1);
    }
    int solved = mzd_solve_left(matrix, right, 0, 1);
    memset(first, 0, words * 8);
    for (rci_t i = 0; i < n; i++) first[i / 64] |= (uint64_t)mzd_read_bit(right, i, 0) << i % 64;
    size_t presses = chase(lights, first, left);
    for (size_t i = 0; i < words; i++) solved |= left[i] != 0;
    if (solved) return puts("no solution"), 1;
    printf("%zu presses, %.6f\n", presses, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}
