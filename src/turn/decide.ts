import type { CustomCommandView } from "../engine/assistant/custom-command.ts";
import type { Decided, Decision } from "../engine/commands/command-next.ts";
import type { Group } from "../engine/flow/frames.ts";
import { publicFrame } from "../engine/flow/public-frame.ts";
import { slotsOf } from "../engine/flow/slots.ts";
import { builtInStackLimits, type StackLimitDecision } from "../engine/flow/stack-limit.ts";
import { changeTask, taskOf } from "../engine/flow/tasks.ts";
import { makeReadOnly } from "../engine/json.ts";
import type { DialogueState } from "../engine/state/state.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import { plainObject, type Reading } from "../project-code/plain-copy.ts";
import { search } from "./act.ts";
import { recordedResult } from "./run-action.ts";
import type { TurnStages } from "./stages.ts";
import { validated } from "./validated.ts";

type DecisionOn<Kind extends Decision["on"]> = Extract<Decision, { readonly on: Kind }>;

/** Asks the project's code for what a command needs decided. A failure is a decision too: the command does nothing. */
export async function decide(
  state: DialogueState,
  needs: Decision,
  stages: TurnStages,
): Promise<{ readonly state: DialogueState; readonly decided: Decided }> {
  switch (needs.on) {
    case "custom":
      return { state, decided: await decideCustom(state, needs, stages) };
    case "check":
      return { state, decided: await decideCheck(state, needs, stages) };
    case "stack_limit":
      return { state, decided: await decideStackLimit(needs, stages) };
    case "search":
      return decideSearch(state, needs, stages);
    default:
      return needs satisfies never;
  }
}

/** The key is used up, whatever becomes of the change. */
async function decideSearch(state: DialogueState, needs: DecisionOn<"search">, stages: TurnStages) {
  const { flowId, key, request } = needs;
  const ran = await search(state, request, stages);
  const calls = taskOf(ran.state, flowId).calls + 1;
  const entry = { kind: "action", input: request.input, result: recordedResult(ran.result), effect: false } as const;
  return { state: changeTask(ran.state, flowId, { calls }), decided: { on: "search", key, entry } as const };
}

async function decideCheck(state: DialogueState, needs: DecisionOn<"check">, stages: TurnStages): Promise<Decided> {
  return { on: "check", key: needs.key, entry: await validated(state, stages, needs) };
}

async function decideCustom(state: DialogueState, needs: DecisionOn<"custom">, stages: TurnStages): Promise<Decided> {
  const { name, arguments: given } = needs;
  const command = stages.customCommands.get(name);
  if (command === undefined) return { on: "custom", refused: "command.unknown" };
  const { flowStack, session, pending } = state;
  const view: CustomCommandView = {
    flowStack: flowStack.map((frame) => publicFrame(state, frame, stages.assistant)),
    flowSlots: Object.fromEntries(flowStack.map(({ flowId }) => [flowId, slotsOf(state, flowId)])),
    session,
    pending,
  };
  // A handler looks at the conversation but cannot change it.
  makeReadOnly([given, view]);
  const called = await callProjectCode(
    { port: "command", name, input: given, run: () => command.run(given, view), read: command.read },
    stages.caller,
  );
  return called.ok ? { on: "custom", effect: called.value } : { on: "custom", refused: "command.failed" };
}

/** A strategy that fails, or that nobody knows, lets no further flow in. */
async function decideStackLimit(needs: DecisionOn<"stack_limit">, stages: TurnStages): Promise<Decided> {
  const { strategy: name, groups, limit } = needs;
  const own = stages.stackLimits.get(name);
  if (own === undefined) {
    const decision = builtInStackLimits.get(name)?.(groups, limit) ?? { do: "reject" };
    return { on: "stack_limit", decision };
  }
  makeReadOnly(groups);
  const called = await callProjectCode(
    { port: "stack_limit", name, run: () => own(groups, limit), read: (answer) => readStackLimit(answer, groups) },
    stages.caller,
  );
  return { on: "stack_limit", decision: called.ok ? called.value : { do: "reject" } };
}

/** The groups are those that it was given, whatever else it says about them. To ask, it must name at least one. */
function readStackLimit(answer: unknown, groups: readonly Group[]): Reading<StackLimitDecision> {
  const plain = plainObject(answer);
  if (!plain.ok) return plain;
  const { do: what, groups: chosen } = plain.value;
  if (what === "reject") return { ok: true, value: { do: "reject" } };
  const roots = Array.isArray(chosen) ? chosen.map(rootOf) : [];
  const known = groups.filter(({ root }) => roots.includes(root.flowId));
  const isSound = Array.isArray(chosen) && known.length === new Set(roots).size;
  if (isSound && what === "cancel") return { ok: true, value: { do: "cancel", groups: known } };
  if (isSound && what === "ask" && known.length > 0) return { ok: true, value: { do: "ask", groups: known } };
  return {
    ok: false,
    code: "bad_result",
    message: "expected { do: 'reject' }, or { do: 'cancel', groups } or { do: 'ask', groups } of those given",
  };
}

const rootOf = (group: unknown): unknown =>
  (group as { readonly root?: { readonly flowId?: unknown } | null } | null)?.root?.flowId;
