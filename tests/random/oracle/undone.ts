import type { PublicState } from "../../../src/index.ts";
import type { Plan } from "../plan.ts";
import type { Conversation, Turn, Violation } from "../record.ts";
import { sorted } from "./every-turn.ts";

const invariant = "I14 what is taken back was never said";

const answers: ReadonlySet<string> = new Set(["set_slot", "correct_slot", "skip_slot"]);

/** Right after an answer or a correction that led to no effect, `undo` gives back what was there before it. */
export function undoneIsAsBefore({ plan, turns }: Conversation): Violation[] {
  return turns.flatMap((turn, index): Violation[] => {
    const said = turns[index - 1];
    if (said === undefined || !isUndo(turn) || !isOneAnswer(said) || said.before === null) return [];
    if (isSecretReplaced(plan, said)) return [];
    const effects = said.calls.filter(({ action }) => plan.actions?.[action]?.effect === true);
    if (effects.length > 0 || hasEnded(said) || turn.silence || said.silence || behindYes(turns, index)) return [];
    // `on_change` takes corrections after an effect elsewhere: what they led away from cannot be reached again.
    const isDone = turns.slice(0, index).some(({ calls }) => calls.length > 0);
    if (isDone && Object.values(plan.flows).some((flow) => flow.on_change !== undefined)) return [];
    const [result] = turn.results;
    if (result?.result === "refused")
      return [{ invariant, kind: `refused with ${result.code}`, detail: JSON.stringify(said.sent) }];
    const [before, after] = [shownOf(said.before), shownOf(turn.after)];
    if (before === after) return [];
    return [{ invariant, kind: "another state than before", detail: `${after} instead of ${before}` }];
  });
}

const isUndo = ({ sent }: Turn): boolean => sent.length === 1 && sent[0]?.type === "undo";

/** It changed something of the task that was active then and still is. */
function isOneAnswer({ sent, results, before, after }: Turn): boolean {
  const [command] = sent;
  if (sent.length !== 1 || command === undefined || !answers.has(command.type)) return false;
  const root = before?.flowStack.find(({ caller }) => caller === null);
  const isAlone = before?.flowStack.filter(({ caller }) => caller === null).length === 1;
  const isSame = root !== undefined && root.flowId === after.flowStack[0]?.flowId;
  const isChanged = before !== null && sorted(before.flowSlots) !== sorted(after.flowSlots);
  // A question beside the flow is dropped by what acts, and does not come back.
  const isAside = before?.pending?.kind === "choice" || before?.pending?.kind === "cancel_confirmation";
  // A refused value is asked for again although the slot holds another: with that one, the flow goes on.
  const { pending } = before ?? {};
  const isRefusedBefore =
    pending?.kind === "slot" && Object.values(before?.flowSlots ?? {}).some((slots) => slots[pending.slot] != null);
  return !isRefusedBefore && results[0]?.result === "done" && isAlone && isSame && isChanged && !isAside;
}

/** A secret that was replaced is gone for good: it is asked for again. */
function isSecretReplaced({ slots }: Plan, { sent: [command], before }: Turn): boolean {
  if (command === undefined || !("slot" in command) || command.slot === undefined) return false;
  const { slot } = command;
  return slots[slot]?.sensitive === true && Object.values(before?.flowSlots ?? {}).some((held) => held[slot] != null);
}

const hasEnded = ({ events }: Turn): boolean => events.some(({ type }) => type === "flow_ended");

/** Any action behind a yes is for good. */
const behindYes = (turns: readonly Turn[], index: number): boolean =>
  turns.slice(0, index).some(({ events }) => events.some(({ type }) => type === "confirmation_answered"));

const shownOf = ({ flowSlots, flowStack, pending }: PublicState): string => {
  const question =
    pending?.kind === "slot"
      ? { slot: pending.slot, isOffered: pending.offer !== undefined }
      : { kind: pending?.kind ?? null };
  const stack = flowStack.map(({ flow, step }) => `${flow}.${step}`);
  return sorted({ slots: Object.values(flowSlots), stack, question });
};
