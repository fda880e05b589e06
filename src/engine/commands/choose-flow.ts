import type { Flow } from "../assistant/flow.ts";
import { flowLabel } from "../describe.ts";
import { isStartable } from "../flow/startable.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import type { JsonObject } from "../json.ts";
import { sensitiveSlots } from "../secrets/mask.ts";
import type { Change } from "../state/change.ts";
import type { ChoiceOption, DialogueState } from "../state/state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, flag, optional, startableFlows, values } from "./field.ts";

const fields = {
  flows: startableFlows,
  slots: optional(values),
  unsure: optional(flag),
  confidence: optional(confidence),
} as const;

declare module "./command.ts" {
  interface Commands {
    readonly choose_flow: DataOf<typeof fields>;
  }
}

export const chooseFlow = defineCommand({
  type: "choose_flow",
  fields,
  prompt: { when: "two or more flows fit equally well; list them instead of guessing", fields: ["flows"] },
  typed: { about: "be asked which flow", words: ["flows"] },
  button: false,
  execute: choose,
});

/** Several flows fit: ask which instead of guessing. One that fits is simply started, unless even that is a guess. */
function choose(
  state: DialogueState,
  command: CommandOf<"choose_flow">,
  { context }: CommandGiven,
): Change<CommandNext> {
  const flows = [...new Set(command.flows)].flatMap((name) => {
    const flow = context.assistant.flows.get(name);
    return flow !== undefined && isStartable(state, flow, context) ? [flow] : [];
  });
  const [only] = flows;
  if (only === undefined)
    return refuse(state, "flow.out_of_scope", [pattern("flow_unavailable", aboutScope(state, context))]);
  if (flows.length === 1 && command.unsure !== true)
    return { ...done(state), next: { do: "execute", commands: [startWith(only, command.slots, context)] } };
  const options = flows.map(
    (flow): ChoiceOption => ({ label: flowLabel(flow), command: startWith(flow, command.slots, context) }),
  );
  return done({ ...state, pending: { kind: "choice", options, turn: state.turnCount } });
}

/** With what was said that is the flow's own. An option is shown to the user's device: nothing sensitive waits in it. */
function startWith(flow: Flow, said: JsonObject = {}, { assistant }: TurnContext): CommandOf<"start_flow"> {
  const own = Object.entries(said).filter(([name]) => flow.owned.has(name) && !sensitiveSlots(assistant).has(name));
  return { type: "start_flow", flow: flow.name, ...(own.length === 0 ? {} : { slots: Object.fromEntries(own) }) };
}
