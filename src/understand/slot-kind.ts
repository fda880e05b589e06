import { slotTypes } from "../engine/slot-types/slot-types.ts";
import { quantityUnits } from "../engine/slot-types/units.ts";
import { cuesIn, type FoundCues } from "../language/cues-in.ts";
import { writtenYesNo } from "../language/find.ts";
import { read } from "../language/read.ts";
import { closedForms, type Kind, temporalKinds } from "../language/reading.ts";
import type { Subject, Trait } from "../language/slot-cues.ts";
import { type LanguageCode, languageCodes } from "../language/texts.ts";
import { type UnitFamily, unitsIn } from "../language/units-in.ts";
import type { SlotInScope } from "./understander.ts";

/** What a slot asks for. */
export interface SlotKind {
  /** The readings that may fill it, the likeliest first. Empty: only its values or plain words do. */
  readonly reads: readonly Kind[];
  /** What a name in it stands for. */
  readonly names: "person" | "place" | "thing" | null;
  /** What a number in it counts. */
  readonly counts: "people" | "things" | null;
  /** A date that has been ("when did it happen"), or one that is to come. Null: nothing tells. */
  readonly tense: "past" | "future" | null;
  /** The end of a journey or a period that it stands for. */
  readonly role: "start" | "end" | null;
  /** In which its number is counted: `kg`, `minute`. */
  readonly unit: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** `none`: words that are none of its readings, nor one of its values, do not fill it. `long`: a whole answer does. */
  readonly freeText: "long" | "short" | "none";
}

const known = new WeakMap<SlotInScope, Map<string, SlotKind>>();

/** What a slot asks for, by its type first, then by what its author says about it. The language is that of the assistant's texts. */
export function slotKindOf(slot: SlotInScope, language: string): SlotKind {
  const kinds = known.get(slot) ?? new Map<string, SlotKind>();
  known.set(slot, kinds);
  const kind = kinds.get(language) ?? kindOf(slot, language);
  kinds.set(language, kind);
  return kind;
}

function kindOf(slot: SlotInScope, language: string): SlotKind {
  const evidence = evidenceOf(slot, language);
  const decided = byType(slot, evidence);
  const isTemporal = decided.reads.some((kind) => temporalKinds.has(kind));
  return {
    names: null,
    counts: null,
    unit: null,
    currency: null,
    freeText: "none",
    ...decided,
    tense: isTemporal ? stronger(evidence.traits, "past", "future") : null,
    role: isTemporal || decided.names === "place" ? stronger(evidence.traits, "start", "end") : null,
  };
}

type Decided = Pick<SlotKind, "reads"> & Partial<SlotKind>;

function byType(slot: SlotInScope, evidence: Evidence): Decided {
  if (isYesNo(slot)) return { reads: ["yes_no"] };
  if (slot.values.length > 0) return { reads: areNumbers(slot) ? ["number", "count"] : [], names: nameIn(evidence) };
  if (slot.type === "integer" || slot.type === "float") return byNumber(slot, evidence);
  const definition = slotTypes[slot.type];
  if (!("readBy" in definition)) return byWords(slot, evidence);
  const reads: readonly Kind[] = definition.readBy;
  return {
    // A bare number is a length of time where the slot says of what.
    reads: slot.type === "duration" && slot.unit !== undefined ? [...reads, "number"] : reads,
    unit: slot.unit ?? null,
    currency: slot.currency ?? null,
    // Any word may be a code that has no pattern.
    freeText: slot.type === "code" && slot.pattern === undefined ? "short" : "none",
  };
}

const isYesNo = ({ type, values }: SlotInScope): boolean => {
  if (type === "boolean" || values.length !== 2) return type === "boolean";
  const written = values.map(({ value }) => writtenYesNo(value));
  return written.includes(true) && written.includes(false);
};

const areNumbers = ({ values }: SlotInScope): boolean => values.every(({ value }) => /^\d+$/.test(value));

const numberSubjects = ["duration", "money", "measure", "people", "things"] as const;

/** A number is a length of time, money, a measure or a count; what the question names most clearly comes first. */
function byNumber(slot: SlotInScope, { scores, units, traits }: Evidence): Decided {
  const found = new Map<Subject, number>(scores);
  for (const { family } of units) raise(found, subjectOfFamily[family], sureScore * 4);
  if (slot.unit !== undefined) raise(found, familyOfUnit(slot.unit), sureScore * 20);
  const ordered = ranked(found, numberSubjects);
  const [top] = ordered;
  const reads = [...new Set([...ordered.map((subject) => kindsOf[subject]), "number" as const])].filter(
    (kind) => kind !== undefined,
  );
  const unit = units.find(({ family }) => subjectOfFamily[family] === top);
  return {
    reads,
    counts: top === "people" || top === "things" ? top : null,
    unit:
      top === "money" ? null : (slot.unit ?? unit?.unit ?? (top === "duration" && traits.has("years") ? "year" : null)),
    currency: top === "money" ? (unit?.unit ?? null) : null,
  };
}

const subjectOfFamily: Readonly<Record<UnitFamily, Subject>> = {
  measure: "measure",
  time: "duration",
  currency: "money",
};
const familyOfUnit = (unit: string): Subject => (quantityUnits.includes(unit) ? "measure" : "duration");

/** What a text may be. What has a form of its own takes no other words if the author leaves no doubt. */
function byWords(slot: SlotInScope, evidence: Evidence): Decided {
  const found = new Map(evidence.scores);
  for (const kind of exampleKinds) if (isEveryExample(slot, kind, evidence)) raise(found, kind, sureScore * 5);
  const ordered = ranked(found, textSubjects);
  const [top] = ordered;
  const reads = [...new Set(ordered.flatMap((subject) => kindsOf[subject] ?? []))];
  const isClosed = top !== undefined && closedForms.has(top) && (found.get(top) ?? 0) >= sureScore * 2;
  return {
    reads,
    names: top !== undefined && named.has(top) ? nameIn(evidence) : null,
    freeText: top === "story" ? "long" : isClosed ? "none" : "short",
  };
}

const exampleKinds = ["email", "phone", "url", "iban", "plate", "code"] as const;

const named: ReadonlySet<Subject> = new Set(["person", "place", "address", "thing"]);

const isEveryExample = ({ examples }: SlotInScope, kind: Kind, { languages: [language = "en"] }: Evidence): boolean =>
  examples.length > 0 &&
  examples.every((example) =>
    read(kind, example, { now: 0, timezone: "UTC", language }).some(
      ({ start, end, isWeak }) => !isWeak && start === 0 && end === example.length,
    ),
  );

const textSubjects = [
  ...exampleKinds,
  "address",
  "person",
  "place",
  "thing",
  "story",
  "date",
  "time",
  "date_range",
  "time_range",
  "duration",
  "money",
  "measure",
  "people",
  "things",
] as const satisfies readonly Subject[];

/** Places and things have no reader of their own: their words are taken as they are. */
const kindsOf: Partial<Readonly<Record<Subject, Kind>>> = {
  email: "email",
  phone: "phone",
  url: "url",
  iban: "iban",
  plate: "plate",
  code: "code",
  address: "address",
  person: "name",
  date: "date",
  time: "time",
  date_range: "date_range",
  time_range: "time_range",
  duration: "duration",
  money: "money",
  measure: "quantity",
  people: "count",
  things: "count",
};

function nameIn({ scores }: Evidence): SlotKind["names"] {
  const [name] = ranked(scores, ["person", "place", "address", "thing"]);
  return name === "address" ? "place" : ((name as "person" | "place" | "thing" | undefined) ?? null);
}

/** Subjects that something speaks for; those far behind the first are left out. */
function ranked<Name extends Subject>(scores: ReadonlyMap<Subject, number>, names: readonly Name[]): readonly Name[] {
  const scored = names.map((name) => ({ name, score: scores.get(name) ?? 0 })).filter(({ score }) => score > 0);
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return scored
    .filter(({ score }) => score >= best / 3)
    .toSorted((left, right) => right.score - left.score)
    .map(({ name }) => name);
}

const raise = (scores: Map<Subject, number>, subject: Subject, by: number): Map<Subject, number> =>
  scores.set(subject, (scores.get(subject) ?? 0) + by);

interface Evidence {
  readonly scores: ReadonlyMap<Subject, number>;
  readonly traits: ReadonlyMap<Trait, number>;
  readonly units: readonly { readonly family: UnitFamily; readonly unit: string }[];
  readonly languages: readonly LanguageCode[];
}

const sureScore = 3;

/** A name alone is a hint. What a person reads, and the description, say what is meant. */
function evidenceOf(slot: SlotInScope, language: string): Evidence {
  const languages = languagesOf(language);
  const texts = [
    { text: slot.description, weight: 3 },
    { text: slot.label ?? "", weight: 3 },
    { text: (slot.prompt ?? "").replaceAll(/\{[^{}]*\}/g, " "), weight: 2 },
    { text: wordsOf(slot.validator ?? ""), weight: 2 },
    { text: wordsOf(slot.name), weight: 1.5 },
  ].filter(({ text }) => text.trim() !== "");
  const scores = new Map<Subject, number>();
  const traits = new Map<Trait, number>();
  for (const { text, weight } of texts) {
    const all = languages.map((each) => cuesIn(text, each));
    add(scores, all, "subjects", weight);
    add(traits, all, "traits", weight);
  }
  const units = texts.flatMap(({ text }) => languages.flatMap((each) => unitsIn(text, each)));
  return { scores, traits, units, languages };
}

/** Authors write for users in one language, and often names and descriptions in English. */
function languagesOf(tag: string): readonly LanguageCode[] {
  const code = languageCodes.find((each) => tag.toLowerCase().startsWith(each)) ?? "en";
  return [...new Set([code, "en" as const])];
}

/** A text says each thing once, however often it is said. */
function add<Name extends string>(
  scores: Map<Name, number>,
  all: readonly FoundCues[],
  of: keyof FoundCues,
  weight: number,
): void {
  const best = new Map<Name, number>();
  for (const cues of all)
    for (const { name, isSure } of cues[of]) {
      const score = weight * (isSure ? sureScore : 1);
      best.set(name as Name, Math.max(score, best.get(name as Name) ?? 0));
    }
  for (const [name, score] of best) scores.set(name, (scores.get(name) ?? 0) + score);
}

function stronger<Name extends Trait>(traits: ReadonlyMap<Trait, number>, one: Name, other: Name): Name | null {
  const [left, right] = [traits.get(one) ?? 0, traits.get(other) ?? 0];
  return left === right ? null : left > right ? one : other;
}

/** `departure_date`, `DepartureDate` and `departure-date` as words. */
const wordsOf = (name: string): string => name.replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replaceAll(/[_\-.]/g, " ");
