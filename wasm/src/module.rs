//! The exports and imports of the module. Each line of a result is handed to the host as soon as it exists.

use crate::request;
use boardwright_base::budget::Budget;

/// The functions that the host provides.
mod host {
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Returns milliseconds since any start; never decreases.
        pub(super) safe fn now() -> f64;
        /// Takes a line of UTF-8 text, without its line break.
        pub(super) fn line(start: *const u8, length: usize);
    }
}

/// Returns memory for a request of this many bytes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn allocate(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Works on a request and hands all lines of its result to the host.
///
/// # Safety
/// `start` is what [`allocate`] returned for `length`; the memory is released.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn run(start: *mut u8, length: usize) {
    // SAFETY: by the contract, these are the pointer and the length of the box that `allocate` made.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    boardwright_base::clock::install(|| host::now());
    request::run(&text, &mut write);
}

/// Works on a request of the workbench and hands all events to the host.
///
/// # Safety
/// `start` is what [`allocate`] returned for `length`; the memory is released.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn ask(start: *mut u8, length: usize) {
    // SAFETY: by the contract, these are the pointer and the length of the box that `allocate` made.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    boardwright_base::clock::install(|| host::now());
    boardwright_page::answer(boardwright::REGISTRY, &text, &Budget::none(), &mut |event| write(&event.to_string()));
}

fn write(line: &str) {
    // SAFETY: the host reads the bytes during the call only.
    unsafe { host::line(line.as_ptr(), line.len()) }
}
