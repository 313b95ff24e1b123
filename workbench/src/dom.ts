// Small ways to make elements and dialogs.

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  own: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(own)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function button(label: string, press: () => void): HTMLButtonElement {
  const element = make("button", { type: "button" }, label);
  element.addEventListener("click", press);
  return element;
}

/** Opens the dialog with these contents; it closes with Escape or its button. */
export function dialog(title: string, ...children: Child[]): HTMLDialogElement {
  const element = find<HTMLDialogElement>("dialog");
  const close = button("Close", () => element.close());
  element.replaceChildren(make("h2", { id: "heading" }, title), ...children, make("p", { class: "end" }, close));
  if (!element.open) element.showModal();
  return element;
}

export function download(name: string, content: Blob | string, kind = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: kind }) : content;
  const address = URL.createObjectURL(blob);
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
