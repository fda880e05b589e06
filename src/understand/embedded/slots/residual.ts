import { overlaps, type Span } from "../spans/span.ts";

const openings = new RegExp(
  `^(?:${[
    "(?:yes|yeah|sure|ok|okay|well|hmm|um|uh|oh|so|please|hi|hello|alright|great|let'?s see|then|and|maybe|probably|actually|just|perhaps)[,.!]?",
    "(?:i|we)(?:'d| would)? (?:really )?(?:like|love|want|need|prefer|wish|think|am looking for|was thinking|go with|guess|feel like|enjoy|choose|pick)(?: to)?(?: (?:have|see|watch|hear|listen to|eat|try|find|get|go|go to|go with|do|be|book|play|search|search for|look for|make it))?(?: (?:some|something|it|that|for))?",
    "(?:i'?ll|we'?ll|i will|we will) (?:take|have|go with|go for|go to|try|be|say|want|need|like)(?: to)?(?: (?:go to|go with|go))?",
    "i'?m (?:looking for|interested in|in the mood for|thinking of|thinking|going to|leaning towards|in|at|a fan of)",
    "(?:can|could|would|will) you (?:please )?(?:find|search|look|get|show|check|make it|do|try|play|book|give)(?: for| me| it| up)*",
    "(?:find|search|look|get|show|check|try|give|make it|do|play|put|set|go with|let'?s (?:go with|try|do|say|make it)|how about|what about)(?: for| me| it| us)*",
    "(?:it'?s|its|it is|that'?s|that would be|it would be|it should be|they are|this is|the (?:name|title|code|\\w+) is)(?: called| named| a| an| the)?",
    "(?:in|at|to|from|on|for|with|by|of|called|named|something|some|anything|any|a|an|the|my|about)",
  ].join("|")})(?=\\s|$)[\\s,:]*`,
  "i",
);
const politeEnding =
  /\b(?:please|thanks?(?: you)?|thx|if possible|if you can|would be (?:great|good|nice|fine|perfect)|sounds (?:good|great|nice)|is (?:fine|good|great|perfect|okay|ok)|works(?: for me)?|for me|today|tonight|instead|will do)$/i;
/** Longer than any polite ending. */
const longestEnding = 40;

/** What is left of an answer without its polite wrapping: "I think I'll go with Comfort Food, please" says Comfort Food. */
export function residual(text: string, taken: readonly Span[], nouns: ReadonlySet<string>): Span | null {
  const sentence = /^[^.?!]+/.exec(text.trim())?.[0] ?? text.trim();
  let rest = sentence;
  for (let round = 0; round < 6; round++) {
    const shorter = rest.replace(openings, "");
    if (shorter === rest || shorter.trim() === "") break;
    rest = shorter;
  }
  for (let round = 0; round < 3; round++) rest = withoutEnding(rest);
  rest = trimNouns(rest, nouns).trim();
  if (rest === "" || rest.split(/\s+/).length > 7) return null;
  const start = text.indexOf(rest);
  if (start < 0) return null;
  const span = { start, end: start + rest.length, text: rest, value: rest };
  return taken.some((other) => overlaps(span, other)) ? null : span;
}

/** From the end backwards: a pattern that looks for the end tries every place of a long text. */
function withoutEnding(text: string): string {
  const bare = withoutMarks(text);
  const polite = politeEnding.exec(bare.slice(-longestEnding))?.[0] ?? "";
  return polite === "" ? bare : withoutMarks(bare.slice(0, -polite.length));
}

function withoutMarks(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s,.!?]/.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** "Japanese cuisine" answers a question for the cuisine with "Japanese". */
function trimNouns(text: string, nouns: ReadonlySet<string>): string {
  const words = text.split(" ");
  while (words.length > 1 && nouns.has((words.at(-1) ?? "").toLowerCase())) words.pop();
  return words.join(" ");
}
