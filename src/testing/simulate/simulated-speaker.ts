import type { HeldTurn, Speaker } from "../../dialogue/hold-dialogue.ts";
import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Slot } from "../../engine/assistant/slot.ts";
import type { Json } from "../../engine/json.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import { valuesOf } from "../explore/made-values.ts";
import type { Deviation, Phrases, SimulatedUser } from "./users.ts";

/** Puts what a user means into words; by default it is said as the template says it. */
export type Phrase = (line: string, said: readonly string[]) => Promise<string>;

interface Given {
  readonly assistant: Assistant;
  readonly phrases: Phrases;
  readonly phrase?: Phrase;
}

/** A user who hears the same question so often gives up. */
const patience = 3;

/** Somebody with a goal, who answers what is asked and deviates as told, each deviation once. */
export function simulatedSpeaker(user: SimulatedUser, { assistant, phrases, phrase }: Given): Speaker {
  const left = new Set<Deviation>(user.deviations);
  const take = (deviation: Deviation): boolean => left.delete(deviation);
  /** The slot that was said wrongly and is to be corrected next. */
  let mistaken: string | null = null;
  const asked: string[] = [];

  const answer = (name: string): string => {
    const value = user.slots[name];
    if (value === undefined) return isSkippable(name) ? phrases.skip : phrases.no;
    const slot = slotOf(name, user.flow, assistant);
    const wrong = user.wrong[name] ?? (slot === undefined ? undefined : wrongFor(slot, value));
    if (left.has("corrects") && wrong !== undefined && mistaken === null) {
      left.delete("corrects");
      mistaken = name;
      return wordsOf(wrong);
    }
    return user.says[name] ?? wordsOf(value);
  };
  const isSkippable = (name: string): boolean => slotOf(name, user.flow, assistant)?.required === false;
  const correction = (name: string): string => {
    const label = slotOf(name, user.flow, assistant)?.label ?? name.replaceAll("_", " ");
    const value = user.says[name] ?? wordsOf(user.slots[name] ?? "");
    return phrases.correct.replace("{slot}", label).replace("{value}", value);
  };
  /** The task that came in between asks something. */
  const isInBetween = (state: PublicState): boolean =>
    state.flowStack.length > 1 && state.flowStack[0]?.flow === user.flow && !isOwn(state, user, assistant);

  const reply = (state: PublicState): string | null => {
    const { pending } = state;
    if (state.metadata.handoff !== null) return null;
    if (pending === null) return state.flowStack.length === 0 && take("repeats_yes") ? phrases.yes : null;
    const question = JSON.stringify([pending.kind, "slot" in pending ? pending.slot : "", state.currentStep]);
    asked.push(question);
    if (asked.slice(-patience).filter((each) => each === question).length === patience) return null;
    if (
      mistaken !== null &&
      (pending.kind === "slot" || pending.kind === "confirmation" || pending.kind === "choice")
    ) {
      const name = mistaken;
      mistaken = null;
      return correction(name);
    }
    if (take("hesitates")) return phrases.hesitate;
    if (take("digresses")) return phrases.digress;
    const other = left.has("interrupts") ? otherFlow(user.flow, assistant) : null;
    if (other !== null && take("interrupts")) return other;
    if (isInBetween(state) && pending.kind !== "cancel_confirmation") return phrases.cancel;
    switch (pending.kind) {
      case "slot":
        return answer(pending.slot);
      case "confirmation":
        return take("changes_mind") ? phrases.cancel : phrases.yes;
      case "cancel_confirmation":
        return phrases.yes;
      case "choice":
        if (pending.slot === undefined) return pending.options[0]?.label ?? phrases.yes;
        // From a list, they take the first.
        return user.slots[pending.slot] === undefined ? "1" : answer(pending.slot);
      case "change":
        return phrases.cancel;
      default:
        return pending satisfies never;
    }
  };

  return {
    async next(turns: readonly HeldTurn[]) {
      const last = turns.at(-1)?.outcome;
      if (last?.ok === false) return null;
      const line = last === undefined ? openingOf(user, assistant, take("overinforms")) : reply(last.result.state);
      if (line === null) return null;
      const said = last === undefined ? [] : last.result.messages.map(({ text }) => text);
      const text = phrase === undefined ? line : await phrase(line, said);
      return { input: { kind: "message", text } };
    },
  };
}

/** The flow on top is that of the goal, or one that it calls. */
const isOwn = ({ flowStack }: PublicState, { flow }: SimulatedUser, { flows }: Assistant): boolean => {
  const top = flowStack.at(-1);
  return top === undefined || top.flow === flow || top.caller !== null || flows.get(top.flow)?.trigger === undefined;
};

/** An intent without slots, or the one that says most of what the user has in mind. */
function openingOf({ flow, slots, says, opening }: SimulatedUser, { flows }: Assistant, isRich: boolean): string {
  if (opening !== null) return opening;
  const intents = flows.get(flow)?.trigger?.intents ?? [];
  const named = (intent: string): readonly string[] => [...intent.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const sayable = intents.filter((intent) => named(intent).every((name) => slots[name] !== undefined));
  const [plainest = flow.replaceAll("_", " ")] = sayable.toSorted((a, b) => named(a).length - named(b).length);
  const [richest = plainest] = sayable.toSorted((a, b) => named(b).length - named(a).length);
  return (isRich ? richest : plainest).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => says[name] ?? wordsOf(slots[name] ?? ""),
  );
}

const otherFlow = (flow: string, { flows }: Assistant): string | null =>
  [...flows.values()]
    .filter(({ name }) => name !== flow)
    .flatMap(({ trigger }) => trigger?.intents ?? [])
    .find((intent) => !intent.includes("{")) ?? null;

const slotOf = (name: string, flow: string, { flows, slots }: Assistant): Slot | undefined =>
  flows.get(flow)?.slots.get(name) ?? slots.get(name);

/** Another value of a type that has obvious ones. */
const wrongFor = (slot: Slot, value: Json): Json | undefined => {
  if (typeof value === "number") return value + 1;
  return slot.type === "categorical" ? valuesOf(slot, undefined).find((each) => each !== value) : undefined;
};

const wordsOf = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value));
