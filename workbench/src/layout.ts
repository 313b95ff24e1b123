// The frame of the page: the drawer of the text, the sheet of narrow screens, the menu, and the theme. Start with `frame`.

import { find } from "./dom";
import { change, state } from "./state";

/** The smallest size of the text, and the largest in shares of the window. */
const LEAST = 320;
const MOST = 0.6;
const WIDE = 1200;
/** How far a finger goes to move the sheet, in pixels. */
const FAR = 24;

function size(pixels: number): void {
  const along = window.innerWidth >= WIDE ? window.innerWidth : window.innerHeight;
  const own = Math.round(Math.max(Math.min(LEAST, along / 2), Math.min(along * MOST, pixels)));
  document.documentElement.style.setProperty("--text", `${own}px`);
  find("grip").setAttribute("aria-valuenow", String(own));
  localStorage.setItem("size of the text", String(own));
}

function resizer(): void {
  const grip = find("grip");
  const now = () => Number(grip.getAttribute("aria-valuenow"));
  grip.addEventListener("pointerdown", (event) => {
    grip.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  grip.addEventListener("pointermove", (event) => {
    if (!grip.hasPointerCapture(event.pointerId)) return;
    size(window.innerWidth >= WIDE ? event.clientX - 36 : window.innerHeight - event.clientY - 36);
  });
  grip.addEventListener("keydown", (event) => {
    const by: Record<string, number> = { ArrowLeft: -40, ArrowRight: 40, ArrowUp: 40, ArrowDown: -40 };
    if (by[event.key] !== undefined) size(now() + (by[event.key] ?? 0));
  });
  size(Number(localStorage.getItem("size of the text") ?? 440));
}

export function theme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  find("theme").setAttribute("aria-pressed", String(dark));
  localStorage.setItem("theme", dark ? "dark" : "light");
}

function menu(): void {
  const [more, list] = [find("more"), find("menu")];
  const show = (on: boolean) => {
    list.hidden = !on;
    more.setAttribute("aria-expanded", String(on));
  };
  more.addEventListener("click", () => show(list.hidden === true));
  list.addEventListener("click", (event) => {
    if (!(event.target as HTMLElement).classList.contains("toggle")) show(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (list.hidden !== true && !list.contains(event.target as Node) && !more.contains(event.target as Node)) show(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || list.hidden) return;
    show(false);
    more.focus();
  });
}

/** Arrow keys go from tab to tab. */
function tablist(list: HTMLElement): void {
  list.addEventListener("keydown", (event) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const tabs = [...list.querySelectorAll<HTMLElement>("[role=tab]:not([hidden])")];
    const next = tabs[(tabs.indexOf(document.activeElement as HTMLElement) + by + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
    event.preventDefault();
  });
}

/** Opens or closes the text; the cursor goes there and back. */
export function drawer(open = !state.text): void {
  change({ text: open, sheet: open ? "text" : state.sheet === "text" ? "tools" : state.sheet });
}

/** A drag of the tabs raises or lowers the sheet. */
function sheet(): void {
  const tabs = find("tabs");
  let from: number | null = null;
  tabs.addEventListener("pointerdown", (event) => {
    from = event.clientY;
  });
  window.addEventListener("pointerup", (event) => {
    if (from === null) return;
    const by = event.clientY - from;
    from = null;
    if (Math.abs(by) < FAR) return;
    const order = ["down", "rest", "full"] as const;
    const now = order.indexOf(state.rise) + (by < 0 ? 1 : -1);
    change({ rise: order[Math.max(0, Math.min(2, now))] ?? "rest" });
  });
}

export function frame(): void {
  theme((localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark");
  resizer();
  menu();
  sheet();
  tablist(find("modes"));
  tablist(find("tabs"));
  find("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme !== "dark"));
  find("researchers").addEventListener("click", () => change({ researchers: !state.researchers }));
  find("labels").addEventListener("click", () => change({ labels: !state.labels }));
  find("handle").addEventListener("click", () => drawer());
  for (const tab of find("tabs").querySelectorAll("button")) {
    const sheet = tab.dataset.sheet as typeof state.sheet;
    tab.addEventListener("click", () => {
      // The tab that is shown raises the sheet, and lowers it again.
      const rise = state.sheet !== sheet ? (state.rise === "down" ? "rest" : state.rise) : state.rise === "rest" ? "full" : "rest";
      change({ sheet, rise, text: sheet === "text" || state.text });
    });
  }
}
