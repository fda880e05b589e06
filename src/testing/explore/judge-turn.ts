import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { MadeConversation, MadeTurn } from "./world.ts";

export const exploredKinds = [
  "crash",
  "no_answer",
  "dead_end",
  "endless_loop",
  "unconfirmed_effect",
  "asked_twice",
  "impossible_value",
] as const;
export type ExploredKind = (typeof exploredKinds)[number];

/** Something that can happen in a conversation and should not, with the conversation that it happens in. */
export interface ExploredFinding {
  readonly kind: ExploredKind;
  readonly flow: string;
  readonly step: string | null;
  readonly message: string;
  readonly conversation: MadeConversation;
}

type Judged = Omit<ExploredFinding, "conversation">;

/** What is wrong with the last turn of a conversation, by itself. */
export function judgeLastTurn(conversation: MadeConversation, assistant: Assistant): readonly ExploredFinding[] {
  const turn = conversation.turns.at(-1);
  // Where it ended, if it has.
  const top = conversation.turns.flatMap(({ result }) => result.state.flowStack.at(-1) ?? []).at(-1);
  const at = { flow: top?.flow ?? "", step: top?.step ?? null };
  if (conversation.thrown !== undefined)
    return [{ kind: "crash", ...at, message: `The turn fails: ${conversation.thrown}`, conversation }];
  if (turn === undefined) return [];
  const judged: readonly Judged[] = [
    ...(turn.result.messages.length === 0 && turn.result.state.metadata.handoff === null
      ? [{ kind: "no_answer" as const, ...at, message: "The assistant says nothing." }]
      : []),
    ...stuck(turn),
    ...unconfirmed(conversation, assistant),
    ...askedTwice(conversation),
  ];
  return judged.map((each) => ({ ...each, conversation }));
}

/** A task is under way, and nothing is asked. */
function stuck({ result: { state } }: MadeTurn): readonly Judged[] {
  const top = state.flowStack.at(-1);
  if (top === undefined || state.pending !== null || state.metadata.handoff !== null) return [];
  return [
    { kind: "dead_end", flow: top.flow, step: top.step, message: "The flow is under way, but nothing is asked." },
  ];
}

/** An effect for which nobody said yes since its task began, or since it last ran. */
function unconfirmed({ turns }: MadeConversation, { actions, flows }: Assistant): readonly Judged[] {
  const last = turns.at(-1);
  let isAffirmed = false;
  const found: Judged[] = [];
  for (const turn of turns)
    for (const event of turn.result.events) {
      if (event.type === "flow_started" && event.by === "user") isAffirmed = false;
      if (event.type === "confirmation_answered") isAffirmed = event.answer === "affirmed";
      if (event.type !== "action_started" || actions.get(event.action)?.effect !== true) continue;
      if (!isAffirmed && turn === last) {
        const place = placeOf(event.action, flows);
        const message = `'${event.action}' changes the world, and nobody has said yes to it.`;
        found.push({ kind: "unconfirmed_effect", ...place, message });
      }
      isAffirmed = false;
    }
  return found;
}

function placeOf(action: string, flows: Assistant["flows"]): Pick<Judged, "flow" | "step"> {
  for (const flow of flows.values())
    for (const step of flow.steps.values())
      if (step.type === "action" && step.call === action) return { flow: flow.name, step: step.name };
  return { flow: "", step: null };
}

/** The user has answered, nothing is said about the answer, and the same is asked again. */
function askedTwice({ turns }: MadeConversation): readonly Judged[] {
  const last = turns.at(-1);
  const state = last?.result.state;
  const slot = state?.waitingForSlot ?? null;
  const flowId = state?.flowStack.at(-1)?.flowId;
  if (last === undefined || slot === null || flowId === undefined) return [];
  // Whoever changes something, or says no, is asked again.
  if (["deny", "correct_slot", "skip_slot"].includes(last.move.command.type) || last.result.messages.length > 1)
    return [];
  const hasFailed = last.calls.some(({ chosen, outcomes }) => outcomes[chosen]?.kind === "fails");
  const isRefused = last.result.commands.some(({ result }) => result === "refused");
  if (hasFailed || isRefused) return [];
  const isAnswered = turns.some(
    ({ result }) =>
      result.state.flowStack.at(-1)?.flowId === flowId &&
      result.events.some((event) => event.type === "slot_set" && event.slot === slot && event.by === "user"),
  );
  if (!isAnswered) return [];
  const top = last.result.state.flowStack.at(-1);
  const message = `'${slot}' is asked for again, though the user has answered, and nothing says why.`;
  return [{ kind: "asked_twice", flow: top?.flow ?? "", step: top?.step ?? null, message }];
}
