import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Flow } from "../../engine/assistant/flow.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import { valuesOf } from "./made-values.ts";
import type { Use } from "./uses-of-names.ts";

export interface Known {
  readonly assistant: Assistant;
  readonly uses: ReadonlyMap<string, Use>;
}

/** As many values of a slot are tried. */
const mostValues = 4;

/** What a user may say to the open question, the plainest answers first. Nobody cancels: that is a way out of anything. */
export function movesIn(state: PublicState, known: Known): readonly Command[] {
  const { pending } = state;
  if (pending === null) return [];
  const flow = known.assistant.flows.get(state.flowStack.at(-1)?.flow ?? "");
  switch (pending.kind) {
    case "slot":
      return [...answersTo(pending.slot, flow, known), ...skipping(pending.slot, flow)];
    case "confirmation":
      return [{ type: "affirm" }, { type: "deny" }, ...changes(state, flow, known).slice(0, 2)];
    case "cancel_confirmation":
      return [{ type: "affirm" }, { type: "deny" }];
    case "choice":
      return [
        ...pending.options.slice(0, 3).map(({ command }) => command),
        ...(pending.slot === undefined ? [] : skipping(pending.slot, flow)),
      ];
    case "change":
      return changes(state, flow, known);
    default:
      return pending satisfies never;
  }
}

/** Values that somebody could give for a slot: the examples of the YAML, and what its conditions and constraints are about. */
export function valuesFor(slot: Slot, { uses }: Known): readonly Json[] {
  const made = slot.own === undefined ? valuesOf(slot, uses.get(slot.name)) : [];
  const values = slot.type === "categorical" || slot.type === "boolean" ? made : [...slot.examples, ...made];
  return [...new Set(values)].slice(0, mostValues);
}

/** Whether refusing all of `valuesFor` says something: a text that only a validator knows may be anything. */
export const isTriable = (slot: Slot): boolean =>
  slot.examples.length > 0 || (slot.own === undefined && slot.type !== "string" && slot.type !== "object");

function answersTo(name: string, flow: Flow | undefined, known: Known): readonly Command[] {
  const slot = flow?.slots.get(name) ?? known.assistant.slots.get(name);
  if (slot === undefined) return [];
  const isChosen = [...(flow?.steps.values() ?? [])].some(
    (step) => step.type === "collect" && step.slot === name && step.from !== undefined,
  );
  const values = isChosen ? ["1"] : valuesFor(slot, known);
  return values.map((value) => ({ type: "set_slot", slot: name, value }));
}

const skipping = (name: string, flow: Flow | undefined): readonly Command[] =>
  flow?.slots.get(name)?.required === false ? [{ type: "skip_slot", slot: name }] : [];

/** Other values for the slots that the user has filled. */
function changes(state: PublicState, flow: Flow | undefined, known: Known): readonly Command[] {
  const frame = state.flowStack.at(-1);
  const slots = frame === undefined ? {} : (state.flowSlots[frame.flowId] ?? {});
  return Object.entries(slots).flatMap(([name, value]) => {
    const slot = flow?.slots.get(name);
    if (slot === undefined || frame === undefined || state.provenance[frame.flowId]?.[name]?.by !== "user") return [];
    const others = valuesFor(slot, known).filter((each) => each !== value);
    return others.map((other) => ({ type: "correct_slot" as const, slot: name, value: other }));
  });
}
