import { topicWordsOf } from "../slots/boolean.ts";
import type { SlotProfile } from "../slots/slot-profile.ts";
import { stem, tokensOf, wordsOfName } from "../text/tokens.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import { similarity } from "../vectors/sentence-vectors.ts";

export interface Topic {
  readonly slot: string;
  /** Words of the question that name the slot: 0 none, 1 clearly. */
  readonly words: number;
  /** Nearness in meaning of question and slot. */
  readonly near: number;
}

export interface TopicSources {
  readonly vectors: Vectors | null;
  /** Slots whose value the user has given: less likely to be asked for. */
  readonly known: ReadonlySet<string>;
}

/** What people say, and the words that slots are described with. */
const askedAs: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:how much|cost|costs|price|prices|fare|fee|charge|charged|expensive|pay|rate|pricing|priced|rent)\b/i,
    ["price", "cost", "fare", "fee", "rent", "charge"],
  ],
  [
    /\b(?:address|located|location|where (?:is|are|can|do|will|at)|situated|directions?|whereabouts|where's|place at)\b/i,
    ["address", "street", "location", "venue"],
  ],
  [
    /\b(?:phone|telephone|contact|there number|digits|talk to them|direct line|property number|call them|call him|call her|their number|reach|the number|his number|her number|a number|number (?:for|of|to))\b/i,
    ["phone", "telephone", "contact"],
  ],
  [/\b(?:rating|rated|reviews?|stars|how good|ratings)\b/i, ["rating", "review"]],
  [/\bhow long (?:is|will|does|would|till|until|before)\b|\bduration\b/i, ["duration", "length"]],
  [
    /\b(?:how long (?:till|until|before|do i have to wait|will it take (?:for|to))|wait|waiting|arrive|get here|eta|pick me up)\b/i,
    ["wait"],
  ],
  [/\b(?:what time|when|at what time|timing|start time|schedule)\b/i, ["time"]],
  [/\b(?:what date|which day|what day|when|the date)\b/i, ["date", "day"]],
  [
    /\b(?:what|which) (?:kind|type|sort|style|genre|category)\b|\bgenre\b/i,
    ["genre", "category", "type", "cuisine", "subcategory", "kind"],
  ],
  [
    /\b(?:who (?:is in|acted|acts|stars|starred|plays|is starring|are the actors|else|all)|actors?|starring|cast|actress|who's in|in it)\b/i,
    ["actor", "starring", "cast"],
  ],
  [/\b(?:who (?:directed|made|is the director)|director|directed)\b/i, ["director", "directed"]],
  [
    /\b(?:who (?:sings|sang|is the (?:singer|artist)|performs|performed|made)|artist|singer|by whom|whose (?:song|music))\b/i,
    ["artist", "singer", "performed"],
  ],
  [/\b(?:humid|humidity)\b/i, ["humidity"]],
  [/\b(?:wind|windy|winds|breezy)\b/i, ["wind"]],
  [/\b(?:hot|cold|warm|temperature|temp|degrees)\b/i, ["temperature"]],
  [/\b(?:rain|raining|rainy|snow|precipitation|umbrella|shower)\b/i, ["precipitation", "rain"]],
  [
    /\b(?:where|from where|to where)\b.{0,100}\b(?:leav\w*|depart\w*|arriv\w*|land\w*|get (?:it|on|off)|board|take off|fly\w*)\b|\b(?:station|stop|terminal|board|get off|depot)\b/i,
    ["station", "terminus"],
  ],
  [/\bairport\b|\bwhere\b.{0,100}\b(?:leav\w*|depart\w*|arriv\w*|land\w*|take off|fly\w*)\b/i, ["airport"]],
  [
    /\b(?:how many days|take to|go through|take for|number of days|transfer take|how long)\b/i,
    ["transfer time", "days"],
  ],
  [/\b(?:year|come out|released|release)\b/i, ["year"]],
  [/\b(?:red-?eye|overnight)\b/i, ["redeye"]],
  [
    /\b(?:stops?|layovers?|direct|non-?stop|transfers?|connections?)\b/i,
    ["stops", "transfers", "layovers", "stopovers"],
  ],
  [
    /\b(?:how many people|how many passengers|how many (?:seats|tickets|riders))\b/i,
    ["passengers", "travelers", "people", "riders"],
  ],
  [/\b(?:balance|how much (?:money )?(?:do i have|is in|is left|have i))\b/i, ["balance"]],
  [/\b(?:maximum|minimum|limit)\b/i, ["amount"]],
];

const start =
  /\b(?:depart\w*|leav\w*|board\w*|from|start\w*|origin\w*|take off|takes off|pick ?up|pickup|going out|fly out|begin\w*)\b/i;
const end =
  /\b(?:arriv\w*|get off|to\b(?! (?:know|be|get|see))|going to|reach\w*|destination|land\w*|end\w*|drop ?off|getting (?:off|to)|come to)\b/i;
const dull = new Set(
  "name number the of a user given exact total is are has have hotel restaurant apartment house movie song event"
    .split(" ")
    .map(stem),
);

/** Slots that a question may be about, the likeliest first. */
export async function topicsOf(
  question: string,
  profiles: readonly SlotProfile[],
  { vectors, known }: TopicSources,
): Promise<readonly Topic[]> {
  const near = await nearness(question, profiles, vectors);
  const asked = stemsAsked(question);
  return profiles
    .map((profile, index) => ({
      slot: profile.slot.name,
      words: wordScore(question, asked, profile) - (known.has(profile.slot.name) ? 0.45 : 0),
      near: near[index] ?? 0,
    }))
    .sort((left, right) => right.words + right.near - (left.words + left.near));
}

const slotText = (profile: SlotProfile): string => `${wordsOfName(profile.slot.name)}: ${profile.slot.description}`;

async function nearness(
  question: string,
  profiles: readonly SlotProfile[],
  vectors: Vectors | null,
): Promise<readonly number[]> {
  if (vectors === null || profiles.length === 0) return [];
  const [message] = await vectors.messages.embed([question]);
  const known = await vectors.texts.embed(profiles.map(slotText));
  return known.map((vector) => (message ? similarity(message, vector) : 0));
}

const stemsAsked = (question: string): ReadonlySet<string> =>
  new Set(tokensOf(question).flatMap((token) => [stem(token.lower), ...token.lower.split("-").map(stem)]));

function wordScore(question: string, asked: ReadonlySet<string>, profile: SlotProfile): number {
  const own = profile.kind === "boolean" ? topicWordsOf(profile) : profile.words;
  let score = 0;
  for (const word of profile.nameWords) if (asked.has(word) && !dull.has(word)) score += 0.6;
  for (const word of own)
    if (asked.has(word) && !profile.nameWords.has(word) && !dull.has(word))
      score += profile.kind === "boolean" ? 0.8 : 0.25;
  const text = `${wordsOfName(profile.slot.name)} ; ${profile.slot.description.toLowerCase()}`;
  const name = wordsOfName(profile.slot.name);
  for (const [pattern, words] of askedAs) {
    if (!pattern.test(question)) continue;
    const inName = words.some((word) => new RegExp(`\\b${word}`).test(name));
    const inText = words.some((word) => new RegExp(`\\b${word}`).test(text));
    score += inName ? 0.7 : inText && profile.kind !== "boolean" ? 0.45 : 0;
  }
  if (score > 0 && (profile.kind === "place" || profile.kind === "time" || profile.kind === "title")) {
    const starts = start.test(question);
    const ends = end.test(question);
    const role =
      profile.role !== "none"
        ? profile.role
        : /\b(?:origin|from|depart|leaving|pickup)/.test(text)
          ? "start"
          : /\b(?:destination|arriv|to station)/.test(text)
            ? "end"
            : "none";
    if (role === "start" && ends && !starts) score -= 0.4;
    if (role === "end" && starts && !ends) score -= 0.4;
    if (role === "start" && starts) score += 0.2;
    if (role === "end" && ends) score += 0.2;
  }
  // "When does it arrive" asks for a time, not whether.
  if (
    profile.kind === "boolean" &&
    /^(?:(?:and|so|also) )*(?:when|where|what time|at what|how (?:much|long)|who)\b/i.test(question)
  )
    score -= 0.7;
  return Math.min(score, 1.4);
}
