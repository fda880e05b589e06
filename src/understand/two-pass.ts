import type { Command } from "../engine/commands/command.ts";
import type { Time } from "../engine/time.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { systemTime } from "../time/system-time.ts";
import { couldAgree } from "./agreement.ts";
import { type AskOptions, askModel } from "./ask-model.ts";
import { type BudgetedRequest, type BudgetLimits, defaultLimits, openBudget } from "./budget.ts";
import { subjectLines } from "./embedded/flow-choice/subject-lines.ts";
import { isLeftForSlots } from "./left-for-slots.ts";
import { awaitsLocal, withholdLocal } from "./local-secrets.ts";
import { parseCommands } from "./parse-commands.ts";
import { fillStarted, parseSlots, withOwnValues } from "./parse-slots.ts";
import { defaultProgram, type PromptProgram } from "./program.ts";
import { programId } from "./program-id.ts";
import { commandsPrompt, slotsPrompt } from "./prompt.ts";
import { type FlowScorer, retrieveFlows } from "./retrieve.ts";
import { rivalFlows } from "./rival-flows.ts";
import { commandsSchema, slotsSchema } from "./schema.ts";
import { type Scope, scopeOf } from "./scope.ts";
import type { FlowInScope, Understander, Understanding, UnderstandRequest } from "./understander.ts";
import { addUsage } from "./usage.ts";
import { type PromptVocabulary, vocabularyOf } from "./vocabulary.ts";

interface UnderstandingFailure {
  readonly model: string;
  readonly pass: "commands" | "slots";
  readonly code: string;
  readonly message: string;
  /** In the provider's words, which may quote what the user said: for debugging only. */
  readonly detail?: string;
}

export interface ModelUnderstanderOptions {
  readonly model: LanguageModel;
  readonly program?: PromptProgram;
  readonly budget?: Partial<BudgetLimits>;
  readonly historyMessages?: number;
  readonly maxCommands?: number;
  /** More flows in scope than this are narrowed down to this many before prompting. */
  readonly maxFlows?: number;
  readonly scorer?: FlowScorer;
  /** How often to ask when an answer is unusable. */
  readonly tries?: number;
  readonly maxOutputTokens?: number;
  readonly time?: Time;
  readonly onFailure?: (failure: UnderstandingFailure) => void;
}

/** What a model that says nothing about its confidence is believed. */
const usualConfidence = 0.9;

/** Part of the answer was invented: the rest counts for less. */
const doubtWhenDropped = 0.75;

/** Understands with a language model: the first pass finds commands, a second one the slots of flows just started, if it has to. */
export const createModelUnderstander = (options: ModelUnderstanderOptions): Understander => {
  const settings = {
    program: defaultProgram,
    historyMessages: 10,
    maxCommands: 10,
    maxFlows: 20,
    tries: 2,
    maxOutputTokens: 800,
    time: systemTime,
    onFailure: () => {},
    ...options,
    // A program was measured with its options: they count before those of the settings.
    ...options.program?.options,
  };
  const { program } = settings;
  const used = program === defaultProgram ? {} : { program: programId(program) };
  const named = (read: Understanding): Understanding => ({
    ...read,
    ...(read.source === "none" ? {} : used),
    ...(read.usage === undefined ? {} : { usage: { ...read.usage, ...used } }),
  });
  return {
    understand: async (request) => {
      // The next one in the chain reads it: the embedded understander.
      if (awaitsLocal(request.context)) return notForModels;
      const withheld = withholdLocal(request);
      try {
        const read = named(await understandInTwoPasses(withheld?.request ?? request, settings));
        return withheld === null ? read : { ...read, commands: withheld.putBack(read.commands) };
      } catch (error) {
        // The border of the model path: whatever broke, the conversation continues.
        const detail = error instanceof Error ? error.message : String(error);
        const message = "The model's code raised an error.";
        settings.onFailure({ model: options.model.name, pass: "commands", code: "model.broken", message, detail });
        return nothing;
      }
    },
  };
};

type Settings = Required<Omit<ModelUnderstanderOptions, "scorer" | "budget">> &
  Pick<ModelUnderstanderOptions, "scorer" | "budget">;

const notForModels: Understanding = { commands: [], confidence: 0, source: "none", unavailable: "degraded" };

const nothing: Understanding = { commands: [], confidence: 0, source: "none", unavailable: "failed" };

const understandInTwoPasses = async (request: BudgetedRequest, settings: Settings): Promise<Understanding> => {
  const { message, context } = request;
  const scope = scopeOf(context);
  const ask: AskOptions = {
    model: settings.model,
    budget: request.budget ?? openBudget({ ...defaultLimits, ...settings.budget }, settings.time.now()),
    maxOutputTokens: settings.maxOutputTokens,
    tries: settings.tries,
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  };
  const vocabulary = vocabularyOf(context, settings.maxFlows);
  const flows = await offeredFlows(request, vocabulary, settings);
  const cacheKey = `soni-${context.assistantHash}`.slice(0, longestCacheKey);
  const first = await askModel(
    {
      messages: commandsPrompt({ ...settings, message, context, flows, vocabulary }),
      schema: commandsSchema(vocabulary, context.commands),
      purpose: "commands",
      cacheKey,
      parse: (output) => {
        const parsed = parseCommands(output, scope, settings.maxCommands);
        return parsed.ok ? { ok: true, value: parsed } : parsed;
      },
    },
    ask,
  );
  if (!first.ok) {
    report(first, "commands", settings);
    return { ...nothing, usage: first.usage };
  }
  const { dropped } = first.value;
  const commands = withOwnValues(withOwnConsent(first.value.commands, request, settings), scope);
  const stated = first.value.confidence ?? usualConfidence;
  const confidence = commands.length === 0 ? 0 : dropped === 0 ? stated : stated * doubtWhenDropped;
  const rivals = rivalFlows(commands, { message, flows, confidence });
  const filled = await fillSlots({ commands, request, scope, vocabulary, settings, ask, cacheKey });
  return {
    commands: filled.commands,
    confidence,
    ...(rivals.length === 0 ? {} : { rivals }),
    usage: filled.usage === undefined ? first.usage : addUsage(first.usage, filled.usage),
    source: settings.model.name,
  };
};

/** Names of caches may have this many characters at OpenAI. */
const longestCacheKey = 64;

/** All flows of the assistant where they fit; of more, those that the message may mean. */
const offeredFlows = async (
  { message, context }: UnderstandRequest,
  { startable }: PromptVocabulary,
  settings: Settings,
): Promise<readonly FlowInScope[]> => {
  if (startable.length <= settings.maxFlows) return startable;
  const said = context.history.map(({ text }) => text);
  return retrieveFlows([message, ...subjectLines(message, said)].join("\n"), context.flows, {
    limit: settings.maxFlows,
    always: new Set(scopeOf(context).stack.map((flow) => flow.name)),
    ...(settings.scorer === undefined ? {} : { scorer: settings.scorer }),
  });
};

/** An affirm that the user's own words cannot mean was read somewhere else. */
const withOwnConsent = (
  commands: readonly Command[],
  { message, context }: UnderstandRequest,
  settings: Settings,
): readonly Command[] => {
  // Elsewhere there is nothing to agree to, and execution refuses it.
  const binding = context.awaiting.kind === "confirmation" && commands.some((command) => command.type === "affirm");
  if (!binding || couldAgree(message, context.language)) return commands;
  report({ code: "model.consent_not_given", message: "It affirmed what the user did not." }, "commands", settings);
  return commands.filter((command) => command.type !== "affirm");
};

interface SecondPass {
  readonly commands: readonly Command[];
  readonly request: UnderstandRequest;
  readonly scope: Scope;
  readonly vocabulary: PromptVocabulary;
  readonly settings: Settings;
  readonly ask: AskOptions;
  readonly cacheKey: string;
}

/**
 * Asked only where something can come of it: a flow was started that has slots, these were not in the first prompt, and the message
 * says more than that the flow starts.
 */
const fillSlots = async ({ commands, request, scope, vocabulary, settings, ask, cacheKey }: SecondPass) => {
  if (vocabulary.isSmall) return { commands };
  const visible = new Set(scope.stack.map((flow) => flow.name));
  const starts = commands.filter((command) => command.type === "start_flow");
  const again = new Set(starts.flatMap(({ flow, newInstance }) => (newInstance === true ? [flow] : [])));
  const started = [...new Set(starts.map(({ flow }) => flow))].flatMap((name): FlowInScope[] => {
    const flow = scope.startable.get(name);
    const isKnown = visible.has(name) && !again.has(name);
    return flow === undefined || isKnown || flow.slots.length === 0 ? [] : [flow];
  });
  const { message, context } = request;
  if (started.length === 0 || !isLeftForSlots(message, started)) return { commands };
  const second = await askModel(
    {
      messages: slotsPrompt({ ...settings, message, context, started }),
      schema: slotsSchema(vocabulary),
      purpose: "slots",
      cacheKey,
      parse: (output) => parseSlots(output, started),
    },
    ask,
  );
  // Without the values the flow still starts, and asks for them.
  if (!second.ok) report(second, "slots", settings);
  return { commands: second.ok ? fillStarted(commands, started, second.value) : commands, usage: second.usage };
};

const report = (
  { code, message, detail }: Pick<UnderstandingFailure, "code" | "message" | "detail">,
  pass: UnderstandingFailure["pass"],
  { model, onFailure }: Settings,
): void => onFailure({ model: model.name, pass, code, message, ...(detail === undefined ? {} : { detail }) });
