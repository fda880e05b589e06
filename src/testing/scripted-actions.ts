import type { ActionFunction } from "../engine/assistant/action.ts";
import type { JsonObject } from "../engine/json.ts";
import type { SetupContent } from "./conversation-schema.ts";

type Scripted = NonNullable<SetupContent["actions"]>[string];
type One = Extract<Scripted, readonly unknown[]>[number];

/** Actions that do what the test says, call by call; the last behaviour stays. */
export const scriptedActions = (script: SetupContent["actions"] = {}): Readonly<Record<string, ActionFunction>> =>
  Object.fromEntries(Object.entries(script).map(([name, scripted]) => [name, scriptedAction(scripted)]));

function scriptedAction(scripted: Scripted): ActionFunction {
  const behaviours = (Array.isArray(scripted) ? scripted : [scripted]).flatMap(eachReturn);
  let calls = 0;
  return () => {
    const behaviour = behaviours[Math.min(calls, behaviours.length - 1)] ?? {};
    calls += 1;
    if (behaviour.throws !== undefined) throw new Error(behaviour.throws);
    // Only a timeout ends it.
    if (behaviour.hangs === true) return new Promise(() => undefined);
    const counted: JsonObject = behaviour.counts === undefined ? {} : { [behaviour.counts]: calls };
    return { ...behaviour.returns, ...counted };
  };
}

/** `returns` with a list: one result a call. */
const eachReturn = (behaviour: One): readonly (Omit<One, "returns"> & { readonly returns?: JsonObject })[] => {
  const { returns, ...others } = behaviour;
  if (returns === undefined) return [others];
  return (Array.isArray(returns) ? returns : [returns]).map((result) => ({ ...others, returns: result as JsonObject }));
};
