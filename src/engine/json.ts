/** Everything stored in state is plain JSON: no class, no Date, no BigInt, no undefined. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The same with one entry more, or another value for it. (A computed key in a literal costs V8 ten times as much.) */
export function withEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value,
): Readonly<Record<string, Value>> {
  const copy = { ...record };
  copy[key] = value;
  return copy;
}

/**
 * As `withEntry`, for keys that are made of ids, which hardly any other record has. V8 gives a plain object a hidden class for
 * each key that it has not seen, which takes five times as long as an entry of a dictionary: an object without prototype.
 */
export function withIdEntry<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
  value: Value,
): Readonly<Record<string, Value>> {
  const copy: Record<string, Value> = Object.create(null);
  for (const each of Object.keys(record)) copy[each] = record[each] as Value;
  copy[key] = value;
  return copy;
}

/** The same without those entries; the very same, if it has none of them. */
export function withoutEntries<Value>(
  record: Readonly<Record<string, Value>>,
  keys: readonly string[],
): Readonly<Record<string, Value>> {
  if (!keys.some((key) => Object.hasOwn(record, key))) return record;
  return Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
}

/**
 * Freezes plain JSON data through and through, so that it can be handed out and kept at the same time. What is frozen
 * already was frozen here, and is not looked at again.
 *
 * False: something in it is not plain JSON, and what holds that stays as it was.
 */
export function makeReadOnly(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Object.isFrozen(value)) return true;
  if (Array.isArray(value)) return freezeList(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && freezeRecord(value as Record<string, unknown>);
}

/**
 * A record for others to look at. A part becomes read-only when it is looked at: V8 copies and serializes frozen objects slowly,
 * and nobody looks at most parts.
 */
export function readOnlyView<Value extends object>(record: Value): Readonly<Value> {
  const parts = Object.entries(record).map(([key, part]) => {
    const get = (): unknown => {
      makeReadOnly(part);
      return part;
    };
    return [key, { get, enumerable: true }] as const;
  });
  return Object.freeze(Object.defineProperties({}, Object.fromEntries(parts))) as Readonly<Value>;
}

function freezeList(list: readonly unknown[]): boolean {
  for (let index = 0; index < list.length; index += 1) if (!makeReadOnly(list[index])) return false;
  Object.freeze(list);
  return true;
}

function freezeRecord(record: Record<string, unknown>): boolean {
  for (const key of Object.keys(record)) {
    const item = record[key];
    // An absent (undefined) property is fine, as in JSON.
    if (key === "__proto__" || (item !== undefined && !makeReadOnly(item))) return false;
  }
  Object.freeze(record);
  return true;
}

/** A record with the same keys. */
export function mapEntries<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  const changed: Record<string, To> = {};
  for (const key of Object.keys(record)) changed[key] = change(record[key] as From, key);
  return changed;
}
