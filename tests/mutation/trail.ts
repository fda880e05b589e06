import type { Json } from "../../src/engine/json.ts";
import type { PublicState, TurnResult } from "../../src/engine/state/public-state.ts";
import type { ConversationReport } from "../../src/testing/index.ts";

type Call = ConversationReport["calls"][number];

/**
 * What users and projects rely on, turn by turn: refusals, actions with their inputs, what was said and by what, what is waited
 * for, the stack, the slots, and how flows ended. Not how the engine keeps it, nor what it counts.
 */
export const trailOf = ({ turns, calls }: Pick<ConversationReport, "turns" | "calls">): readonly string[] =>
  turns.flatMap((turn, index) =>
    [`turn ${turn.turn}`, ...trail(turn, turns[index - 1], calls)].map(withoutTrailingSpace),
  );

const withoutTrailingSpace = (line: string): string => line.trimEnd();
const text = (value: unknown): string => JSON.stringify(value);

/** Told only if it is otherwise: no error, no person who took over, no language of the conversation's own. */
const mostly = ["  error null", "  handoff null", "  language null"];

/** Of the state only what is not as it was. */
function trail(turn: TurnResult, before: TurnResult | undefined, calls: readonly Call[]): readonly string[] {
  const known = new Set(before === undefined ? mostly : stateLines(before.state));
  const keys = new Set(turn.events.flatMap((event) => (event.type === "action_started" ? [event.key] : [])));
  return [
    ...turn.commands.flatMap(({ command, result, code }) =>
      result === "refused" ? [`  refused ${text(command)} ${code ?? ""}`] : [],
    ),
    ...calls.filter(({ key }) => keys.has(key)).map(({ action, input }) => `  called ${action} ${text(input)}`),
    ...turn.messages.map((message) => `  said ${text(message.text)} ${sourceOf(message)}`),
    ...endings(turn, before),
    ...stateLines(turn.state).filter((line) => !known.has(line)),
  ];
}

const sourceOf = ({ source }: TurnResult["messages"][number]): string => {
  switch (source.kind) {
    case "step":
      return `${source.flow}/${source.step}`;
    case "pattern":
      return source.pattern;
    case "digression":
      return source.digression;
  }
};

const endings = ({ state }: TurnResult, before: TurnResult | undefined): readonly string[] => {
  const known = new Set(before?.state.metadata.completedFlows.map(({ flowId }) => flowId));
  return state.metadata.completedFlows
    .filter(({ flowId }) => !known.has(flowId))
    .map(({ flow, flowState, outputs, context }) => `  ended ${flow} ${flowState} ${text(outputs)} ${context ?? ""}`);
};

const stateLines = (state: PublicState): readonly string[] => [
  `  waits ${state.conversationState} ${text(waitedFor(state))}`,
  `  stack ${state.flowStack.map(({ flow, step }) => `${flow}/${step}`).join(" > ")}`,
  ...state.flowStack.map(({ flowId, flow }) => `  slots ${flow} ${text(sorted(state.flowSlots[flowId] ?? {}))}`),
  `  error ${text(state.metadata.error)}`,
  `  handoff ${text(state.metadata.handoff)}`,
  `  language ${text(state.metadata.language)}`,
];

/** Without the number of the prompt. */
function waitedFor({ pending }: PublicState): unknown {
  if (pending === null) return null;
  const { turn: _, promptId: __, ...rest } = { turn: 0, promptId: "", ...pending };
  return rest;
}

const sorted = (slots: Readonly<Record<string, Json | undefined>>): unknown =>
  Object.fromEntries(Object.entries(slots).toSorted(([one], [other]) => (one < other ? -1 : 1)));
