import type { Assistant, Command, PublicState } from "../../src/index.ts";
import type { Engine, Talk } from "./engine.ts";
import type { Errand } from "./make/make-errand.ts";
import { allSteps, type Plan, type StepPlan, type Value } from "./plan.ts";
import type { Conversation } from "./record.ts";

/** Slots that are asked for on the way if everything is said right at once. */
export async function askedSlots(
  engine: Engine,
  plan: Plan,
  assistant: Assistant,
  errand: Pick<Errand, "root" | "answers">,
): Promise<string[]> {
  const talk = engine.begin(plan, assistant);
  await talk.say({ commands: [{ type: "start_flow", flow: errand.root }] });
  await answerAll(talk, { ...errand, slot: "" }, null);
  const asked = talk.turns.flatMap(({ before }) => (before?.pending?.kind === "slot" ? [before.pending.slot] : []));
  return [...new Set(asked)];
}

/** The same errand three times. */
export interface ErrandRuns {
  readonly errand: Errand;
  /** Said wrong, and corrected. */
  readonly corrected: Conversation;
  /** Said right at once. */
  readonly right: Conversation;
  /** Said wrong, and left so. */
  readonly wrong: Conversation;
  /** The first message with a correction in `corrected`. */
  readonly at: number;
}

/** Questions that are answered before the user gives up. */
const patience = 40;

/** Null if the slot is not asked for, or there is no time left to correct it, or it is not clear what a correction would mean. */
export async function runErrand(
  engine: Engine,
  plan: Plan,
  assistant: Assistant,
  errand: Errand,
): Promise<ErrandRuns | null> {
  const start: Command = { type: "start_flow", flow: errand.root };
  const [first] = errand.wrong;
  const wrong = engine.begin(plan, assistant);
  if (first === undefined || !(await wrong.say({ commands: [start] }))) return null;
  const given = await answerAll(wrong, errand, first);
  const at = given === null ? null : correctionAt(plan, wrong, errand, given);
  if (at === null) return null;
  const right = engine.begin(plan, assistant);
  await right.say({ commands: [start] });
  await answerAll(right, errand, null);
  const corrected = engine.begin(plan, assistant);
  for (const { sent } of wrong.turns.slice(0, at)) await corrected.say({ commands: sent });
  if (errand.way === "after_repeat") await corrected.say({ commands: [{ type: "repeat" }] });
  const corrections = [...errand.wrong.slice(1), errand.answers[errand.slot] ?? null];
  for (const value of corrections) {
    const state = corrected.turns.at(-1)?.after;
    if (state === undefined || state.pending === null) return null;
    if (!(await corrected.say({ commands: correctionOf(errand, state, value) }))) break;
  }
  await answerAll(corrected, errand, null);
  return {
    errand,
    corrected: corrected.conversation(),
    right: right.conversation(),
    wrong: wrong.conversation(),
    at: at + (errand.way === "after_repeat" ? 1 : 0),
  };
}

function correctionOf({ slot, way, answers }: Errand, { pending, flowStack }: PublicState, value: Value): Command[] {
  // Where flows above it own the slot too, setting it would mean theirs.
  const type = way === "set_slot" && flowStack.length === 1 ? "set_slot" : "correct_slot";
  const command: Command = { type, slot, value };
  if (way === "yes_but" && pending?.kind === "confirmation") return [{ type: "affirm" }, command];
  if (way !== "with_an_answer" || pending?.kind !== "slot" || pending.slot === slot) return [command];
  return [command, answerTo(pending.slot, answers[pending.slot])];
}

const answerTo = (slot: string, value: Value | undefined): Command =>
  value === null || value === undefined ? { type: "skip_slot", slot } : { type: "set_slot", slot, value };

/** Goes on until nothing is asked any more. Returns the turn in which the other value was given, in place of the first right one. */
async function answerAll(
  talk: Talk,
  { slot, answers }: Pick<Errand, "slot" | "answers">,
  other: Value,
): Promise<number | null> {
  let given: number | null = null;
  for (let turn = 0; turn < patience; turn += 1) {
    const pending = talk.turns.at(-1)?.after.pending ?? null;
    if (pending === null) break;
    const isOther = other !== null && given === null && pending.kind === "slot" && pending.slot === slot;
    if (isOther) given = talk.turns.length;
    const command: Command =
      pending.kind === "slot" ? answerTo(pending.slot, isOther ? other : answers[pending.slot]) : { type: "affirm" };
    if (!(await talk.say({ commands: [command] }))) break;
    if (isOther && talk.turns.at(-1)?.results[0]?.result !== "done") return null;
  }
  return given;
}

/** The message before which it is corrected, if it is still the last thing said for the slot. */
function correctionAt(plan: Plan, { turns }: Talk, { slot, later }: Errand, given: number): number | null {
  const room = turns.length - 1 - given;
  if (room < 1) return null;
  const at = given + 1 + (later % room);
  const between = turns.slice(given, at);
  const askedAgain = between.slice(1).some(({ sent }) => sent.some((each) => "slot" in each && each.slot === slot));
  const state = between.at(-1)?.after;
  const pending = state?.pending;
  if (askedAgain || pending === null || pending === undefined || state === undefined) return null;
  if (pending.kind === "slot" && pending.slot === slot) return null;
  const places = Object.entries(plan.flows).flatMap(([flow, { steps }]) =>
    allSteps(steps).flatMap((step) => (step.type === "while" ? [{ flow, loop: step }] : [])),
  );
  // In a loop, only within the round: later the same words mean the next one.
  if (places.length > 0 && (!isSameRound(plan, slot, state) || hasNewRound(places, between))) return null;
  return at;
}

/** Each round of a loop begins with its first step. */
const hasNewRound = (places: readonly { readonly flow: string; readonly loop: StepPlan }[], turns: Talk["turns"]) =>
  turns.some(({ events }) =>
    events.some(
      (event) =>
        event.type === "step_completed" &&
        places.some(({ flow, loop }) => flow === event.flow && loop.do?.[0]?.step === event.step),
    ),
  );

function isSameRound(plan: Plan, slot: string, state: PublicState): boolean {
  const loops = Object.entries(plan.flows).flatMap(([flow, { steps }]) =>
    allSteps(steps).flatMap((step) => (step.do === undefined ? [] : [{ flow, body: allSteps(step.do) }])),
  );
  const around = loops.filter(({ body }) => body.some((step) => step.slot === slot || step.type === "call"));
  if (around.length === 0) return true;
  const top = state.flowStack.at(-1);
  return around.every(({ flow, body }) => {
    const asked = body.findIndex((step) => step.slot === slot);
    const now = body.findIndex((step) => step.step === top?.step);
    return top?.flow === flow && asked >= 0 && now > asked && body.every(({ type }) => type !== "call");
  });
}
