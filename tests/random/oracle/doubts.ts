import type { Command } from "../../../src/index.ts";
import type { Conversation, Turn, Violation } from "../record.ts";

const invariant = "I18 what may not be meant is not done";

const talk: ReadonlySet<Command["type"]> = new Set(["clarify", "chitchat", "out_of_scope", "repeat", "choose_flow"]);
/** Below what any command needs with the usual caution. */
const unlikely = 0.65;

/** A doubt is asked about, and whoever says yes to that agrees to nothing else. */
export const doubtsAreAsked = ({ turns }: Conversation): Violation[] =>
  turns.flatMap((turn) => [...doneInDoubt(turn), ...agreedInDoubt(turn)]);

function doneInDoubt({ sent, silence, calls, before, after }: Turn): Violation[] {
  const isDoubted = (command: Command): boolean =>
    "confidence" in command && command.confidence !== undefined && command.confidence < unlikely;
  const isAll = sent.length > 0 && sent.every((command) => isDoubted(command) && !talk.has(command.type));
  if (!isAll || silence || before === null || before.metadata.handoff !== null) return [];
  // What was certain in the message before has yet to run.
  const { pending } = before;
  if (pending?.kind === "choice" && (pending.asks !== undefined || pending.slot === undefined)) return [];
  const held = (state: Turn["after"]): string =>
    JSON.stringify([state.flowStack.map(({ flowId, step }) => [flowId, step]), state.flowSlots]);
  const detail = sent.map(({ type }) => type).join(", ");
  if (calls.length > 0) return [{ invariant, kind: "an action ran", detail }];
  // Nothing understood for the third time offers a person, and never changes a flow.
  return held(before) === held(after) ? [] : [{ invariant, kind: "something was changed", detail }];
}

function agreedInDoubt({ before, events }: Turn): Violation[] {
  const { pending } = before ?? {};
  if (pending?.kind !== "choice" || (pending.asks !== "value" && pending.asks !== "meaning")) return [];
  const agreed = events.find((event) => event.type === "confirmation_answered" && event.answer === "affirmed");
  return agreed === undefined
    ? []
    : [{ invariant, kind: "a yes to a doubt was one to a confirmation", detail: JSON.stringify(pending.options) }];
}
