/**
 * What differs between families of models, as of 2026-11-18. Settings override `effort` and `maxOutputTokens`; a model that is in no
 * family gets neither. Each row of the table says where it comes from:
 * - `page`: the providers' pages about these models, https://developers.openai.com/api/docs/models and
 *   https://platform.claude.com/docs/en/models, though not every page has every field;
 * - `others`: lists of others, such as gateways;
 * - `alike`: nothing about these was read; they get what models before them or beside them have.
 * Room for thinking is our choice everywhere: no provider says how much a short answer takes. Limits are at most what the pages say.
 */
export interface ModelFamily {
  /** How much it should think before it answers. Reading one message needs little of it. */
  readonly effort?: string;
  /** Thinking can be turned off by `effort: none`, or must be turned off by an option of its own (Anthropic). */
  readonly noThinking?: true;
  /** Tokens that it may spend on thinking, on top of those for the answer: both count towards the same limit. */
  readonly thinkingTokens: number;
  /** Tokens of one answer at most, thinking included. */
  readonly maxOutputTokens: number;
  /** It refuses `temperature`. */
  readonly noTemperature?: true;
  /** Its limit is called `max_completion_tokens` in Chat Completions. */
  readonly completionTokens?: true;
}

const unknown: ModelFamily = { thinkingTokens: 0, maxOutputTokens: 8_192 };
const reasoning = { noTemperature: true, completionTokens: true, maxOutputTokens: 100_000 } as const;

type Source = "page" | "others" | "alike";

const families: readonly (readonly [RegExp, Source, ModelFamily])[] = [
  [/^gpt-4o/, "others", { thinkingTokens: 0, maxOutputTokens: 16_384 }],
  [/^gpt-4\.1/, "others", { thinkingTokens: 0, maxOutputTokens: 32_768 }],
  [/^gpt-\d+(?:\.\d+)?-chat/, "alike", { thinkingTokens: 0, maxOutputTokens: 16_384 }],
  // These think as long as they like.
  [/^gpt-5(?:\.\d+)?-pro/, "others", { ...reasoning, thinkingTokens: 25_000 }],
  [/^gpt-5(?:\.\d+)?-codex/, "page", { ...reasoning, effort: "low", thinkingTokens: 4_000 }],
  [/^gpt-5(?:-|$)/, "page", { ...reasoning, effort: "minimal", thinkingTokens: 1_000 }],
  [/^gpt-5\.\d+/, "page", { ...reasoning, effort: "none", thinkingTokens: 0 }],
  [/^gpt-6-(?:luna|sol)|^gpt-6\.1-terra/, "alike", { ...reasoning, effort: "none", thinkingTokens: 0 }],
  [/^(?:gpt-(?:[6-9]|\d\d)|o\d)/, "alike", { ...reasoning, effort: "low", thinkingTokens: 4_000 }],
  // Always thinks; the effort is the only lever.
  [
    /^claude-(?:opus|sonnet)-5-5|^claude-fable/,
    "page",
    { effort: "low", thinkingTokens: 4_000, maxOutputTokens: 128_000, noTemperature: true },
  ],
  [
    /^claude-(?:opus|sonnet|haiku)-5/,
    "page",
    { noThinking: true, thinkingTokens: 0, maxOutputTokens: 128_000, noTemperature: true },
  ],
  [/^claude-opus-4-[78]/, "page", { thinkingTokens: 0, maxOutputTokens: 128_000, noTemperature: true }],
  [/^claude-(?:opus|sonnet)-4-6/, "page", { thinkingTokens: 0, maxOutputTokens: 128_000 }],
  [/^claude-(?:opus|sonnet|haiku)-4/, "page", { thinkingTokens: 0, maxOutputTokens: 32_000 }],
  // Open models that think in their answer, in tags.
  [
    /^(?:qwen-?3|deepseek-r|gpt-oss|magistral|qwq)|thinking|reason/,
    "alike",
    { thinkingTokens: 2_000, maxOutputTokens: 32_768 },
  ],
];

/** What thinking may take where the settings say how much of it is wanted. */
const thinkingBy: Readonly<Record<string, number>> = {
  none: 0,
  minimal: 1_000,
  low: 4_000,
  medium: 10_000,
  high: 25_000,
  xhigh: 40_000,
  max: 60_000,
};

/** The family as the settings want it. */
export const withEffort = (family: ModelFamily, effort: string | undefined): ModelFamily =>
  effort === undefined ? family : { ...family, effort, thinkingTokens: thinkingBy[effort] ?? family.thinkingTokens };

/** By its name, without the vendor that gateways put before it ("openai/gpt-5-mini"). */
export const familyOf = (model: string): ModelFamily => {
  const name = model.toLowerCase().replace(/^.*\//, "");
  return families.find(([pattern]) => pattern.test(name))?.[2] ?? unknown;
};
