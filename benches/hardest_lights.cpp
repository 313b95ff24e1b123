// Does a pattern of 9 x 9 lights need 41 - T / 2 presses? T = 4 asks for 39, T = 6 for 38. See docs/results.md.
//
// The quiet patterns of 9 x 9 lights are a code of dimension 8. One cell is in no quiet pattern; the other 80 fall into 55
// classes of cells with equal columns. For unpressed minus pressed cells d of each class, the weights of the sums with the
// quiet patterns are 1 + (80 - W(u)) / 2, where W is a Walsh-Hadamard transform of d. A pattern that needs 41 - T / 2 presses
// exists exactly if W(u) <= T is possible for all u, with d of the parity of the class and at most its size.
//
// The 32 classes of one cell have columns outside a hyperplane, the other 23 inside. So the question is whether there are
// signs with transform S and even values with transform E such that E + |S| <= T. All 2^32 signs are tried, up to the 2^8
// additions of a quiet pattern, in Gray order; then E is searched for.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <utility>
#include <vector>
using std::pair;
using std::vector;

static long nodes = 0;

static int sign(int bits) { return __builtin_popcount(bits) & 1 ? -1 : 1; }

// Whether there are even values of the open classes (column, size) whose transform is at most b.
static bool possible(const vector<int>& b, const vector<pair<int, int>>& open) {
  nodes++;
  const int size = b.size();
  long total = 0;
  for (int x : b) total += x;
  if (total < 0) return false;
  if (open.empty()) {
    for (int x : b)
      if (x < 0) return false;
    return true;
  }
  vector<int> f = b;
  for (int h = 1; h < size; h <<= 1)
    for (int x = 0; x < size; x += 2 * h)
      for (int y = x; y < x + h; y++) {
        int p = f[y], q = f[y + h];
        f[y] = p + q;
        f[y + h] = p - q;
      }
  // b - E is nowhere negative, so no coefficient exceeds its sum.
  vector<vector<int>> values(open.size());
  vector<char> is(size, 0);
  for (size_t i = 0; i < open.size(); i++) {
    is[open[i].first] = 1;
    for (int e = -open[i].second; e <= open[i].second; e += 2)
      if (labs(f[open[i].first] - (long)size * e) <= total) values[i].push_back(e);
    if (values[i].empty()) return false;
  }
  for (int v = 1; v < size; v++)
    if (!is[v] && labs(f[v]) > total) return false;
  double least = 1e18;
  int normal = 1;
  for (int n = 1; n < size; n++) {
    double cost = 0;
    for (size_t i = 0; i < open.size(); i++)
      if (sign(n & open[i].first) < 0) cost += log2(values[i].size()) - 0.05;
    if (cost < least) least = cost, normal = n;
  }
  const int bit = 31 - __builtin_clz(normal), low = (1 << bit) - 1, half = size / 2;
  auto with = [&](int u) { return (u & ~low) << 1 | (u & low); };
  auto without = [&](int v) { return (v >> 1 & ~low) | (v & low); };
  vector<int> first(half), second(half);
  for (int u = 0; u < half; u++) first[u] = b[with(u)], second[u] = b[with(u) ^ normal];
  vector<int> outside;
  vector<pair<int, int>> inside;
  for (size_t i = 0; i < open.size(); i++)
    if (sign(normal & open[i].first) < 0) outside.push_back(i);
    else inside.push_back({without(open[i].first), open[i].second});
  std::function<bool(size_t, const vector<int>&, const vector<int>&)> choose = [&](size_t k, const vector<int>& first,
                                                                                 const vector<int>& second) {
    if (k == outside.size()) {
      vector<int> least(half);
      for (int u = 0; u < half; u++) least[u] = first[u] < second[u] ? first[u] : second[u];
      return possible(least, inside);
    }
    const int v = without(open[outside[k]].first);
    for (int e : values[outside[k]]) {
      vector<int> a = first, c = second;
      for (int u = 0; u < half; u++) a[u] -= e * sign(u & v), c[u] += e * sign(u & v);
      if (choose(k + 1, a, c)) return true;
    }
    return false;
  };
  return choose(0, first, second);
}

// The classes of 9 x 9 lights: column of the quiet patterns and number of cells.
static std::map<int, int> classes() {
  const int n = 9;
  // A first row determines all rows; it is quiet if the row below the board is dark.
  vector<vector<int>> boards;
  for (int row = 1; row < 1 << n; row++) {
    vector<int> board = {row};
    int above = 0, now = row;
    for (int i = 0; i < n; i++) {
      int next = (now ^ now << 1 ^ now >> 1 ^ above) & ((1 << n) - 1);
      above = now, now = next;
      board.push_back(now);
    }
    if (now == 0) boards.push_back(board);
  }
  vector<vector<int>> basis;
  vector<int> reduced;
  for (auto& board : boards) {
    int rest = board[0];
    for (int x : reduced) rest = std::min(rest, rest ^ x);
    if (rest) reduced.push_back(rest), basis.push_back(board);
  }
  std::map<int, int> count;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int column = 0;
      for (size_t k = 0; k < basis.size(); k++) column |= (basis[k][i] >> j & 1) << k;
      if (column) count[column]++;
    }
  return count;
}

int main(int count, char** arguments) {
  const int T = count > 1 ? atoi(arguments[1]) : 6;
  vector<int> single;
  vector<pair<int, int>> more;
  for (auto [column, cells] : classes())
    if (cells == 1) single.push_back(column);
    else more.push_back({column, cells});
  // A basis of single classes; the first is the new bit 7, the others plus the first the bits below.
  vector<int> basis, reduced;
  for (int v : single) {
    int rest = v;
    for (int x : reduced) rest = std::min(rest, rest ^ x);
    if (rest) reduced.push_back(rest), basis.push_back(v);
  }
  if (basis.size() != 8 || single.size() != 32) return puts("unexpected classes"), 1;
  vector<int> coordinates(256);
  for (int m = 0; m < 256; m++) {
    int x = 0;
    for (int i = 0; i < 8; i++)
      if (m >> i & 1) x ^= basis[i];
    coordinates[x] = m >> 1 | (__builtin_popcount(m) & 1) << 7;
  }
  vector<pair<int, int>> even;
  vector<char> is(128, 0);
  for (auto [column, cells] : more) {
    int v = coordinates[column];
    if (v >> 7 || cells % 2) return puts("unexpected classes"), 1;
    even.push_back({v, cells});
  }
  vector<int> fixed, free;
  for (int column : single) {
    int v = coordinates[column];
    if (!(v >> 7)) return puts("unexpected classes"), 1;
    v &= 127;
    (v & (v - 1) ? free : fixed).push_back(v);
  }
  vector<int> s(128, 0);
  for (int u = 0; u < 128; u++) {
    for (int v : fixed) s[u] += sign(u & v);
    for (int v : free) s[u] += sign(u & v);
  }
  uint32_t gray = 0;
  long tried = 0, found = 0;
  for (uint32_t i = 0;;) {
    int sum = 0;
    for (int u = 0; u < 128; u++) sum += abs(s[u]);
    if (sum <= 128 * T) {
      tried++;
      vector<int> b(128);
      for (int u = 0; u < 128; u++) b[u] = T - abs(s[u]);
      found += possible(b, even);
    }
    if (++i == 1u << free.size()) break;
    const int z = __builtin_ctz(i);
    gray ^= 1u << z;
    const int change = gray >> z & 1 ? -2 : 2;
    for (int u = 0; u < 128; u++) s[u] += change * sign(u & free[z]);
  }
  printf("T = %d: %ld signs were not excluded by their sum, %ld of them have even values; %ld nodes\n", T, tried, found, nodes);
}
