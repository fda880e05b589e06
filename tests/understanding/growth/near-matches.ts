import fc from "fast-check";
import { type NastyText, seededRandom } from "./nasty-texts.ts";

/** Every expression that `run` applies to a text, literal or built: all of them go through `exec` once it is replaced. */
export async function patternsUsedBy(run: () => Promise<void>): Promise<readonly RegExp[]> {
  const { exec } = RegExp.prototype;
  const used = new Map<string, RegExp>();
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    used.set(this.source, this);
    return exec.call(this, text);
  };
  try {
    await run();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...used.values()];
}

/**
 * Texts that nearly match an expression: something that fits it, with a piece of that repeated, and a character at the
 * end that takes the match back. What an expression must try again and again, this makes it try.
 */
export function nearMatches(patterns: readonly RegExp[], seed: number): readonly NastyText[] {
  const random = seededRandom(seed);
  return patterns.flatMap((pattern) => {
    const [fitting = ""] = samplesOf(pattern, random);
    if (fitting === "") return [];
    const start = Math.floor(random() * fitting.length);
    const end = start + 1 + Math.floor(random() * (fitting.length - start));
    const piece = fitting.slice(start, end);
    const before = fitting.slice(0, start);
    const ending = ["(", " #", "", " x", "?"][Math.floor(random() * 5)] ?? "";
    return [
      {
        name: `nearly matches /${pattern.source.slice(0, 40)}/ by ${JSON.stringify(piece.slice(0, 30))}`,
        ofLength: (length: number) =>
          before.slice(0, length) +
          piece.repeat(Math.max(1, Math.floor((length - before.length - ending.length) / piece.length))) +
          ending,
      },
    ];
  });
}

/** The generator knows neither assertions nor modifiers: without them it finds what would fit but for those. */
function samplesOf({ source, flags }: RegExp, random: () => number): readonly string[] {
  const bare = source
    .replaceAll(/\(\?<?[=!](?:[^()\\[]|\\.|\[(?:[^\]\\]|\\.)*\])*\)/g, "")
    .replaceAll(/\\[bB]/g, "")
    .replaceAll("(?i:", "(?:");
  try {
    const pattern = new RegExp(bare, flags.replaceAll(/[^iu]/g, ""));
    return fc.sample(fc.stringMatching(pattern, { maxLength: 60 }), { numRuns: 1, seed: Math.floor(random() * 1e9) });
  } catch {
    // Classes of Unicode and the like: words that stand in the expression come near it as well.
    const words = source.match(/[\p{L}' ]{2,}/gu) ?? [];
    return [
      Array.from({ length: 3 }, () => words[Math.floor(random() * words.length)] ?? "")
        .join(" ")
        .trim(),
    ];
  }
}
