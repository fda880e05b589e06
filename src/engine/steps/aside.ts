import { topFrame } from "../flow/frames.ts";
import type { TurnContext } from "../flow/turn-context.ts";
import { descriptionOf, pattern, words } from "../flow/values.ts";
import { promptId } from "../ids.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";

/** Questions beside the flow: what to change, really cancel, which flow. They come before the flow's own. */
export function askAside(state: DialogueState, context: TurnContext): Change | null {
  const { pending } = state;
  if (pending === null) return null;
  switch (pending.kind) {
    case "change":
      return { state, say: [pattern("ask_change")] };
    case "choice":
      return pending.slot === undefined
        ? { state, say: [{ kind: "pattern", pattern: "ask_which_flow", values: {}, options: pending.options }] }
        : null;
    case "cancel_confirmation": {
      const number = state.counters.prompt + 1;
      const id = promptId(`cancel.${number}`);
      const shown: DialogueState = {
        ...state,
        counters: { ...state.counters, prompt: number },
        pending: { kind: "cancel_confirmation", promptId: id, turn: state.turnCount },
      };
      const flow = topFrame(state)?.flow ?? "";
      return {
        state: shown,
        say: [
          {
            kind: "pattern",
            pattern: "ask_cancel",
            values: { flow_description: words(descriptionOf(context.assistant, flow)) },
            promptId: id,
          },
        ],
      };
    }
    case "slot":
    case "confirmation":
      return null;
    default:
      return pending satisfies never;
  }
}
