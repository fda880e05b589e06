import type { Command } from "../../../engine/commands/command.ts";
import { closedForms, temporalKinds } from "../../../language/reading.ts";
import type { FlowInScope, SlotInScope } from "../../understander.ts";
import { coveringReadings } from "../lattice/cover.ts";
import type { Scene } from "../lattice/scene.ts";
import { flowWords, slotWords } from "../lattice/slot-words.ts";
import { marks, overlaps, type Place, sumOf } from "../lattice/span.ts";
import type { FeatureValues } from "./features.ts";
import type { EvidenceSpan, Hypothesis } from "./hypothesis.ts";
import { isPlainYes } from "./plain-yes.ts";

/** A part of what a message may mean: some commands, and the words that gave them. */
export interface Part {
  readonly commands: readonly Command[];
  readonly features: FeatureValues;
  /** Words that need no other explanation. */
  readonly covers: readonly Place[];
  readonly spans: readonly EvidenceSpan[];
  /** Flows and slots whose own words are explained with it. */
  readonly flows?: readonly FlowInScope[];
  readonly slots?: readonly SlotInScope[];
  /** It is about everything that was said. */
  readonly isAll?: true;
  /** It holds a yes that may not be meant as one. */
  readonly isVagueYes?: true;
}

export function together(...parts: readonly Part[]): Part {
  let at = 0;
  const spans = parts.flatMap((part) => {
    const moved = part.spans.map((span) => ({ ...span, command: span.command + at }));
    at += part.commands.length;
    return moved;
  });
  return {
    commands: parts.flatMap(({ commands }) => commands),
    features: sumOf(parts.map(({ features }) => features)),
    covers: parts.flatMap(({ covers }) => covers),
    spans,
    flows: parts.flatMap(({ flows = [] }) => flows),
    slots: parts.flatMap(({ slots = [] }) => slots),
    ...(parts.some(({ isAll }) => isAll) ? { isAll: true } : {}),
    ...(parts.some(({ isVagueYes }) => isVagueYes) ? { isVagueYes: true } : {}),
  };
}

const mostUnexplained = 8;
const mostUnused = 3;

/** The hypothesis that a part is all that was meant: what it leaves unexplained is counted. */
export function hypothesisOf(scene: Scene, part: Part): Hypothesis {
  const { commands, features, spans } = part;
  return {
    commands,
    spans,
    features: { ...features, ...(part.isAll ? {} : left(scene, part)) },
    ...(part.isVagueYes || !isPlainYes(scene, part) ? { isVagueYes: true } : {}),
  };
}

function left(scene: Scene, { covers, flows = [], slots = [] }: Part): FeatureValues {
  const covered = new Uint8Array(scene.words.length);
  for (const { start, end } of covers) {
    const { from, to } = scene.tokensIn(start, end);
    covered.fill(1, from, to);
  }
  const vocabularies = [
    ...flows.map((flow) => flowWords(flow, scene.language)),
    ...slots.map((slot) => slotWords(slot, scene.language)),
  ];
  let unexplained = 0;
  for (const [at, word] of scene.words.entries()) {
    if (word === null || word.isLight || covered[at] === 1) continue;
    if (!vocabularies.some((words) => words.has(word.stem))) unexplained += 1;
  }
  const unused = coveringReadings(scene).filter(
    (reading) =>
      reading.isExcluded !== true && reading.isTakenBack !== true && !covers.some((cover) => overlaps(cover, reading)),
  );
  const count = (kinds: ReadonlySet<string>): number =>
    Math.min(mostUnused, unused.filter(({ kind }) => kinds.has(kind)).length);
  return marks({
    unexplained: Math.min(mostUnexplained, unexplained),
    unexplained_share: scene.contentWords === 0 ? 0 : unexplained / scene.contentWords,
    unused_date: count(temporalKinds),
    unused_number: count(amounts),
    unused_form: count(closedForms),
    unused_name: Math.min(
      mostUnused,
      namesIn(scene).filter((name) => !covers.some((cover) => overlaps(cover, name))).length,
    ),
  });
}

/** Names that do not only begin a sentence. */
function namesIn(scene: Scene): readonly Place[] {
  const known = names.get(scene);
  if (known !== undefined) return known;
  const found = scene
    .readings("name")
    .filter(
      ({ rank, start, end }) =>
        rank === 0 && /^\p{Lu}/u.test(scene.message.slice(start)) && scene.contentIn(start, end) > 0,
    );
  names.set(scene, found);
  return found;
}

const names = new WeakMap<Scene, readonly Place[]>();
const amounts = new Set(["money", "quantity", "duration"]);
