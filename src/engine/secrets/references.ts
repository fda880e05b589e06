import { hidden } from "../assistant/slot.ts";
import type { Json } from "../json.ts";

/** Code points that Unicode reserves for a program's own use: `normaliseText` takes them out of what users write. */
const opening = "\uFDD0";
const closing = "\uFDD1";
const reference = /\uFDD0(\d+)\uFDD1/g;
const wholeReference = /^\uFDD0(\d+)\uFDD1$/;

/** Stands in a text, or instead of a value, for an entry of the vault. */
export const referenceTo = (id: string): string => `${opening}${id}${closing}`;

/** Undefined: the vault has let go of it. */
export type Resolve = (id: string) => Json | undefined;

const forgotten: Resolve = () => undefined;

/** The data without its references; a value that nobody knows any more is `***`. */
export const resolveReferences = <Data>(data: Data, resolve: Resolve): Data =>
  mapLeaves(data, (text) => {
    if (typeof text === "number" || !text.includes(opening)) return text;
    const [, whole] = wholeReference.exec(text) ?? [];
    if (whole !== undefined) return resolve(whole) ?? hidden;
    return text.replaceAll(reference, (_, id: string) => textOf(resolve(id) ?? hidden));
  });

/** The data as everybody may see it. */
export const maskReferences = <Data>(data: Data): Data => resolveReferences(data, forgotten);

/** The ids that the data refers to. */
export function referencesIn(data: unknown): ReadonlySet<string> {
  const ids = new Set<string>();
  mapLeaves(data, (text) => {
    if (typeof text === "string" && text.includes(opening))
      for (const [, id = ""] of text.matchAll(reference)) ids.add(id);
    return text;
  });
  return ids;
}

const textOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));

type Change = (leaf: string | number, key: string) => Json;

/** Changes the texts and numbers in plain data, given with the field they are in. What stays as it is, is not copied. */
export function mapLeaves<Data>(data: Data, change: Change): Data {
  return mapped(data, "", change) as Data;
}

function mapped(value: unknown, key: string, change: Change): unknown {
  if (typeof value === "string" || typeof value === "number") return change(value, key);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, key, change));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  const entries = Object.entries(value).map(([name, item]) => [name, mapped(item, name, change)] as const);
  return entries.every(([name, item]) => item === (value as Record<string, unknown>)[name])
    ? value
    : Object.fromEntries(entries);
}
