import type { ChooseFlowCommand } from "../domain/command.ts";
import type { ChoiceOption, DialogueState } from "../domain/state.ts";
import { isStartable } from "../flow/startable.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { aboutScope, pattern } from "../flow/values.ts";
import { done, type Effect, refuse } from "./effect.ts";

/** Several flows fit: ask which instead of guessing. One that fits is simply started, unless even that is a guess. */
export function chooseFlow(
  state: DialogueState,
  command: ChooseFlowCommand,
  { context }: { context: TurnContext },
): Effect {
  const flows = [...new Set(command.flows)].flatMap((name) => {
    const flow = context.assistant.flows.get(name);
    return flow !== undefined && isStartable(state, flow, context) ? [flow] : [];
  });
  const [only] = flows;
  if (only === undefined)
    return refuse(state, "flow.out_of_scope", [pattern("flow_unavailable", aboutScope(state, context))]);
  if (flows.length === 1 && command.unsure !== true)
    return { ...done(state), next: [{ type: "start_flow", flow: only.name }] };
  const options = flows.map(
    (flow): ChoiceOption => ({ label: flow.description, command: { type: "start_flow", flow: flow.name } }),
  );
  return done({ ...state, pending: { kind: "choice", options } });
}
