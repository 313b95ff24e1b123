// The engine in the browser: a worker for each lane, which is ended when its work is stopped.

import { browser } from "./drafts";
import { type Event, type Request, sent, type Transport } from "./protocol";

interface Lane { worker: Worker; busy: boolean; end: (() => void) | null; take: ((event: Event) => void) | null }

export async function wasm(): Promise<Transport> {
  const module = await WebAssembly.compile(await (await fetch("boardwright_wasm.wasm")).arrayBuffer());
  const lanes = new Map<string, Lane>();

  function begin(name: string): Lane {
    const lane: Lane = { worker: new Worker("worker.js"), busy: false, end: null, take: null };
    lane.worker.onmessage = (message: MessageEvent<Event & { failed?: boolean }>) => {
      const event = message.data;
      lane.take?.(event);
      if (event.event !== "end") return;
      lane.busy = false;
      lane.end?.();
      // An instance that panicked is not used again.
      if (event.failed === true) discard(name);
    };
    lanes.set(name, lane);
    return lane;
  }

  function discard(name: string): void {
    const lane = lanes.get(name);
    lanes.delete(name);
    lane?.worker.terminate();
    lane?.end?.();
  }

  return {
    files: null,
    drafts: browser,
    initial: null,
    ask(name: string, request: Request, take: (event: Event) => void) {
      if (lanes.get(name)?.busy === true) discard(name);
      const known = lanes.get(name);
      const lane = known ?? begin(name);
      lane.busy = true;
      lane.take = take;
      const body = sent(request);
      lane.worker.postMessage(known === undefined ? { module, request: body } : { request: body });
      return new Promise((resolve) => {
        lane.end = resolve;
      });
    },
    stop(name: string) {
      const lane = lanes.get(name);
      if (lane?.busy !== true) return;
      lane.take?.({ event: "end", stopped: true, error: "interrupted" });
      discard(name);
    },
  };
}
