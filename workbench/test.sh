#!/usr/bin/env bash
# Builds the program with the page and the WebAssembly module, and tests the page on both ways to the engine.
# Needs Rust, Node.js 20 with npm, and Chromium (CHROMIUM names it; default /usr/bin/chromium). PROFILE=dev takes builds that
# are not optimised, which are ready sooner; FEATURES (default workbench) names the features of the program.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${PROFILE:-release}
cargo build --profile "$profile" --locked --features "${FEATURES:-workbench}"
wasm=$(wasm/build.sh "$profile")
export BOARDWRIGHT=$PWD/${CARGO_TARGET_DIR:-target}/${profile/#dev/debug}/boardwright WASM=$PWD/$wasm PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
cd workbench
npm ci --ignore-scripts --no-audit --no-fund
npm run check
npx playwright test "$@"
