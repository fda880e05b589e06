import type { JsonObject } from "../../../engine/json.ts";
import type { FlowInScope } from "../../understander.ts";
import type { Mode } from "../lattice/around.ts";
import { fillingsOf } from "../lattice/fillings.ts";
import type { Scene } from "../lattice/scene.ts";
import { type Filling, overlaps, type Place } from "../lattice/span.ts";
import type { Weights } from "./features.ts";
import { scoreOf } from "./hypothesis.ts";

const width = 16;
const kept = 10;

export interface Search {
  readonly flow: FlowInScope;
  readonly modeOf: (slot: string) => Mode;
  readonly known: JsonObject;
  /** Only values inside it. */
  readonly within?: Place;
}

/** The best ways to give a flow's slots the words of a message, each word once; the empty way is one of them. */
export function waysToFill(scene: Scene, search: Search, weights: Weights): readonly (readonly Filling[])[] {
  const { flow, known, within } = search;
  const all = flow.slots.map((slot) =>
    fillingsOf(scene, { slot, flow, mode: search.modeOf(slot.name), known }, weights).filter(
      (filling) => within === undefined || (within.start <= filling.start && filling.end <= within.end),
    ),
  );
  const fillings = withRivals(all).map((each) =>
    each.map((filling) => ({ filling, score: scoreOf(filling, weights) + explained(scene, filling, weights) })),
  );
  let states: readonly { readonly fillings: readonly Filling[]; readonly score: number }[] = [
    { fillings: [], score: 0 },
  ];
  for (const each of fillings) {
    if (each.length === 0) continue;
    const next = [...states];
    for (const state of states)
      for (const { filling, score } of each)
        if (!state.fillings.some((other) => overlaps(other, filling)))
          next.push({
            fillings: [...state.fillings, filling],
            score: state.score + score + (state.fillings.length > 0 ? weights.fill_more : 0),
          });
    states = next.sort((left, right) => right.score - left.score).slice(0, width);
  }
  const best = states
    .slice(0, kept)
    .map((state) => state.fillings.map((filling) => withOthers(filling, all, state.fillings)));
  return best.some((way) => way.length === 0) ? best : [...best, []];
}

/** Words that a value explains need not be paid for. */
function explained(scene: Scene, { start, end }: Place, weights: Weights): number {
  const words = scene.contentIn(start, end);
  return -words * (weights.unexplained + weights.unexplained_share / Math.max(1, scene.contentWords));
}

const mostOthers = 2;

/** "Three or four": another value of the same kind for the same slot, which nothing else takes, speaks against this one. */
function withOthers(filling: Filling, all: readonly (readonly Filling[])[], way: readonly Filling[]): Filling {
  if (!isSure(filling)) return filling;
  const values = new Set<string>();
  for (const each of all)
    for (const other of each)
      if (
        other.slot === filling.slot &&
        isSure(other) &&
        other.features.negated !== 1 &&
        other.features.reading_second === undefined &&
        other.reading === filling.reading &&
        other.value !== filling.value &&
        !way.some((used) => overlaps(used, other))
      )
        values.add(JSON.stringify(other.value));
  if (values.size === 0) return filling;
  return { ...filling, features: { ...filling.features, other_values: Math.min(mostOthers, values.size) } };
}

const isSure = ({ features }: Filling): boolean =>
  (features.type_fit === 1 || features.kind_category === 1) && features.reading_weak !== 1 && features.one_word !== 1;

/** Other slots that could take the same reading speak against each of them. */
function withRivals(all: readonly (readonly Filling[])[]): readonly (readonly Filling[])[] {
  const slotsAt = new Map<string, Set<string>>();
  const keyOf = ({ start, end, reading }: Filling): string => `${start} ${end} ${reading}`;
  for (const filling of all.flat())
    if (filling.features.type_fit === 1)
      slotsAt.set(keyOf(filling), (slotsAt.get(keyOf(filling)) ?? new Set()).add(filling.slot.name));
  return all.map((each) =>
    each.map((filling) => {
      const rivals = (slotsAt.get(keyOf(filling))?.size ?? 1) - 1;
      const { cue_own, cue_awaited, role_fit, mode_awaited } = filling.features;
      if (rivals === 0 || cue_own === 1 || cue_awaited === 1 || role_fit === 1 || mode_awaited === 1) return filling;
      return { ...filling, features: { ...filling.features, rival_slots: Math.min(2, rivals) } };
    }),
  );
}
