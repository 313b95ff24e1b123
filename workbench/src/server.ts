// The engine behind the server of `boardwright workbench`.

import { type Draft, type Drafts, type Event, type Files, type Opened, type Request, sent, type Transport } from "./protocol";

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, { method: "POST", body: JSON.stringify(body) });
}

async function answer<T>(response: Response): Promise<T> {
  const value = await response.json().catch(() => ({ error: `the server answered ${response.status}` }));
  if (!response.ok) throw new Error(value.error);
  return value as T;
}

const files: Files = {
  list: async () => (await answer<{ files: string[] }>(await fetch("api/files"))).files,
  open: async (path) => answer<Opened>(await post("api/open", { path })),
  async save(path, text, known) {
    const response = await post("api/save", { path, text, known });
    if (response.status === 409) return "changed";
    return (await answer<{ digest: string }>(response)).digest;
  },
};

/** A body up to this size is sent even while the page is being closed. */
const LAST = 60_000;

const drafts: Drafts = {
  where: "Kept on this computer.",
  list: async () => (await answer<{ drafts: Draft[] }>(await fetch("api/drafts"))).drafts,
  async keep(draft) {
    const body = JSON.stringify(draft);
    await answer(await fetch("api/draft", { method: "POST", body, keepalive: body.length < LAST }));
  },
  async remove(id) {
    await answer(await post("api/draft/remove", { id }));
  },
};

/** Calls `take` for each line of a stream. */
async function lines(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") take(part);
  }
}

export function server(initial: string | null): Transport {
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  const running = new Map<string, { control: AbortController; lane: string }>();
  // The server knows by the turn which of two requests of a lane is the later one.
  let turn = 0;
  return {
    files,
    drafts,
    initial,
    async ask(lane: string, request: Request, take: (event: Event) => void) {
      running.get(lane)?.control.abort();
      const control = new AbortController();
      turn += 1;
      const own = { control, lane: `lane=${tab}-${lane}&turn=${turn}` };
      running.set(lane, own);
      const body = JSON.stringify(sent(request));
      const call = { method: "POST", body, signal: control.signal };
      try {
        const response = await fetch(`api/ask?${own.lane}`, call);
        if (!response.ok || response.body === null) throw new Error(`the server answered ${response.status}`);
        await lines(response.body, (line) => {
          if (!control.signal.aborted) take(JSON.parse(line));
        });
      } catch (error) {
        if (control.signal.aborted) return;
        const words = error instanceof TypeError ? "the server does not answer: is the program still running?" : String(error);
        take({ event: "end", stopped: false, error: words });
      } finally {
        if (running.get(lane) === own) running.delete(lane);
      }
    },
    stop(lane: string) {
      // The stream ends with the results so far.
      const own = running.get(lane);
      if (own !== undefined) post(`api/stop?${own.lane}`, {}).catch(() => null);
    },
  };
}
