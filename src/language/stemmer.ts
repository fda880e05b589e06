import { foldText } from "./fold-text.ts";

/**
 * Cuts the endings of a language off a word. Each list is one round, and a round takes at most one ending off, the longest that
 * leaves `shortest` letters. `ies>i` writes something in place of the ending.
 */
export function stemmerOf(rounds: readonly string[], { shortest }: { readonly shortest: number }) {
  const tables = rounds.map((round) =>
    round
      .split(" ")
      .map((rule) => rule.split(">"))
      .toSorted(([left = ""], [right = ""]) => right.length - left.length),
  );
  return (word: string): string => {
    let stem = foldText(word);
    for (const table of tables) {
      const cut = ([ending = "", instead = ""]: readonly string[]): string =>
        stem.endsWith(ending) ? stem.slice(0, stem.length - ending.length) + instead : "";
      stem = table.map(cut).find((shorter) => shorter.length >= shortest) ?? stem;
    }
    return stem;
  };
}

export const foldedWords = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(foldText(lines.join(" ")).split(/\s+/));
