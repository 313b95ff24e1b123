/* The number of ways to place n queens, by two programs to compare `boardwright count` with:
 *
 *     cc -O3 benches/queens.c -o queens && ./queens dlx 14 && ./queens bits 14
 *
 * `dlx` is dancing links: rows and columns are primary items, diagonals secondary ones; the items lie in organ-pipe order,
 * and the first one with the fewest options is covered. `bits` is the usual recursion over rows, with a word for columns
 * and one for each direction of diagonals. Neither uses symmetries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 50000 };
static int up[MAX], down[MAX], left[MAX], right[MAX], item[MAX], size[MAX];
static long count;

static void cover(int c) {
    left[right[c]] = left[c];
    right[left[c]] = right[c];
    for (int i = down[c]; i != c; i = down[i])
        for (int j = right[i]; j != i; j = right[j]) {
            up[down[j]] = up[j];
            down[up[j]] = down[j];
            size[item[j]]--;
        }
}

static void uncover(int c) {
    for (int i = up[c]; i != c; i = up[i])
        for (int j = left[i]; j != i; j = left[j]) {
            size[item[j]]++;
            up[down[j]] = j;
            down[up[j]] = j;
        }
    left[right[c]] = c;
    right[left[c]] = c;
}

static void search(void) {
    if (right[0] == 0) {
        count++;
        return;
    }
    int c = right[0];
    for (int j = right[c]; j; j = right[j])
        if (size[j] < size[c]) c = j;
    if (!size[c]) return;
    cover(c);
    for (int r = down[c]; r != c; r = down[r]) {
        for (int j = right[r]; j != r; j = right[j]) cover(item[j]);
        search();
        for (int j = left[r]; j != r; j = left[j]) uncover(item[j]);
    }
    uncover(c);
}

static void dancing_links(int n) {
    int items = 2 * n + 2 * (2 * n - 1), last = 0, node = items + 1;
    for (int i = 0; i <= items; i++) up[i] = down[i] = left[i] = right[i] = i;
    for (int i = 0; i < 2 * n; i++) {
        int line = n / 2 + (i / 2 % 2 ? -(i / 2 + 1) / 2 : i / 2 / 2), primary = 1 + line + i % 2 * n;
        left[primary] = last;
        right[last] = primary;
        right[primary] = 0;
        left[0] = last = primary;
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            int of[4] = {1 + r, 1 + n + c, 1 + 2 * n + r + c, 4 * n + r - c + n - 1}, first = node;
            for (int t = 0; t < 4; t++, node++) {
                item[node] = of[t];
                up[node] = up[of[t]];
                down[node] = of[t];
                down[up[of[t]]] = node;
                up[of[t]] = node;
                size[of[t]]++;
                left[node] = t ? node - 1 : first + 3;
                right[node] = t < 3 ? node + 1 : first;
            }
        }
    search();
}

static void place(unsigned all, unsigned columns, unsigned falling, unsigned rising) {
    if (columns == all) count++;
    for (unsigned open = all & ~(columns | falling | rising); open; open &= open - 1) {
        unsigned queen = open & -open;
        place(all, columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
    }
}

int main(int arguments, char **argument) {
    int n = arguments == 3 ? atoi(argument[2]) : 0;
    if (n < 1 || n > 30) return fprintf(stderr, "usage: queens dlx|bits N, N from 1 to 30\n"), 2;
    if (strcmp(argument[1], "dlx") == 0)
        dancing_links(n);
    else
        place((1u << n) - 1, 0, 0, 0);
    printf("%ld\n", count);
}
