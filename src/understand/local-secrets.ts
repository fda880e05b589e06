import type { Command } from "../engine/commands/command.ts";
import { spansOf } from "../engine/secrets/find-secrets.ts";
import { mapLeaves } from "../engine/secrets/references.ts";
import { slotTypes } from "../engine/slot-types/slot-types.ts";
import { placesOf } from "../language/find.ts";
import type { Kind } from "../language/reading.ts";
import type { FlowInScope, SlotInScope, UnderstandingContext, UnderstandRequest } from "./understander.ts";

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A message that no model may see all of: what may be a value of a local slot is a placeholder in it. */
export interface Withheld {
  readonly request: UnderstandRequest;
  /** The commands of the model, with what the user said in place of the placeholders. */
  readonly putBack: (commands: readonly Command[]) => readonly Command[];
}

const placeholder = /secret_(\d+)/gi;
/** A code: digits in groups, perhaps with letters, as cards, accounts, phones and identity cards have. */
const code = /(?<![\p{L}\p{N}])\+?\p{L}{0,4}\p{N}[\p{L}\p{N}]*(?:[ .\-/]{1,2}[\p{L}]{0,2}\p{N}[\p{L}\p{N}]*)*/gu;
const email = /[^\s@<>]{1,64}@[^\s@<>]{1,255}/gu;
const shortestCode = 4;

const slotsIn = ({ active, paused, flows }: UnderstandingContext): readonly SlotInScope[] =>
  [...(active === null ? [] : [active]), ...paused, ...flows].flatMap(({ slots }: FlowInScope) => slots);

/** The assistant has asked for a local slot: the message is not for models, whatever it says. */
export function awaitsLocal(context: UnderstandingContext): boolean {
  const { awaiting, active } = context;
  if (awaiting.kind !== "slot" && awaiting.kind !== "choice") return false;
  return active?.slots.some(({ name, local }) => local === true && name === awaiting.slot) ?? false;
}

/** Null: no slot in scope is local, so that nothing is withheld. */
export function withholdLocal(request: UnderstandRequest): Withheld | null {
  const { context, message } = request;
  const local = slotsIn(context).filter((slot) => slot.local === true);
  if (local.length === 0) return null;
  const said: string[] = [];
  const hide = (text: string): string => {
    let shown = "";
    let from = 0;
    for (const { start, end } of candidates(text, { local, context })) {
      said.push(text.slice(start, end));
      shown += `${text.slice(from, start)}SECRET_${said.length}`;
      from = end;
    }
    return shown + text.slice(from);
  };
  const shown = hide(message);
  const history = context.history.map((each) => ({ ...each, text: hide(each.text) }));
  const put = (text: string): string =>
    text.replaceAll(placeholder, (name, number: string) => said[Number(number) - 1] ?? name);
  return {
    request: { ...request, message: shown, context: { ...context, history } },
    putBack: (commands) => mapLeaves(commands, (leaf) => (typeof leaf === "string" ? put(leaf) : leaf)),
  };
}

/** Everything in a text that a reader of these slots' types would take for a value, in order and without overlaps. */
function candidates(
  text: string,
  { local, context }: { readonly local: readonly SlotInScope[]; readonly context: UnderstandingContext },
): readonly Stretch[] {
  const found = local
    .flatMap((slot) => candidatesFor(text, slot, context))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  const kept: Stretch[] = [];
  for (const next of found) {
    const last = kept.at(-1);
    if (last === undefined || next.start >= last.end) kept.push(next);
    else kept[kept.length - 1] = { start: last.start, end: Math.max(last.end, next.end) };
  }
  return kept;
}

function candidatesFor(text: string, slot: SlotInScope, context: UnderstandingContext): readonly Stretch[] {
  const listed = slot.values
    .flatMap(({ value, synonyms }) => [value, ...synonyms])
    .flatMap((word) => spansOf(text, word));
  switch (slot.type) {
    case "integer":
    case "float":
      return [...placesOf("number", text, context), ...codes(text, 1)];
    case "date":
    case "datetime":
      return [
        ...placesOf("date", text, context),
        ...placesOf("date_range", text, context),
        ...codes(text, shortestCode),
      ];
    case "time":
      return placesOf("time", text, context);
    case "categorical":
    case "boolean":
      return listed;
    default: {
      const definition = slotTypes[slot.type];
      const kinds: readonly Kind[] = "readBy" in definition ? definition.readBy : [];
      return [
        ...listed,
        ...kinds.flatMap((kind) => placesOf(kind, text, context)),
        ...matches(text, email),
        ...codes(text, kinds.length > 0 ? 1 : shortestCode),
      ];
    }
  }
}

const codes = (text: string, shortest: number): readonly Stretch[] =>
  matches(text, code).filter(
    ({ start, end }) => (text.slice(start, end).match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= shortest,
  );

const matches = (text: string, pattern: RegExp): readonly Stretch[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }));
