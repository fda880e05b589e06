import type { JsonObject } from "../json.ts";
import type { PromptProgram } from "./prompt-program.ts";
import type { Template } from "./template.ts";

export const modelProviders = ["embedded", "openai", "anthropic", "openai_compatible"] as const;
export type ModelProvider = (typeof modelProviders)[number];

/** A model and where it is. */
export interface ModelConnection {
  readonly provider: ModelProvider;
  readonly model?: string;
  /** Of `openai`; Responses unless given. */
  readonly protocol?: "chat" | "responses";
  readonly baseUrlEnv?: string;
  readonly apiKeyEnv?: string;
  readonly temperature?: number;
  /** How much it thinks, and how long an answer may be with that; else what is usual in its family. */
  readonly effort?: string;
  readonly maxOutputTokens?: number;
}

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
  readonly cacheWrite?: number;
}

/** A prompt program that has at least these parts, with the file that it was read from. */
export interface NamedProgram<Parts extends keyof PromptProgram> {
  /** As the settings name it: from the assistant's folder. */
  readonly file: string;
  readonly program: Partial<PromptProgram> & Required<Pick<PromptProgram, Parts>>;
}

/** Weights of the embedded understander, by feature, with the file that they were read from. */
export interface NamedWeights {
  /** As the settings name it: from the assistant's folder. */
  readonly file: string;
  readonly weights: Readonly<Record<string, number>>;
}

export interface UnderstandingSettings extends ModelConnection {
  /** What the embedded understander weighs otherwise than it was shipped. */
  readonly weights?: NamedWeights;
  /** What all models of understanding are told and shown; the built-in program unless given. */
  readonly program?: NamedProgram<"commands" | "slots">;
  /** Asked in this order when the model before fails; the embedded understander comes last in any case. */
  readonly fallback?: readonly ModelConnection[];
  readonly timeoutSeconds: number;
  /** After this many seconds the embedded understander reads the message too, and the first answer counts. */
  readonly softTimeoutSeconds: number;
  /** After this many seconds the next model is asked beside the one that has not answered yet. */
  readonly hedgeAfterSeconds?: number;
  readonly historyMessages: number;
  /** Messages that the embedded understander reads at a time; by the cores if it is not given. */
  readonly workers?: number;
  readonly cache: { readonly enabled: boolean; readonly ttl: number; readonly size: number };
}

/** How sure understanding has to be before it is acted on. */
export const cautions = ["low", "normal", "high"] as const;
export type Caution = (typeof cautions)[number];

export interface Settings {
  readonly language: string;
  /** A conversation takes up the language that its user writes in, if its channel gave none. */
  readonly detectLanguage: boolean;
  readonly timezone: string;
  readonly models: {
    readonly nlu: UnderstandingSettings;
    readonly rephrase: {
      readonly enabled: boolean;
      readonly tone: string;
      readonly program?: NamedProgram<"rephrase">;
    };
    readonly generate?: ModelConnection;
    /** By the name of the model, instead of the list prices that Soni knows. */
    readonly prices?: Readonly<Record<string, ModelPrice>>;
  };
  readonly understanding: { readonly caution: Caution };
  readonly persistence: {
    readonly backend: "memory" | "sqlite" | "postgres" | "redis";
    /** From the working directory. Without it, `.soni/soni.db` in the assistant's folder. */
    readonly path?: string;
    readonly urlEnv?: string;
    /** `full`: the state at the end of every turn is kept with it. */
    readonly history: "off" | "full";
  };
  readonly flowManagement: {
    readonly maxStackDepth: number;
    readonly onLimitReached: string;
    /** Seconds. Inputs from runs that ended longer ago are shown before they are used. */
    readonly confirmInputsAfter: number;
  };
  readonly memoryManagement: {
    readonly maxHistoryMessages: number;
    readonly maxTraceEvents: number;
    readonly maxCompletedFlows: number;
  };
  readonly limits: {
    readonly messageLength: number;
    readonly commandsPerMessage: number;
    readonly stepRepeats: number;
    readonly stepsPerTurn: number;
    readonly callDepth: number;
    readonly turnSeconds: number;
    readonly tokensPerTurn: number;
  };
  readonly conversation: {
    /** Seconds. */
    readonly sessionTimeout: number;
    readonly maxTurnsWithoutProgress: number;
    readonly onNoProgress: "handoff" | "cancel" | "retry";
    readonly welcomeFlow?: string;
    readonly fallbackFlow?: string;
  };
  readonly collection: { readonly maxAttempts: number };
  readonly retention: {
    readonly transcriptDays: number;
    /** Of one conversation. */
    readonly transcriptTurns: number;
    readonly encryptSensitiveKeyEnv?: string;
  };
  /** Whether the project's code runs in a process of its own, and how much memory that may take. */
  readonly actions: { readonly isolate: boolean; readonly maxHeapMegabytes: number };
  readonly runtime: { readonly host: "langgraph" | "direct" };
}

/** The models that the settings name: those that understand, in the order in which they are asked, and the one that writes. */
export const namedModels = ({ nlu, generate }: Settings["models"]): readonly ModelConnection[] =>
  [nlu, ...(nlu.fallback ?? []), ...(generate === undefined ? [] : [generate])].filter(
    ({ provider }) => provider !== "embedded",
  );

/** Patterns that a flow of the assistant's own can take the place of. */
export const flowPatterns = [
  "correction",
  "cancellation",
  "misunderstanding",
  "ambiguity",
  "invalid_answers",
  "no_progress",
  "silence",
  "chitchat",
  "out_of_scope",
  "repeat",
  "restart",
  "message_too_long",
  "message_empty",
] as const;
export type FlowPattern = (typeof flowPatterns)[number];

export interface Patterns {
  /** The flow that runs instead of what the system would say or do. */
  readonly flows: Readonly<Partial<Record<FlowPattern, string>>>;
  readonly correction: { readonly acknowledge: boolean };
  readonly clarification: { readonly maxDepth: number; readonly fallback: "handoff" | "cancel" | "retry" };
  readonly cancellation: { readonly confirm: boolean };
  readonly confirmation: { readonly maxRetries: number; readonly onMaxRetries: "cancel" | "handoff" };
  /** Consecutive messages that were not understood: when to offer what can be done, and when to call a person. */
  readonly misunderstanding: { readonly optionsAfter: number; readonly handoffAfter: number };
  readonly handoff: { readonly action?: string; readonly queue?: string };
}

/** A system text or a named response, replaced per assistant and language. */
export interface ResponseDefinition {
  readonly default?: Template;
  readonly variations: readonly Template[];
  readonly languages: ReadonlyMap<string, readonly Template[]>;
}

export interface KnowledgeSource {
  readonly path?: string;
  readonly faq?: string;
  /** What people call the things in the documents. */
  readonly words?: string;
  readonly url?: JsonObject;
}

/** Where the key to encrypt with is, if the settings name no other variable. */
export const usualKeyEnv = "SONI_ENCRYPTION_KEY";
