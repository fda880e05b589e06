import { record } from "../engine/flow/record.ts";
import { redactSentence } from "../engine/secrets/redact-turn.ts";
import { isStep } from "../engine/state/event.ts";
import type { DialogueState, PendingText } from "../engine/state/state.ts";
import type { RecordedText } from "../engine/state/task.ts";
import type { Sentence } from "../engine/state/turn.ts";
import { noteTold } from "../engine/steps/generate.ts";
import { spend } from "./generate.ts";
import { changeTurn, observing, type Stages, type TurnStages, turnCaller } from "./stages.ts";
import { sourceOf } from "./text-source.ts";

/**
 * Tells the texts that the state names. Each sentence is appended to the turn in the store, and only then leaves; so what a client
 * has is in the transcript, whatever happens next. After a crash the texts continue after the last sentence that is stored.
 *
 * All models are asked at once, and their texts leave in order.
 */
export async function speak(start: DialogueState, given: Stages): Promise<DialogueState> {
  const stages: TurnStages = { ...given, caller: turnCaller(start, given) };
  const { texts, state: opened } = withoutWriting(start);
  const stored = await storedSentences(start, stages);
  const count = texts.filter(({ by }) => by.kind !== "template").length;
  const sources = texts.map((text) => sourceOf(text, stored(text), { state: opened, stages, count }));
  const last = texts.findLastIndex(({ by }) => by.kind !== "template");
  let state = opened;
  for (const [index, text] of texts.entries()) {
    const source = sources[index];
    if (index > last || source === undefined) {
      state = withMessage(state, text);
      continue;
    }
    const started = stages.stopwatch();
    const told = [...stored(text)];
    for (const each of told) state = recordSentence(state, text, each);
    for await (const part of source.parts) {
      const sentence = { message: text.message.id, ...part };
      await append(state, sentence, stages);
      tell(state, sentence, { index: countSaid(told), stages });
      told.push(sentence);
      state = recordSentence(state, text, sentence);
    }
    const { usages, result } = await source.end;
    state = withMessage(noted(state, text, result), text, told);
    if (text.by.kind !== "template")
      state = spend(state, text.by.kind, { usages, milliseconds: stages.stopwatch() - started });
  }
  return state;
}

/** The turn ends here, with what was told, and with what was to be told and needs no model. */
export async function withTold(start: DialogueState, stages: Stages): Promise<DialogueState> {
  const stored = await storedSentences(start, stages);
  const { texts, state } = withoutWriting(start);
  return texts.reduce((now, text) => {
    const told = stored(text);
    const noted = told.reduce((before, each) => recordSentence(before, text, each), now);
    return text.by.kind === "generate" && told.length === 0 ? now : withMessage(noted, text, told);
  }, state);
}

/** The state as it is saved, with the sentences that were told since. Nothing is in it that no client may have. */
export async function toldSoFar(saved: DialogueState, stages: Pick<Stages, "sentences">): Promise<DialogueState> {
  const stored = await storedSentences(saved, stages);
  const { texts, state } = withoutWriting(saved);
  return texts.reduce((now, text) => {
    const told = stored(text);
    const sentences = told.map((each) => each.text).filter((each) => each !== "");
    if (sentences.length === 0) return now;
    const noted = told.reduce((before, each) => recordSentence(before, text, each), now);
    const said = { ...text.message, text: sentences.join(""), sentences };
    return changeTurn(noted, { messages: [...(noted.turn?.messages ?? []), said] });
  }, state);
}

/** Gives the sentences of a text that an earlier attempt has stored. */
async function storedSentences({ conversationId, turn }: DialogueState, { sentences }: Pick<Stages, "sentences">) {
  const stored = await sentences.read(conversationId, turn?.message.messageId ?? "");
  return ({ message }: PendingText): readonly Sentence[] => stored.filter((each) => each.message === message.id);
}

function withoutWriting(state: DialogueState): {
  readonly state: DialogueState;
  readonly texts: readonly PendingText[];
} {
  if (state.turn === null) return { state, texts: [] };
  const { writing, ...turn } = state.turn;
  return { state: { ...state, turn }, texts: writing?.texts ?? [] };
}

const countSaid = (told: readonly Sentence[]): number => told.filter(({ text }) => text !== "").length;

/** The end of a text may have no words of its own. */
function recordSentence(state: DialogueState, { message }: PendingText, { text }: Sentence): DialogueState {
  if (text === "") return state;
  const said = state.turn?.events.filter((event) => event.type === "sentence" && event.message === message.id) ?? [];
  return record(state, { type: "sentence", message: message.id, index: said.length });
}

const append = ({ conversationId, turn }: DialogueState, sentence: Sentence, { sentences }: Stages): Promise<void> =>
  sentences.append(conversationId, turn?.message.messageId ?? "", sentence);

function tell(
  state: DialogueState,
  { message, text }: Sentence,
  { index, stages }: { readonly index: number; readonly stages: Stages },
): void {
  if (text === "") return;
  const { vault, text: told } = redactSentence(state, text, stages.assistant);
  const place = state.turn?.events.filter(isStep).length ?? 0;
  const event = { type: "sentence", turn: state.turnCount, message, index, text: told, place } as const;
  observing(state, stages)(event, vault);
}

/** The message of a text, with the parts of it that were told; where a template was told in part, with the rest of it. */
function withMessage(state: DialogueState, { message, by }: PendingText, told?: readonly Sentence[]): DialogueState {
  const sentences = told?.map(({ text }) => text).filter((text) => text !== "") ?? [];
  const isWhole = by.kind === "generate" || told?.at(-1)?.isLast === true;
  const rest = isWhole ? "" : message.text.slice(told?.at(-1)?.upTo ?? 0);
  const text = `${sentences.join("")}${rest}`;
  if (text === "" && message.ui === undefined) return state;
  const said = { ...message, text, ...(told === undefined ? {} : { sentences }) };
  return changeTurn(state, { messages: [...(state.turn?.messages ?? []), said] });
}

const noted = (state: DialogueState, { by }: PendingText, result: RecordedText | null): DialogueState =>
  by.kind === "generate" && result !== null ? noteTold(state, by, result) : state;
