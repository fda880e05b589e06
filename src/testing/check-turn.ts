import type { Assistant } from "../engine/assistant/assistant.ts";
import type { JsonObject } from "../engine/json.ts";
import type { TurnEvent } from "../engine/state/event.ts";
import type { PublicState, TurnResult } from "../engine/state/public-state.ts";
import { checkMessages } from "./check-messages.ts";
import { checkState } from "./check-state.ts";
import type { ConversationTurn, ExpectedEvent } from "./conversation.ts";
import { difference, listDifference, show } from "./difference.ts";
import { equalData } from "./equal-data.ts";

export interface ActionCall {
  readonly action: string;
  readonly input: JsonObject;
  readonly key: string;
}

/** A turn as it went. */
export interface TurnRun {
  readonly assistant: Assistant;
  readonly result: TurnResult;
  /** State after the turn before. */
  readonly before: PublicState | null;
  /** All calls so far. */
  readonly calls: readonly ActionCall[];
  /** Calls before this turn. */
  readonly callsBefore: number;
}

export interface Mismatch {
  readonly expectation: string;
  readonly lines: readonly string[];
}

type Check<Key extends keyof ConversationTurn> = (
  expected: NonNullable<ConversationTurn[Key]>,
  run: TurnRun,
) => readonly string[];

const checks: { readonly [Key in keyof ConversationTurn]?: Check<Key> } = {
  bot: (expected, { result, assistant }) => checkMessages(expected, result.messages, assistant),
  slots: (expected, { result: { state } }) => difference(expected, slotsOf(state, state.flowStack.at(-1)?.flow)),
  slots_of: (expected, { result: { state } }) =>
    Object.entries(expected).flatMap(([flow, slots]) => difference(slots, slotsOf(state, flow), flow)),
  state: (expected, { result }) => checkState(expected, result.state),
  events: (expected, { result }) => missingEvents(expected, result.events),
  no_events: (expected, { result }) =>
    expected.flatMap((event) =>
      result.events.some((each) => isEvent(event, each)) ? [`happened: ${show(event)}`] : [],
    ),
  refused: (expected, { result }) => {
    const codes = result.commands.flatMap(({ code }) => code ?? []);
    return listDifference(expected, codes, {
      matches: (code, index) => codes[index] === code,
      show: (code) => code,
    });
  },
  calls: (expected, run) => (Array.isArray(expected) ? checkCalls(expected, run) : countCalls(expected, run)),
  unchanged: (expected, run) => [expected].flat().flatMap((part) => checkUnchanged(part, run)),
  prompt: (expected, { result, before }) => {
    const [now, then] = [promptOf(result.state), before === null ? null : promptOf(before)];
    const got = now === null ? "none" : now === then ? "same" : "new";
    return difference(expected, got);
  },
  duplicate: (expected, { result }) => difference(expected, result.duplicate),
};

/** Everything that did not come as the turn says. */
export function checkTurn(turn: ConversationTurn, run: TurnRun): readonly Mismatch[] {
  return Object.entries(checks).flatMap(([key, check]) => {
    const expected = turn[key as keyof ConversationTurn];
    const lines = expected === undefined ? [] : (check as Check<keyof ConversationTurn>)(expected, run);
    return lines.length === 0 ? [] : [{ expectation: key, lines }];
  });
}

/** Of the topmost run of that flow. */
function slotsOf(state: PublicState, flow: string | undefined): JsonObject | null {
  const frame = state.flowStack.findLast((each) => each.flow === flow || each.flowId === flow);
  return frame === undefined ? null : (state.flowSlots[frame.flowId] ?? {});
}

function missingEvents(expected: readonly ExpectedEvent[], events: readonly TurnEvent[]): readonly string[] {
  let from = 0;
  for (const event of expected) {
    const found = events.findIndex((each, index) => index >= from && isEvent(event, each));
    if (found < 0) return [`missing: ${show(event)}`, "of:", ...events.map((each) => `  ${show(each)}`)];
    from = found + 1;
  }
  return [];
}

const isEvent = ({ type, fields }: ExpectedEvent, event: TurnEvent): boolean =>
  event.type === type && difference(fields, event).length === 0;

const countCalls = (expected: Readonly<Record<string, number>>, { calls }: TurnRun): readonly string[] =>
  Object.entries(expected).flatMap(([action, count]) =>
    difference(count, calls.filter((call) => call.action === action).length, action),
  );

function checkCalls(expected: readonly unknown[], { calls, callsBefore }: TurnRun): readonly string[] {
  const made = calls.slice(callsBefore);
  return listDifference(
    expected,
    made.map((call) => show({ [call.action]: call.input })),
    {
      matches: (wanted, index) => {
        const call = made[index];
        return typeof wanted === "string"
          ? call?.action === wanted
          : equalData(wanted, { [call?.action ?? ""]: call?.input });
      },
      show,
    },
  );
}

function checkUnchanged(part: "stack" | "slots" | "pending", { result, before }: TurnRun): readonly string[] {
  const read = (state: PublicState | null): string =>
    JSON.stringify(part === "stack" ? state?.flowStack : part === "slots" ? state?.flowSlots : state?.pending);
  const [then, now] = [read(before), read(result.state)];
  return then === now ? [] : [`${part} changed`, `- ${then}`, `+ ${now}`];
}

const promptOf = ({ pending }: PublicState): string | null =>
  pending !== null && "promptId" in pending ? pending.promptId : null;
