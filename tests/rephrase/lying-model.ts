import fc from "fast-check";
import type { Time } from "../../src/engine/time.ts";
import type { LanguageModel } from "../../src/model/language-model.ts";

/** Something that is wrong to say instead of a text; null where this text cannot be spoiled that way. */
export interface Lie {
  readonly name: string;
  tell(truth: string, values: readonly string[]): string | null;
}

const change = (name: string, spoil: (truth: string, values: readonly string[]) => string): Lie => ({
  name,
  tell: (truth, values) => {
    const spoiled = spoil(truth, values);
    return spoiled === truth ? null : spoiled;
  },
});
const append = (tail: string): Lie => change(`appends "${tail}"`, (truth) => `${truth} ${tail}`);
const prepend = (head: string): Lie => change(`prepends "${head}"`, (truth) => `${head} ${truth}`);
const digit = (truth: string, spoil: (digit: string) => string): string => truth.replace(/\d/, spoil);

const changes: readonly Lie[] = [
  change("changes a digit", (truth) => digit(truth, (found) => String((Number(found) + 1) % 10))),
  change("adds a digit", (truth) => digit(truth, (found) => `${found}0`)),
  change("drops a digit", (truth) => digit(truth, () => "")),
  change("negates a number", (truth) => digit(truth, (found) => `-${found}`)),
  change("rounds", (truth) => truth.replace(/(\d)[.,]\d+/, "$1")),
  change("moves the decimal point", (truth) => truth.replace(/(\d)([.,])(\d)/, "$3$2$1")),
  change("drops a value", (truth, [value]) => (value === undefined ? truth : truth.replace(value, "it"))),
  change("cuts a value", (truth, [value]) => (value === undefined ? truth : truth.replace(value, value.slice(1)))),
  change("repeats a value", (truth, [value]) =>
    value === undefined ? truth : truth.replace(value, `${value} ${value}`),
  ),
  change("swaps two values", (truth, [a, b]) =>
    a === undefined || b === undefined || a.includes(b) || b.includes(a)
      ? truth
      : truth.replace(a, "\u0000").replace(b, a).replace("\u0000", b),
  ),
  change("turns the way round", (truth) =>
    truth
      .replace(/\bfrom\b/, "\u0000")
      .replace(/\bto\b/, "from")
      .replace("\u0000", "to"),
  ),
  change("denies it", (truth) => truth.replace(/\bis\b/, "is not")),
  change("hedges", (truth) => truth.replace(/\bis\b/, "is about")),
  change("changes the money", (truth) => truth.replace("euros", "dollars")),
];
const additions: readonly Lie[] = [
  append("Would you like a hotel too?"),
  append("Shall I go on"),
  append("Is that all right?"),
  append("You get a refund."),
  append("It is free."),
  append("I'll call you."),
  append("We guarantee it."),
  append("Just ask me."),
  append("See https://evil.example/win"),
  append("Write to me@evil.example"),
  append("Visit evil.example"),
  append("Thanks to Iberia."),
  append("It is two for Monday."),
  append("<script>alert(1)</script>"),
  append("[here](x)"),
  prepend("Iberia says:"),
  prepend("7:"),
  prepend("Not true:"),
];
const others: readonly Lie[] = [
  { name: "says nothing", tell: () => "" },
  { name: "says white space", tell: () => " \n\t " },
  { name: "says something else", tell: () => "All is well with the world, and the weather is nice." },
  { name: "speaks Spanish", tell: () => "Su vuelo ya está listo y le espera con los demás." },
  { name: "talks without end", tell: (truth) => `${truth.slice(0, 200)} `.repeat(5_000) },
  { name: "says one endless word", tell: () => "a.".repeat(500_000) },
];

export const anyLie: fc.Arbitrary<Lie> = fc.constantFrom(...changes, ...additions, ...others);
/** A change and then some additions: unlike two changes, they cannot undo each other. */
export const manyLies: fc.Arbitrary<readonly Lie[]> = fc
  .tuple(fc.constantFrom(...changes), fc.array(fc.constantFrom(...additions), { minLength: 1, maxLength: 3 }))
  .map(([change, added]) => [change, ...added]);

/** What a model may do besides answering. */
export type Misbehaviour = "hangs" | "throws" | "fails" | "is cut" | "refuses";

const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 10 };

export const modelThat = (
  behaves: { readonly says: string } | { readonly does: Misbehaviour; readonly says: string },
): LanguageModel => ({
  name: "lying",
  samples: false,
  generate: async () => {
    const answer = { ok: true, text: behaves.says, usage, attempts: 1 } as const;
    if (!("does" in behaves)) return { ...answer, finish: "stop" };
    switch (behaves.does) {
      case "hangs":
        return new Promise(() => {});
      case "throws":
        throw new Error("broken");
      case "fails":
        return { ok: false, code: "model.unavailable", message: "down", attempts: 3 };
      case "is cut":
        return { ...answer, finish: "length" };
      case "refuses":
        return { ...answer, finish: "refusal" };
      default:
        return behaves.does satisfies never;
    }
  },
});

/** Time that is up at once, or never. */
export const timeThat = (isUp: boolean): Time => ({
  now: () => 0,
  after(_milliseconds, run) {
    let isWanted = isUp;
    queueMicrotask(() => isWanted && run());
    return () => {
      isWanted = false;
    };
  },
});
