import type { Command, PublicState } from "../../../src/index.ts";
import type { Conversation, Turn, Violation } from "../record.ts";

const none: readonly Violation[] = [];

/** Steps that a turn may take; the language's default for `limits.steps_per_turn`, with room for how it is counted. */
const mostSteps = 520;

/** I4: a turn ends within its budget, and nothing is thrown. */
export function withinBudget({ turns, thrown }: Conversation): Violation[] {
  const invariant = "I4 a turn keeps to its budget";
  const long = turns.filter(({ events }) => events.filter(({ type }) => type === "step_completed").length > mostSteps);
  return [
    ...long.map(({ events }) => ({ invariant, kind: "too many steps", detail: `${events.length} events` })),
    ...(thrown === undefined ? [] : [{ invariant, kind: "thrown", detail: thrown }]),
    ...turns.flatMap(({ after, texts }) =>
      after.conversationState === "error"
        ? [{ invariant, kind: "an apology for a defect", detail: texts.join(" / ") }]
        : none,
    ),
  ];
}

/** I13: a message gets a reply. Only a flow that ends without a word may leave the user without one. */
export function alwaysAnswered({ turns }: Conversation): Violation[] {
  return turns.flatMap(({ texts, events, sent, after }) => {
    const isOver = events.some(({ type }) => type === "flow_ended") && after.flowStack.length === 0;
    if (texts.length > 0 || isOver) return none;
    return [
      {
        invariant: "I13 a message gets a reply",
        kind: sent.map(({ type }) => type).join("+"),
        detail: `no reply to ${JSON.stringify(sent)}`,
      },
    ];
  });
}

const quiet: readonly Command["type"][] = [
  "repeat",
  "chitchat",
  "out_of_scope",
  "clarify",
  "custom",
  "release_handoff",
];

/** I5: digressions and what the assistant does not know change nothing. I10: nor do they end the question beside the flow. */
export function quietChangesNothing({ turns }: Conversation): Violation[] {
  return turns.flatMap((turn) => {
    const { before, after, sent } = turn;
    if (before === null || turn.silence || !sent.every(({ type }) => quiet.includes(type))) return none;
    const kind = [...new Set(sent.map(({ type }) => type))].sort().join("+");
    const aside = before.pending?.kind === "choice" || before.pending?.kind === "cancel_confirmation";
    if (aside && after.pending?.kind !== before.pending?.kind) {
      const detail = `${before.pending?.kind} was open, then ${after.pending?.kind ?? "nothing"}`;
      return [{ invariant: "I10 an open question survives a digression", kind, detail }];
    }
    const changed = differences(essence(before), essence(after));
    const invariant = "I5 digressions change nothing";
    return [
      ...changed.map((part) => ({ invariant, kind: `${kind} changes ${part}`, detail: changeText(turn, part) })),
      ...(turn.calls.length > 0
        ? [{ invariant, kind: `${kind} calls an action`, detail: JSON.stringify(turn.calls) }]
        : none),
    ];
  });
}

/** What users rely on. Where a frame is in its own bookkeeping is the engine's business. */
function essence({ flowStack, flowSlots, pending }: PublicState): Record<string, unknown> {
  const question =
    pending?.kind === "choice"
      ? { kind: pending.kind, options: pending.options.map(({ command }) => command) }
      : pending?.kind === "slot"
        ? { kind: pending.kind, slot: pending.slot, isOffered: pending.offer !== undefined }
        : { kind: pending?.kind };
  return {
    flowStack: flowStack.map(({ flowId, flow, flowState, step }) => ({ flowId, flow, flowState, step })),
    flowSlots,
    pending: question,
  };
}

const differences = (left: Record<string, unknown>, right: Record<string, unknown>): string[] =>
  Object.keys(left).filter((part) => sorted(left[part]) !== sorted(right[part]));

function changeText({ before, after }: Turn, part: string): string {
  const of = (state: PublicState | null): string => (state === null ? "" : sorted(essence(state)[part]));
  return `${part}: ${of(before)} became ${of(after)}`;
}

/** JSON whose keys are in order. */
export const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  ) ?? "undefined";
