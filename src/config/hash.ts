import { createHash } from "node:crypto";
import type { Content } from "./merge.ts";
import { isRecord } from "./source.ts";

/** sha256 over the content, however it was spread over files, ordered or commented. */
export const hashContent = (content: Content): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(content)))
    .digest("hex");

/** Keys sorted, except where their order decides: the cases of a branch are tried in order. */
function canonical(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, canonical(each, name)] as const);
  if (key === "cases") return entries;
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left === right ? 0 : left < right ? -1 : 1)));
}
