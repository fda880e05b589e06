import type { Json } from "../engine/json.ts";
import { hasSecrets } from "../engine/secrets/mask.ts";
import { maskSaid } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import { type Outcome, type TemplateValue, type TemplateValues, text } from "../engine/state/outcome.ts";
import type { DialogueState, HistoryMessage } from "../engine/state/state.ts";
import type { Usage } from "../engine/state/turn.ts";
import { callProjectCode, timeLeft } from "../project-code/call-project-code.ts";
import type { Reading } from "../project-code/plain-copy.ts";
import { type RenderedMessage, renderOutcomes } from "../respond/render.ts";
import type { Rephraser } from "../respond/rephrase.ts";
import { addUsage } from "../understand/usage.ts";
import { addTime, changeTurn, contextOf, type Stages, type TurnStages } from "./stages.ts";

/** Adds to the turn's messages what its outcomes say. */
export async function putIntoWords(work: Change, stages: TurnStages): Promise<DialogueState> {
  const say = await formatOwnValues(work.say, work.state, stages);
  const { settings } = stages.assistant;
  const before = work.state.turn?.messages ?? [];
  const rendered = renderOutcomes(
    stages.rephrase === undefined ? say : say.map((outcome) => keepPrivate(outcome, stages)),
    {
      assistant: stages.assistant,
      language: work.state.metadata.language ?? settings.language,
      timezone: settings.timezone,
      seed: work.state.conversationId,
      turn: work.state.turnCount,
    },
  );
  const { state, messages } = await reword(work.state, keepSecrets(rendered, work.state, stages), stages);
  const prefix = state.turn?.message.messageId ?? "";
  const added = messages.map(({ rephrasable: _, ...message }, index) => ({
    id: `${prefix}.${before.length + index + 1}`,
    ...message,
  }));
  return changeTurn(state, { messages: [...before, ...added] });
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

interface Worded {
  readonly state: DialogueState;
  readonly messages: readonly RenderedMessage[];
}

async function reword(state: DialogueState, messages: readonly RenderedMessage[], stages: TurnStages): Promise<Worded> {
  const { rephrase } = stages;
  const count = messages.filter((message) => message.rephrasable !== undefined).length;
  if (rephrase === undefined || count === 0 || state.turn === null) return { state, messages };
  const started = stages.stopwatch();
  const shared = sharedRequest(state, stages, count);
  const reworded = await Promise.all(messages.map((message) => rewordOne(message, shared, rephrase)));
  const usages = reworded.flatMap(({ usage }) => (usage === null ? [] : [usage]));
  const spent = [...(state.turn.usage === null ? [] : [state.turn.usage]), ...usages];
  const timing = addTime(state.turn.timing, "rephrase", stages.stopwatch() - started);
  return {
    state: changeTurn(state, { usage: spent.length === 0 ? null : spent.reduce(addUsage), timing }),
    messages: reworded.map(({ message }) => message),
  };
}

type SharedRequest = Omit<Parameters<Rephraser>[0], "text" | "values">;

function sharedRequest(state: DialogueState, stages: TurnStages, count: number): SharedRequest {
  const { settings } = stages.assistant;
  const { models } = settings;
  return {
    tone: models.rephrase.tone,
    language: state.metadata.language ?? settings.language,
    history: shownHistory(state, stages),
    milliseconds: timeLeft(stages.caller),
    caller: stages.caller,
    tokens: Math.floor(tokensLeft(state, stages) / count),
  };
}

async function rewordOne(
  message: RenderedMessage,
  shared: SharedRequest,
  rephrase: Rephraser,
): Promise<{ readonly message: RenderedMessage; readonly usage: Usage | null }> {
  if (message.rephrasable === undefined) return { message, usage: null };
  const reworded = await rephrase({ ...shared, text: message.text, values: message.rephrasable.values });
  return { message: { ...message, text: reworded.text }, usage: reworded.usage };
}

/** What this turn may still spend on models. */
export function tokensLeft(state: DialogueState, { assistant }: Pick<Stages, "assistant">): number {
  const { inputTokens = 0, outputTokens = 0 } = state.turn?.usage ?? {};
  return assistant.settings.limits.tokensPerTurn - inputTokens - outputTokens;
}

/** Where users are asked for secrets, any message may hold one: then no model that writes sees what was said. */
function shownHistory(state: DialogueState, { assistant }: Stages): readonly HistoryMessage[] {
  return hasSecrets(assistant) ? [] : state.messages;
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
