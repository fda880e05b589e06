import { profileOf, type SlotProfile } from "../../src/understand/embedded/slots/slot-profile.ts";
import type { FlowInScope } from "../../src/understand/understander.ts";
import type { DialogueMemory } from "./dialogue-memory.ts";
import type { Row } from "./sgd-rows.ts";
import type { Situation } from "./situation.ts";
import type { Prediction } from "./translate.ts";

const there =
  /\b(?:there|nearby|(?:that|the|this|same) (?:area|city|place|town|location|region|vicinity)|near(?:by)? (?:it|there|that)|around here|while i'?m (?:there|in)|same place)\b/i;
const then = /\b(?:that (?:same )?(?:day|date|night)|same (?:day|date|night)|then|those (?:days|dates))\b/i;

/**
 * Values that the user points to rather than says: "find me a hotel there", "what's the weather on that day". And
 * values that the system evidently took over, because it goes on without asking for what it needs.
 */
export function carried(
  row: Row,
  situation: Situation,
  input: { readonly memory: DialogueMemory; readonly commands: readonly Prediction[] },
): readonly Prediction[] {
  const { memory, commands } = input;
  const start = commands.find((command) => command.type === "start_flow" && command.flow_name !== undefined);
  const flow =
    start === undefined
      ? null
      : (situation.context.flows.find((candidate) => candidate.name === start.flow_name) ?? null);
  if (flow !== null && start?.service !== undefined)
    return pointedTo(row, flow, { memory, commands, service: start.service });
  if (situation.kind !== "offer" && situation.kind !== "confirm") return [];
  return takenOver(situation, memory, commands);
}

const names: ReadonlySet<string> = new Set(["title", "person", "topic", "text", "code"]);

interface Target {
  readonly memory: DialogueMemory;
  readonly commands: readonly Prediction[];
  readonly service: string;
}

function pointedTo(row: Row, flow: FlowInScope, { memory, commands, service }: Target): readonly Prediction[] {
  const open = flow.slots
    .map(profileOf)
    .filter(
      (profile) =>
        memory.slots[service]?.[profile.slot.name] === undefined &&
        !commands.some((command) => command.slot === profile.slot.name),
    );
  const found: Prediction[] = [];
  const place = there.test(row.userText)
    ? (open.find((profile) => profile.kind === "place" && profile.role !== "start") ??
      open.find((profile) => profile.kind === "place" && !profile.wide))
    : undefined;
  const day = then.test(row.userText)
    ? open.find((profile) => profile.kind === "date" && profile.role !== "end")
    : undefined;
  for (const profile of [place, day]) {
    const value = profile === undefined ? undefined : latest(memory, service, profile);
    if (profile !== undefined && value !== undefined)
      found.push({ type: "set_slot", slot: profile.slot.name, value, service });
  }
  return found;
}

/** A search has run or is about to be confirmed: every required slot has a value, said or taken over. */
function takenOver(
  situation: Situation,
  memory: DialogueMemory,
  commands: readonly Prediction[],
): readonly Prediction[] {
  const { service } = situation;
  if (service === null || situation.context.active === null) return [];
  const missing = situation.context.active.slots
    .filter(
      (slot) =>
        slot.required &&
        memory.slots[service]?.[slot.name] === undefined &&
        !commands.some((command) => command.slot === slot.name),
    )
    .map(profileOf)
    // A name in an offer is what is offered, not what was asked for; names do not move between services.
    .filter((profile) => situation.kind === "confirm" || !names.has(profile.kind));
  return missing.flatMap((profile) => {
    const value =
      situation.hints.shown?.[profile.slot.name] ??
      (names.has(profile.kind) ? undefined : latest(memory, service, profile));
    return value === undefined ? [] : [{ type: "set_slot", slot: profile.slot.name, value, service }];
  });
}

/** The value said last, in another service, for a slot of the same kind. */
function latest(memory: DialogueMemory, service: string, profile: SlotProfile): string | undefined {
  const fitting = memory.said.filter(
    (entry) => entry.service !== service && entry.kind === profile.kind && entry.value !== "dontcare",
  );
  const preferred = fitting.filter((entry) => profile.kind !== "place" || entry.role !== "start");
  return (preferred.at(-1) ?? fitting.at(-1))?.value;
}
