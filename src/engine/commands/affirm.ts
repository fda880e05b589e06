import { record } from "../flow/record.ts";
import { note } from "../flow/tasks.ts";
import type { Change } from "../state/change.ts";
import type { DialogueState } from "../state/state.ts";
import { cancelNow } from "./cancel-flow.ts";
import type { CommandOf } from "./command.ts";
import { type CommandGiven, type CommandNext, done, refuse } from "./command-next.ts";
import { answeredBy, isContradicted, pendingPrompt, refusePrompt, soleOffer, withoutPrompt } from "./confirmation.ts";
import { defineCommand } from "./define-command.ts";
import { confidence, type DataOf, optional, prompt } from "./field.ts";
import { answerOffer } from "./offered-input.ts";

const fields = { promptId: optional(prompt), confidence: optional(confidence) } as const;

declare module "./command.ts" {
  interface Commands {
    readonly affirm: DataOf<typeof fields>;
  }
}

export const affirm = defineCommand({
  type: "affirm",
  fields,
  prompt: { when: 'yes to the question in "awaiting"', fields: [] },
  typed: { about: "yes, to what was asked" },
  button: true,
  execute: agree,
});

/** The only way past a confirmation. Its task then runs before anything else that the message said. */
function agree(state: DialogueState, command: CommandOf<"affirm">, given: CommandGiven): Change<CommandNext> {
  const { context } = given;
  const offered = soleOffer(state, command);
  if (offered !== null) return { ...done({ ...state, pending: null }), next: { do: "execute", commands: [offered] } };
  const taken = answerOffer(state, command, given);
  if (taken !== null) return taken;
  const prompt = pendingPrompt(state, context, command);
  if (prompt.kind === "refused") return refusePrompt(state, context, prompt.code);
  if (prompt.kind === "cancel_confirmation")
    return cancelNow({ ...state, pending: null }, context, "the user cancelled");
  const { confirmation } = prompt;
  if (isContradicted(state, given, confirmation)) return refuse(state, "confirmation.contradicted");
  const { frame, step, flow, key } = confirmation;
  const noted = note(withoutPrompt(state), frame.flowId, key, answeredBy(confirmation, "yes"));
  const answered = record(noted, {
    type: "confirmation_answered",
    flow,
    step: step.name,
    answer: "affirmed",
  });
  return { ...done(answered), next: { do: "run", flowId: frame.flowId } };
}
