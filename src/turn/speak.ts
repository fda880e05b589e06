import { record } from "../engine/flow/record.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { redactSentence } from "../engine/secrets/redact-turn.ts";
import { isStep } from "../engine/state/event.ts";
import type { DialogueState, PendingText } from "../engine/state/state.ts";
import type { RecordedText } from "../engine/state/task.ts";
import type { Sentence, Usage } from "../engine/state/turn.ts";
import { noteTold } from "../engine/steps/generate.ts";
import { timeLeft } from "../project-code/call-project-code.ts";
import { recordedText, spend, textRequest, tokensLeft } from "./generate.ts";
import { changeTurn, observing, type Stages, type TurnStages, turnCaller } from "./stages.ts";

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
  const sources = texts.map((text) => sourceOf(text, stored(text), { state: opened, stages, count: texts.length }));
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

/** Gives the sentences of a text that an earlier attempt has stored. */
async function storedSentences({ conversationId, turn }: DialogueState, { sentences }: Stages) {
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

type Part = Omit<Sentence, "message">;

interface Ended {
  readonly usages: readonly (Usage | null)[];
  /** Of a text that a model writes for a step. */
  readonly result: RecordedText | null;
}

/** The sentences of a text that are still to be told, as they come, and what it took. */
interface Source {
  readonly parts: AsyncIterable<Part>;
  readonly end: Promise<Ended>;
}

interface Surroundings {
  readonly state: DialogueState;
  readonly stages: TurnStages;
  /** Texts that share the tokens of the turn. */
  readonly count: number;
}

/** Requests for one text: where an answer broke off half-way, the rest of it is asked for once. */
const requestsAtMost = 2;

function sourceOf(text: PendingText, told: readonly Sentence[], around: Surroundings): Source {
  const { message, by } = text;
  const before = told.map((sentence) => sentence.text).join("");
  if (told.at(-1)?.isLast === true) {
    const result = by.kind === "generate" ? ({ ok: true, text: before } as const) : null;
    return partsOf(async () => ({ usages: [], result }));
  }
  switch (by.kind) {
    case "template":
      return partsOf(async (push) => {
        push({ text: message.text, isLast: true });
        return { usages: [], result: null };
      });
    case "rephrase":
      return partsOf((push) => rephrased({ ...text, by }, { from: told.at(-1)?.upTo ?? 0, push, ...around }));
    case "generate":
      return partsOf((push) => generated({ ...text, by }, { before, push, ...around }));
    default:
      return by satisfies never;
  }
}

type TextBy<Kind extends PendingText["by"]["kind"]> = PendingText & {
  readonly by: Extract<PendingText["by"], { readonly kind: Kind }>;
};

/** In other words as far as they are right; from there on as it is. */
async function rephrased(
  { message, by }: TextBy<"rephrase">,
  { from, push, state, stages, count }: Surroundings & { readonly from: number; readonly push: (part: Part) => void },
): Promise<Ended> {
  const { assistant, rephrase, caller } = stages;
  const { settings } = assistant;
  const usages: (Usage | null)[] = [];
  const end = message.text.length;
  let upTo = from;
  const tellUpTo = (next: number, text: string): void => {
    upTo = next;
    push({ text, upTo, ...(upTo === end ? { isLast: true } : {}) });
  };
  for (let requests = 1; rephrase !== undefined && upTo < end && requests <= requestsAtMost; requests += 1) {
    const begin = upTo;
    const request = {
      text: message.text.slice(begin),
      values: by.values.filter((value) => message.text.slice(begin).includes(value)),
      tone: settings.models.rephrase.tone,
      language: state.metadata.language ?? settings.language,
      // Where users are asked for secrets, any message may hold one: then no model that writes sees what was said.
      history: hasSecrets(assistant) ? [] : state.messages,
      milliseconds: timeLeft(caller),
      caller,
      tokens: Math.floor(tokensLeft(state, stages) / count),
    };
    const answer = await rephrase(request, (part) => tellUpTo(begin + part.upTo, part.text));
    usages.push(answer.usage);
    // Where nothing was said, the model has had its attempts.
    if (!answer.isCut || upTo === begin) break;
  }
  if (upTo < end) tellUpTo(end, message.text.slice(upTo));
  return { usages, result: null };
}

async function generated(
  { by }: TextBy<"generate">,
  given: Surroundings & { readonly before: string; readonly push: (part: Part) => void },
): Promise<Ended> {
  const { state, stages, count, push } = given;
  const gone = { ok: false, code: "generate.failed", message: "the step is not there any more" } as const;
  const usages: (Usage | null)[] = [];
  let told = given.before;
  let result: RecordedText = gone;
  for (let requests = 1; requests <= requestsAtMost; requests += 1) {
    const before = told;
    const request = textRequest(state, stages, by.flowId);
    if (request === null || stages.write === undefined) break;
    const asked = { ...request, tokens: Math.floor(request.tokens / count), ...(told === "" ? {} : { told }) };
    const answer = await stages.write(asked, ({ text, isLast }) => {
      told += text;
      push({ text, ...(isLast ? { isLast } : {}) });
    });
    usages.push(answer.usage);
    result = recordedText(answer);
    if (answer.ok || told === before) break;
  }
  return { usages, result };
}

/** Runs at once, and keeps its parts for whoever asks for them. */
function partsOf(run: (push: (part: Part) => void) => Promise<Ended>): Source {
  const waiting: Part[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const end = run((part) => {
    waiting.push(part);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // Whoever waits for the end hears of it.
  end.catch(() => undefined);
  async function* parts(): AsyncGenerator<Part> {
    for (;;) {
      const part = waiting.shift();
      if (part !== undefined) yield part;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return { parts: parts(), end };
}
