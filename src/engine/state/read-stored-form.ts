import { type FlowId, flowId as toFlowId } from "../ids.ts";
import { mapEntries } from "../json.ts";
import { type Frame, noQuestion } from "./frame.ts";
import type { ArchivedFrame, DialogueState, HistoryMessage } from "./state.ts";
import {
  answerIn,
  currentKey,
  filled,
  flowIn,
  giverOf,
  isSeparator,
  itself,
  type Slots,
  type StoredAnswer,
  type StoredArchived,
  type StoredForm,
  type StoredFrame,
  type StoredTask,
  type Tasks,
  taskOfFrame,
  usualArchived,
  usualFrame,
  usualMetadata,
  usualReply,
  usualState,
  usualTask,
} from "./stored-form.ts";
import type { Answer, MessageChange, SlotOrigin, Task } from "./task.ts";

/** Reads what this version and version 4 store, and states with every field. */
export function fromStoredForm(stored: StoredForm): DialogueState {
  const { tasks = {}, flowStack = [], flowSlots = {}, metadata = {}, messages = [], last = null } = stored;
  const known = mapEntries(tasks, (task, id) => fullTask(task, toFlowId(id), flowSlots));
  return {
    ...usualState,
    ...stored,
    tasks: known,
    flowStack: flowStack.map((frame) => fullFrame(frame, known[frame.flowId ?? ""])),
    provenance: fullProvenance(stored.provenance ?? {}, flowSlots, known),
    messages: messages.map(fullMessage),
    metadata: { ...usualMetadata, ...metadata, completedFlows: (metadata.completedFlows ?? []).map(fullArchived) },
    last: last === null ? null : { message: last.message, reply: { ...usualReply, ...last.reply } },
  } as DialogueState;
}

function fullMessage(message: HistoryMessage | string): HistoryMessage {
  if (typeof message !== "string") return message;
  const end = message.indexOf(": ");
  return { role: message.slice(0, end) as HistoryMessage["role"], text: message.slice(end + 2) };
}

function fullFrame(stored: StoredFrame, task: Task | undefined): Frame {
  const { flow, startedAt } = task ?? {};
  const { question, ...frame } = { ...usualFrame, flow, startedAt, ...stored };
  const { step = null, executed } = frame;
  return { visits: onceEach(executed ?? [], step), ...frame, step, question: { ...noQuestion, ...question } } as Frame;
}

const onceEach = (executed: readonly string[], step: string | null): Frame["visits"] =>
  Object.fromEntries([...executed, ...(step === null ? [] : [step])].map((name) => [name, 1]));

function fullTask(stored: StoredTask, id: FlowId, slots: Slots): Task {
  const { answers = {}, overrides = {}, journal = {}, epochs = {}, recorded, changes, ...rest } = stored;
  const task = {
    ...usualTask,
    ...rest,
    id,
    answers: lengthened(answers, id, (answer, key) => fullAnswer(answer, key, { flow: rest.flow ?? "", slots })),
    overrides: lengthened(overrides, id, itself),
    journal: lengthened(journal, id, itself),
    ...(recorded === undefined ? {} : { recorded: lengthened(recorded, id, itself) }),
    epochs: lengthened(epochs, id, itself),
  } as Task;
  if (changes === undefined) return task;
  return { ...task, changes: changes.map((change) => (typeof change === "string" ? saidBy(change, task) : change)) };
}

function lengthened<From, To>(
  record: Readonly<Record<string, From>>,
  id: string,
  change: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  const long: Record<string, To> = Object.create(null);
  for (const short of Object.keys(record)) {
    const key = isSeparator(short[0]) ? id + short : short;
    long[key] = change(record[short] as From, key);
  }
  return long;
}

function fullAnswer(
  { by, ...rest }: StoredAnswer,
  key: string,
  { flow, slots }: { readonly flow: string; readonly slots: Slots },
): Answer {
  const { cell, epoch } = { ...nameIn(key), ...rest } as Answer;
  const value = slots[cell.flowId]?.[cell.slot] ?? null;
  const origin = typeof by === "string" ? { by: "user", messageId: by } : by;
  return { cell, epoch, flow, from: "question", value, ...rest, by: origin } as Answer;
}

/** `flowId.slot@epoch`. Names of slots have no dots. */
function nameIn(key: string): Pick<Answer, "cell" | "epoch"> {
  const at = key.lastIndexOf("@");
  const dot = key.lastIndexOf(".", at);
  return {
    cell: { flowId: key.slice(0, dot) as FlowId, slot: key.slice(dot + 1, at) },
    epoch: Number(key.slice(at + 1)),
  };
}

const saidBy = (messageId: string, { answers }: Task): MessageChange => ({
  messageId,
  answers: Object.fromEntries(
    Object.keys(answers)
      .filter((key) => giverOf(answers[key]) === messageId)
      .map((key) => [key, null]),
  ),
  overrides: {},
  confirmations: [],
});

function fullProvenance(
  stored: NonNullable<StoredForm["provenance"]>,
  flowSlots: Slots,
  tasks: Tasks,
): DialogueState["provenance"] {
  const provenance: Record<string, Record<string, SlotOrigin>> = Object.create(null);
  for (const flowId of new Set([...Object.keys(flowSlots), ...Object.keys(stored)])) {
    const known = stored[flowId];
    const slots = flowSlots[flowId] ?? {};
    const task = taskOfFrame(tasks, flowId);
    const origins: Record<string, SlotOrigin> = {};
    for (const slot of new Set([...Object.keys(slots), ...Object.keys(known ?? {})])) {
      const origin = known?.[slot] === undefined ? currentKey(task, flowId, slot) : known[slot];
      if (origin !== null) origins[slot] = fullOrigin(origin, tasks);
    }
    if (known !== undefined || filled(origins) !== undefined) provenance[flowId] = origins;
  }
  return provenance;
}

function fullOrigin(origin: SlotOrigin | string, tasks: Tasks): SlotOrigin {
  if (typeof origin !== "string") return origin;
  const answer = answerIn(tasks, origin);
  if (answer === null) throw new Error(`No answer '${origin}'.`);
  return { ...answer.by, answer: origin };
}

function fullArchived(stored: StoredArchived): ArchivedFrame {
  if (typeof stored !== "string") return { ...usualArchived, ...stored } as ArchivedFrame;
  const [flowId = "", startedAt, completedAt] = stored.split(" ");
  return {
    ...usualArchived,
    flowId: toFlowId(flowId),
    flow: flowIn(flowId),
    startedAt: Number(startedAt),
    completedAt: Number(completedAt),
  };
}
