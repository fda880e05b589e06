/** A part of a message that wants one thing. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly asks: boolean;
  readonly alternatives: boolean;
}

/** A connector counts only where a new wish can begin. */
const border =
  /(?:,? (?:and|but|then|also|plus|and then|and also|but also|and please|then please)|[,;:]) (?!make it\b|not\b|no\b)(?=(?:please |also |then |can you |could you |i (?:want|need|would|also|have|wish|must)\b|i'd |i'm |let's |what|how|where|who|which|when|is |are |does |do |will |check|book|show|send|transfer|block|find|search|look|cancel|play|reserve|buy|get|give|tell|list|make|change|set|add|order|pay|schedule|rent|call|start|open|see|it |my |the ))/gi;

export function clausesOf(piece: Clause): readonly Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  const close = (end: number): void => {
    const raw = piece.text.slice(at, end);
    const text = raw.trim();
    if (/[\p{L}\p{N}]/u.test(text)) {
      const start = piece.start + at + raw.length - raw.trimStart().length;
      clauses.push({ ...piece, text, start, end: start + text.length });
    }
  };
  for (const match of piece.text.matchAll(border)) {
    close(match.index);
    at = match.index + match[0].length;
  }
  close(piece.text.length);
  return clauses;
}
