// A message at the lower edge of the page, with at most one button. Start with `toast`.

import { button, find, make } from "./dom";

/** The time that a message stays, in milliseconds. */
const TIME = 10_000;

let timer = 0;

export function toast(words: string, { stays = false, press }: { stays?: boolean; press?: HTMLButtonElement } = {}): void {
  const place = find("toast");
  const close = button("×", untoast);
  close.setAttribute("aria-label", "Dismiss");
  press?.addEventListener("click", untoast);
  place.replaceChildren(make("span", {}, words), ...(press === undefined ? [] : [press]), close);
  place.hidden = false;
  clearTimeout(timer);
  if (!stays) timer = window.setTimeout(untoast, TIME);
}

export function untoast(): void {
  clearTimeout(timer);
  find("toast").hidden = true;
  find("toast").replaceChildren();
}
