import type { TurnResult } from "../../src/domain/public-state.ts";

/** The audit trail of a conversation: each command with its result, each event, where every value came from, how flows ended. */
export const trailOf = (turns: readonly TurnResult[]): readonly string[] =>
  turns.flatMap((turn, index) => [`turn ${turn.turn}`, ...trail(turn, turns[index - 1])]);

const untimed = (key: string, value: unknown): unknown => (key === "milliseconds" ? undefined : value);
const line = (label: string, value: unknown): string => `  ${label} ${JSON.stringify(value, untimed)}`;

/** What happened in a turn, then the state it left: of the state only what is not as it was. */
function trail(turn: TurnResult, before: TurnResult | undefined): readonly string[] {
  const known = new Set(before === undefined ? [] : stateLines(before));
  return [
    ...turn.commands.map((command) => line("command", command)),
    ...turn.events.filter(({ type }) => type !== "state_changed").map((event) => line("event", event)),
    ...turn.messages.map(({ text, source }) => line("said", { text, ...source })),
    ...stateLines(turn).filter((each) => !known.has(each)),
  ];
}

const stateLines = ({ state }: TurnResult): readonly string[] => [
  line("waits", { state: state.conversationState, pending: state.pending }),
  ...state.flowStack.map((frame) => line("frame", frame)),
  ...Object.entries(state.flowSlots).map((entry) => line("values", entry)),
  ...Object.entries(state.provenance).map((entry) => line("provenance", entry)),
  ...state.metadata.completedFlows.map((frame) => line("archive", frame)),
  line("metadata", { ...state.metadata, completedFlows: state.metadata.completedFlows.length }),
];
