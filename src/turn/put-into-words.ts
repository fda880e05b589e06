import { frameOf } from "../engine/flow/frames.ts";
import type { Json } from "../engine/json.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { maskSaid } from "../engine/secrets/redact-turn.ts";
import type { Change, Stop } from "../engine/state/change.ts";
import { type Outcome, type TemplateValue, type TemplateValues, text } from "../engine/state/outcome.ts";
import type { DialogueState, PendingText } from "../engine/state/state.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import { type RenderedMessage, renderOutcomes } from "../respond/render.ts";
import { changeTurn, contextOf, type Stages, type TurnStages } from "./stages.ts";

/** Adds to the turn what its outcomes say: to its messages, or, if a model has a word in it, to the texts that are told next. */
export async function putIntoWords(work: Change, stages: TurnStages): Promise<DialogueState> {
  const { state } = work;
  const say = await formatOwnValues(work.say, state, stages);
  const { settings } = stages.assistant;
  const rendered = renderOutcomes(
    stages.rephrase === undefined ? say : say.map((outcome) => asWanted(outcome, stages)),
    {
      assistant: stages.assistant,
      language: state.metadata.language ?? settings.language,
      timezone: settings.timezone,
      seed: state.conversationId,
      turn: state.turnCount,
    },
  );
  const texts = keepSecrets(rendered, state, stages).map(
    ({ rephrasable, ...message }, index): PendingText => ({
      message: { id: messageId(state, index), ...message },
      by: rephrasable === undefined ? { kind: "template" } : { kind: "rephrase", values: rephrasable.values },
    }),
  );
  const isRephrased = stages.rephrase !== undefined && texts.some(({ by }) => by.kind === "rephrase");
  if (isRephrased) return withTexts(state, texts);
  return changeTurn(state, { messages: [...(state.turn?.messages ?? []), ...texts.map(({ message }) => message)] });
}

/** Of the message that comes this many after those of the turn so far. */
function messageId({ turn }: DialogueState, index: number): string {
  const count = (turn?.messages.length ?? 0) + (turn?.writing?.texts.length ?? 0);
  return `${turn?.message.messageId ?? ""}.${count + index + 1}`;
}

/** These texts are told next. What was said before them and has not left yet leaves before them. */
function withTexts(state: DialogueState, texts: readonly PendingText[]): DialogueState {
  const { messages = [], writing } = state.turn ?? {};
  const waiting = messages.filter(({ sentences }) => sentences === undefined);
  return changeTurn(state, {
    messages: messages.filter(({ sentences }) => sentences !== undefined),
    writing: {
      texts: [
        ...waiting.map((message) => ({ message, by: { kind: "template" } }) as const),
        ...(writing?.texts ?? []),
        ...texts,
      ],
      next: "go_on",
    },
  });
}

/** A text that a model writes for a step is told after everything that was said before it. */
export async function withGenerated(work: Change, stages: TurnStages, wanted: WantedText): Promise<Change> {
  const state = await putIntoWords(work, stages);
  const frame = frameOf(state, wanted.flowId);
  if (frame === null) return work;
  const { flowId, place, input } = wanted;
  const source = { kind: "step", flow: frame.flow, step: frame.step ?? "" } as const;
  const message = { id: messageId(state, 0), text: "", source };
  return { state: withTexts(state, [{ message, by: { kind: "generate", flowId, place, input } }]), say: [] };
}

type WantedText = Extract<Stop, { readonly do: "generate" }>;

/** A step may ask for other words by itself; what the system says gets them only where the settings ask for them. */
function asWanted(outcome: Outcome, stages: Stages): Outcome {
  const isOfSystem = outcome.kind === "pattern" || outcome.kind === "answered";
  if (isOfSystem && !stages.assistant.settings.models.rephrase.enabled) return { ...outcome, rephrase: false };
  return keepPrivate(outcome, stages);
}

/** What names a sensitive value is shown to no model, nor are the user's own words where they may hold one. */
function keepPrivate(outcome: Outcome, { assistant }: Stages): Outcome {
  if (outcome.kind === "said") {
    const isPrivate = Object.values(outcome.values).some(({ secret }) => secret === true);
    return isPrivate ? { ...outcome, rephrase: false } : outcome;
  }
  const isQuoting =
    (outcome.kind === "pattern" || outcome.kind === "answered") && Object.hasOwn(outcome.values, "topic");
  return isQuoting && hasSecrets(assistant) ? { ...outcome, rephrase: false } : outcome;
}

/** A secret may have got into a text under another name: it is shown to no model either. */
function keepSecrets(
  messages: readonly RenderedMessage[],
  state: DialogueState,
  { assistant, rephrase }: Stages,
): readonly RenderedMessage[] {
  if (rephrase === undefined || !hasSecrets(assistant)) return messages;
  return messages.map((message) => {
    if (message.rephrasable === undefined || maskSaid(state, message.text, assistant) === message.text) return message;
    const { rephrasable: _, ...fixed } = message;
    return fixed;
  });
}
/** Nobody wants to read a longer value. */
const longestText = 2_000;

/** Lets the project's own slot types show their values. One that fails is shown as the type that it is stored as. */
async function formatOwnValues(
  outcomes: readonly Outcome[],
  state: DialogueState,
  stages: TurnStages,
): Promise<readonly Outcome[]> {
  if (![...stages.slotTypes.values()].some(({ format }) => format !== undefined)) return outcomes;
  const shown: Outcome[] = [];
  for (const outcome of outcomes)
    shown.push("values" in outcome ? { ...outcome, values: await formatted(outcome.values, state, stages) } : outcome);
  return shown;
}

async function formatted(values: TemplateValues, state: DialogueState, stages: TurnStages): Promise<TemplateValues> {
  const shown: Record<string, TemplateValue> = Object.create(null);
  for (const [name, given] of Object.entries(values)) {
    const words = given.own === undefined ? null : await wordsFor(given.own, given.value, { state, stages });
    shown[name] = words === null ? given : { ...text(words), ...(given.secret === true ? { secret: true } : {}) };
  }
  return shown;
}

async function wordsFor(
  name: string,
  value: Json,
  { state, stages }: { readonly state: DialogueState; readonly stages: TurnStages },
): Promise<string | null> {
  const type = stages.slotTypes.get(name);
  if (type?.format === undefined || value === null) return null;
  const { timezone, language } = stages.assistant.settings;
  const context = { language: state.metadata.language ?? language, timezone, now: contextOf(state, stages).now };
  const run = () => type.format?.(structuredClone(value), context);
  const called = await callProjectCode({ port: "slot_type", name, run, read: readText }, stages.caller);
  return called.ok ? called.value : null;
}

function readText(answer: unknown): Reading<string> {
  if (typeof answer !== "string") return { ok: false, code: "bad_result", message: "return a text." };
  return answer.length <= longestText
    ? { ok: true, value: answer }
    : { ok: false, code: "too_large", message: `return a text of at most ${longestText} characters.` };
}
