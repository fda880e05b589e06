import type { Json } from "../../engine/json.ts";
import type { FlowInScope } from "../understander.ts";
import { commandOfAct } from "./acts/act-command.ts";
import type { EngineInput, FoundCommand } from "./engine-input.ts";
import { startedFlows } from "./flows/started-flows.ts";
import type { ReadClause } from "./read-clauses.ts";
import { maskedTo, type Reading } from "./read-message.ts";
import { booleanValue } from "./slots/boolean.ts";
import { awaitedOf, fillRequest } from "./slots/fill-request.ts";
import { fillSlots } from "./slots/fill-slots.ts";
import { canonical, valueCommand } from "./slots/slot-command.ts";
import { profileOf } from "./slots/slot-profile.ts";

/** Puts acts, wishes and values together, in the order in which they were said. */
export function assemble(input: EngineInput, reading: Reading, reads: readonly ReadClause[]): readonly FoundCommand[] {
  const { context } = input;
  const found: FoundCommand[] = [];
  for (const act of reading.acts) {
    const command = commandOfAct(act.type, context);
    if (command !== null && !found.some((other) => other.command.type === command.type)) found.push({ command });
  }
  for (const read of reads) if (read.command !== null) found.push({ command: read.command });
  for (const { wish, clause } of reads) {
    if (wish.kind !== "question") continue;
    const topics = wish.topics.length > 0 ? wish.topics : [clause.text];
    found.push(
      ...topics.map((topic) => ({ command: { type: "clarify", topic, kind: "question", text: clause.text } as const })),
    );
  }
  const valueReads = reads.filter((read) => read.command === null && read.wish.kind !== "question");
  const started = startedFlows(valueReads, input);
  const [first] = started;
  const before = context.active === null ? [] : valueReads.slice(0, first?.from ?? valueReads.length);
  if (context.active !== null && before.length > 0) found.push(...activeValues(input, context.active, before));
  if (context.active !== null && reading.clauses.length === 0) found.push(...answered(input, reading, context.active));
  for (const { flow, from, to, again, rivals } of started) {
    const own = valueReads.slice(context.active === null && from === first?.from ? 0 : from, to);
    const text = maskedTo(
      input.message,
      own.map((read) => read.clause),
    );
    const values = fillSlots({ ...fillRequest(input, flow.slots.map(profileOf), text), known: {}, awaited: new Set() });
    const given = values
      .filter((slot) => slot.value !== null)
      .map((slot): [string, Json] => [slot.slot, canonical(slot, flow, context)]);
    const said = given.length === 0 ? {} : { slots: Object.fromEntries(given) };
    if (rivals.length > 0) {
      // Not sure which: what was said of the likeliest is kept for the one that is picked.
      found.push({ command: { type: "choose_flow", flows: [flow, ...rivals].map(({ name }) => name), ...said } });
      continue;
    }
    found.push({
      command: { type: "start_flow", flow: flow.name, ...said, ...(again ? { newInstance: true } : {}) },
      values: values.map((slot) => valueCommand(slot, { flow, context, fresh: true })),
    });
  }
  return found;
}

function activeValues(input: EngineInput, flow: FlowInScope, reads: readonly ReadClause[]): readonly FoundCommand[] {
  const text = maskedTo(
    input.message,
    reads.map((read) => read.clause),
  );
  const values = fillSlots(fillRequest(input, flow.slots.map(profileOf), text));
  return values.map((slot) => valueCommand(slot, { flow, context: input.context, fresh: false }));
}

/** "Yes" and "no" answer an awaited boolean. */
function answered(input: EngineInput, reading: Reading, flow: FlowInScope): readonly FoundCommand[] {
  const awaited = awaitedOf(input);
  const slot = flow.slots
    .map(profileOf)
    .find((profile) => awaited.has(profile.slot.name) && profile.kind === "boolean");
  if (slot === undefined) return [];
  const value = reading.has("deny") ? "false" : reading.has("affirm") ? "true" : null;
  return value === null
    ? []
    : [{ command: { type: "set_slot", slot: slot.slot.name, value: booleanValue(slot, value) }, text: value }];
}
