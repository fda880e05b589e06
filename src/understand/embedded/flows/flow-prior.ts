import type { FlowInScope } from "../../understander.ts";
import type { EngineInput } from "../engine-input.ts";
import { maskedTo, type Reading } from "../read-message.ts";
import { fillRequest } from "../slots/fill-request.ts";
import { fillSlots } from "../slots/fill-slots.ts";
import { profileOf } from "../slots/slot-profile.ts";

/** What a missing name and each other missing value cost a flow that competes with others. */
const lackingName = 0.08;
const lackingValue = 0.02;
/** What each value given for it speaks for a flow. */
const givenValue = 0.03;
/** What speaks for a flow that goes on with what was just offered, when the user names such a deed. */
const takingOffer = 0.1;
const deeds =
  /\b(?:book|reserve|buy|purchase|play|watch|rent|schedule|listen|take it|get it|put it|cast|reservation|booking|appointment|tickets?)\b/i;

/** A flow that needs the name of something nobody has named yet is less likely than one that finds it. */
export function lackingOf(input: EngineInput, reading: Reading): (flow: FlowInScope) => number {
  const text = maskedTo(input.message, reading.clauses);
  const known = new Map<string, number>();
  const compute = (flow: FlowInScope): number => {
    const open = flow.slots
      .filter(
        (slot) =>
          slot.required &&
          input.context.known[slot.name] === undefined &&
          input.hints?.shown?.[slot.name] === undefined,
      )
      .map(profileOf);
    if (open.length === 0) return 0;
    const filled = new Set(
      fillSlots({ ...fillRequest(input, open, text), awaited: new Set() }).map((slot) => slot.slot),
    );
    const lacking = open.filter((profile) => !filled.has(profile.slot.name));
    const name = lacking.some(
      (profile) => profile.kind === "title" || profile.kind === "person" || (profile.kind === "place" && profile.wide),
    );
    return (
      (name ? lackingName : 0) + lackingValue * Math.min(4, lacking.length) - givenValue * Math.min(3, filled.size)
    );
  };
  return (flow) => {
    const value = known.get(flow.name) ?? compute(flow) - (takesOffer(input, flow) ? takingOffer : 0);
    known.set(flow.name, value);
    return value;
  };
}

/** A flow that needs what was just offered goes on with it. */
function takesOffer({ context, hints, message }: EngineInput, flow: FlowInScope): boolean {
  if (hints?.offer !== true || context.active === null || flow.name === context.active.name || !deeds.test(message))
    return false;
  const searched = new Set(context.active.slots.filter((slot) => slot.required).map((slot) => slot.name));
  return flow.slots.some((slot) => slot.required && hints.shown?.[slot.name] !== undefined && !searched.has(slot.name));
}
