// The number of sets of k queens that attack every cell of a board of side n, their own cells included (OEIS A002566, A002565):
//
//     g++ -O3 -march=native -o total_queens benches/total_queens.cpp && ./total_queens 13 8
//
// The search branches on the unattacked cell with the fewest candidates and excludes the candidates of earlier branches. It leaves a node
// whose k - depth largest gains do not reach all unattacked cells. Some queen attacks the middle cell: the first branch takes one
// queen of each orbit of such cells under the eight symmetries of the square, without cells of earlier orbits; a solution with
// t queens of the orbit is then found t times among its images, and counts 1/t each time.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <vector>
using std::vector;

struct Set {
    uint64_t words[4] = {0, 0, 0, 0};
    void add(int cell) { words[cell >> 6] |= 1ull << (cell & 63); }
    void remove(int cell) { words[cell >> 6] &= ~(1ull << (cell & 63)); }
    bool empty() const { return !(words[0] | words[1] | words[2] | words[3]); }
    int size() const {
        int sum = 0;
        for (uint64_t word : words) sum += __builtin_popcountll(word);
        return sum;
    }
    template <class F> void each(F visit) const {
        for (int i = 0; i < 4; i++)
            for (uint64_t word = words[i]; word; word &= word - 1)
                if (!visit(i * 64 + __builtin_ctzll(word))) return;
    }
};

static Set both(const Set &a, const Set &b) {
    Set set;
    for (int i = 0; i < 4; i++) set.words[i] = a.words[i] & b.words[i];
    return set;
}

static Set without(const Set &a, const Set &b) {
    Set set;
    for (int i = 0; i < 4; i++) set.words[i] = a.words[i] & ~b.words[i];
    return set;
}

// A multiple of 1, 2, ..., 16, so that a solution's shares are whole numbers.
static const uint64_t WHOLE = 720720;

static int n, k, orbit[256], current, chosen[32];
static Set attacks[256];
static uint64_t total, nodes;
// The least image of each solution: one for each orbit.
static std::set<vector<int>> leasts;

static void images(int cell, int *image) {
    int x = cell / n, y = cell % n, u = n - 1 - x, v = n - 1 - y;
    int all[8] = {x * n + y, y * n + x, u * n + y, x * n + v, u * n + v, v * n + x, y * n + u, v * n + u};
    std::copy(all, all + 8, image);
}

static void found() {
    vector<int> solutions[8];
    for (int i = 0; i < k; i++) {
        int image[8];
        images(chosen[i], image);
        for (int j = 0; j < 8; j++) solutions[j].push_back(image[j]);
    }
    for (auto &solution : solutions) std::sort(solution.begin(), solution.end());
    leasts.insert(*std::min_element(solutions, solutions + 8));
    int in_orbit = std::count_if(chosen, chosen + k, [](int cell) { return orbit[cell] == current; });
    total += WHOLE / in_orbit;
}

static void search(int depth, Set open, Set allowed) {
    int room = k - depth;
    nodes++;
    if (room == 0) {
        if (open.empty()) found();
        return;
    }
    if (open.empty()) {
        allowed.each([&](int cell) {
            allowed.remove(cell);
            chosen[depth] = cell;
            search(depth + 1, open, allowed);
            return true;
        });
        return;
    }
    if (room == 1) {
        Set last = allowed;
        open.each([&](int cell) { last = both(last, attacks[cell]); return !last.empty(); });
        last.each([&](int cell) { chosen[depth] = cell; found(); return true; });
        return;
    }
    int needed = open.size(), gains[256], with[64] = {0};
    allowed.each([&](int cell) { with[gains[cell] = both(attacks[cell], open).size()]++; return true; });
    auto largest = [&](int options) {
        int sum = 0;
        for (int gain = 63; gain > 0 && options; gain--) {
            int taken = std::min(options, with[gain]);
            sum += taken * gain;
            options -= taken;
        }
        return sum;
    };
    if (largest(room) < needed) return;
    int least = needed - largest(room - 1);
    Set useful = allowed;
    allowed.each([&](int cell) { if (gains[cell] < least) useful.remove(cell); return true; });
    int best = -1, fewest = 1 << 30;
    open.each([&](int cell) {
        int candidates = both(attacks[cell], useful).size();
        if (candidates < fewest) fewest = candidates, best = cell;
        return fewest > 0;
    });
    both(attacks[best], useful).each([&](int cell) {
        useful.remove(cell);
        chosen[depth] = cell;
        search(depth + 1, without(open, attacks[cell]), useful);
        return true;
    });
}

int main(int count, char **arguments) {
    if (count != 3) return fprintf(stderr, "usage: total_queens SIDE QUEENS\n"), 2;
    n = atoi(arguments[1]), k = atoi(arguments[2]);
    if (n < 2 || n > 16 || k < 2 || k > 16) return fprintf(stderr, "2 to 16, please\n"), 2;
    Set board;
    std::fill(orbit, orbit + 256, -1);
    for (int a = 0; a < n * n; a++) {
        board.add(a);
        int x = a / n, y = a % n, image[8];
        for (int b = 0; b < n * n; b++)
            if (a != b && (b / n == x || b % n == y || abs(b / n - x) == abs(b % n - y))) attacks[a].add(b);
        images(a, image);
        if (orbit[a] < 0)
            for (int cell : image) orbit[cell] = a;
    }
    vector<int> orbits;
    attacks[n / 2 * n + n / 2].each([&](int cell) { orbits.push_back(orbit[cell]); return true; });
    std::sort(orbits.begin(), orbits.end());
    orbits.erase(std::unique(orbits.begin(), orbits.end()), orbits.end());
    std::stable_sort(orbits.begin(), orbits.end(), [](int a, int b) { return attacks[a].size() > attacks[b].size(); });
    unsigned __int128 sum = 0;
    Set allowed = board;
    for (int one : orbits) {
        current = chosen[0] = one;
        total = 0;
        Set rest = allowed;
        rest.remove(one);
        search(1, without(board, attacks[one]), rest);
        sum += (unsigned __int128)total * std::count(orbit, orbit + n * n, one);
        for (int a = 0; a < n * n; a++)
            if (orbit[a] == one) allowed.remove(a);
    }
    if (sum % WHOLE) return fprintf(stderr, "a share is missing\n"), 4;
    printf("%llu ways, %zu up to symmetry, %llu nodes\n", (unsigned long long)(sum / WHOLE), leasts.size(),
           (unsigned long long)nodes);
}
