// The engine as a WebAssembly module in a worker: takes the compiled module, then requests; a worker is ended to stop it.

interface Exports {
  memory: WebAssembly.Memory;
  allocate(length: number): number;
  ask(start: number, length: number): void;
}

let exports: Exports | null = null;
const decoder = new TextDecoder();

async function instantiate(module: WebAssembly.Module): Promise<Exports> {
  const host = {
    now: () => performance.now(),
    line(start: number, length: number) {
      const bytes = new Uint8Array((exports as Exports).memory.buffer, start, length).slice();
      self.postMessage(JSON.parse(decoder.decode(bytes)));
    },
  };
  const instance = await WebAssembly.instantiate(module, { host });
  return instance.exports as unknown as Exports;
}

self.onmessage = async (message: MessageEvent<{ module?: WebAssembly.Module; request?: unknown }>) => {
  const { module, request } = message.data;
  try {
    if (module !== undefined) exports = await instantiate(module);
    if (exports === null) throw new Error("the module is missing");
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const start = exports.allocate(bytes.length);
    new Uint8Array(exports.memory.buffer, start, bytes.length).set(bytes);
    exports.ask(start, bytes.length);
  } catch (error) {
    exports = null;
    self.postMessage({ event: "end", stopped: false, error: `the engine failed: ${error}`, failed: true });
  }
};
