import { z } from "zod";
import type { Path } from "../locate.ts";
import type { Content } from "../merge.ts";
import { checkName } from "../names.ts";
import type { OwnWords } from "../options.ts";
import type { Report } from "../report.ts";
import { languageVersion, sections } from "../schema/assistant.ts";
import { readBySchema } from "../schema/read.ts";
import { knowledgeSchema, patternsSchema, settingsSchema } from "../schema/settings.ts";
import { stepWords } from "../schema/step.ts";
import { isRecord } from "../source.ts";
import type { Draft } from "./draft.ts";
import { readActions } from "./read-actions.ts";
import { readFlows } from "./read-flows.ts";
import { readResponses } from "./read-responses.ts";
import { readSlots } from "./read-slots.ts";

const part = z.unknown().optional();
/** Only which sections there are; each is read on its own. */
const outline = z.strictObject(Object.fromEntries(sections.map((section) => [section, part])));

export function readDraft(content: Content, report: Report, own: OwnWords = {}): Draft {
  readBySchema(outline, content, { path: [], report });
  reportPrototypes(content, [], report);
  const section = (name: (typeof sections)[number]): unknown => {
    const data = Object.hasOwn(content, name) ? content[name] : undefined;
    // A heading with nothing below it is an empty section.
    if (data === undefined || data === null) return {};
    if (!isRecord(data)) {
      const things = name === "flows" ? "a map from names to flows" : "a map";
      report.add({ code: "config.invalid_value", path: [name], message: `'${name}' must be ${things}.` });
      return {};
    }
    return data;
  };
  const read = <Schema extends z.ZodType>(schema: Schema, name: "settings" | "patterns" | "knowledge") =>
    readBySchema(schema, section(name), { path: [name], report }).value ?? schema.parse({});
  const stepTypes = stepWords(own.steps);
  const { slotTypes = {} } = own;
  const slots = readSlots(section("slots"), { report, own: slotTypes });
  return {
    version: languageVersion,
    settings: read(settingsSchema, "settings"),
    patterns: read(patternsSchema, "patterns"),
    knowledge: read(knowledgeSchema, "knowledge"),
    stepTypes,
    slots,
    actions: readActions(section("actions"), report),
    responses: readResponses(section("responses"), report),
    flows: readFlows(section("flows"), { globals: slots, words: stepTypes, own: slotTypes, report }),
  };
}

/** Schemas leave such keys out without a word, also deep inside values. Those of slots, actions and flows are refused by name. */
function reportPrototypes(data: unknown, path: Path, report: Report): void {
  if (Array.isArray(data)) for (const [index, item] of data.entries()) reportPrototypes(item, [...path, index], report);
  if (!isRecord(data)) return;
  for (const [key, value] of Object.entries(data)) {
    const place = [...path, key];
    if (key === "__proto__" && path.length > 1) checkName({ kind: "key", name: key, path: place, atKey: true }, report);
    reportPrototypes(value, place, report);
  }
}
