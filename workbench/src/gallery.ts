// Pictures of models in dialogs: drawn one after the other, as they come into view. Start with `Gallery`.

import { make } from "./dom";
import type { Event, Transport } from "./protocol";

/** Pictures that were drawn before, by the name of their model. */
const known = new Map<string, string>();

/** An item with room for a picture. */
interface Item { name: string; frame: HTMLElement; model(): Promise<string | null> }

export class Gallery {
  private readonly waiting: Item[] = [];
  private busy = false;
  private readonly items = new Map<Element, Item>();
  private readonly watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const item = this.items.get(target);
      if (!isIntersecting || item === undefined) continue;
      this.watch.unobserve(target);
      this.items.delete(target);
      this.waiting.push(item);
    }
    void this.work();
  }, { rootMargin: "100px" });

  constructor(private readonly transport: Transport) {}

  /** Returns a frame in which the picture of a model appears. */
  frame(name: string, model: () => Promise<string | null>): HTMLElement {
    const frame = make("span", { class: "picture", "aria-hidden": "true" });
    const old = known.get(name);
    if (old !== undefined) this.fill(frame, old);
    else {
      this.items.set(frame, { name, frame, model });
      this.watch.observe(frame);
    }
    return frame;
  }

  end(): void {
    this.watch.disconnect();
    this.waiting.length = 0;
    this.transport.stop("gallery");
  }

  private fill(frame: HTMLElement, svg: string): void {
    frame.replaceChildren(make("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(svg)}` }));
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let item = this.waiting.shift(); item !== undefined; item = this.waiting.shift()) {
      const { name, frame } = item;
      // A list that was searched meanwhile no longer shows it.
      if (!frame.isConnected) continue;
      const model = await item.model().catch(() => null);
      if (model === null) continue;
      await this.transport.ask("gallery", { ask: "draw", model, name }, (event: Event) => {
        if (event.event !== "board") return;
        known.set(name, event.svg);
        this.fill(frame, event.svg);
      });
    }
    this.busy = false;
  }
}
