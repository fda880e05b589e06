import { type Span, textBefore } from "../spans/span.ts";
import type { Role } from "./slot-profile.ts";

const startPlace =
  /\b(?:from|leav\w+|depart\w*|out of|start\w*|originat\w*|live in|i'm in|i am in|pick[\w ]{0,40}?up (?:from|in|at)?|based in|origin)\b/gi;
const endPlace =
  /\b(?:to|into|toward[s]?|going|go|heading|visit\w*|arriv\w*|reach\w*|destination|land\w*|flight for|bus for|leaving for|fly\w* me)\b/gi;
const startTime =
  /\b(?:from|leav\w+|depart\w*|start\w*|begin\w*|pick[\w ]{0,40}?up|pickup|check\w*[- ]?in\w*|starting|arriv\w*|outbound|going|go|fly\w*|travel\w*|get there)\b/gi;
const endTime =
  /\b(?:until|till|til|through|return\w*|back|drop\w*|check\w*[- ]?out|ending|end|ends|inbound|leave there|checkout|come back|coming back)\b/gi;

/** The role that the words before a span give it: "from Madrid" starts a journey, "until Friday" ends a stay. */
export function roleBefore(
  text: string,
  span: Pick<Span, "start">,
  kind: "place" | "time",
): { readonly role: Role; readonly distance: number } {
  const before = clauseBefore(text, span.start);
  const [start, end] = kind === "place" ? [startPlace, endPlace] : [startTime, endTime];
  const lastStart = lastIndex(before, start);
  const lastEnd = lastIndex(before, end);
  if (lastStart < 0 && lastEnd < 0) return { role: "none", distance: Number.POSITIVE_INFINITY };
  const at = Math.max(lastStart, lastEnd);
  return { role: lastStart > lastEnd ? "start" : "end", distance: before.length - at };
}

function clauseBefore(text: string, end: number): string {
  const before = text.slice(Math.max(0, end - 60), end);
  return before.replace(/^[\s\S]*[.?!;]\s/, "");
}

function lastIndex(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}

const takenBack =
  /(?:[,.-]|(?<!\s)\s|^)\s*(?:no|no wait|wait|wait no|sorry|oh sorry|oops|i mean|i meant|actually|rather|or rather|make (?:that|it)|scratch that|correction|better|no sorry|no actually)[,. ]*(?:no[, ]+)?(?:wait[, ]+)?(?:i mean[t]?[, ]+)?(?:make (?:it|that) )?(?:on |at |for |to |from |in |the )*$/i;
const refused =
  /\b(?:not|instead of|rather than|no longer|not going|isn't|don't want|do not want)\s+(?:from |to |in |on |at |the |for |a |an |any )*$/i;

/** Words that take a value back are few and come right before the next one. */
const longestCue = 80;

/** Spans that the user took back: "Friday, no, Saturday", "not Paris but Lyon". */
export function withoutTakenBack<T extends Span>(text: string, spans: readonly T[]): readonly T[] {
  return spans.filter((span, index) => {
    if (refused.test(textBefore(text, span.start, longestCue))) return false;
    const next = spans[index + 1];
    if (next === undefined) return true;
    const between = text.slice(Math.max(span.end, next.start - longestCue), next.start);
    return (
      !takenBack.test(between) ||
      !/\b(?:no|wait|sorry|oops|mean|meant|actually|rather|scratch|correction|better|make)\b/i.test(between)
    );
  });
}
