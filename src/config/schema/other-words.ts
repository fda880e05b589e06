/** What people write who come from Python, Rasa or another language, and what it is called here. */
const keys: ReadonlyMap<string, readonly string[]> = new Map([
  ["flow_name", ["flow"]],
  ["slot_name", ["slot"]],
  ["step_name", ["step"]],
  ["name", ["step"]],
  ["id", ["step"]],
  ["action", ["call"]],
  ["action_name", ["call"]],
  ["text", ["message", "prompt"]],
  ["utter", ["message"]],
  ["prompt", ["message"]],
  ["question", ["prompt", "message"]],
  ["message", ["prompt"]],
  ["if", ["condition", "when"]],
  ["condition", ["when", "rule"]],
  ["goto", ["then", "jump_to"]],
  ["next", ["jump_to", "then"]],
  ["jump", ["jump_to"]],
  ["default", ["else"]],
  ["body", ["do"]],
  ["steps", ["do"]],
  ["options", ["values", "cases"]],
  ["enum", ["values"]],
  ["choices", ["values"]],
  ["params", ["inputs"]],
  ["args", ["inputs"]],
  ["arguments", ["inputs"]],
  ["parameters", ["inputs"]],
  ["returns", ["outputs"]],
  ["results", ["outputs"]],
  ["output_mapping", ["map_outputs"]],
  ["on_failure", ["on_error"]],
  ["on_yes", ["on_confirm"]],
  ["on_no", ["on_deny"]],
  ["validation", ["validator"]],
  ["optional", ["required"]],
  ["intent", ["intents"]],
  ["triggers", ["trigger"]],
  ["examples", ["intents"]],
  ["process", ["steps"]],
  ["config", ["settings"]],
  ["entities", ["slots"]],
  ["intents", ["trigger"]],
]);

/** Where the nearest key is not the whole answer. */
const remedies: ReadonlyMap<string, string> = new Map([
  ["transactional", "An action that changes the world has 'effect: true'."],
  ["optional", "A slot that may stay empty has 'required: false'."],
  ["url", "Addresses belong in code; YAML says what, actions.ts says how."],
  ["regex", "Patterns belong in code: name a validator."],
  ["pattern", "Patterns belong in code: name a validator."],
  ["sql", "Queries belong in code; YAML says what, actions.ts says how."],
  ["api_key", "Secrets stay out of YAML: name an environment variable with 'api_key_env'."],
  ["base_url", "Addresses stay out of YAML: name an environment variable with 'base_url_env'."],
  [
    "min_confidence",
    "How sure understanding has to be is 'caution: low', 'normal' or 'high' under 'settings.understanding'.",
  ],
  ["async", "Every action may be asynchronous; nothing needs to say so."],
]);

const types: ReadonlyMap<string, string> = new Map([
  ["str", "string"],
  ["text", "string"],
  ["int", "integer"],
  ["long", "integer"],
  ["number", "float"],
  ["double", "float"],
  ["decimal", "float"],
  ["bool", "boolean"],
  ["enum", "categorical"],
  ["choice", "categorical"],
  ["category", "categorical"],
  ["array", "list"],
  ["dict", "object"],
  ["map", "object"],
  ["timestamp", "datetime"],
]);

const stepTypes: ReadonlyMap<string, string> = new Map([
  ["ask", "collect"],
  ["slot", "collect"],
  ["message", "say"],
  ["utter", "say"],
  ["respond", "say"],
  ["if", "branch"],
  ["switch", "branch"],
  ["condition", "branch"],
  ["loop", "while"],
  ["for", "while"],
  ["assign", "set"],
  ["confirmation", "confirm"],
  ["subflow", "call"],
  ["goto", "link"],
  ["llm", "generate"],
]);

const firstKnown = (meant: readonly string[] | undefined, valid: readonly string[]): string | undefined =>
  meant?.find((name) => valid.includes(name));

export const keyFromElsewhere = (key: string, valid: readonly string[]): string | undefined =>
  firstKnown(keys.get(key.toLowerCase()), valid);

export const remedyForKey = (key: string): string | undefined => remedies.get(key.toLowerCase());

/** `str`, `bool` for slots; `ask`, `if` for steps. */
export function wordFromElsewhere(word: string, valid: readonly string[]): string | undefined {
  const plain = word.toLowerCase();
  const meant = [types.get(plain), stepTypes.get(plain)].filter((each) => each !== undefined);
  return firstKnown(meant, valid);
}
