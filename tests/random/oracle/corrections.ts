import { allSteps, type Plan, type StepPlan } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import type { ErrandRuns } from "../run-errand.ts";
import type { Call } from "../world.ts";
import { cellsOf, isPassedOtherwise, writtenBy } from "./cells.ts";
import { sorted } from "./every-turn.ts";
import { happeningsOf } from "./prompts.ts";
import { callsOf as callsFrom, sitesOf } from "./ways.ts";

const invariant = "I3 corrected ends like right at once";

/** A correction ends like the right answer at once, or it is refused because something done would be different. */
export function correctedLikeRight(runs: ErrandRuns): Violation[] {
  const { errand, corrected, right, wrong, at } = runs;
  const { plan } = corrected;
  if (corrected.thrown !== undefined || right.thrown !== undefined || wrong.thrown !== undefined) return [];
  if (
    isOverwritten(plan, errand.slot) ||
    isAskedUnderAnotherName(plan, errand.slot) ||
    isPassedOtherwise(plan, errand.slot) ||
    isRejected(right) ||
    isRejected(wrong)
  )
    return [];
  if (rulesComputedValues(plan) || needsLessThan(runs) || meansAnother(runs)) return [];
  // A user who ran out of patience shows nothing.
  if (isOpen(right) || isOpen(wrong)) return [];
  const done = effectsOf(corrected, at);
  // `on_change` takes corrections after an effect elsewhere.
  const doneByThen = callsOf({ turns: corrected.turns.slice(0, at + errand.wrong.length) });
  if (doneByThen.length > 0 && Object.values(plan.flows).some((flow) => flow.on_change !== undefined)) return [];
  const results = corrected.turns.slice(at, at + errand.wrong.length).flatMap((turn) => turn.results);
  const own = results.filter(
    ({ command }) => command.type !== "affirm" && "slot" in command && command.slot === errand.slot,
  );
  const refusals = own.filter(({ result }) => result === "refused");
  if (refusals.length === 0) return [...differences(corrected, right, "corrected"), ...askedTooOften(runs)];
  // With several corrections some of which are refused, the user ends up with neither.
  if (errand.wrong.length > 1) return [];
  const code = refusals[0]?.code ?? "";
  // A search may have run to see what would come of the correction.
  const left = differences(corrected, wrong, `refused (${code}), but`, "effects");
  if (code !== "slot.already_done") return [{ invariant, kind: `refused with ${code}`, detail: errand.slot }, ...left];
  const unfounded = refusalNeedsReason(runs, done);
  return unfounded === null ? left : [unfounded, ...left];
}

/** The slot is filled by a step that does not read it: then a correction means that value, not the answer. */
const isOverwritten = (plan: Plan, slot: string): boolean =>
  Object.values(plan.flows).some(({ steps }) =>
    allSteps(steps).some((step) => {
      if (step.type === "call" || !writtenBy(plan, step).includes(slot)) return false;
      const inputs = (plan.actions?.[step.call ?? ""]?.inputs ?? []).map((input) => input.replace(/\?$/, ""));
      const reads = `${inputs.join(" ")} ${Object.values(step.slots ?? {}).join(" ")} ${Object.values(step.inputs ?? {}).join(" ")}`;
      return !new RegExp(`\\b${slot}\\b`).test(reads);
    }),
  );

/** A called flow asks for the same value again under its own name: a correction means that answer, which came last. */
function isAskedUnderAnotherName(plan: Plan, slot: string): boolean {
  const cells = cellsOf(plan);
  const own = new Set(Object.keys(plan.flows).map((flow) => cells.of(flow, slot)));
  return Object.entries(plan.flows).some(([flow, { steps }]) =>
    allSteps(steps).some(
      (step) =>
        step.type === "collect" &&
        step.force === true &&
        step.slot !== undefined &&
        step.slot !== slot &&
        own.has(cells.of(flow, step.slot)),
    ),
  );
}

/** `set_slot` means the topmost flow that has such a slot, even if it is empty there and was given in another. */
function meansAnother({ errand, corrected, at }: ErrandRuns): boolean {
  const { plan, turns } = corrected;
  const asSet = turns
    .slice(at, at + errand.wrong.length)
    .some(({ sent }) => sent.some((command) => command.type === "set_slot" && command.slot === errand.slot));
  const owners = Object.values(plan.flows).filter(
    ({ steps, inputs = [] }) =>
      inputs.some((input) => input.replace(/\?$/, "") === errand.slot) ||
      allSteps(steps).some(
        ({ slot, call }) =>
          slot === errand.slot ||
          (plan.actions?.[call ?? ""]?.inputs ?? []).some((input) => input.replace(/\?$/, "") === errand.slot),
      ),
  );
  const entries = Object.values(plan.flows).flatMap(({ steps }) => allSteps(steps).flatMap(({ flow }) => flow ?? []));
  const isTwice = owners.some((owner) => entries.filter((name) => plan.flows[name] === owner).length > 1);
  return asSet && (owners.length > 1 || isTwice);
}

/** A rule about what steps compute: a correction that leads there is refused, while the right answer at once fails later. */
function rulesComputedValues(plan: Plan): boolean {
  const computed = Object.values(plan.flows).flatMap(({ steps }) =>
    allSteps(steps).flatMap((step) => writtenBy(plan, step)),
  );
  const ruled = Object.entries(plan.slots).flatMap(([name, { constraints, validator }]) => [
    ...(constraints ?? []).flatMap(({ rule }) => rule.match(/[a-z]\w*/g) ?? []),
    ...(validator === undefined ? [] : [name, validator.replace("not_", "")]),
  ]);
  return computed.some((slot) => ruled.includes(slot));
}

/**
 * What the wrong way asked for out of turn counts from the beginning, also where the right way needs it nowhere. So does what it
 * asked for because a default would have broken a rule: the user's word stays, where the right way takes the default. And so does
 * an answer that the right way asks for under another name, in a flow that the slot is passed to.
 */
function needsLessThan({ corrected, right, at }: ErrandRuns): boolean {
  const asked = (turns: Conversation["turns"]) =>
    turns.flatMap(({ events }) => events.flatMap((event) => (event.type === "slot_asked" ? [event] : [])));
  const cells = cellsOf(corrected.plan);
  const wanted = new Set(asked(right.turns).map(({ slot }) => slot));
  const wantedCells = new Set(asked(right.turns).map(({ flow, slot }) => cells.of(flow, slot)));
  return asked(corrected.turns.slice(0, at)).some(({ flow, step, slot }) => {
    const place = allSteps(corrected.plan.flows[flow]?.steps ?? []).find((each) => each.step === step);
    const hasDefault = corrected.plan.slots[slot]?.default !== undefined;
    const isNamedOtherwise = wantedCells.has(cells.of(flow, slot));
    return (place?.slot !== slot || hasDefault || isNamedOtherwise) && !wanted.has(slot);
  });
}

const isRejected = ({ turns }: Conversation): boolean =>
  turns.some(({ events }) => events.some(({ type }) => type === "slot_rejected"));

/** Calls that are for good: of effects, and of any action behind a yes. */
const effectsOf = (conversation: Conversation, before?: number): Call[] =>
  // Failed ones did nothing.
  triedEffects(conversation, before).filter(({ result }) => result !== "failed");

function triedEffects(conversation: Conversation, before = Number.POSITIVE_INFINITY): Call[] {
  let affirmed = false;
  /** A search that ran before any yes stays one, also if a correction runs it again later. */
  const searches = new Set<string>();
  return happeningsOf(conversation).flatMap((happening) => {
    if (happening.type === "yes") affirmed = true;
    if (happening.type !== "call" || happening.turn >= before) return [];
    const { action } = happening.call;
    if (conversation.plan.actions?.[action]?.effect === true) return [happening.call];
    if (!affirmed) searches.add(action);
    return searches.has(action) ? [] : [happening.call];
  });
}

/** Calls of actions without an effect of their own, after the first yes. */
function callsBehindYes(conversation: Conversation, before: number): number {
  const happenings = happeningsOf(conversation).filter(({ turn }) => turn < before);
  const yes = happenings.findIndex(({ type }) => type === "yes");
  return yes < 0
    ? 0
    : happenings
        .slice(yes)
        .filter((each) => each.type === "call" && conversation.plan.actions?.[each.call.action]?.effect !== true)
        .length;
}

const questionsOf = (turns: Conversation["turns"]): string[] =>
  turns.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === "slot_asked" ? [`${event.flow}/${event.step}/${event.slot}`] : [])),
  );

const callsOf = ({ turns }: Pick<Conversation, "turns">): Call[] => turns.flatMap(({ calls }) => calls);
const callText = ({ action, input }: Call): string => `${action} ${sorted(input)}`;

/** Those of the first that the second has fewer times. */
function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  return wanted.filter((text) => {
    const position = left.indexOf(text);
    if (position >= 0) left.splice(position, 1);
    return position < 0;
  });
}

function differences(
  one: Conversation,
  other: Conversation,
  what: string,
  which: "all" | "effects" = "all",
): Violation[] {
  const textsOf = (conversation: Conversation): string[] =>
    effectsOf(conversation)
      .filter(({ action }) => which === "all" || conversation.plan.actions?.[action]?.effect === true)
      .map(callText);
  const effects = { one: textsOf(one), other: textsOf(other) };
  const tooMany = missing(effects.one, callsOf(other).map(callText));
  const tooFew = missing(effects.other, callsOf(one).map(callText));
  const ends = { one: endOf(one), other: endOf(other) };
  return [
    ...tooMany.slice(0, 1).map((text) => ({ invariant, kind: `${what} an effect too many`, detail: text })),
    ...tooFew.slice(0, 1).map((text) => ({ invariant, kind: `${what} an effect is missing`, detail: text })),
    ...(ends.one === ends.other || tooMany.length + tooFew.length > 0
      ? []
      : [{ invariant, kind: `${what} another end`, detail: `${ends.one} instead of ${ends.other}` }]),
  ];
}

/** The last words of the flow that ended last, which show all its slots, and how it ended. */
function endOf({ turns }: Conversation): string {
  const text = turns.flatMap(({ texts }) => texts).findLast((each) => /^\w+ ends:/.test(each));
  const last = turns.flatMap(({ events }) => events).findLast(({ type }) => type === "flow_ended");
  const how = last?.type === "flow_ended" ? last.flowState : "never started";
  // A flow that fails has no last words.
  return `${how === "error" ? "no end" : (text ?? "no end")} (${isOpen({ turns }) ? "open" : how})`;
}

const isOpen = ({ turns }: Pick<Conversation, "turns">): boolean => (turns.at(-1)?.after.flowStack.length ?? 0) > 0;

/** Nobody answers a question more than once again. */
function askedTooOften({ errand, corrected, right, wrong }: ErrandRuns): Violation[] {
  const counts = (conversation: Conversation): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { before } of conversation.turns) {
      const pending = before?.pending;
      const name =
        pending?.kind === "slot"
          ? pending.slot
          : pending?.kind === "confirmation"
            ? `${before?.flowStack.at(-1)?.flow}.${before?.currentStep}`
            : null;
      if (name !== null && name !== undefined) found.set(name, (found.get(name) ?? 0) + 1);
    }
    return found;
  };
  const [mine, rights, wrongs] = [counts(corrected), counts(right), counts(wrong)];
  // While a correction is given, the open question waits for another message.
  const extra = corrected.turns.filter(({ sent }) =>
    sent.some(({ type }) => type === "correct_slot" || type === "set_slot" || type === "repeat"),
  );
  const corrections = extra.filter(({ sent, before }) => {
    const pending = before?.pending;
    return !sent.some(
      (command) => pending?.kind === "slot" && command.type === "set_slot" && command.slot === pending.slot,
    );
  }).length;
  return [...mine].flatMap(([name, count]) => {
    const both = [rights.get(name) ?? 0, wrongs.get(name) ?? 0] as const;
    // Each call has its own questions: those of the wrong way may have been answered before those of the right one.
    const usual = isAskedInTwoCalls(corrected.plan, name) ? both[0] + both[1] : Math.max(...both);
    // A prompt may be shown again for each round; what was said is not asked for again.
    const most = name.includes(".") ? usual * (1 + errand.wrong.length) : usual + 1;
    if (count <= most + corrections) return [];
    const detail = `${name} was asked for ${count} times instead of ${usual}`;
    return [{ invariant, kind: "asked too often", detail }];
  });
}

const isAskedInTwoCalls = (plan: Plan, slot: string): boolean =>
  isInTwoCalls(plan, (step) => step.type === "collect" && step.slot === slot);

const isDoneInTwoCalls = (plan: Plan, action: string): boolean =>
  isInTwoCalls(plan, (step) => step.type === "action" && step.call === action);

const isInTwoCalls = (plan: Plan, isWanted: (step: StepPlan) => boolean): boolean =>
  Object.entries(plan.flows).some(
    ([name, { steps }]) =>
      allSteps(steps).some(isWanted) &&
      Object.keys(plan.flows).some(
        (flow) => (flow === name || callsFrom(plan, flow).has(name)) && sitesOf(plan, flow).length > 1,
      ),
  );

/** `already_done` is right if the way to what was done would be another: other inputs, another question, another prompt. */
function refusalNeedsReason({ corrected, right, at }: ErrandRuns, done: readonly Call[]): Violation | null {
  // A search that ran again behind a yes was for good there, though it was none where it ran first.
  if (callsBehindYes(corrected, at) > 0) return null;
  // The same effect at another call is another one: the one that is done would be too many.
  if (done.some(({ action }) => isDoneInTwoCalls(corrected.plan, action))) return null;
  // Another question on the way to what is done has no answer yet.
  const asked = new Set(questionsOf(corrected.turns.slice(0, at)));
  if (questionsOf(right.turns).some((question) => !asked.has(question))) return null;
  const wanted = done.map(callText);
  const said = stationsOf(corrected, at);
  const have = [...said];
  for (const station of stationsOf(right)) {
    if (wanted.length === 0) break;
    const position = have.indexOf(station);
    if (position < 0) return null;
    have.splice(position, 1);
    const call = wanted.indexOf(station);
    if (call >= 0) wanted.splice(call, 1);
  }
  if (wanted.length > 0) return null;
  return {
    invariant,
    kind: "refused without reason",
    detail: `all of ${done.map(callText).join(", ") || "nothing"} would be the same`,
  };
}

/** Questions answered, prompts affirmed and effects done, in order. */
function stationsOf(conversation: Conversation, before = Number.POSITIVE_INFINITY): string[] {
  const yeses = happeningsOf(conversation);
  const effects = new Set(triedEffects(conversation));
  return conversation.turns.slice(0, before).flatMap(({ sent, results }, index) => [
    ...sent.flatMap((command, position) =>
      (command.type === "set_slot" || command.type === "skip_slot") && results[position]?.result === "done"
        ? [`slot ${command.slot}`]
        : [],
    ),
    ...yeses.flatMap((happening) => {
      if (happening.turn !== index) return [];
      if (happening.type === "yes") return [`yes ${happening.text}`];
      return happening.type === "call" && effects.has(happening.call) ? [callText(happening.call)] : [];
    }),
  ]);
}
