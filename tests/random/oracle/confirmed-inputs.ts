import { allSteps, ownedSlots } from "../plan.ts";
import type { Conversation, Violation } from "../record.ts";
import type { Call } from "../world.ts";
import { cellsOf, isPassedOtherwise, slotOfInput } from "./cells.ts";
import { type Happening, happeningsOf } from "./prompts.ts";
import { callsOf, confirmationsBefore, type Place, placeOfAction, placeText, standsBetween } from "./ways.ts";

const invariant = "I1 an effect gets what its yes showed";

type Yes = Extract<Happening, { type: "yes" }> & { readonly at: number };

/** An action behind a confirmation runs after a yes to it, with the values that the yes was given for. */
export function confirmedInputs(conversation: Conversation): Violation[] {
  const { plan, turns } = conversation;
  const yeses = new Map<string, Yes>();
  const lastCalls = new Map<string, number>();
  const running: string[] = [];
  // Flows of which two tasks were open at a time, until none of them is.
  const mixed = new Set<string>();
  const reaches = (root: string, flow: string): boolean => root === flow || callsOf(plan, root).has(flow);
  return happeningsOf(conversation).flatMap((happening, at): Violation[] => {
    if (happening.type === "ended") {
      const position = running.indexOf(happening.flow);
      if (position >= 0) running.splice(position, 1);
      for (const flow of mixed) if (!running.some((root) => reaches(root, flow))) mixed.delete(flow);
    }
    // A linked flow takes the place of the one that ended: its task goes on, with the yeses that it has.
    if (happening.type === "started" && happening.by !== "call") {
      running.push(happening.flow);
      const others = running.filter((root) => callsOf(plan, root).has(happening.flow) || root === happening.flow);
      for (const flow of [happening.flow, ...callsOf(plan, happening.flow)])
        if (running.filter((root) => reaches(root, flow)).length > 1) mixed.add(flow);
      if (others.length === 1 && happening.by !== "link") {
        for (const [key, yes] of yeses) if (reaches(happening.flow, yes.place.flow)) yeses.delete(key);
      }
    }
    if (happening.type === "yes") yeses.set(placeText(happening.place), { ...happening, at });
    // Tasks that were put aside may come back with the yeses that they had.
    if (happening.type !== "call" || turns.slice(0, happening.turn + 1).some(({ silence }) => silence)) return [];
    const place = placeOfAction(plan, happening.call.action);
    if (place === undefined) return [];
    // Two tasks with the same flow: whose yes it was can't be seen from outside.
    if (running.filter((root) => reaches(root, place.flow)).length > 1) return [];
    const before = confirmationsBefore(plan, place);
    if ([place, ...before].some(({ flow }) => mixed.has(flow))) return [];
    const found = [
      ...withoutYes({ plan, place, before, yeses, last: lastCalls.get(happening.call.action) ?? -1 }, happening.call),
      ...otherValues({ plan, place, before, yeses }, happening.call),
    ];
    if (happening.call.result !== "failed") lastCalls.set(happening.call.action, at);
    return found;
  });
}

interface Behind {
  readonly plan: Conversation["plan"];
  readonly place: Place;
  readonly before: readonly Place[];
  readonly yeses: ReadonlyMap<string, Yes>;
}

function withoutYes({ plan, place, before, yeses, last }: Behind & { readonly last: number }, call: Call): Violation[] {
  const missing = before.filter((confirm) => {
    const yes = yeses.get(placeText(confirm));
    return yes === undefined || (yes.at < last && standsBetween(plan, confirm, place));
  });
  return missing.slice(0, 1).map((confirm) => ({
    invariant,
    kind: "called without a yes",
    detail: `${call.action} ${JSON.stringify(call.input)} was called without a yes to ${placeText(confirm)}`,
  }));
}

function otherValues({ plan, place, before, yeses }: Behind, call: Call): Violation[] {
  // Called from two places, its slot may be that of either, or of neither.
  const sites = Object.values(plan.flows).flatMap(({ steps }) =>
    allSteps(steps).filter(({ flow }) => flow === place.flow),
  );
  if (sites.length > 1) return [];
  const cells = cellsOf(plan);
  const inputs = (plan.actions?.[call.action]?.inputs ?? []).map((input) => input.replace(/\?$/, ""));
  return inputs.flatMap((input): Violation[] => {
    const slot = slotOfInput(plan, place, input);
    if (slot === null || plan.slots[slot] === undefined || isPassedOtherwise(plan, slot)) return [];
    const cell = cells.of(place.flow, slot);
    if (!cells.isOneSlot(cell)) return [];
    const shown = before
      .flatMap((confirm) => {
        const yes = yeses.get(placeText(confirm));
        if (yes === undefined) return [];
        const name = Object.keys(yes.shown).find((each) => cells.of(confirm.flow, each) === cell);
        return name === undefined ? [] : [{ yes, name, text: yes.shown[name] ?? "" }];
      })
      .sort((left, right) => right.yes.at - left.yes.at)[0];
    if (shown === undefined) return [];
    const given = textOf(call.input[input]);
    if (given === shown.text) return [];
    // Asked for after the yes that showed it empty: that is what the flow says.
    if (shown.text === "" && cells.askedIn(cell).length > 0 && !onlyLater(plan, cells.askedIn(cell), place)) return [];
    return [
      {
        invariant,
        kind: shown.text === "" ? "shown empty, done with a value" : "another value than the yes showed",
        detail: `${call.action} got ${input}=${given}; the yes to ${placeText(shown.yes.place)} showed ${shown.name}=[${shown.text}]`,
      },
    ];
  });
}

/** All of these questions come after the action, in its own flow: none can have been asked before it. */
function onlyLater(plan: Conversation["plan"], asked: readonly Place[], place: Place): boolean {
  const names = (plan.flows[place.flow]?.steps ?? []).map(({ step }) => step);
  const position = names.indexOf(place.step);
  return position >= 0 && asked.every(({ flow, step }) => flow === place.flow && names.indexOf(step) > position);
}

export const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** The cell that a slot means to the user: null where live flows hold different ones of that name. */
export function cellInSight(plan: Conversation["plan"], flows: readonly string[], slot: string): string | null {
  const cells = cellsOf(plan);
  const found = new Set(flows.flatMap((flow) => (ownedSlots(plan, flow).has(slot) ? [cells.of(flow, slot)] : [])));
  const [cell] = found;
  return found.size === 1 && cell !== undefined ? cell : null;
}
