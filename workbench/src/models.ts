// Models that the engine makes: of a kind, empty boards, and from links and files of other programs.

import type { Event, Request, Transport } from "./protocol";

/** Asks for a model, which arrives as one event. */
export function model(transport: Transport, request: Request & { ask: "new" | "import" }, lane = "start"): Promise<string> {
  return new Promise((resolve, reject) => {
    let text: string | null = null;
    void transport.ask(lane, request, (event: Event) => {
      if (event.event === "model") text = event.text;
      if (event.event !== "end") return;
      if (text === null) reject(new Error(event.error ?? "there is no model"));
      else resolve(text);
    });
  });
}

export function imported(transport: Transport, text: string): Promise<string> {
  return model(transport, { ask: "import", model: text }, "import");
}
