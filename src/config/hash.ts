import { createHash } from "node:crypto";
import { withoutEntries } from "../engine/json.ts";
import type { Content } from "./merge.ts";
import { isRecord } from "./source.ts";

/**
 * sha256 over the content, however it was spread over files, ordered or commented. The host that runs turns is left out: a
 * conversation goes on under another host as if nothing had changed.
 */
export const hashContent = (content: Content): string =>
  createHash("sha256")
    .update(JSON.stringify(canonical(withoutHost(content))))
    .digest("hex");

/** Without a setting is the same as with an empty one: the host may be the only one there is. */
function withoutHost(content: Content): Content {
  const { settings } = content;
  if (!isRecord(settings) || !isRecord(settings["runtime"])) return content;
  const runtime = withoutEntries(settings["runtime"], ["host"]);
  const rest = withoutEmpty({ ...settings, runtime }, "runtime");
  return withoutEmpty({ ...content, settings: rest }, "settings");
}

const withoutEmpty = (record: Content, key: string): Content =>
  Object.keys(record[key] as Content).length === 0 ? withoutEntries(record, [key]) : record;

/** Keys sorted, except where their order decides: the cases of a branch are tried in order. */
function canonical(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, canonical(each, name)] as const);
  if (key === "cases") return entries;
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left === right ? 0 : left < right ? -1 : 1)));
}
