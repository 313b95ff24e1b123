// The total of a cage or a diagonal, asked for above the board. Start with `asked`.

import { find, make } from "./dom";

/** Asks for a total; `null`: none is wanted, `undefined`: it was given up. */
export function asked(title: string, optional: boolean, take: (sum: number | null | undefined) => void): void {
  const field = make("input", { id: "total", type: "number", min: "0", "aria-label": "Total", placeholder: "Total" });
  let done = false;
  const end = (keep: boolean) => {
    if (done) return;
    done = true;
    const sum = field.value.trim() === "" ? null : Math.floor(Number(field.value));
    take(keep ? sum : undefined);
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") end(true);
    if (event.key === "Escape") end(false);
  });
  // Who goes on drawing wants a cage without a total.
  field.addEventListener("blur", () => end(optional));
  find("hint").replaceChildren(make("b", {}, title), " ", field, " ", make("span", { class: "soft" }, optional ? "Enter; empty for none" : "Enter"));
  field.focus();
}
