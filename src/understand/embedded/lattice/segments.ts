import { coveringReadings, holderOf } from "./cover.ts";
import type { Stretch } from "./phrases.ts";
import type { Scene } from "./scene.ts";
import type { Place } from "./span.ts";

const mostSegments = 18;
const mostWrapping = 8;

/** Parts of a message that may be an answer by themselves, in tokens: between commas, borders and readings of other kinds. */
export function segmentsOf(scene: Scene): readonly Stretch[] {
  const { chart, phrases } = scene;
  const count = chart.tokens.length;
  const hard = new Set<number>();
  const signs = new Set<number>();
  const soft = new Set<number>();
  for (const [at, token] of chart.tokens.entries()) {
    if (token.kind === "sign" && /^[.?!;\n]$/.test(token.text) && chart.tokens[at + 1]?.isGlued !== true) hard.add(at);
    else if (token.kind === "sign" && /^[,:–—-]$/.test(token.text) && chart.tokens[at + 1]?.isGlued !== true)
      signs.add(at);
    else if (at > 0 && phrases.from("border", at) !== null) soft.add(at);
  }
  const numbers = scene
    .readings("number")
    .filter((reading) => reading.isWeak !== true && holderOf(scene, reading) === undefined);
  const readings = [...coveringReadings(scene), ...numbers]
    .map(({ start, end }) => scene.tokensIn(start, end))
    .toSorted((left, right) => left.from - right.from || right.to - left.to);
  const found = new Map<string, Stretch>();
  const add = (from: number, to: number): void => {
    const bare = trimmed(scene, from, to);
    if (bare !== null && found.size < mostSegments) found.set(`${bare.from} ${bare.to}`, bare);
  };
  add(0, count);
  for (const stretch of cutAt(count, hard)) add(stretch.from, stretch.to);
  for (const stretch of cutAt(count, new Set([...hard, ...signs]))) add(stretch.from, stretch.to);
  for (const stretch of cutAt(count, new Set([...hard, ...signs, ...soft]))) add(stretch.from, stretch.to);
  // What is left beside dates, numbers and the like.
  if (readings.length > 0 && readings.length < 8) {
    let from = 0;
    for (const reading of readings) {
      if (reading.from > from) add(from, reading.from);
      from = Math.max(from, reading.to);
    }
    add(from, count);
  }
  return [...found.values()];
}

function cutAt(count: number, borders: ReadonlySet<number>): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  for (let at = 0; at <= count; at += 1) {
    if (at < count && !borders.has(at)) continue;
    if (at > from) stretches.push({ from, to: at });
    from = at;
  }
  return stretches.slice(0, mostSegments);
}

const isSign = ({ chart }: Scene, at: number): boolean => chart.tokens[at]?.kind === "sign";

/** Without signs at its ends. */
function trimmed(scene: Scene, from: number, to: number): Stretch | null {
  let [first, last] = [from, to];
  while (first < last && isSign(scene, first) && !/^[#(@+"'“]$/.test(scene.chart.tokens[first]?.text ?? "")) first += 1;
  while (last > first && isSign(scene, last - 1) && !/^[)%"'”º°]$/.test(scene.chart.tokens[last - 1]?.text ?? ""))
    last -= 1;
  return first < last ? { from: first, to: last } : null;
}

/** An answer without the words around it: "it's called Friday, please" is "Friday". The last one is the barest. */
export function unwrapped(scene: Scene, stretch: Stretch, own: ReadonlySet<string>): readonly Stretch[] {
  const { phrases } = scene;
  const forms: Stretch[] = [stretch];
  let { from, to } = stretch;
  for (let round = 0; round < mostWrapping; round += 1) {
    const start = phrases.endingAt("ending", to);
    const bare = start === null || start <= from ? null : trimmed(scene, from, start);
    if (bare === null) break;
    ({ from, to } = bare);
    forms.push(bare);
  }
  const named = afterName(scene, { from, to }, own);
  if (named !== null) {
    ({ from, to } = named);
    forms.push(named);
  }
  for (let round = 0; round < mostWrapping; round += 1) {
    const end = phrases.from("opening", from);
    const bare = end === null || end >= to ? null : trimmed(scene, end, to);
    if (bare === null) break;
    ({ from, to } = bare);
    forms.push(bare);
  }
  return forms;
}

const longestName = 4;

/** "The guest is Ana": what follows the slot's own words and a verb that says nothing. */
function afterName(scene: Scene, { from, to }: Stretch, own: ReadonlySet<string>): Stretch | null {
  for (let at = from; at < Math.min(to - 2, from + longestName); at += 1) {
    const word = scene.words[at];
    if (word === null || word === undefined) return null;
    if (own.has(word.stem) && scene.words[at + 1]?.isLight === true && scene.phrases.from("opening", at + 1) !== null)
      return trimmed(scene, at + 2, to);
    if (!word.isLight && !own.has(word.stem)) return null;
  }
  return null;
}

/** Where a stretch stands in the message, and its words. */
export function textOf(scene: Scene, { from, to }: Stretch): Place & { readonly text: string } {
  const start = scene.chart.tokens[from]?.start ?? 0;
  const end = scene.chart.tokens[to - 1]?.end ?? start;
  return { start, end, text: scene.message.slice(start, end) };
}
