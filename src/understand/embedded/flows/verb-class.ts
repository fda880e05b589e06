import { stem, tokensOf } from "../text/tokens.ts";

/** Looking for something and committing to it are different wishes about the same things. */
const classes = {
  find: "find search look lookup browse discover show see recommend suggest explore locate know what which any available looking searching information",
  commit: "book reserve buy purchase schedule order reservation appointment booking hire rent tickets ticket arrange",
  play: "play listen cast put start stream hear",
  watch: "watch rent stream",
  send: "transfer send pay wire give",
  create: "add create set new",
  check: "check view see get show tell list what how",
  times: "times time showtimes when dates",
} as const;
export type VerbClass = keyof typeof classes;

const members = new Map<string, VerbClass[]>();
for (const [name, words] of Object.entries(classes)) {
  for (const word of words.split(" ")) members.set(stem(word), [...(members.get(stem(word)) ?? []), name as VerbClass]);
}

/** Classes of the first telling words of a text. */
export function verbClasses(text: string, limit: number): ReadonlySet<VerbClass> {
  const found = tokensOf(text)
    .map((token) => members.get(stem(token.lower)) ?? [])
    .filter((names) => names.length > 0)
    .slice(0, limit);
  return new Set(found.flat());
}
