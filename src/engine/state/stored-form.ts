import type { FlowId } from "../ids.ts";
import { type Frame, noQuestion, type Question } from "./frame.ts";
import type { ArchivedFrame, DialogueState, Metadata } from "./state.ts";
import type { Answer, SlotOrigin, Task } from "./task.ts";

/**
 * A state as stores keep it: without the fields that hold their usual value, and without what another field says already.
 * Most fields of a frame are empty, and most values are the answer that they came from, so a row is a third shorter.
 */
export interface StoredForm
  extends Omit<Partial<DialogueState>, "tasks" | "flowStack" | "provenance" | "metadata" | "last"> {
  readonly schemaVersion: DialogueState["schemaVersion"];
  readonly tasks?: Readonly<Record<string, StoredTask>>;
  readonly flowStack?: readonly StoredFrame[];
  readonly provenance?: Readonly<Record<string, Readonly<Record<string, StoredOrigin>>>>;
  readonly metadata?: StoredMetadata;
  readonly last?: { readonly message: Last["message"]; readonly reply: Partial<Last["reply"]> } | null;
}

type Last = NonNullable<DialogueState["last"]>;
type StoredFrame = Omit<Partial<Frame>, "question"> & { readonly question?: Partial<Question> };
type StoredTask = Omit<Partial<Task>, "answers"> & { readonly answers?: Readonly<Record<string, Partial<Answer>>> };
type StoredMetadata = Omit<Partial<Metadata>, "completedFlows"> & {
  readonly completedFlows?: readonly Partial<ArchivedFrame>[];
};
/** A text is the key of the answer that it came from. */
type StoredOrigin = SlotOrigin | string;

const usualState = {
  tasks: {},
  flowStack: [],
  flowSlots: {},
  provenance: {},
  pending: null,
  resumed: null,
  session: {},
  messages: [],
  digressionDepth: 0,
  lastDigressionType: null,
  turn: null,
  last: null,
} as const satisfies Partial<DialogueState>;

const usualMetadata: Metadata = {
  completedFlows: [],
  error: null,
  handoff: null,
  language: null,
  turnsWithoutProgress: 0,
  misunderstood: 0,
};

const usualArchived = {
  flowState: "completed",
  outputs: {},
  context: null,
  settled: [],
} as const satisfies Partial<ArchivedFrame>;

const usualFrame = {
  flowState: "active",
  exit: null,
  caller: null,
  visits: {},
  executed: [],
  bindings: {},
  defaults: {},
  loops: {},
  failure: null,
  change: null,
  pausedAt: null,
  context: null,
} as const satisfies Partial<Frame>;

const usualTask = {
  by: "user",
  inputs: {},
  overrides: {},
  journal: {},
  epochs: {},
  calls: 0,
} as const satisfies Partial<Task>;

const usualAnswer = { from: "question" } as const satisfies Partial<Answer>;

const usualReply = { commands: [], events: [], timing: {} } as const satisfies Partial<Last["reply"]>;

export function toStoredForm(state: DialogueState): StoredForm {
  const { tasks, flowStack, provenance, metadata, last } = state;
  const { completedFlows } = metadata;
  return {
    ...(unusual(state, usualState) as StoredForm),
    tasks: mapEntries(tasks, storedTask),
    flowStack: flowStack.map(storedFrame),
    provenance: mapEntries(provenance, (origins) => mapEntries(origins, (origin) => storedOrigin(origin, tasks))),
    metadata: {
      ...unusual(metadata, usualMetadata),
      completedFlows: completedFlows.map((ended) => unusual(ended, usualArchived)),
    },
    ...(last === null ? {} : { last: { message: last.message, reply: unusual(last.reply, usualReply) } }),
  };
}

export function fromStoredForm(stored: StoredForm): DialogueState {
  const { tasks = {}, flowStack = [], provenance = {}, metadata = {}, last = null } = stored;
  const known = mapEntries(tasks, fullTask);
  return {
    ...usualState,
    ...stored,
    tasks: known,
    flowStack: flowStack.map(fullFrame),
    provenance: mapEntries(provenance, (origins) => mapEntries(origins, (origin) => fullOrigin(origin, known))),
    metadata: {
      ...usualMetadata,
      ...metadata,
      completedFlows: (metadata.completedFlows ?? []).map((ended) => ({ ...usualArchived, ...ended })),
    },
    last: last === null ? null : { message: last.message, reply: { ...usualReply, ...last.reply } },
  } as DialogueState;
}

const storedFrame = (frame: Frame): StoredFrame => ({
  ...unusual(frame, usualFrame),
  question: unusual(frame.question, noQuestion),
});

const fullFrame = ({ question, ...frame }: StoredFrame): Frame =>
  ({ ...usualFrame, ...frame, question: { ...noQuestion, ...question } }) as Frame;

const storedTask = (task: Task): StoredTask => ({
  ...unusual(task, usualTask),
  answers: mapEntries(task.answers, (answer, key) => storedAnswer(answer, key, task)),
});

const fullTask = (task: StoredTask): Task =>
  ({
    ...usualTask,
    ...task,
    answers: mapEntries(task.answers ?? {}, (answer, key) => fullAnswer(answer, key, task)),
  }) as Task;

/** An answer is kept under the name of its slot and epoch. */
function storedAnswer(answer: Answer, key: string, task: Task): Partial<Answer> {
  const named = nameIn(key);
  const { cell, epoch } = answer;
  const isNamed = cell.flowId === named.cell.flowId && cell.slot === named.cell.slot && epoch === named.epoch;
  return unusual(answer, { ...usualAnswer, flow: task.flow, ...(isNamed ? { cell, epoch } : {}) });
}

const fullAnswer = (answer: Partial<Answer>, key: string, { flow }: StoredTask): Answer =>
  ({ ...usualAnswer, ...nameIn(key), flow, ...answer }) as Answer;

/** `flowId.slot@epoch`. Names of slots have no dots. */
function nameIn(key: string): Pick<Answer, "cell" | "epoch"> {
  const at = key.lastIndexOf("@");
  const dot = key.lastIndexOf(".", at);
  return {
    cell: { flowId: key.slice(0, dot) as FlowId, slot: key.slice(dot + 1, at) },
    epoch: Number(key.slice(at + 1)),
  };
}

type Tasks = Readonly<Record<string, Pick<Task, "answers">>>;

function storedOrigin(origin: SlotOrigin, tasks: Tasks): StoredOrigin {
  const { answer: key, place } = origin;
  if (key === undefined || place !== undefined) return origin;
  const by = answerIn(tasks, key)?.by;
  return by !== undefined && isSame(by, origin) ? key : origin;
}

/** The origin is that of the answer, which it names besides. */
const isSame = (by: object, origin: object): boolean =>
  Object.entries(by).every(([name, value]) => (origin as Record<string, unknown>)[name] === value) &&
  Object.keys(origin).length === Object.keys(by).length + 1;

function fullOrigin(origin: StoredOrigin, tasks: Tasks): SlotOrigin {
  if (typeof origin !== "string") return origin;
  const answer = answerIn(tasks, origin);
  if (answer === null) throw new Error(`No answer '${origin}'.`);
  return { ...answer.by, answer: origin };
}

function answerIn(tasks: Tasks, key: string): Answer | null {
  for (const id of Object.keys(tasks)) {
    const answer = tasks[id]?.answers[key];
    if (answer !== undefined) return answer;
  }
  return null;
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

function mapEntries<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  const changed: Record<string, To> = {};
  for (const key of Object.keys(record)) changed[key] = change(record[key] as From, key);
  return changed;
}
