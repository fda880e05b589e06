/** Shorter than this, what is left of a word is no longer that word: "bring" is no form of "br". */
const shortestStem = 3;

/** The word itself, then what it may be a form of: "stopped" of "stop", "moving" of "move". Guesses are harmless. */
export function baseForms(word: string): readonly string[] {
  const guesses = [word];
  const without = (ending: string, ...replacements: readonly string[]): void => {
    if (!word.endsWith(ending)) return;
    const stem = word.slice(0, -ending.length);
    if (stem.length >= shortestStem)
      guesses.push(...replacements.map((replacement) => `${undoubled(stem, replacement)}`));
  };
  without("ies", "y");
  if (/(s|x|z|ch|sh|o)es$/.test(word)) without("es", "");
  if (!/(ss|us|is)$/.test(word)) without("s", "");
  without("ied", "y");
  without("ed", "", "e");
  without("ing", "", "e");
  return guesses;
}

/** "stopp" is "stop"; but "call" stays "call", as "calle" is never asked for. */
function undoubled(stem: string, replacement: string): string {
  const doubled = replacement === "" && /([bdgmnprt])\1$/.test(stem);
  return doubled ? stem.slice(0, -1) : `${stem}${replacement}`;
}

/** One form for all forms of a word, to find a phrase however it is bent: "called off" as "calling off". */
export function canonical(word: string): string {
  const base = baseForms(word)[1] ?? word;
  return base.length > shortestStem ? base.replace(/e$/, "") : base;
}
