// Quadruples: numbers at a corner that the cells around it hold. Each mark has a rule of its own. Start with `quadrupled`.

import { appended } from "./adding";
import type { Fix, Picture } from "./protocol";

export const QUADRUPLE = "corner.quadruple";

/** Returns the values that a mark lists: one a character, or separated by commas. */
function listed(mark: string): string[] {
  return mark.includes(",") ? mark.split(",").filter((value) => value !== "") : [...mark];
}

const head = (mark: string) => `[[rule]]\nname = "quadruple ${mark}"\neach = "corner"\nat = "quadruple=${mark}"\n`;

function rule(mark: string): string {
  const values = listed(mark);
  const counts = [...new Set(values)].sort().map((value) => `${JSON.stringify(value)} = ${values.filter((own) => own === value).length}`);
  return `${head(mark)}at-least = { ${counts.join(", ").replaceAll(/"([\w-]+)"/g, "$1")} }\n`;
}

/** Returns the changes of rules when a corner gets another mark: the rule of the old one goes with its last corner, a new one comes. */
export function quadrupled(text: string, picture: Picture, old: string, mark: string): Fix[] {
  const marks = picture.marks.flat().flatMap((own) => (own === null ? [] : [own[1]]));
  const goes = old !== "." && marks.filter((own) => own === old).length <= 1;
  const comes = mark !== "." && !text.includes(head(mark));
  const at = goes ? text.indexOf(head(old)) : -1;
  if (at < 0) return comes ? [appended(text, rule(mark))] : [];
  const rest = /\n\s*\[/.exec(text.slice(at + 2));
  const end = rest === null ? text.length : at + 2 + rest.index + 1;
  return [{ from: at, to: end, insert: comes ? `${rule(mark)}${rest === null ? "" : "\n"}` : "" }];
}
