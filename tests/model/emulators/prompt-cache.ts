/**
 * Tokens of a text, estimated: words in pieces of six letters, digits in threes, each sign by itself. Close to what the services
 * count for English and JSON, and the same for everybody here, which is what comparisons need.
 */
export const tokensIn = (text: string): number => {
  let tokens = 0;
  for (const [word, letters, digits] of text.matchAll(/(\p{L}+)|(\p{N}+)|[^\s\p{L}\p{N}]{1,2}/gu)) {
    if (letters !== undefined) tokens += Math.ceil(word.length / 6);
    else if (digits !== undefined) tokens += Math.ceil(word.length / 3);
    else tokens += 1;
  }
  return tokens;
};

/** Length of the text that both begin with. */
export const sharedLength = (one: string, other: string): number => {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
};

/** What a service finds of a prompt in its cache, and what it writes there. */
export interface PromptCache {
  look(prompt: CachedPrompt): { readonly cached: number; readonly written: number };
}

export interface CachedPrompt {
  /** Prompts of another scope (model, key) are not looked at. */
  readonly scope: string;
  /** In the order in which the service reads it: schema, instructions, messages. */
  readonly text: string;
  /** Where the marked parts end, in characters; only services that cache what is marked look at them. */
  readonly marks: readonly number[];
}

/**
 * OpenAI and most servers: the longest prefix of an earlier prompt, from 1,024 tokens on, in steps of 128.
 * https://platform.openai.com/docs/guides/prompt-caching
 */
export const prefixCache = (): PromptCache => {
  const seen = new Map<string, string[]>();
  return {
    look({ scope, text }) {
      const earlier = seen.get(scope) ?? [];
      const shared = Math.max(0, ...earlier.map((each) => sharedLength(each, text)));
      seen.set(scope, [...earlier.slice(-50), text]);
      const tokens = tokensIn(text.slice(0, shared));
      return { cached: tokens < 1_024 ? 0 : tokens - (tokens % 128), written: 0 };
    },
  };
};

/**
 * Anthropic: what ends at a mark, if it has at least 1,024 tokens (more on some models).
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export const markedCache = (least: number): PromptCache => {
  const seen = new Map<string, Set<string>>();
  return {
    look({ scope, text, marks }) {
      const known = seen.get(scope) ?? new Set();
      const parts = marks.map((mark) => text.slice(0, mark)).filter((part) => tokensIn(part) >= least);
      const found = parts.findLast((part) => known.has(part)) ?? "";
      const longest = parts.at(-1) ?? "";
      for (const part of parts) known.add(part);
      seen.set(scope, known);
      const cached = tokensIn(found);
      return { cached, written: Math.max(0, tokensIn(longest) - cached) };
    },
  };
};
