// Requests to the engine: each belongs to the text and the mode in which it was made, and its answers are dropped once one of these has
// changed. Start with `ask`.

import type { Event, Question, Transport } from "./protocol";
import { change, state } from "./state";

let transport: Transport;
/** The number of changes of the text and of the mode. */
let texts = 0;
let modes = 0;
/** The number of the last request of each lane; what an earlier one answers is dropped. */
const lanes = new Map<string, number>();
let requests = 0;
let model: () => string = () => "";

export function engine(): Transport {
  return transport;
}

export function connect(own: Transport, text: () => string): void {
  [transport, model] = [own, text];
}

/** What a request belongs to: `text`: the verdict goes on in another mode. */
export type Scope = "text" | "mode";

/** Asks about the text as it is now. */
export function ask(lane: string, request: Question, take: (event: Event) => void, scope: Scope = "mode"): Promise<void> {
  const [text, mode] = [texts, modes];
  requests += 1;
  const own = requests;
  lanes.set(lane, own);
  return transport.ask(lane, { ...request, model: model(), name: state.file.name }, (event) => {
    if (lanes.get(lane) !== own || text !== texts || (scope === "mode" && mode !== modes)) return;
    if (event.event === "progress" && state.running?.lane === lane) change({ progress: event.words });
    if (event.event === "end") {
      lanes.delete(lane);
      if (state.running?.lane === lane) change({ running: null, progress: "" });
    }
    take(event);
  });
}

/** Shows that a lane is at work, with a button that stops it. */
export function working(lane: string): void {
  change({ running: { lane, since: performance.now() }, progress: "" });
}

/** Ends what is at work in a lane; what it has found so far arrives. */
export function stop(lane: string): void {
  transport.stop(lane);
}

/** Ends what is at work in a lane, and drops what it still answers. */
export function drop(lane: string): void {
  if (!lanes.delete(lane)) return;
  transport.stop(lane);
  if (state.running?.lane === lane) change({ running: null, progress: "" });
}

/** Ends everything at work but some lanes; what it still answers is dropped. */
function end(except: string[]): void {
  for (const lane of [...lanes.keys()]) if (!except.includes(lane)) drop(lane);
}

/** The text has changed. */
export function cutText(): void {
  texts += 1;
  modes += 1;
  end(["make"]);
}

/** The mode has changed; `keep`: what goes on. */
export function cutMode(keep: string[]): void {
  modes += 1;
  end(["draw", ...keep]);
}
