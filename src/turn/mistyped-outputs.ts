import type { Step } from "../engine/assistant/step.ts";
import type { EventOf, TurnEvent } from "../engine/state/event.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { type CodeFailure, codeFailure, failureDetails } from "../project-code/code-failure.ts";
import { authorView, type Stages } from "./stages.ts";

/** A step that could not use what its code gave, though the call itself went well. */
const mistyped: ReadonlySet<string> = new Set(["action.bad_output", "slot.type", "slot.constraint"]);

/** The function that a step calls. */
const codeOf = (step: Step | undefined): { readonly port: "action" | "step"; readonly name: string } | null =>
  step?.type === "action"
    ? { port: "action", name: step.call }
    : step?.type === "own"
      ? { port: "step", name: step.own }
      : null;

/**
 * Results whose values do not fit their slots. Only the step that stores them can tell, and it knows nothing of files: here the
 * author is told which function gave them.
 */
export function mistypedOutputs(
  start: DialogueState,
  events: readonly TurnEvent[],
  stages: Stages,
): readonly CodeFailure[] {
  const { assistant, mask, log } = stages;
  const isTold = (name: string): boolean => events.some((event) => event.type === "code_failed" && event.name === name);
  return events.slice(start.turn?.events.length ?? 0).flatMap((event) => {
    if (event.type !== "step_failed" || !mistyped.has(event.code)) return [];
    const code = codeOf(assistant.flows.get(event.flow)?.steps.get(event.step));
    if (code === null || isTold(code.name)) return [];
    const request = start.turn?.action?.request;
    const input = request?.action === code.name ? request.input : undefined;
    const author = authorView(stages, { turn: start.turnCount });
    const failure = codeFailure({ ...code, input, code: "bad_result", message: messageOf(event) }, { author, mask });
    const { conversationId, turnCount } = start;
    log(
      `${code.port} failed`,
      {
        [code.port === "action" ? "action" : "name"]: code.name,
        code: event.code,
        conversationId,
        error: failure.message,
        ...failureDetails(failure, turnCount),
      },
      "error",
    );
    return [failure];
  });
}

const messageOf = ({ code, message, flow, step }: EventOf<"step_failed">): string =>
  code === "action.bad_output"
    ? `${message} (step ${flow}.${step}).`
    : `What it returned for '${message}' does not fit the slot (step ${flow}.${step}, ${code}).`;
