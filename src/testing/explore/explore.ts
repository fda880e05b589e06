import type { PublicState } from "../../engine/state/public-state.ts";
import { type ExploredFinding, judgeLastTurn } from "./judge-turn.ts";
import { isTriable, type Known, movesIn } from "./moves.ts";
import { usesOfNames } from "./uses-of-names.ts";
import { type LoadedProject, type MadeConversation, type Move, openWorld, type World } from "./world.ts";

export interface ExploreLimits {
  /** Messages in a conversation. */
  readonly depth: number;
  /** Situations of a flow. */
  readonly states: number;
}

export interface ExploredFlow {
  readonly flow: string;
  readonly situations: number;
  /** Every situation was followed to its end: nothing was left out for lack of room. */
  readonly isComplete: boolean;
  /** Steps that no conversation came to. */
  readonly unreached: readonly string[];
  readonly findings: readonly ExploredFinding[];
}

/** Every flow that a user can start: all that can be answered and all that actions can give, within limits. */
export async function exploreProject(project: LoadedProject, limits: ExploreLimits): Promise<readonly ExploredFlow[]> {
  const known: Known = { assistant: project.assistant, uses: usesOfNames(project.assistant) };
  const world = openWorld(project, known);
  try {
    const explored: ExploredFlow[] = [];
    for (const flow of project.assistant.flows.values())
      if (flow.trigger !== undefined) explored.push(await exploreFlow(flow.name, { world, known, limits }));
    return explored;
  } finally {
    await world.close();
  }
}

interface Exploring {
  readonly world: World;
  readonly known: Known;
  readonly limits: ExploreLimits;
}

/** A situation, the shortest conversation that leads to it, and where it leads. */
interface Situation {
  readonly conversation: MadeConversation;
  readonly next: Set<string>;
  /** Its flow has ended, or something is left that was not tried. */
  isWayOut: boolean;
}

async function exploreFlow(flow: string, { world, known, limits }: Exploring): Promise<ExploredFlow> {
  const situations = new Map<string, Situation>();
  const visited = new Set<string>();
  const findings = new Map<string, ExploredFinding>();
  const report = (finding: ExploredFinding): void => {
    const key = `${finding.kind} ${finding.flow} ${finding.step} ${finding.message}`;
    if (!findings.has(key)) findings.set(key, finding);
  };
  let isComplete = true;
  const queue: { readonly moves: readonly Move[]; readonly from: string | null }[] = [
    { moves: [{ command: { type: "start_flow", flow }, outcomes: [] }], from: null },
  ];
  for (let wanted = queue.shift(); wanted !== undefined; wanted = queue.shift()) {
    const { moves, from } = wanted;
    const conversation = await world.hold(moves);
    for (const finding of judgeLastTurn(conversation, known.assistant)) report(finding);
    const turn = conversation.turns.at(-1);
    const move = moves.at(-1);
    if (conversation.thrown !== undefined || turn === undefined || move === undefined) continue;
    for (const event of turn.result.events)
      if ((event.type === "step_completed" || event.type === "slot_asked") && event.step !== null)
        visited.add(`${event.flow}.${event.step}`);
    for (const outcomes of otherOutcomes(move, turn.calls))
      queue.push({ moves: [...moves.slice(0, -1), { ...move, outcomes }], from });
    const key = keyOf(turn.result.state);
    if (from !== null) situations.get(from)?.next.add(key);
    if (situations.has(key)) continue;
    const isEnded = turn.result.state.flowStack.length === 0 || turn.result.state.metadata.handoff !== null;
    const isTooFar = moves.length >= limits.depth || situations.size >= limits.states;
    situations.set(key, { conversation, next: new Set(), isWayOut: isEnded || isTooFar });
    if (isEnded) continue;
    if (isTooFar) {
      isComplete = false;
      continue;
    }
    const tried = movesIn(turn.result.state, known);
    for (const command of tried) queue.push({ moves: [...moves, { command, outcomes: [] }], from: key });
  }
  for (const finding of trapped(situations, known)) report(finding);
  const { steps = new Map<string, unknown>() } = known.assistant.flows.get(flow) ?? {};
  return {
    flow,
    situations: situations.size,
    isComplete,
    unreached: isComplete ? [...steps.keys()].filter((step) => !visited.has(`${flow}.${step}`)) : [],
    findings: [...findings.values()].toSorted((a, b) => a.conversation.turns.length - b.conversation.turns.length),
  };
}

/** The calls of the turn with another outcome of one of those that were not chosen yet. */
const otherOutcomes = ({ outcomes }: Move, calls: MadeConversation["turns"][number]["calls"]): readonly number[][] =>
  calls.slice(outcomes.length).flatMap((call, index) => {
    const before = calls.slice(0, outcomes.length + index).map(({ chosen }) => chosen);
    return call.outcomes.slice(1).map((_, other) => [...before, other + 1]);
  });

/** All that decides what happens next. How often a user was wrong does too, but then every loop would have an exit. */
const keyOf = (state: PublicState): string =>
  JSON.stringify([
    state.flowStack.map(({ flow, step, affirmed }) => [flow, step, affirmed]),
    state.flowStack.map(({ flowId }) => state.flowSlots[flowId] ?? {}),
    state.pending?.kind ?? null,
    state.waitingForSlot,
    state.metadata.handoff !== null,
  ]);

/** Situations from which nothing that was tried leads to the end. The nearest of each step is told. */
function trapped(situations: ReadonlyMap<string, Situation>, known: Known): readonly ExploredFinding[] {
  const free = new Set([...situations].flatMap(([key, { isWayOut }]) => (isWayOut ? [key] : [])));
  // A text that only a validator knows: nobody can say that it can't be given.
  for (const [key, { conversation }] of situations) if (isUnknown(conversation, known)) free.add(key);
  for (let size = -1; size !== free.size; ) {
    size = free.size;
    for (const [key, { next }] of situations) if ([...next].some((each) => free.has(each))) free.add(key);
  }
  return [...situations].flatMap(([key, situation]): readonly ExploredFinding[] => {
    if (free.has(key)) return [];
    const { conversation } = situation;
    const state = conversation.turns.at(-1)?.result.state;
    const top = state?.flowStack.at(-1);
    if (state === undefined || top === undefined || state.pending === null) return [];
    const at = { flow: top.flow, step: top.step, conversation };
    const slot = state.pending.kind === "slot" ? state.pending.slot : null;
    const isStill = isStillAt(key, situations);
    if (slot !== null && isStill)
      return [{ kind: "impossible_value", ...at, message: `No value that was tried for '${slot}' is taken.` }];
    if (isStill) return [{ kind: "dead_end", ...at, message: "No answer to this question leads on." }];
    // What keeps it from ending is told where it is: at a question that nobody can answer.
    if (reachedFrom(key, situations).some((each) => isStillAt(each, situations))) return [];
    return [{ kind: "endless_loop", ...at, message: "Whatever is answered, the flow never ends." }];
  });
}

const isStillAt = (key: string, situations: ReadonlyMap<string, Situation>): boolean =>
  [...(situations.get(key)?.next ?? [])].every((each) => each === key);

/** Every situation that answers lead to. */
function reachedFrom(key: string, situations: ReadonlyMap<string, Situation>): readonly string[] {
  const reached = new Set(situations.get(key)?.next);
  // A set that grows while it is gone through is gone through to its end.
  for (const each of reached) for (const next of situations.get(each)?.next ?? []) reached.add(next);
  return [...reached];
}

function isUnknown({ turns }: MadeConversation, { assistant }: Known): boolean {
  const state = turns.at(-1)?.result.state;
  if (state?.pending?.kind !== "slot") return false;
  const { slot: name } = state.pending;
  const slot = assistant.flows.get(state.flowStack.at(-1)?.flow ?? "")?.slots.get(name) ?? assistant.slots.get(name);
  return slot !== undefined && !isTriable(slot);
}
