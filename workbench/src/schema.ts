// Keys and values that fit a place of the text, from the JSON Schema of models.

import type { Completion } from "@codemirror/autocomplete";

export interface Schema {
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  if?: Schema;
  then?: Schema;
  definitions?: Record<string, Schema>;
}

/** Lists the schemas that a schema consists of, with its references replaced. */
function parts(root: Schema, schema: Schema, depth = 0): Schema[] {
  if (depth > 8) return [];
  const name = schema.$ref?.replace("#/definitions/", "");
  const referred = name === undefined ? undefined : root.definitions?.[name];
  const below = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(referred === undefined ? [] : [referred])];
  if (schema.then !== undefined) below.push(schema.then);
  return [schema, ...below.flatMap((part) => parts(root, part, depth + 1))];
}

/** Keeps the branches of the family that the text names. */
function family(root: Schema, text: string): Schema[] {
  const named = /^\s*puzzle\s*=\s*["']([\w-]+)["']/m.exec(text)?.[1];
  const is = (part: Schema): boolean => {
    const names = (part.if ?? part).properties?.puzzle?.enum;
    return names === undefined || named === undefined || names.includes(named);
  };
  const branches = [...(root.anyOf ?? []), ...(root.oneOf ?? []), ...(root.allOf ?? [])].filter(is);
  const rest: Schema = { ...root, anyOf: [], oneOf: [], allOf: [] };
  return [rest, ...branches].flatMap((part) => parts(root, part));
}

/** Returns the schemas of the table at an offset of the text. */
export function table(root: Schema, text: string, offset: number): Schema[] {
  const before = text.slice(0, offset);
  const headers = [...before.matchAll(/^\s*\[{1,2}\s*([\w.-]+)\s*\]{1,2}/gm)];
  const path = headers.at(-1)?.[1]?.split(".") ?? [];
  let here = family(root, text);
  for (const key of path) {
    const next = here.flatMap((part) => part.properties?.[key] ?? []).flatMap((part) => parts(root, part));
    here = next.flatMap((part) => [part, ...(part.items === undefined ? [] : parts(root, part.items))]);
  }
  return here;
}

/** Returns the description of a key of a table. */
export function describe(table: Schema[], key: string): string | null {
  for (const part of table) {
    const found = part.properties?.[key]?.description;
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns the keys, or after `=` the values, that fit a place. */
export function candidates(root: Schema, text: string, offset: number): Completion[] {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const here = table(root, text, offset);
  const value = /^\s*([\w-]+)\s*=\s*"?$/.exec(line);
  if (value !== null) {
    const own = here.flatMap((part) => part.properties?.[value[1] ?? ""] ?? []).flatMap((part) => parts(root, part));
    const quote = line.endsWith('"') ? "" : '"';
    const words = own.flatMap((part) => part.enum ?? []).filter((word) => typeof word === "string");
    return [...new Set(words)].map((word) => ({ label: word, apply: `${quote}${word}${quote}`, type: "enum" }));
  }
  if (!/^\s*$/.test(line)) return [];
  const found = new Map<string, Completion>();
  for (const part of here) {
    for (const [key, own] of Object.entries(part.properties ?? {})) {
      if (!found.has(key)) found.set(key, { label: key, apply: `${key} = `, info: own.description, type: "property" });
    }
  }
  return [...found.values()];
}
