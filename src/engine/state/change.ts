import type { ActionRequest } from "../assistant/action.ts";
import type { Target } from "../assistant/step.ts";
import type { FlowId } from "../ids.ts";
import type { Json, JsonObject } from "../json.ts";
import type { Outcome } from "./outcome.ts";
import type { DialogueState } from "./state.ts";

/** The one shape of everything that moves a conversation: the next state, facts to be told, and what must come next. */
export interface Change<Next = never> {
  readonly state: DialogueState;
  readonly say: readonly Outcome[];
  /** Absent: nothing in particular. */
  readonly next?: Next;
}

/** What a step leads to; without it the step's flow is looked at again. */
export type StepNext =
  /** Done: on to the target, or to where the step leads. */
  | { readonly do: "go"; readonly target?: Target | undefined }
  /** A question is open. */
  | { readonly do: "wait" }
  | { readonly do: "fail"; readonly code: string; readonly message: string }
  | Stop;

/** What ends a run of steps. */
export type Stop =
  | { readonly do: "wait" }
  | { readonly do: "rest" }
  /** The task that alone was to run has ended. */
  | { readonly do: "ended" }
  | { readonly do: "act"; readonly flowId: FlowId; readonly place: string; readonly request: ActionRequest }
  | { readonly do: "check"; readonly flowId: FlowId; readonly key: string; readonly check: WantedCheck }
  | { readonly do: "generate"; readonly flowId: FlowId; readonly place: string; readonly input: string }
  /** A step of the project's own. `seen` is a digest of the input. */
  | {
      readonly do: "own";
      readonly flowId: FlowId;
      readonly key: string;
      readonly type: string;
      readonly input: JsonObject;
      readonly seen: string;
    }
  | {
      readonly do: "hand_off";
      readonly reason: string;
      readonly queue: string | null;
      readonly place: string | null;
    };

/** A validator that has to be asked. */
export interface WantedCheck {
  readonly slot: string;
  readonly validator: string;
  readonly value: Json;
  /** Nobody gave the value in this conversation's words: if it is refused, it is simply not used. */
  readonly silent?: true;
}
