import { steeringActs } from "../../../language/acts.ts";
import { chartOf } from "../../../language/chart-of.ts";
import { findActs } from "../../../language/find-acts.ts";
import { foldText, wordsIn } from "../../../language/fold-text.ts";
import { languageOf } from "../../../language/languages.ts";
import type { FlowInScope } from "../../understander.ts";
import type { FlowFit } from "../lattice/flow-evidence.ts";
import type { Scene } from "../lattice/scene.ts";
import { flowWords } from "../lattice/slot-words.ts";
import { type Filling, isInside, marks, overlaps, type Place, sumOf } from "../lattice/span.ts";
import { type Search, waysToFill } from "./beam.ts";
import type { FeatureValues, Weights } from "./features.ts";
import type { Part } from "./part.ts";
import { logit } from "./talk-parts.ts";

export interface Start {
  readonly flow: FlowInScope;
  readonly fit: FlowFit;
  /** Only these words start it. */
  readonly within?: Place;
  /** Another one of what is active. */
  readonly again?: {
    readonly isNamed: boolean;
    readonly isVerb: boolean;
    readonly isAlso: boolean;
    readonly place: Place;
  };
  /** It is the second wish of the message. */
  readonly isSecond?: true;
}

const least = -5;

type Ways = readonly (readonly Filling[])[];

/** The values that each flow may have been given to start with, found once for a message. */
export function waysToStart(scene: Scene, weights: Weights): (start: Pick<Start, "flow" | "within">) => Ways {
  const known = new Map<string, Ways>();
  return ({ flow, within }) => {
    const key = `${flow.name} ${within?.start} ${within?.end}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const search: Search = { flow, modeOf: () => "start", known: {}, ...(within === undefined ? {} : { within }) };
    const ways = waysToFill(scene, search, weights)
      .filter((way) => !onlyAsks(scene, flow, way))
      .map((way) => way.toSorted((left, right) => left.start - right.start));
    known.set(key, ways);
    return ways;
  };
}

/** One flow starts, with the values that it may have been given. */
export function startParts(scene: Scene, start: Start, ways: Ways): readonly Part[] {
  const { again } = start;
  const given = { features: startFeatures(scene, start), asks: scene.form.asks || scene.form.mark };
  return ways
    .filter((way) => again === undefined || !way.some((filling) => overlaps(filling, again.place)))
    .map((way) => startPart(start, way, given));
}

/**
 * "How much can I transfer per day?" asks about a task and does not begin it, unless the task is one that people begin by asking
 * in such a way: "what is my balance?"
 */
function onlyAsks(scene: Scene, flow: FlowInScope, way: readonly Filling[]): boolean {
  const { form, language, context } = scene;
  const questions = begunBy(flow, language);
  if (asksForMeasure(scene)) return !questions.includes("open");
  if (context.active === null && leansOnQuestion(scene)) return !questions.includes("open");
  const asks = form.asks && !form.requests && !form.turns && (way.length === 0 || !form.isPersonal);
  return asks && questions.length === 0;
}

/** "How much is a canoe?", also inside another question: "Can you tell me how much a canoe is?" */
function asksForMeasure({ acts, chart, clauses, phrases, tokensIn }: Scene): boolean {
  const first = clauses[0]?.start ?? 0;
  const question = acts.find(({ value, start }) => value === "question" && start === first);
  const starts = [first, ...(question === undefined ? [] : [question.end])];
  return starts.some((place) => phrases.from("measure", tokensIn(place, chart.source.length).from) !== null);
}

/** "And for credit cards?" */
function leansOnQuestion({ form, message, language }: Scene): boolean {
  const said = ` ${wordsIn(message).join(" ")} `;
  return form.mark && !form.requests && languageOf(language).followUps.some((each) => said.startsWith(` ${each} `));
}

/** A question that a word or an amount answers, or one that yes or no does: "can I hire a canoe?" */
type Asking = "open" | "closed";
const begun = new WeakMap<FlowInScope, readonly Asking[]>();

/** By which questions a flow is begun, as its examples say. */
function begunBy(flow: FlowInScope, language: string): readonly Asking[] {
  const before = begun.get(flow);
  if (before !== undefined) return before;
  const found = flow.examples.flatMap((example) => askingOf(example, language) ?? []);
  begun.set(flow, found);
  return found;
}

function askingOf(example: string, language: string): Asking | null {
  const asks = example.includes("?") || findActs(example, language).some(({ value }) => value === "question");
  if (!asks) return null;
  const chart = chartOf(example, languageOf(language));
  return chart.tokens.some((_, at) => chart.matches("questionWord", at).length > 0) ? "open" : "closed";
}

function startPart(
  { flow, within, again }: Start,
  way: readonly Filling[],
  { features, asks }: { readonly features: FeatureValues; readonly asks: boolean },
): Part {
  return {
    commands: [
      { type: "start_flow", flow: flow.name, ...(again === undefined ? {} : { newInstance: true }) },
      ...way.map(({ slot, value }) => ({ type: "set_slot", slot: slot.name, value, flow: flow.name }) as const),
    ],
    features: sumOf([
      features,
      ...way.map((filling) => filling.features),
      marks({
        fill_more: Math.max(0, way.length - 1),
        flow_values: way.length > 0,
        flow_question_values: asks && way.some((filling) => filling.features.type_fit === 1),
      }),
    ]),
    covers: again === undefined ? way : [...way, again.place],
    spans: [
      ...(within === undefined
        ? []
        : [{ start: within.start, end: within.end, reading: `wish ${flow.name}`, command: 0 }]),
      ...way.map(({ start, end, reading }, index) => ({ start, end, reading, command: index + 1 })),
    ],
    flows: [flow],
    slots: way.map(({ slot }) => slot),
  };
}

function startFeatures(scene: Scene, { flow, fit, isSecond, again }: Start): FeatureValues {
  const { active } = scene.context;
  const raw = fit.raw.get(flow.name) ?? 0;
  const asks = scene.form.asks || scene.form.mark;
  const words = flowWords(flow, scene.language);
  let wanted = 0;
  let unwanted = 0;
  for (const word of scene.words) {
    if (word === null || word.isLight || !words.has(word.stem)) continue;
    if (scene.clauses.some((clause) => clause.isUnwanted && clause.start <= word.start && word.end <= clause.end))
      unwanted += 1;
    else wanted += 1;
  }
  const logp = Math.max(least, Math.log(Math.max(1e-9, fit.probability.get(flow.name) ?? 0)));
  return marks({
    flow_bias: active === null && isSecond !== true,
    switch_bias: active !== null && isSecond !== true && again === undefined,
    again_bias: again !== undefined,
    again_words: again?.isNamed === true,
    again_verb: again?.isVerb === true,
    again_also: again?.isAlso === true,
    two_bias: isSecond === true,
    two_score: isSecond === true ? raw : 0,
    flow_score: raw,
    flow_margin: logp / 5,
    flow_best: fit.best === flow.name,
    flow_out: logit(fit.outOfScope),
    flow_words: Math.min(3, wanted),
    flow_negated: Math.min(2, unwanted),
    flow_trigger: hasTrigger(scene, flow),
    flow_question_form: asks && !scene.form.requests,
    flow_question_impersonal: asks && !scene.form.isPersonal,
    flow_question_request: asks && scene.form.requests,
    flow_request_form: scene.form.requests && !asks,
    switch_cue: active !== null && scene.form.turns,
    switch_request: active !== null && scene.form.requests,
    switch_over: active === null || again !== undefined ? 0 : raw - (fit.raw.get(active.name) ?? 0),
    switch_at_confirm: active !== null && scene.context.awaiting.kind !== "slot",
  });
}

const hasTrigger = ({ message }: Scene, { examples }: FlowInScope): boolean => {
  const said = foldText(message);
  return examples.some((example) => example.length > 3 && !example.includes("{") && said.includes(foldText(example)));
};

/** Values for the flow that is active. */
export function fillParts(scene: Scene, weights: Weights, within?: Place): readonly Part[] {
  const { active, known, awaiting } = scene.context;
  if (active === null) return [];
  const awaited = awaiting.kind === "slot" || awaiting.kind === "choice" ? awaiting.slot : undefined;
  const ways = waysToFill(
    scene,
    {
      flow: active,
      known,
      modeOf: (slot) => (slot === awaited ? "awaited" : "active"),
      ...(within === undefined ? {} : { within }),
    },
    weights,
  );
  return ways
    .filter((way) => way.length > 0 && !takesWrong(scene, way))
    .map((found) => {
      const way = found.toSorted((left, right) => left.start - right.start);
      const fillsAwaited = way.some(({ slot }) => slot.name === awaited);
      const corrects = way.some(({ slot }) => known[slot.name] !== undefined);
      return {
        commands: way.map(
          ({ slot, value }) =>
            ({ type: known[slot.name] === undefined ? "set_slot" : "correct_slot", slot: slot.name, value }) as const,
        ),
        features: sumOf([
          ...way.map((filling) => filling.features),
          marks({
            fill_more: way.length - 1,
            correct_at_slot: awaited !== undefined && !fillsAwaited,
            correct_at_confirm: awaited === undefined,
            correct_marker: corrects && scene.form.corrects,
            fill_question_form: scene.form.asks || scene.form.mark,
            fill_question_mark: scene.form.mark,
            fill_acts: actsLeft(scene, way),
          }),
        ]),
        covers: way,
        spans: way.map(({ start, end, reading }, index) => ({ start, end, reading, command: index })),
        slots: way.map(({ slot }) => slot),
      };
    });
}

/** Acts that a hypothesis about values ignores. */
const actsLeft = (scene: Scene, way: readonly Filling[]): number =>
  Math.min(
    2,
    scene.acts.filter(
      (act) => steeringActs.has(act.value) && !way.some(({ start, end }) => start <= act.start && act.end <= end),
    ).length,
  );

/** "The recipient is wrong" names no recipient. */
function takesWrong(scene: Scene, way: readonly Filling[]): boolean {
  const wrong = scene.phrases.all("wrong").map(({ from, to }) => ({
    start: scene.chart.tokens[from]?.start ?? 0,
    end: scene.chart.tokens[to - 1]?.end ?? 0,
  }));
  return way.some((filling) => filling.features.mode_awaited !== 1 && wrong.some((place) => isInside(filling, place)));
}
