import { hasSecrets } from "../engine/secrets/mask.ts";
import { maskSaid } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { DialogueState, HistoryMessage } from "../engine/state/state.ts";
import type { Usage } from "../engine/state/turn.ts";
import { timeLeft } from "../project-code/call-project-code.ts";
import { type RenderedMessage, renderOutcomes } from "../respond/render.ts";
import type { Rephraser } from "../respond/rephrase.ts";
import { addUsage } from "../understand/usage.ts";
import { addTime, changeTurn, type Stages, type TurnStages } from "./stages.ts";

/** Adds to the turn's messages what its outcomes say. */
export async function putIntoWords(work: Change, stages: TurnStages): Promise<DialogueState> {
  const { say } = work;
  const { settings } = stages.assistant;
  const before = work.state.turn?.messages ?? [];
  const rendered = renderOutcomes(
    stages.rephrase === undefined ? say : say.map((outcome) => asWanted(outcome, stages)),
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
  const { text, usage } = await rephrase({ ...shared, text: message.text, values: message.rephrasable.values });
  return { message: { ...message, text }, usage };
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
