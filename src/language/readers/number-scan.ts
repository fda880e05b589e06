import type { Chart, Match, Scan } from "../grammar/chart.ts";
import type { Token } from "../grammar/tokens.ts";
import type { Language, NumberWord } from "../language.ts";
import { numeralAt } from "./numerals.ts";

/** A number read so far. */
interface Building {
  /** Finished by a scale: the 2,000 of two thousand and five. */
  readonly total: number;
  readonly current: number;
  /** What the next part must stay below. */
  readonly room: number;
  /** The smallest scale so far: after a thousand no million can follow. */
  readonly scale: number;
  readonly unit?: number;
  readonly end: number;
}

const infinite = Number.POSITIVE_INFINITY;
const signs: ReadonlyMap<string, number> = new Map([
  ["-", -1],
  ["−", -1],
  ["+", 1],
]);
/** `⅜`: one sign that Unicode takes apart into two numbers. */
function fractionSign(token: Token | undefined): number | undefined {
  const [top, bottom] = token?.kind === "sign" ? token.text.normalize("NFKD").split("⁄") : [];
  return bottom === undefined || bottom === "" ? undefined : rounded(Number(top) / Number(bottom));
}

/** Other parts are not written as fractions: 12/25 is a day. */
const denominators: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 8, 10]);

/** Numbers in digits or words, with sign, fraction, scale: the longest from each place. */
export const scanNumber =
  (language: Language): Scan =>
  (at, chart) => {
    const sign = signAt(at, chart);
    const found = unsigned(sign === null ? at : sign.end, chart, language);
    const factor = sign === null ? 1 : Number(sign.value);
    return found
      .filter(({ value }) => Number.isFinite(value))
      .map(({ end, value }) => ({ end, value: Number(value) === 0 ? 0 : factor * Number(value) }));
  };

function signAt(at: number, chart: Chart): Match | null {
  const [word] = chart.matches("minus", at);
  if (word !== undefined) return isHedge(at, word.end, chart) ? null : word;
  const sign = signs.get(chart.tokens[at]?.text ?? "");
  const isSign = sign !== undefined && !chart.tokens[at]?.isGlued && chart.tokens[at + 1]?.isGlued;
  if (!isSign) return null;
  const [mark] = chart.matches("currencyMark", at + 1);
  return { end: mark?.end ?? at + 1, value: sign };
}

const longestHedge = 4;

/** The last word of "al menos" is no sign. */
function isHedge(at: number, end: number, chart: Chart): boolean {
  for (let from = Math.max(0, at - longestHedge); from < at; from += 1) {
    if (chart.matches("hedgeBefore", from).some((match) => match.end >= end)) return true;
  }
  return false;
}

interface Read {
  readonly end: number;
  readonly value: number;
  /** The scale or group that was named last: half of a dozen and a half is six. */
  readonly unit?: number;
}

/** What a table reads here, or behind a hyphen between words: `twenty-one`. */
function after(table: string, at: number, chart: Chart): readonly Match[] {
  const found = chart.matches(table, at);
  const [hyphen, next] = [chart.tokens[at], chart.tokens[at + 1]];
  const isHyphen = hyphen?.text === "-" && hyphen.isGlued && next?.isGlued === true && next.kind === "word";
  return found.length === 0 && isHyphen ? chart.matches(table, at + 1) : found;
}

function unsigned(at: number, chart: Chart, language: Language): readonly Read[] {
  const token = chart.tokens[at];
  const alone = fractionSign(token);
  if (alone !== undefined) return [{ end: at + 1, value: alone }];
  const fraction = writtenFraction(at, chart) ?? spokenFraction(at, chart);
  if (fraction !== null) return [fraction];
  const numeral = numeralAt(chart.tokens, at, language.decimal);
  if (numeral !== null) {
    return numeral.values.flatMap((value) =>
      suffixed({ end: numeral.end, value }, chart).flatMap((each) => completed(each, chart, language)),
    );
  }
  const compound = token?.kind === "word" ? (language.compoundNumber?.(token.text) ?? null) : null;
  if (compound !== null) return completed({ end: at + 1, value: compound }, chart, language);
  const started = halfOf(at, chart) ?? withPoint({ end: at, value: 0 }, chart, language) ?? startedWords(at, chart);
  return started === null ? [] : completed(started, chart, language);
}

/** `3/4`, `1 1/2` */
function writtenFraction(at: number, { tokens }: Chart): Read | null {
  const part = (from: number): number | null => {
    const [top, slash, bottom] = [tokens[from], tokens[from + 1], tokens[from + 2]];
    if (top?.kind !== "digits" || slash?.text !== "/" || bottom?.kind !== "digits") return null;
    if (!slash.isGlued || !bottom.isGlued || tokens[from + 3]?.text === "/") return null;
    const isProper = denominators.has(Number(bottom.text)) && Number(top.text) < Number(bottom.text);
    return isProper ? Number(top.text) / Number(bottom.text) : null;
  };
  const alone = part(at);
  if (alone !== null) return tokens[at - 1]?.text === "/" ? null : { end: at + 3, value: alone };
  const after = tokens[at]?.kind === "digits" && tokens[at + 1]?.kind === "digits" ? part(at + 1) : null;
  return after === null ? null : { end: at + 4, value: Number(tokens[at]?.text) + after };
}

/** `three quarters`, `a third` */
function spokenFraction(at: number, chart: Chart): Read | null {
  const [count] = [...smallPart(at, chart), ...chart.matches("article", at)];
  if (count === undefined) return null;
  const [fraction] = after("fraction", count.end, chart);
  if (fraction === undefined) return null;
  const halved = halfOf(count.end, chart);
  return halved ?? { end: fraction.end, value: rounded(Number(count.value) * Number(fraction.value)) };
}

function smallPart(at: number, chart: Chart): readonly Match[] {
  const digits = chart.tokens[at];
  if (digits?.kind === "digits" && digits.text.length === 1) return [{ end: at + 1, value: Number(digits.text) }];
  return chart.matches("numberWord", at).flatMap(({ end, value }) => {
    const word = value as NumberWord;
    return word.kind === "part" && word.value < 10 && word.value > 0 ? [{ end, value: word.value }] : [];
  });
}

/** `half a dozen`, `media docena`, `half a million` */
function halfOf(at: number, chart: Chart): Read | null {
  const [half] = chart.matches("fraction", at);
  if (half === undefined || half.value !== 0.5) return null;
  const [article] = chart.matches("article", half.end);
  const [group] = after("numberWord", article?.end ?? half.end, chart);
  const word = group?.value as NumberWord | undefined;
  if (group === undefined || (word?.kind !== "group" && word?.kind !== "scale")) return null;
  return { end: group.end, value: word.value / 2 };
}

/** `2½`, `1.5k`; the m of `1.75m` may also be a unit. */
function suffixed(read: Read, chart: Chart): readonly Read[] {
  const sign = chart.tokens[read.end];
  const fraction = fractionSign(sign);
  if (fraction !== undefined) return [{ end: read.end + 1, value: read.value + fraction }];
  const [suffix] = sign?.isGlued ? chart.matches("numberSuffix", read.end) : [];
  const isCut = suffix !== undefined && chart.tokens[suffix.end]?.isGlued && chart.tokens[suffix.end]?.kind !== "sign";
  if (suffix === undefined || isCut) return [read];
  return [{ end: suffix.end, value: rounded(read.value * Number(suffix.value)) }, read];
}

/** What may follow any beginning: `and a half`, `point five`, and a scale. Without it the beginning is a number too. */
function completed(read: Read, chart: Chart, language: Language): readonly Read[] {
  const more = withMore({ ...read, total: 0, current: read.value, room: 0, scale: infinite }, chart);
  const whole = readOf(more);
  const fraction = withHalf(whole, chart) ?? withPoint(whole, chart, language);
  if (fraction === null) return [whole];
  // `three and a half thousand`
  const [scale] = chart.matches("numberWord", fraction.end);
  const word = scale?.value as NumberWord | undefined;
  const isScaled = scale !== undefined && word?.kind === "scale";
  return [isScaled ? { end: scale.end, value: rounded(fraction.value * word.value) } : fraction, whole];
}

function withHalf(read: Read, chart: Chart): Read | null {
  const [join] = after("joinMore", read.end, chart);
  if (join === undefined) return null;
  const [article] = after("article", join.end, chart);
  const [counted] = article === undefined ? smallPart(join.end, chart) : [];
  const [fraction] = after("fraction", article?.end ?? counted?.end ?? join.end, chart);
  if (fraction === undefined) return null;
  return {
    end: fraction.end,
    value: rounded(read.value + Number(counted?.value ?? 1) * Number(fraction.value) * (read.unit ?? 1)),
  };
}

function withPoint(read: Read, chart: Chart, language: Language): Read | null {
  const [point] = Number.isInteger(read.value) ? chart.matches("point", read.end) : [];
  if (point === undefined) return null;
  let digits = "";
  let end = point.end;
  for (
    let next = digitsAt(end, chart, language);
    next !== null && digits.length < 12;
    next = digitsAt(end, chart, language)
  ) {
    digits += next.value;
    end = next.end;
  }
  return digits === "" ? null : { end, value: Number(`${read.value}.${digits}`) };
}

function digitsAt(at: number, chart: Chart, language: Language): { end: number; value: string } | null {
  const token = chart.tokens[at];
  if (token?.kind === "digits") return { end: at + 1, value: token.text };
  const [zero] = chart.matches("spokenZero", at);
  if (zero !== undefined) return { end: zero.end, value: "0" };
  const [word] = chart.matches("numberWord", at);
  const part = word?.value as NumberWord | undefined;
  if (word === undefined || part?.kind !== "part") {
    const compound = token?.kind === "word" ? (language.compoundNumber?.(token.text) ?? null) : null;
    return compound === null ? null : { end: at + 1, value: String(compound) };
  }
  const built = withMore({ total: 0, current: part.value, room: part.room, scale: 0, end: word.end }, chart);
  return part.value < 10
    ? { end: word.end, value: String(part.value) }
    : { end: built.end, value: String(built.current) };
}

const nothing = { total: 0, current: 0, room: infinite, scale: infinite };

function startedWords(at: number, chart: Chart): Read | null {
  const [word] = chart.matches("numberWord", at);
  const kind = (word?.value as NumberWord | undefined)?.kind;
  const [article] = chart.matches("article", at);
  const [counted] = article === undefined ? [] : chart.matches("numberWord", article.end);
  const countedWord = counted?.value as NumberWord | undefined;
  // Some languages write one and the article alike: before a hundred or a dozen it is the article.
  if (article !== undefined && countedWord !== undefined && countedWord.kind !== "part") {
    return readOf(withMore({ ...nothing, current: 1, room: 0, end: article.end }, chart));
  }
  if (word === undefined || kind === undefined || !startsAlone(word.value as NumberWord)) return null;
  const first = added({ ...nothing, end: at }, chart);
  return first === null ? null : readOf(withMore(first, chart));
}

/** A bare hundred, thousand or dozen is one of it only where no article is needed: `mil`. */
const startsAlone = (word: NumberWord): boolean =>
  word.kind === "part" || (word.kind === "scale" && word.isAlone === true);

const readOf = ({ total, current, end, unit }: Building): Read => ({
  end,
  value: total + current,
  ...(unit === undefined ? {} : { unit }),
});

function withMore(start: Building, chart: Chart): Building {
  let building = start;
  for (let more = joined(building, chart); more !== null; more = joined(building, chart)) building = more;
  return building;
}

function joined(building: Building, chart: Chart): Building | null {
  const plain = added(building, chart);
  if (plain !== null) return plain;
  const [ten] = building.room > 0 && building.room < 100 ? after("joinTen", building.end, chart) : [];
  if (ten !== undefined) return added({ ...building, end: ten.end }, chart);
  // `two and three` are two numbers: a connector needs a hundred or a scale before it.
  const isAfterHundred = building.room === 100 || (building.total > 0 && building.current === 0);
  const [more] = isAfterHundred ? after("joinMore", building.end, chart) : [];
  return more === undefined ? null : added({ ...building, end: more.end }, chart);
}

/** The number with the word at its end taken in; null if that word can't go on with it. */
function added(building: Building, chart: Chart): Building | null {
  for (const { end, value } of after("numberWord", building.end, chart)) {
    const next = addWord(building, value as NumberWord, end);
    if (next !== null) return next;
  }
  return null;
}

function addWord(building: Building, word: NumberWord, end: number): Building | null {
  const { total, current, room, scale } = building;
  switch (word.kind) {
    case "part":
      if (word.value >= room || (word.value === 0 && room !== infinite)) return null;
      return { total, scale, current: current + word.value, room: word.room, end };
    case "hundred":
      if (current <= 0 || current >= 100) return null;
      return { ...building, current: current * 100, room: 100, end };
    case "scale":
      if (word.value >= scale || (current === 0 && total > 0)) return null;
      return {
        total: total + rounded((current === 0 ? 1 : current) * word.value),
        current: 0,
        room: word.value,
        scale: word.value,
        unit: word.value,
        end,
      };
    case "group":
      if (total > 0 || current <= 0) return null;
      return { ...nothing, current: current * word.value, room: 0, unit: word.value, end };
    default:
      return word satisfies never;
  }
}

/** 1.2 times 1000 is 1200, whatever binary fractions say. */
const rounded = (value: number): number => Number(value.toPrecision(12));
