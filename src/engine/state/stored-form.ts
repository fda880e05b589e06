import type { FlowId } from "../ids.ts";
import { type Json, type JsonObject, mapEntries } from "../json.ts";
import { type Frame, noQuestion, type Question } from "./frame.ts";
import type { ArchivedFrame, DialogueState, HistoryMessage, Metadata } from "./state.ts";
import type { Answer, MessageChange, SlotOrigin, Task } from "./task.ts";

/**
 * A state as stores keep it. Each fact is said once, and a field that holds its usual value is left out: a value that was answered is
 * in the slots, its answer says who gave it, and the origin of the slot follows from both.
 */
export type StoredForm = Pick<DialogueState, "schemaVersion"> &
  Loose<Omit<DialogueState, "tasks" | "flowStack" | "provenance" | "metadata" | "messages" | "last">> &
  Loose<{
    tasks: Readonly<Record<string, StoredTask>>;
    flowStack: readonly StoredFrame[];
    provenance: Readonly<Record<string, Readonly<Record<string, StoredOrigin>>>>;
    metadata: StoredMetadata;
    messages: readonly (HistoryMessage | string)[];
    last: { readonly message: Last["message"]; readonly reply: Loose<Last["reply"]> } | null;
  }>;

/** JSON leaves out what is undefined. Objects of one shape are what V8 is quick with. */
type Loose<Record> = { readonly [Key in keyof Record]?: Record[Key] | undefined };
/** Every field has to be named, so that none is forgotten when a field is added. */
type Named<Whole, Stored> = { readonly [Key in keyof Required<Whole>]: Key extends keyof Stored ? Stored[Key] : never };

type Last = NonNullable<DialogueState["last"]>;
export type StoredFrame = Loose<Omit<Frame, "question"> & { readonly question: Loose<Question> }>;
export type StoredTask = Loose<
  Omit<Task, "answers" | "changes"> & {
    readonly answers: Readonly<Record<string, StoredAnswer>>;
    readonly changes: readonly (MessageChange | string)[];
  }
>;
/** A text is the id of the user's message. */
export type StoredAnswer = Loose<Omit<Answer, "by"> & { readonly by: Answer["by"] | string }>;
/** A text is the key of the answer that it came from. Null: unlike others of its kind, the slot has none. */
type StoredOrigin = SlotOrigin | string | null;
type StoredMetadata = Loose<Omit<Metadata, "completedFlows">> & {
  readonly completedFlows?: readonly StoredArchived[] | undefined;
};
/** A text has id, start and end of a flow that ended as most do. */
export type StoredArchived = Loose<ArchivedFrame> | string;

export const usualState = {
  tasks: {},
  flowStack: [],
  flowSlots: {},
  provenance: {},
  pending: null,
  resumed: null,
  session: {},
  messages: [],
  silentSince: null,
  lastNluCall: null,
  digressionDepth: 0,
  lastDigressionType: null,
  turn: null,
  last: null,
} as const satisfies Partial<DialogueState>;

export const usualMetadata: Metadata = {
  completedFlows: [],
  error: null,
  errorAt: null,
  handoff: null,
  language: null,
  turnsWithoutProgress: 0,
  misunderstood: 0,
  unanswered: 0,
};

export const usualArchived = {
  flowState: "completed",
  outputs: {},
  context: null,
  settled: [],
} as const satisfies Partial<ArchivedFrame>;

export const usualFrame = {
  flowState: "active",
  exit: null,
  caller: null,
  executed: [],
  bindings: {},
  copies: {},
  defaults: {},
  loops: {},
  failure: null,
  change: null,
  pausedAt: null,
  context: null,
} as const satisfies Partial<Frame>;

export const usualTask = {
  by: "user",
  inputs: {},
  overrides: {},
  journal: {},
  epochs: {},
  calls: 0,
} as const satisfies Partial<Task>;

export const usualReply = { commands: [], events: [], timing: {} } as const satisfies Partial<Last["reply"]>;

export function toStoredForm(state: DialogueState): StoredForm {
  const { tasks, flowSlots, metadata, last } = state;
  const stored: Named<DialogueState, StoredForm> = {
    schemaVersion: state.schemaVersion,
    conversationId: state.conversationId,
    assistantHash: state.assistantHash,
    conversationState: state.conversationState,
    turnCount: state.turnCount,
    lastActiveAt: state.lastActiveAt,
    tasks: filled(tasks) && mapEntries(tasks, (task) => storedTask(task, flowSlots)),
    flowStack:
      state.flowStack.length === 0
        ? undefined
        : state.flowStack.map((frame) => storedFrame(frame, tasks[frame.flowId])),
    flowSlots: filled(flowSlots),
    provenance: storedProvenance(state),
    pending: state.pending ?? undefined,
    resumed: state.resumed ?? undefined,
    session: filled(state.session),
    messages: state.messages.map(({ role, text }) => `${role}: ${text}`),
    silentSince: state.silentSince ?? undefined,
    lastNluCall: state.lastNluCall ?? undefined,
    digressionDepth: state.digressionDepth === 0 ? undefined : state.digressionDepth,
    lastDigressionType: state.lastDigressionType ?? undefined,
    metadata: {
      ...unusual(metadata, usualMetadata),
      completedFlows: metadata.completedFlows.map(storedArchived),
    },
    counters: state.counters,
    turn: state.turn ?? undefined,
    vault: state.vault,
    last: last === null ? undefined : { message: last.message, reply: unusual(last.reply, usualReply) },
  };
  return stored;
}

/** The first frame of a task is that of the task's own flow. Most steps are entered once. */
function storedFrame(frame: Frame, task: Task | undefined): StoredFrame {
  const isFirst = task?.flow === frame.flow && task.startedAt === frame.startedAt;
  const stored: Named<Frame, StoredFrame> = {
    flowId: frame.flowId,
    flow: isFirst ? undefined : frame.flow,
    flowState: frame.flowState === "active" ? undefined : frame.flowState,
    step: frame.step,
    exit: frame.exit ?? undefined,
    caller: frame.caller ?? undefined,
    system: frame.system,
    visits: isEachOnce(frame) ? undefined : frame.visits,
    executed: frame.executed.length === 0 ? undefined : frame.executed,
    bindings: filled(frame.bindings),
    copies: filled(frame.copies),
    defaults: filled(frame.defaults),
    loops: filled(frame.loops),
    carried: frame.carried,
    question: filled(unusual(frame.question, noQuestion)),
    failure: frame.failure ?? undefined,
    change: frame.change ?? undefined,
    startedAt: isFirst ? undefined : frame.startedAt,
    pausedAt: frame.pausedAt ?? undefined,
    context: frame.context ?? undefined,
  };
  return stored;
}

function isEachOnce({ visits, executed, step }: Frame): boolean {
  if (step !== null && (visits[step] !== 1 || executed.includes(step))) return false;
  if (Object.keys(visits).length !== executed.length + (step === null ? 0 : 1)) return false;
  return executed.every((name) => visits[name] === 1);
}

export type Slots = Readonly<Record<string, JsonObject>>;

function storedTask(task: Task, slots: Slots): StoredTask {
  const { id, changes } = task;
  const stored: Named<Task, StoredTask> = {
    // It is the key of the task.
    id: undefined,
    flow: task.flow,
    by: task.by === "user" ? undefined : task.by,
    inputs: filled(task.inputs),
    startedAt: task.startedAt,
    answers: shortened(task.answers, id, (answer, key) => storedAnswer(answer, key, { task, slots })),
    overrides: shortened(task.overrides, id, itself),
    journal: shortened(task.journal, id, itself),
    recorded: task.recorded === undefined ? undefined : (shortened(task.recorded, id, itself) ?? {}),
    epochs: shortened(task.epochs, id, itself),
    steps: task.steps,
    calls: task.calls === 0 ? undefined : task.calls,
    stale: task.stale,
    base: task.base,
    changes: changes && storedChanges(changes, task.answers),
  };
  return stored;
}

function storedChanges(changes: readonly MessageChange[], answers: Task["answers"]): StoredTask["changes"] {
  const given = countGiven(answers);
  return changes.map((change) => (isSaidByAnswers(change, answers, given) ? change.messageId : change));
}

export const itself = <Value>(value: Value): Value => value;

/** Keys of a task's records begin with the id of one of its frames, and that with the task's. */
function shortened<From, To>(
  record: Readonly<Record<string, From>>,
  id: string,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> | undefined {
  let short: Record<string, To> | undefined;
  for (const key of Object.keys(record)) {
    const isOwn = key.startsWith(id) && isSeparator(key[id.length]);
    short ??= {};
    short[isOwn ? key.slice(id.length) : key] = change(record[key] as From, key);
  }
  return short;
}

/** Of a slot, a step and a linked flow. No id begins with one. */
export const isSeparator = (character: string | undefined): boolean =>
  character === "." || character === "/" || character === ">";

/** An answer is kept under the name of its slot and epoch, and its value is mostly that of the slot. */
function storedAnswer(answer: Answer, key: string, of: { readonly task: Task; readonly slots: Slots }): StoredAnswer {
  const { cell, epoch, value, by } = answer;
  const isNamed = key === answerKey(cell.flowId, cell.slot, epoch);
  const isShown = !isNested(value) && of.slots[cell.flowId]?.[cell.slot] === value;
  const stored: Named<Answer, StoredAnswer> = {
    cell: isNamed ? undefined : cell,
    epoch: isNamed ? undefined : epoch,
    flow: answer.flow === of.task.flow ? undefined : answer.flow,
    from: answer.from === "question" ? undefined : answer.from,
    value: isShown ? undefined : value,
    by: by.by === "user" ? by.messageId : by,
    seen: answer.seen,
  };
  return stored;
}

const isNested = (value: Json): boolean => typeof value === "object" && value !== null;

const answerKey = (flowId: string, slot: string, epoch: number): string => `${flowId}.${slot}@${epoch}`;

/** The message gave answers where there were none, and they are still the ones that hold. */
function isSaidByAnswers(change: MessageChange, answers: Task["answers"], given: ReadonlyMap<string, number>): boolean {
  const { messageId, overrides, confirmations, reask } = change;
  if (reask !== undefined || confirmations.length > 0 || filled(overrides) !== undefined) return false;
  const keys = Object.keys(change.answers);
  return (
    keys.length > 0 &&
    keys.length === given.get(messageId) &&
    keys.every((key) => change.answers[key] === null && giverOf(answers[key]) === messageId)
  );
}

/** How many answers each message gave. */
function countGiven(answers: Task["answers"]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of Object.keys(answers)) {
    const giver = giverOf(answers[key]);
    if (giver !== null) counts.set(giver, (counts.get(giver) ?? 0) + 1);
  }
  return counts;
}

/** The user's message. */
export const giverOf = (answer: Answer | undefined): string | null =>
  answer?.by.by === "user" ? answer.by.messageId : null;

/** The origins that do not follow from the answers to their slots. */
function storedProvenance({ provenance, flowSlots, tasks }: DialogueState): StoredForm["provenance"] {
  let all: Record<string, Readonly<Record<string, StoredOrigin>>> | undefined;
  const add = (flowId: string, origins: Readonly<Record<string, StoredOrigin>> | undefined): void => {
    if (origins === undefined) return;
    all ??= {};
    all[flowId] = origins;
  };
  for (const flowId of Object.keys(provenance) as FlowId[]) {
    const origins = provenance[flowId] ?? {};
    const stored = storedOrigins(flowId, origins, { slots: flowSlots[flowId], tasks });
    add(flowId, stored ?? (filled(origins) === undefined ? {} : undefined));
  }
  for (const flowId of Object.keys(flowSlots) as FlowId[])
    if (provenance[flowId] === undefined) add(flowId, storedOrigins(flowId, {}, { slots: flowSlots[flowId], tasks }));
  return all;
}

function storedOrigins(
  flowId: string,
  origins: Readonly<Record<string, SlotOrigin>>,
  { slots = {}, tasks }: { readonly slots: JsonObject | undefined; readonly tasks: Tasks },
): Readonly<Record<string, StoredOrigin>> | undefined {
  let stored: Record<string, StoredOrigin> | undefined;
  const task = taskOfFrame(tasks, flowId);
  for (const slot of Object.keys(origins)) {
    const origin = origins[slot] as SlotOrigin;
    const key = isOriginOf(origin, origin.answer, tasks) ? (origin.answer as string) : null;
    if (key !== null && slots[slot] !== undefined && key === currentKey(task, flowId, slot)) continue;
    stored ??= {};
    stored[slot] = key ?? origin;
  }
  for (const slot of Object.keys(slots)) {
    if (origins[slot] !== undefined || currentKey(task, flowId, slot) === null) continue;
    stored ??= {};
    stored[slot] = null;
  }
  return stored;
}

export type Tasks = Readonly<Record<string, Pick<Task, "answers" | "epochs">>>;
type Answers = Tasks[string];

export function taskOfFrame(tasks: Tasks, flowId: string): Answers | null {
  for (const id of Object.keys(tasks))
    if (flowId === id || (flowId.startsWith(id) && isSeparator(flowId[id.length]))) return tasks[id] ?? null;
  return null;
}

/** The key of the answer to a slot in its current epoch, if there is one. */
export function currentKey(task: Answers | null, flowId: string, slot: string): string | null {
  if (task === null) return null;
  const key = answerKey(flowId, slot, task.epochs[`${flowId}.${slot}`] ?? 0);
  return task.answers[key] === undefined ? null : key;
}

/** The origin is that of the answer, which it names besides. */
function isOriginOf(origin: SlotOrigin, key: string | undefined, tasks: Tasks): boolean {
  if (key === undefined || origin.place !== undefined) return false;
  const by = answerIn(tasks, key)?.by;
  if (by === undefined) return false;
  if (by.by === "user") return origin.by === "user" && origin.messageId === by.messageId;
  return (
    Object.entries(by).every(([name, value]) => (origin as Record<string, unknown>)[name] === value) &&
    Object.keys(origin).length === Object.keys(by).length + 1
  );
}

export function answerIn(tasks: Tasks, key: string): Answer | null {
  for (const id of Object.keys(tasks)) {
    const answer = tasks[id]?.answers[key];
    if (answer !== undefined) return answer;
  }
  return null;
}

/** A flow that has ended stays as it is for many turns. */
const archivedBefore = new WeakMap<ArchivedFrame, StoredArchived>();

function storedArchived(ended: ArchivedFrame): StoredArchived {
  const before = archivedBefore.get(ended);
  if (before !== undefined) return before;
  const { flowId, flow, startedAt, completedAt } = ended;
  const rest = unusual(ended, usualArchived);
  const isUsual = Object.keys(rest).length === 4 && flow === flowIn(flowId) && !flowId.includes(" ");
  const stored = isUsual ? `${flowId} ${startedAt} ${completedAt}` : rest;
  archivedBefore.set(ended, stored);
  return stored;
}

/** The first frame of a task has the id `flow_number`. */
export const flowIn = (flowId: string): string => flowId.slice(0, flowId.lastIndexOf("_"));

/** The record, or nothing if it has no entry. */
export function filled<Value extends object>(record: Value): Value | undefined {
  for (const _ in record) return record;
  return undefined;
}

/** The fields of a record whose values are not the usual ones. */
function unusual<Value extends object>(record: Value, usual: Partial<Value>): Partial<Value> {
  const kept: Partial<Value> = {};
  for (const key of Object.keys(record) as (keyof Value)[]) {
    if (!isUsual(record[key], usual[key])) kept[key] = record[key];
  }
  return kept;
}

const isUsual = (value: unknown, usual: unknown): boolean =>
  value === usual || (typeof usual === "object" && usual !== null && isEmpty(usual) && isEmpty(value));

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
