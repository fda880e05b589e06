import { actPatterns, alternativesPattern } from "../lexicon/act-phrases.ts";
import { type Sentence, sentencesOf } from "../text/sentences.ts";
import type { Act } from "./act.ts";

/** A sentence, the acts at its start, and what is left to understand. */
export interface Piece {
  readonly sentence: Sentence;
  readonly acts: readonly Act[];
  /** Empty if the acts are all there is. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly asks: boolean;
  /** It asks for something other than what was offered. */
  readonly alternatives: boolean;
}

/** Takes interjections off the front of each sentence: "Yes, and check BK-7" is an affirmation and "check BK-7". */
export function peel(message: string): readonly Piece[] {
  const plain = message.replaceAll("’", "'");
  return sentencesOf(message).map((sentence) => {
    const acts: Act[] = [];
    let at = sentence.start;
    for (let round = 0; round < 8 && at < sentence.end; round++) {
      const act = actAt(plain, at, sentence.end);
      if (act === null) break;
      acts.push(act);
      at =
        act.end +
        (/^[\s,.!?;:-]*(?:(?:and|but|then|also)\b[\s,]*)*/i.exec(message.slice(act.end, sentence.end))?.[0].length ??
          0);
    }
    const raw = message.slice(at, sentence.end);
    const text = raw.replace(/(?<![\s.!?;,])[\s.!?;,]+$/, "").trim();
    const start = at + raw.length - raw.trimStart().length;
    const end = start + text.length;
    return {
      sentence,
      acts,
      text: /[\p{L}\p{N}]/u.test(text) ? text : "",
      start,
      end,
      asks: sentence.asks,
      alternatives: alternativesPattern.test(text),
    };
  });
}

function actAt(message: string, at: number, end: number): Act | null {
  const rest = message.slice(at, end);
  for (const [type, pattern] of actPatterns) {
    const match = pattern.exec(rest);
    if (match === null || match[0].length === 0) continue;
    if (goesOn(type, match[0], rest.slice(match[0].length))) continue;
    return { type, start: at, end: at + match[0].length, text: match[0] };
  }
  return null;
}

/** "Nice place", "good restaurants", "ok with pets", "later today": the words after it take the interjection back. */
function goesOn(type: Act["type"], text: string, after: string): boolean {
  if (type === "filler" || type === "thanks" || type === "goodbye" || type === "cancel") return false;
  const next = /^\s+(\p{L}[\p{L}']*)/u.exec(after)?.[1]?.toLowerCase();
  if (next === undefined) return false;
  const single = !/\s/.test(text.trim());
  if (
    /^(?:yes|yeah|yep|yup|sure|ok|okay|no|nope|alright|thanks|hi|hello|hey|correct|absolutely|definitely)$/i.test(
      text.trim(),
    )
  ) {
    return (
      /^(?:no|nope)$/i.test(text.trim()) &&
      !/^(?:i|it|the|that|this|please|make|can|could|not|my|we|but|actually|change|play|put|for|on|from|to|in|at|a|just|instead|use|go|let's|what|is|are|thanks|thank|you|there|they|book|set|need|want|me|do|search|find|show|only|and|how|cancel|don't|all|any|wait|sorry|one|two|three|four)$/.test(
        next,
      )
    );
  }
  if (
    /^(?:later|right|please|not|never|good|nice|great|fine|cool|fun|perfect|excellent|amazing|wonderful|fantastic|lovely|super|awesome|all|wait|sorry|hold|so)\b/i.test(
      text,
    ) &&
    single
  ) {
    return (
      !/^(?:i|can|could|please|what|how|that|this|it|the|is|are|do|does|let's|and|but|thanks|thank|will|would|who|where|when|book|play|find|show|sounds|so|yes|you|also|now|there|may|which|go|make|in|give|tell|my|we|then|reserve|search|for)$/.test(
        next,
      ) ||
      (/^(?:right|all|so|for|later)$/i.test(text) && /^(?:now|the|for)$/.test(next))
    );
  }
  return false;
}
