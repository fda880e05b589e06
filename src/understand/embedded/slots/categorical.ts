import { distance } from "fastest-levenshtein";
import { synonyms } from "../lexicon/synonyms.ts";
import { coverOf, overlaps, rangesOf, type Span, textBefore } from "../spans/span.ts";
import { stem, type Token, tokensOf } from "../text/tokens.ts";
import type { FilledSlot, FillRequest } from "./filled-slot.ts";
import { roleBefore } from "./role-cues.ts";
import type { SlotProfile } from "./slot-profile.ts";

interface Match {
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /** 3: the whole value; 2: all its words, in any order; 1.5: a telling word of it; 1: nearly. */
  readonly strength: number;
}

/** Words of a value that no other value shares: "Delta" of "Delta Airlines". */
const weakWords = new Set(
  "of the and a an in for or with to no any all other first class type show place one".split(" "),
);

/** Exact, then word by word, then nearly. Values whose words stand in the message, the longest first. */
function matchCategorical(text: string, profile: SlotProfile, loose: boolean): readonly Match[] {
  const tokens = tokensOf(text);
  const plain = tokens.map(({ lower }) => lower.replaceAll(/[^a-z0-9]/g, ""));
  const forms = profile.slot.values.flatMap((value) =>
    [value.value, ...value.synonyms].map((form) => ({
      value: value.value,
      words: tokensOf(form).map((token) => token.lower),
    })),
  );
  // A word that names the slot itself tells nothing: every attraction is an "attraction".
  const shared = new Set([...sharedWords(forms), ...profile.words]);
  const matches = forms.flatMap(({ value, words }) => {
    const found = inOrder(tokens, words, plain) ?? anyOrder(tokens, words) ?? telling(tokens, words, { shared, loose });
    return found === null ? [] : [{ value, ...found }];
  });
  matches.push(...withoutAny(text, profile), ...alike(tokens, profile));
  return matches
    .sort((left, right) => right.strength - left.strength || right.end - right.start - (left.end - left.start))
    .filter(firstOfItsValue(text.length));
}

/** Keeps a match unless one before it has the same value or some of the same words. */
function firstOfItsValue(length: number): (match: Match) => boolean {
  const values = new Set<string>();
  const taken = new Uint8Array(length);
  return ({ value, start, end }) => {
    const isFirst = !values.has(value) && !taken.subarray(start, end).includes(1);
    values.add(value);
    taken.fill(1, start, end);
    return isFirst;
  };
}

/** "no subtitles" chooses the value that means none. */
function withoutAny(text: string, profile: SlotProfile): readonly Match[] {
  const none = profile.slot.values.find(({ value }) => /^(?:none|no)$/i.test(value));
  if (none === undefined) return [];
  return rangesOf(text, /\b(?:no|without|without any|don't need|do not need|don't want|do not want)(?: any)? (\w+)/gi)
    .filter(({ match }) => profile.words.has(stem((match[1] ?? "").toLowerCase())))
    .map(({ start, end }) => ({ value: none.value, start, end, strength: 3 }));
}

/** Everyday words for what forms and lists call otherwise. */
function alike(tokens: readonly Token[], profile: SlotProfile): readonly Match[] {
  return synonyms.flatMap((group) => {
    const value = profile.slot.values.find((candidate) =>
      tokensOf(candidate.value).some((token) => group.includes(token.lower)),
    );
    if (value === undefined) return [];
    return tokens
      .filter((token) => group.includes(token.lower) && !profile.words.has(stem(token.lower)))
      .map((token) => ({ value: value.value, start: token.start, end: token.end, strength: 1.4 }));
  });
}

function sharedWords(
  forms: readonly { readonly value: string; readonly words: readonly string[] }[],
): ReadonlySet<string> {
  const owners = new Map<string, Set<string>>();
  for (const { value, words } of forms)
    for (const word of words) owners.set(stem(word), (owners.get(stem(word)) ?? new Set()).add(value));
  return new Set([...owners].filter(([, values]) => values.size > 1).map(([word]) => word));
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/'s$/, "").replace(/([^s])s$/, "$1") : word);
/** "saving" is "savings", but "check" is not "checking". */
const same = (token: Token | undefined, word: string): boolean =>
  token !== undefined && (token.lower === word || singular(token.lower) === singular(word));

function inOrder(
  tokens: readonly Token[],
  words: readonly string[],
  plain: readonly string[],
): Omit<Match, "value"> | null {
  for (let at = 0; at + words.length <= tokens.length; at++) {
    if (!words.every((word, offset) => same(tokens[at + offset], word))) continue;
    return { start: tokens[at]?.start ?? 0, end: tokens[at + words.length - 1]?.end ?? 0, strength: 3 };
  }
  // "full size" for "full-size", "3 d" for "3d".
  const joined = words.join("").replaceAll(/[^a-z0-9]/g, "");
  for (let at = 0; at < tokens.length; at++) {
    let glued = "";
    for (let to = at; to < Math.min(tokens.length, at + 3); to++) {
      glued += plain[to] ?? "";
      if (glued === joined && joined.length > 1)
        return { start: tokens[at]?.start ?? 0, end: tokens[to]?.end ?? 0, strength: 3 };
    }
  }
  return null;
}

function anyOrder(tokens: readonly Token[], words: readonly string[]): Omit<Match, "value"> | null {
  if (words.length < 2) return null;
  const found = words.map((word) => tokens.find((token) => same(token, word)));
  if (found.some((token) => token === undefined)) return null;
  const places = found.flatMap((token) => (token ? [token] : []));
  const start = Math.min(...places.map((token) => token.start));
  const end = Math.max(...places.map((token) => token.end));
  return end - start > 40 ? null : { start, end, strength: 2 };
}

function telling(
  tokens: readonly Token[],
  words: readonly string[],
  { shared, loose }: { readonly shared: ReadonlySet<string>; readonly loose: boolean },
): Omit<Match, "value"> | null {
  const own = words.filter(
    (word) => word.length > 2 && !weakWords.has(word) && !shared.has(stem(word)) && !/^\d+$/.test(word),
  );
  for (const word of own) {
    const token = tokens.find((candidate) => same(candidate, word));
    if (token) return { start: token.start, end: token.end, strength: words.length === 1 ? 3 : 1.5 };
  }
  for (const word of own) {
    const token = tokens.find((candidate) => nearly(candidate.lower, word, loose));
    if (token) return { start: token.start, end: token.end, strength: 1 };
  }
  return null;
}

/** One slip in a word of five letters, two in longer ones; the first letter holds unless the slot is awaited. */
function nearly(word: string, wanted: string, loose: boolean): boolean {
  if (Math.min(word.length, wanted.length) < (loose ? 5 : 6)) return false;
  if (word[0] !== wanted[0]) return false;
  const slips = distance(word, wanted);
  if (slips <= (wanted.length >= 7 ? 2 : 1)) return true;
  // Same beginning: "psychology" for "psychologist".
  const shared = Math.min(word.length, wanted.length) - 1;
  return shared >= 6 && word.slice(0, shared) === wanted.slice(0, shared);
}

export function fillCategorical(request: FillRequest, taken: readonly Span[]): readonly FilledSlot[] {
  const isTaken = coverOf(taken);
  const candidates = request.profiles
    .filter((profile) => profile.kind === "categorical")
    .flatMap((profile) =>
      matchCategorical(request.text, profile, request.awaited.has(profile.slot.name)).map((match) => ({
        match,
        profile,
        score: scoreOf(request, profile, match),
      })),
    )
    .filter(({ match }) => !isTaken(match))
    .sort((left, right) => right.score - left.score);
  const filled: FilledSlot[] = [];
  for (const { match, profile, score } of candidates) {
    if (score < 1 || filled.some((other) => other.slot === profile.slot.name || overlaps(other, match))) continue;
    if (negated(request.text, match)) continue;
    filled.push({
      start: match.start,
      end: match.end,
      text: request.text.slice(match.start, match.end),
      value: match.value,
      slot: profile.slot.name,
      score,
    });
  }
  return filled;
}

function scoreOf(request: FillRequest, profile: SlotProfile, match: Match): number {
  const around = request.text.slice(Math.max(0, match.start - 30), match.end + 30).toLowerCase();
  let score = match.strength * 0.7;
  if (request.awaited.has(profile.slot.name)) score += 0.8;
  if (request.known[profile.slot.name] === undefined) score += 0.1;
  // "my savings account" is the user's, "his savings account" is the other's.
  const others =
    /\b(?:his|her|their|recipient|someone(?:'s| else'?s?)|another person'?s?|friend'?s|into (?:his|her|their|the)|to (?:a|his|her|their|the) (?:savings|checking))\b/.test(
      around,
    );
  if (profile.other !== others) score -= profile.other ? 0.9 : 0.4;
  for (const word of profile.nameWords)
    if (word.length > 3 && around.includes(word) && !match.value.toLowerCase().includes(word)) score += 0.3;
  return score + roleScore(request, profile, match);
}

/** Where the same values are the beginning or the end of a journey, the words before one tell which. */
function roleScore(request: FillRequest, profile: SlotProfile, match: Match): number {
  const hasRival = request.profiles.some(
    (other) => other.kind === "categorical" && other.role !== "none" && other.role !== profile.role,
  );
  if (profile.role === "none" || !hasRival) return 0;
  const { role } = roleBefore(request.text, match, "place");
  const leads = role === "none" && /^ to\b/i.test(request.text.slice(match.end, match.end + 4));
  const found = leads ? "start" : role;
  if (found === "none") return 0;
  return found === profile.role ? 1.5 : -2.2;
}

function negated(text: string, match: Match): boolean {
  return /\b(?:not|no|isn't|instead of|rather than|don't want|do not want|except)\s+(?:a |an |the |in |on |any )*$/i.test(
    textBefore(text, match.start, 60),
  );
}
