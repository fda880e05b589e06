import type { Migration } from "../engine/assistant/migration.ts";
import { refuseAll } from "../engine/commands/execute.ts";
import { flowLabel } from "../engine/describe.ts";
import { type Adaptation, adaptTo, type FrameMove, migrationFor, type StrandedFlow } from "../engine/flow/adapt.ts";
import { record } from "../engine/flow/record.ts";
import { slotsOf } from "../engine/flow/slots.ts";
import { aboutOption, pattern } from "../engine/flow/values.ts";
import type { FlowId } from "../engine/ids.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { ChoiceOption, DialogueState } from "../engine/state/state.ts";
import { type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { plainObject } from "../project-code/plain-copy.ts";
import { changeTurn, contextOf, type Stages, type TurnStages, withOutcomes } from "./stages.ts";

/** The conversation as this version of the assistant can go on with it; the log says what had to end. */
export async function adaptConversation(
  state: DialogueState,
  { assistant, migrations, caller }: Pick<TurnStages, "assistant" | "migrations" | "caller">,
): Promise<Adaptation> {
  const adapted = adaptTo(state, { assistant, moves: await migrateFrames(state, migrations, caller) });
  const noted = adapted.stranded.reduce(
    (now, { flow, flowId, because }) =>
      record(now, {
        type: "flow_ended",
        flow,
        flowId,
        flowState: "abandoned",
        reason: `assistant changed: ${because}`,
      }),
    adapted.state,
  );
  return { ...adapted, state: noted };
}

/**
 * Says what the change meant for the user, once their message is understood. A yes or no in it was an answer to a
 * question that no longer stands: it does nothing, and the question is asked again as it is now.
 */
export function tellWhatChanged(work: Change, adapted: Adaptation, stages: Stages): Change {
  const { stranded, askAgain } = adapted;
  const quiet = withoutAnswers(work, stages);
  const options = stranded.flatMap((flow) => restartOf(flow, stages));
  const changed: Outcome = {
    kind: "pattern",
    pattern: "flow_changed",
    values: options.length === 1 ? aboutOption(options[0]) : {},
    options,
  };
  const told: readonly Outcome[] = [
    ...(askAgain ? [pattern("asked_again")] : []),
    ...(stranded.length > options.length ? [pattern("flow_gone")] : []),
    ...(options.length > 0 ? [changed] : []),
  ];
  const isIdle = quiet.state.flowStack.length === 0 && quiet.state.turn?.queue.length === 0;
  const state: DialogueState =
    options.length > 0 && isIdle ? { ...quiet.state, pending: { kind: "choice", options } } : quiet.state;
  return { ...withOutcomes({ state, say: [] }, [...told, ...quiet.say]) };
}

function withoutAnswers(work: Change, stages: Stages): Change {
  const queue = work.state.turn?.queue ?? [];
  const answers = queue.filter(({ type }) => type === "affirm" || type === "deny");
  const rest = changeTurn(work.state, { queue: queue.filter((command) => !answers.includes(command)) });
  const state = refuseAll(rest, answers, { context: contextOf(rest, stages), code: "prompt.stale" });
  return { ...work, state };
}

/** From the beginning, with what the user had given; not if something was done that must not be done twice. */
function restartOf({ flow, slots, hasEffects }: StrandedFlow, { assistant }: Stages): readonly ChoiceOption[] {
  const now = assistant.flows.get(flow);
  if (now?.trigger === undefined || hasEffects) return [];
  const kept = Object.fromEntries(Object.entries(slots).filter(([name]) => now.owned.has(name)));
  return [{ label: flowLabel(now), command: { type: "start_flow", flow, slots: kept } }];
}

/** Runs the project's migrations on each frame that one is declared for. */
export async function migrateFrames(
  state: DialogueState,
  migrations: readonly Migration[],
  caller: Caller,
): Promise<ReadonlyMap<FlowId, FrameMove>> {
  const moves = new Map<FlowId, FrameMove>();
  for (const frame of state.flowStack) {
    const migration = migrationFor(frame, migrations);
    if (migration !== undefined) moves.set(frame.flowId, await moveBy(migration, slotsOf(state, frame.flowId), caller));
  }
  return moves;
}

async function moveBy({ from, to, slots }: Migration, values: JsonObject, caller: Caller): Promise<FrameMove> {
  if (slots === undefined) return { kind: "moved", to, slots: null };
  const name = from.step === undefined ? from.flow : `${from.flow}.${from.step}`;
  const called = await callProjectCode(
    // Copies both ways: what the project's function has, or keeps, is not ours.
    { port: "migration", name, run: () => slots(structuredClone(values)), read: plainObject },
    caller,
  );
  return called.ok ? { kind: "moved", to, slots: called.value } : { kind: "failed" };
}
