import type { Checkpoint } from "@langchain/langgraph-checkpoint";
import type { DialogueState } from "../domain/state.ts";
import { upgradeState } from "../domain/upgrade/upgrade-state.ts";

type Values = Checkpoint["channel_values"];

/** Channel values with the conversation's state as this version knows it; the very same, if it is. */
export function currentValues(values: Values): Values {
  const dialogue = values["dialogue"];
  if (typeof dialogue !== "object" || dialogue === null) return values;
  const current = upgradeState(dialogue as DialogueState);
  return current === dialogue ? values : { ...values, dialogue: current };
}
