import type { z } from "zod";
import type { OwnSlotTypes } from "../../engine/slot-types/own-type.ts";
import type { SlotType } from "../../engine/slot-types/slot-types.ts";
import type { Path } from "../locate.ts";
import { checkName } from "../names.ts";
import type { Report } from "../report.ts";
import { wordFromElsewhere } from "../schema/other-words.ts";
import { readBySchema } from "../schema/read.ts";
import { declaredSlotTypes, listedSlotSchema, type SlotContent, slotChangeSchema, slotSchema } from "../schema/slot.ts";
import { isRecord } from "../source.ts";
import { hint, nearest } from "../suggest.ts";
import type { SlotDraft } from "./draft.ts";

/** The slots that are declared for all flows. */
export function readSlots(
  data: unknown,
  { report, own }: { readonly report: Report; readonly own: OwnSlotTypes },
): ReadonlyMap<string, SlotDraft> {
  const slots = new Map<string, SlotDraft>();
  for (const [name, content] of Object.entries(isRecord(data) ? data : {})) {
    const path: Path = ["slots", name];
    if (!checkName({ kind: "slot", name, path, atKey: true }, report)) continue;
    slots.set(name, readSlot(content, slotSchema, { path, report, own }));
  }
  return slots;
}

export interface FlowSlots {
  readonly slots: ReadonlyMap<string, SlotDraft>;
  readonly named: readonly string[];
}

/** A flow's own slots: a map like the global one, or a list of `{ name, ... }` and names of global slots. */
export function readFlowSlots(
  data: unknown,
  at: SlotsAt & { readonly globals: ReadonlyMap<string, SlotDraft> },
): FlowSlots {
  const { path, report, own, globals } = at;
  const slots = new Map<string, SlotDraft>();
  const named: string[] = [];
  const add = (name: string, place: Path, read: () => SlotDraft, atKey: boolean): void => {
    if (!checkName({ kind: "slot", name, path: place, atKey }, report)) return;
    if (slots.has(name)) {
      report.add({
        code: "config.repeated_item",
        path: place,
        message: `The slot '${name}' is declared twice in this flow.`,
      });
      return;
    }
    slots.set(name, inherit(read(), globals.get(name)));
  };
  if (Array.isArray(data)) {
    for (const [index, item] of data.entries()) {
      const place = [...path, index];
      if (typeof item === "string") {
        if (globals.has(item)) named.push(item);
        else report.unknown({ code: "slot.unknown", path: place, kind: "slot", name: item, valid: globals.keys() });
        continue;
      }
      const name = isRecord(item) ? item["name"] : undefined;
      const schema = typeof name === "string" && globals.has(name) ? listedSlotSchema : fullListedSlotSchema;
      if (typeof name === "string") add(name, place, () => readSlot(item, schema, { path: place, report, own }), false);
      else readSlot(item, schema, { path: place, report, own });
    }
  } else if (isRecord(data)) {
    for (const [name, content] of Object.entries(data)) {
      const place = [...path, name];
      // `origin:` with nothing below it takes the slot declared for all.
      const schema = globals.has(name) ? slotChangeSchema : slotSchema;
      add(name, place, () => readSlot(content ?? {}, schema, { path: place, report, own }), true);
    }
  }
  return { slots, named };
}

const fullListedSlotSchema = listedSlotSchema.required({ type: true });

interface SlotsAt {
  readonly path: Path;
  readonly report: Report;
  readonly own: OwnSlotTypes;
}

function readSlot(data: unknown, schema: z.ZodType<SlotContent>, at: SlotsAt): SlotDraft {
  const given = isRecord(data) ? data["type"] : undefined;
  const isBuiltIn = typeof given !== "string" || (declaredSlotTypes as readonly string[]).includes(given);
  const ownType = !isBuiltIn && Object.hasOwn(at.own, given) ? at.own[given] : undefined;
  const unknownType = !isBuiltIn && ownType === undefined;
  if (unknownType) reportUnknownType(given, at);
  const checked = !isBuiltIn && isRecord(data) ? { ...data, type: ownType?.conforms ?? "string" } : data;
  const { value } = readBySchema(schema, checked, at);
  const content = value ?? {};
  // A type that could not be read must not lead to further findings about values.
  const type: SlotType = unknownType || content.type === undefined ? "any" : content.type;
  const own = ownType === undefined || isBuiltIn ? {} : { own: { name: given, type: ownType } };
  return { content, type, ...own, path: at.path, place: (key) => [...at.path, key] };
}

function reportUnknownType(given: string, { path, report, own }: SlotsAt): void {
  const valid = [...declaredSlotTypes, ...Object.keys(own)];
  const suggestion = wordFromElsewhere(given, valid) ?? nearest(given, valid);
  report.add({
    code: "slot.unknown_type",
    path: [...path, "type"],
    message: `No slot type named '${given}'.${hint(suggestion, valid)}`,
    suggestion,
  });
}

/** What a flow says about a slot changes the global one; with another type it is a slot of its own. */
function inherit(own: SlotDraft, global: SlotDraft | undefined): SlotDraft {
  if (global === undefined) return own;
  const isSameType = own.content.type === global.type && own.own?.name === global.own?.name;
  if (own.content.type !== undefined && !isSameType) return own;
  const place = (key: string): Path => (Object.hasOwn(own.content, key) ? own : global).place(key);
  const ownType = global.own === undefined ? {} : { own: global.own };
  return { ...own, content: { ...global.content, ...own.content }, type: global.type, ...ownType, place };
}
