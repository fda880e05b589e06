import { tellingActs } from "../../../language/acts.ts";
import { closedForms, type Kind, type Reading } from "../../../language/reading.ts";
import { type SlotKind, slotKindOf } from "../../slot-kind.ts";
import { around, isNegated, type Seeker } from "./around.ts";
import { coveringReadings, holderOf, readingAt } from "./cover.ts";
import { openSpans } from "./open-spans.ts";
import { exampleIn, patternSpans } from "./pattern-spans.ts";
import type { Stretch } from "./phrases.ts";
import type { Scene } from "./scene.ts";
import { segmentsOf, textOf, unwrapped } from "./segments.ts";
import { flowWords, slotWords } from "./slot-words.ts";
import { type Filling, isInside, lengthOf, marks, overlaps, type Place } from "./span.ts";

const forms = ["email", "phone", "url", "iban", "plate", "code", "address"] as const satisfies readonly Kind[];

/** Values of slots that take words: with a form of their own, names, the whole answer, words cut out of a message. */
export function textFillings(scene: Scene, seeker: Seeker): readonly Filling[] {
  const kind = slotKindOf(seeker.slot, scene.context.language);
  return [
    ...formFillings(scene, seeker, kind),
    ...nameFillings(scene, seeker, kind),
    ...timeWords(scene, seeker, kind),
    ...patternFillings(scene, seeker, kind),
    ...(seeker.mode === "awaited" ? wholeFillings(scene, seeker, kind) : openFillings(scene, seeker, kind)),
    ...quoted(scene, seeker),
  ];
}

function formFillings(scene: Scene, seeker: Seeker, { reads, names }: SlotKind): readonly Filling[] {
  return forms
    .flatMap((name) => {
      const isWanted = reads.includes(name);
      if (!isWanted && (closedForms.has(name) || name === "address" || name === "plate" || reads.length === 0))
        return [];
      if (!isWanted && names !== null) return [];
      return scene.readings(name).flatMap((reading): readonly Filling[] => {
        if (reading.rank > 0) return [];
        const value =
          closedForms.has(name) && name !== "phone"
            ? String(reading.value)
            : scene.message.slice(reading.start, reading.end);
        return [
          {
            slot: seeker.slot,
            value,
            start: reading.start,
            end: reading.end,
            reading: name,
            features: {
              ...around(scene, seeker, reading, value),
              ...marks({
                kind_form: true,
                type_fit: isWanted,
                type_misfit: !isWanted,
                reading_weak: reading.isWeak === true,
                negated: reading.isExcluded === true || reading.isTakenBack === true,
                inside_other: isOther(scene, reading),
                cut: isCut(scene, reading),
                text_beside: seeker.mode === "awaited" ? wordsBeside(scene, seeker, reading) : 0,
              }),
            },
          },
        ];
      });
    })
    .concat(reads.includes("code") ? codeRuns(scene, seeker) : []);
}

/** A sure reading of another kind has the same words, or more. */
function isOther(scene: Scene, reading: Reading): boolean {
  const holder = readingAt(scene, scene.tokensIn(reading.start, reading.end).from);
  return holder !== undefined && holder.kind !== reading.kind && isInside(reading, holder);
}

/** Part of a longer run of letters, digits and hyphens. */
const isCut = ({ message }: Scene, { start, end }: Place): boolean =>
  /[\p{L}\p{N}_-]$/u.test(message.slice(Math.max(0, start - 1), start)) ||
  /^[\p{L}\p{N}_-]/u.test(message.slice(end, end + 1));

/** Groups of digits and capitals that are written apart: `1Z 40 881 C2`. */
function codeRuns(scene: Scene, seeker: Seeker): readonly Filling[] {
  const found: Filling[] = [];
  let from: number | null = null;
  const { tokens } = scene.chart;
  const isPart = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined) return false;
    const written = scene.message.slice(token.start, token.end);
    if (token.kind === "digits") return true;
    if (token.kind === "sign") return token.isGlued && /^[-/.]$/.test(written) && tokens[at + 1]?.isGlued === true;
    return (
      written.length <= 4 &&
      (/^\p{Lu}+$/u.test(written) || tokens[at + 1]?.isGlued === true || token.isGlued) &&
      (scene.words[at]?.isLight !== true || /^\p{Lu}+$/u.test(written))
    );
  };
  for (let at = 0; at <= tokens.length; at += 1) {
    if (isPart(at)) {
      from ??= at;
      continue;
    }
    if (from !== null && at - from > 1) {
      const place = textOf(scene, { from, to: at });
      if (/\d/.test(place.text) && / /.test(place.text))
        found.push({
          slot: seeker.slot,
          value: place.text,
          start: place.start,
          end: place.end,
          reading: "code",
          features: {
            ...around(scene, seeker, place, place.text),
            ...marks({
              kind_form: true,
              type_fit: true,
              text_beside: seeker.mode === "awaited" ? wordsBeside(scene, seeker, place) : 0,
            }),
          },
        });
    }
    from = null;
  }
  return found;
}

function nameFillings(scene: Scene, seeker: Seeker, { reads, names }: SlotKind): readonly Filling[] {
  const isWanted = names !== null || reads.includes("name");
  if (!isWanted && reads.length > 0) return [];
  return scene.readings("name").flatMap((reading): readonly Filling[] => {
    // A capital right after it belongs to the name.
    if (reading.rank > 0 || /^ \p{Lu}/u.test(scene.message.slice(reading.end))) return [];
    const value = scene.message.slice(reading.start, reading.end);
    // "It's heavy" names nobody, and no thing that was not asked for.
    if (seeker.mode !== "awaited" && names !== "person" && !/\p{Lu}/u.test(value)) return [];
    return [
      {
        slot: seeker.slot,
        value,
        start: reading.start,
        end: reading.end,
        reading: "name",
        features: {
          ...around(scene, seeker, reading, value),
          ...marks({
            kind_name: true,
            open_lower: !/^\p{Lu}/u.test(value) && /\p{Lu}/u.test(scene.message.slice(1)),
            open_light: scene.contentIn(reading.start, reading.end) === 0,
            name_thing: seeker.mode === "awaited" && names !== "person",
            text_beside: seeker.mode === "awaited" && names !== "person" ? wordsBeside(scene, seeker, reading) : 0,
            name_behind: seeker.mode === "awaited" && !/^\p{Lu}/u.test(value) && isBehindWords(scene, seeker, reading),
            type_fit: isWanted,
            reading_weak: reading.isWeak === true,
            negated: reading.isTakenBack === true || isNegated(scene, reading),
            inside_other:
              holderOf(scene, reading) !== undefined || (!/^\p{Lu}/u.test(value) && hasNumber(scene, reading)),
          }),
        },
      },
    ];
  });
}

const mostLight = 3;

/** On how many sides the words of the clause go on, with nothing but light words between; the slot's own words are wrapping. */
function wordsBeside(scene: Scene, { slot }: Seeker, place: Place): number {
  const { from, to } = scene.tokensIn(place.start, place.end);
  const own = slotWords(slot, scene.language);
  const goesOn = (first: number, step: 1 | -1): boolean => {
    for (let at = first, passed = 0; passed <= mostLight; at += step, passed += 1) {
      const word = scene.words[at];
      if (word === undefined || (word === null && !/^[(&/+]$/.test(scene.chart.tokens[at]?.text ?? ""))) return false;
      if (word !== null && !word.isLight) return !own.has(word.stem) && readingAt(scene, at) === undefined;
    }
    return false;
  };
  return Number(goesOn(from - 1, -1)) + Number(goesOn(to, 1));
}

/** Other words of its clause come first, and they are not those of the slot. */
function isBehindWords(scene: Scene, { slot }: Seeker, { start, end }: Place): boolean {
  const clause = scene.clauses.find((each) => each.start <= start && end <= each.end);
  const { from, to } = scene.tokensIn(clause?.start ?? 0, start);
  const own = slotWords(slot, scene.language);
  return scene.words
    .slice(from, to)
    .some(
      (word) => word !== null && !word.isLight && !own.has(word.stem) && scene.phrases.from("opening", from) === null,
    );
}

/** "Three people" is no name. */
const hasNumber = (scene: Scene, place: Place): boolean =>
  scene.readings("number").some((number) => number.isWeak !== true && overlaps(number, place));

const temporal = ["date_range", "date", "time", "duration"] as const satisfies readonly Kind[];

/** A period in the user's words, for a text that asks for one. */
function timeWords(scene: Scene, seeker: Seeker, { reads }: SlotKind): readonly Filling[] {
  return temporal.flatMap((name) =>
    reads.includes(name)
      ? scene.readings(name).flatMap((reading): readonly Filling[] => {
          if (reading.rank > 0) return [];
          const value = scene.message.slice(reading.start, reading.end);
          return [
            {
              slot: seeker.slot,
              value,
              start: reading.start,
              end: reading.end,
              reading: name,
              features: {
                ...around(scene, seeker, reading, value),
                ...marks({ kind_date: true, type_fit: true, reading_weak: reading.isWeak === true }),
              },
            },
          ];
        })
      : [],
  );
}

function patternFillings(scene: Scene, seeker: Seeker, { reads, names }: SlotKind): readonly Filling[] {
  const isTyped = reads.length > 0 && names === null;
  return [
    ...patternSpans(scene, seeker.flow, seeker.slot).map((place): Filling => {
      const value = scene.message.slice(place.start, place.end);
      return {
        slot: seeker.slot,
        value,
        start: place.start,
        end: place.end,
        reading: "pattern",
        features: {
          ...around(scene, seeker, place, value),
          ...openMarks(scene, place),
          ...marks({
            kind_pattern: place.isFull,
            kind_pattern_part: !place.isFull,
            type_misfit:
              isTyped && !reads.some((kind) => scene.readings(kind).some((reading) => overlaps(reading, place))),
          }),
        },
      };
    }),
    ...exampleIn(scene, seeker.slot).map((place): Filling => {
      const value = scene.message.slice(place.start, place.end);
      return {
        slot: seeker.slot,
        value,
        ...place,
        reading: "example",
        features: {
          ...around(scene, seeker, place, value),
          ...marks({ kind_example: true, negated: isNegated(scene, place) }),
        },
      };
    }),
  ];
}

/** The whole answer, and parts of it, with and without wrapping. */
function wholeFillings(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
  const found: Filling[] = [];
  const isTyped =
    kind.freeText === "none" || (kind.reads.length > 0 && kind.names === null && kind.freeText !== "long");
  const own = slotWords(seeker.slot, scene.language);
  for (const segment of segmentsOf(scene)) {
    const ways = unwrapped(scene, segment, own);
    for (const [index, stretch] of ways.entries()) {
      const place = textOf(scene, stretch);
      const words = stretch.to - stretch.from;
      // The slot's own words are part of the wrapping.
      const called = scene.words.filter(
        (word) =>
          word !== null && !word.isLight && own.has(word.stem) && (word.end <= place.start || place.end <= word.start),
      ).length;
      const rest = scene.contentWords - scene.contentIn(place.start, place.end) - called;
      found.push({
        slot: seeker.slot,
        value: place.text,
        start: place.start,
        end: place.end,
        reading: "whole",
        features: {
          ...around(scene, seeker, place, place.text),
          ...marks({
            kind_whole: !isTyped,
            kind_whole_typed: isTyped,
            whole_long: kind.freeText === "long" ? 0 : Math.min(10, Math.max(0, words - 8)),
            whole_part: rest > 0,
            whole_short: words <= 3,
            whole_named: kind.names !== null,
            whole_holds_act: holdsAct(scene, place),
            whole_holds_value: coveringReadings(scene).some(
              (reading) => isInside(reading, place) && lengthOf(reading) < lengthOf(place),
            ),
            whole_personal: kind.freeText !== "long" && isPersonal(scene, stretch),
            whole_negates:
              kind.freeText !== "long" && scene.acts.some((act) => act.value === "negation" && isInside(act, place)),
            whole_is_value: coveringReadings(scene).some(
              (reading) => reading.start === place.start && reading.end === place.end,
            ),
            whole_wrapped: index === ways.length - 1 && ways.length > 1,
            whole_wrapped_name: index < ways.length - 1 && kind.names !== null,
            whole_bare: index === ways.length - 1,
            whole_story: kind.freeText === "long",
            whole_question: scene.form.mark,
            whole_question_form: scene.form.asks && !scene.form.mark,
            open_light: scene.contentIn(place.start, place.end) === 0,
            negated: isNegated(scene, place),
          }),
        },
      });
    }
  }
  return found;
}

const isPersonal = (scene: Scene, { from, to }: Stretch): boolean =>
  scene.phrases.all("personal").some((phrase) => from <= phrase.from && phrase.to <= to);

const holdsAct = (scene: Scene, place: Place): boolean =>
  scene.acts.some((act) => tellingActs.has(act.value) && overlaps(act, place)) ||
  scene.answers.some((answer) => isInside(place, answer));

function openMarks(scene: Scene, place: Place): ReturnType<typeof marks> {
  const text = scene.message.slice(place.start, place.end);
  const { from, to } = scene.tokensIn(place.start, place.end);
  return marks({
    open_capital: /^\p{Lu}/u.test(text) && place.start > 0,
    open_words: Math.max(0, Math.min(6, to - from - 3)),
    open_light: scene.contentIn(place.start, place.end) === 0,
    open_digits: /\d/.test(text),
    negated: isNegated(scene, place),
  });
}

/** Words that follow a preposition, an article or a verb, up to the next border or reading. */
function openFillings(scene: Scene, seeker: Seeker, kind: SlotKind): readonly Filling[] {
  if (kind.freeText === "none") return [];
  return openSpans(scene).map((place): Filling => {
    const value = scene.message.slice(place.start, place.end);
    const beside = around(scene, seeker, place, value);
    return {
      slot: seeker.slot,
      value,
      start: place.start,
      end: place.end,
      reading: "words",
      features: {
        ...beside,
        ...openMarks(scene, place),
        ...marks({
          kind_open: true,
          open_role: beside.role_fit === 1,
          open_called: place.isCalled,
          open_long: place.isLong,
          open_own: isOwn(scene, seeker, place),
          inside_other: holderOf(scene, place) !== undefined,
          type_misfit: kind.reads.length > 0 && kind.names === null,
        }),
      },
    };
  });
}

/** "Book a walk": the words say the wish, and no value. */
function isOwn(scene: Scene, { flow }: Seeker, place: Place): boolean {
  const own = flowWords(flow, scene.language);
  const { from, to } = scene.tokensIn(place.start, place.end);
  return scene.words.slice(from, to).every((word) => word === null || word.isLight || own.has(word.stem));
}

const quotes = /["“'‘«]([^"“”'‘’«»]{1,80})["”'’»](?![\p{L}\p{N}])/gu;

function quoted(scene: Scene, seeker: Seeker): readonly Filling[] {
  return [...scene.message.matchAll(quotes)].slice(0, 6).flatMap((match): readonly Filling[] => {
    const before = scene.message[match.index - 1];
    if (before !== undefined && /[\p{L}\p{N}]/u.test(before)) return [];
    const value = (match[1] ?? "").trim();
    const place = { start: match.index, end: match.index + match[0].length };
    return value === ""
      ? []
      : [
          {
            slot: seeker.slot,
            value,
            ...place,
            reading: "quoted",
            features: { ...around(scene, seeker, place, value), ...marks({ kind_quoted: true }) },
          },
        ];
  });
}
