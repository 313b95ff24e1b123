#!/usr/bin/env bash
# Builds the WebAssembly module and prints its path. Usage: wasm/build.sh [PROFILE]; the default profile is `release`.
#
# Takes the first toolchain of these that there is:
# - Rust with the standard library for wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`; tried where there is
#   rustup);
# - on Debian, the packages `rustc-web cargo-web rust-web-src lld-22`, which build the standard library as well.
set -euo pipefail
cd "$(dirname "$0")/.."
profile=${1:-release}
target=wasm32-unknown-unknown

has_library() { [ -d "$(rustc --print target-libdir --target $target 2>/dev/null)" ]; }
options=()
if ! has_library && command -v rustup >/dev/null; then
  rustup target add $target >&2 || true
fi
if ! has_library; then
  if [ ! -d /usr/lib/rustlib/src/rust/library ] || ! command -v wasm-ld-22 >/dev/null; then
    echo "no standard library for $target: run \`rustup target add $target\`," >&2
    echo "or on Debian \`apt-get install rustc-web cargo-web rust-web-src lld-22\`" >&2
    exit 1
  fi
  # Debian's own compiler, even where another one comes first.
  export PATH=/usr/bin:$PATH RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22
  options=(-Zbuild-std=std,panic_abort)
fi
# The recursion over nested rules takes more than the usual megabyte of stack.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Clink-arg=-zstack-size=8388608"
# varisat sizes the hashes of a proof, which is discarded, with shifts that overflow where integers have 32 bits.
options+=(--config "profile.$profile.package.varisat.overflow-checks=false")
# Browsers load the module over a network: for size, 8 MB instead of 14 (3.0 instead of 3.6 compressed).
if [ "$profile" = release ]; then
  export CARGO_PROFILE_RELEASE_OPT_LEVEL=s CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
  export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=true
fi
cargo build --locked --package boardwright-wasm --target $target --profile "$profile" "${options[@]}" >&2
echo "${CARGO_TARGET_DIR:-target}/$target/${profile/#dev/debug}/boardwright_wasm.wasm"
