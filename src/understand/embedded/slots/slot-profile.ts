import type { SlotInScope } from "../../understander.ts";
import { stem, tokensOf, wordsOfName } from "../text/tokens.ts";
import { formOf } from "./formed-types.ts";

/** What kind of words fill a slot. Types say it for dates and numbers; for texts the description does. */
export type SlotKind =
  | "date"
  | "time"
  | "count"
  | "money"
  | "boolean"
  | "categorical"
  | "place"
  | "person"
  | "title"
  | "topic"
  | "code"
  | "formed"
  | "text";

/** The end of a journey or a period that a slot stands for. */
export type Role = "start" | "end" | "none";

export interface SlotProfile {
  readonly slot: SlotInScope;
  readonly kind: SlotKind;
  readonly role: Role;
  /** Stems of the words that name the slot, from its name and description. */
  readonly words: ReadonlySet<string>;
  /** Stems of the name alone: the strongest cue. */
  readonly nameWords: ReadonlySet<string>;
  /** A place that may be a street address or a business as well as a city. */
  readonly wide: boolean;
  /** It belongs to someone else than the user: a recipient. */
  readonly other: boolean;
  readonly booleanLike: boolean;
}

const stopWords = new Set(
  `a an and any are as at be been by can do does for from has have how i if in indicating is it its me my of on or per so that the their them there this to
  user users want wants was what when where whether which who whom whose will with you your given boolean flag value values name used not exact selected
  particular certain specified desired wish would like`
    .split(/\s+/)
    .map(stem),
);

const has = (text: string, pattern: RegExp): boolean => pattern.test(text);

const dateWords = /\b(?:date|day and month|day of|days? (?:on|when|to)|which day|what day|calendar day)\b/;
const countWords =
  /\b(?:number of|how many|count|size of|size|amount of (?:people|riders|passengers|tickets|seats|rooms|days|guests|adults|bags)|length of (?:the )?stay|duration|quantity|total (?:people|guests|riders))\b/;
const moneyWords = /\b(?:amount|money|price|cost|fare|fee|sum|payment|rent|budget|balance|funds)\b/;
const placeWords =
  /\b(?:city|cities|town|location|area|place|origin|destination|airport|station|venue|address|neighbo[u]?rhood|country|region|where|street|terminus|from|to go)\b/;
const personWords =
  /\b(?:person|people|recipient|receiver|payee|beneficiary|director|directed|filmmaker|provider|practitioner|composer|band|individual|actor|actors|actress|starring|cast|artist|singer|performer|musician|author|friend|contact|guest|who|whom|someone|stylist|doctor|dentist|therapist|physician|performed)\b/;
const titleWords =
  /\b(?:title|name|named|called|album|song|track|movie|film|book|event|restaurant|hotel|theat(?:er|re)|show|salon|property|attraction)\b/;
const topicWords =
  /\b(?:genre|cuisine|category|subcategory|subtype|classification|type|kind|style|sort|specialty|speciality|food)\b/;
const placeNames =
  /\b(?:city|location|locations|area|locale|whereabouts|origin|destination|airport|station|where|address|town|point)\b/;
const codeWords = /\b(?:code|reference|identifier|id|number|digits|pin|last four|last4)\b/;
const startWords =
  /\b(?:from|origin\w*|departure|departing|depart|departs|leav\w*|start\w*|pick ?up|pickup|check ?in|begin\w*|outbound|outgoing|source|first)\b/g;
const endWords =
  /\b(?:to|destination|arriv\w*|going|ending|ends?|drop ?off|dropoff|check ?out|return\w*|until|inbound|back|last|goes|target|finish\w*|end up)\b/g;

export function profileOf(slot: SlotInScope): SlotProfile {
  const name = wordsOfName(slot.name);
  const description = slot.description.toLowerCase();
  const text = `${name} ; ${description}`;
  const nameWords = contentStems(name);
  const kind = kindOf(slot, name, description);
  return {
    slot,
    kind,
    role: hasRole(kind, text) ? roleOf(name, description) : "none",
    words: new Set([...nameWords, ...contentStems(description)]),
    nameWords,
    wide:
      kind === "place" &&
      has(
        text,
        /\b(?:address|street|taxi|cab|ride|location of event|event location|venue|pickup location|pick-?up location)\b/,
      ),
    other: has(text, /\b(?:recipient|receiver|payee|beneficiary|another user|other user)\b/),
    booleanLike: isBoolean(slot),
  };
}

/** A list of cities is a place as well: "from Boston" and "to Boston" are not the same answer. */
const hasRole = (kind: SlotKind, text: string): boolean =>
  kind === "place" || kind === "date" || kind === "time" || (kind === "categorical" && has(text, placeNames));

function isBoolean(slot: SlotInScope): boolean {
  if (slot.type === "boolean") return true;
  const values = slot.values.map((value) => value.value.toLowerCase()).sort();
  return values.length === 2 && (values.join() === "false,true" || values.join() === "no,yes");
}

function contentStems(text: string): ReadonlySet<string> {
  return new Set(
    tokensOf(text)
      .map((token) => stem(token.lower))
      .filter((word) => word.length > 1 && !stopWords.has(word)),
  );
}

function kindOf(slot: SlotInScope, name: string, description: string): SlotKind {
  if (isBoolean(slot)) return "boolean";
  if (slot.values.length > 0) return slot.values.every((value) => /^\d+$/.test(value.value)) ? "count" : "categorical";
  if (formOf(slot.type) !== null) return "formed";
  const text = `${name} ; ${description}`;
  if (slot.type === "date" || slot.type === "datetime") return "date";
  if (slot.type === "time") return "time";
  if (slot.type === "integer" || slot.type === "float")
    return has(text, moneyWords) && !has(text, countWords) ? "money" : "count";
  return kindOfText(name, description);
}

/** The name says most, then how the description begins, then the rest of it. */
function kindOfText(name: string, description: string): SlotKind {
  const text = `${name} ; ${description}`;
  const named = has(name, /\b(?:name|title)\b/);
  if (has(description, /\b(?:last (?:four|4)|digits)\b/) || has(name, /\b(?:code|reference|phone)\b/)) return "code";
  if (has(text, /\b(?:in days|number of days|number of nights|length of (?:the )?stay|days to stay)\b/)) return "count";
  if (has(name, /\b(?:number of|length|duration|count|size)\b/)) return "count";
  if (has(name, /\bdate\b/) || (has(description, dateWords) && !has(name, /\btime\b/))) return "date";
  if (has(name, /\btime\b/) || has(description, /\b(?:start(?:ing)? time|time (?:of|for|to|when|the)|hour)\b/))
    return "time";
  if (has(text, countWords) && !has(description, /\bairport\b/)) return "count";
  if (has(text, /\brating\b/)) return "count";
  if (has(name, topicWords) && !named) return "topic";
  if (has(name, placeNames) && !has(name, /\b(?:station|airport|business)\b.*\bname\b/)) return "place";
  if (
    has(name, personWords) &&
    !has(description, /^(?:the )?(?:title|name) of (?:the |an? )?(?:song|movie|album|event)\b/)
  )
    return "person";
  if (has(text, moneyWords) && !named && !has(text, /\bwho\b|\bperson\b/) && !has(description, placeNames))
    return "money";
  if (has(name, /\b(?:title|song|movie|film|album|event|hotel|restaurant|theat(?:er|re)|property|accommodation)\b/))
    return "title";
  if (has(description, personWords)) return "person";
  if (has(description, topicWords) && !has(description, /\bname\b/)) return "topic";
  if (named && has(description, /\b(?:title|name)\b/) && !has(description, /\bname of (?:the )?(?:city|town|place)\b/))
    return "title";
  if (has(description, placeWords) || has(description, placeNames)) return "place";
  if (has(text, codeWords)) return "code";
  if (has(text, titleWords)) return "title";
  return "text";
}

function roleOf(name: string, description: string): Role {
  const count = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;
  // In a description "to" and "from" are often mere grammar: only the telling words count there.
  const plain = description
    .replaceAll(/\b(?:to|from|first|last|source)\b(?!$)/g, " ")
    .replace(/\bdestination of choice\b/, " ");
  const bare = name.replace(/(?<=\w )to(?= \w)/, " ");
  const start = 2 * count(plain, startWords) + 2 * count(bare, startWords) + (/\bfrom$/.test(description) ? 1 : 0);
  const end = 2 * count(plain, endWords) + 2 * count(bare, endWords) + (/\bto$/.test(description) ? 1 : 0);
  if (start === end) return "none";
  return start > end ? "start" : "end";
}
