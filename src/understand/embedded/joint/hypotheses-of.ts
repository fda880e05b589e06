import type { FlowInScope } from "../../understander.ts";
import type { EngineInput } from "../engine-input.ts";
import { subjectLines } from "../flow-choice/subject-lines.ts";
import type { FlowFit, FlowJudge, Talk } from "../lattice/flow-evidence.ts";
import { nearTopics, nearValues } from "../lattice/near-values.ts";
import { type Scene, sceneOf } from "../lattice/scene.ts";
import { flowWords } from "../lattice/slot-words.ts";
import type { Place } from "../lattice/span.ts";
import { respelled, vocabularyOf } from "../text/respell.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import { actParts, answerParts } from "./act-parts.ts";
import type { Weights } from "./features.ts";
import { fillParts, startParts } from "./flow-parts.ts";
import { anotherIn, frameParts } from "./frame-parts.ts";
import { type Hypothesis, scoreOf } from "./hypothesis.ts";
import { hypothesisOf, type Part, together } from "./part.ts";
import { questionParts, talkParts } from "./talk-parts.ts";
import { fittedWeights } from "./weights.ts";

/** What hypotheses are made with. */
export interface JointSources {
  readonly vectors: Vectors | null;
  readonly judge: FlowJudge;
  /** The search keeps what they think best; after a change the lists have to be made again. */
  readonly weights?: Weights;
}

const mostFlows = 6;
const shortAnswer = 3;
const mostBorders = 2;

/** Everything that a message may mean here, in no order. */
export async function hypothesesOf(input: EngineInput, sources: JointSources): Promise<readonly Hypothesis[]> {
  const weights = sources.weights ?? fittedWeights;
  const bare = sceneOf(input);
  const scene: Scene = {
    ...bare,
    near: await nearValues(bare, sources.vectors),
    topics: await nearTopics(bare, sources.vectors),
  };
  const { context } = scene;
  const flows =
    context.active === null || context.flows.some(({ name }) => name === context.active?.name)
      ? context.flows
      : [context.active, ...context.flows];
  const borders = bordersOf(scene);
  const frames = frameParts(scene);
  // A short answer that picks an option of a list means that one.
  const option = frames.find(({ features }) => features.option_fit === 1);
  if (option !== undefined && scene.words.length <= shortAnswer) return [hypothesisOf(scene, option)];
  const isSlotWrong = frames.some(({ features }) => features.slot_wrong === 1);
  // "The date is wrong" says what the no is about.
  const answers = answerParts(scene).filter(({ commands: [command] }) => !(isSlotWrong && command?.type === "deny"));
  const acts = [...answers, ...actParts(scene)];
  const leading = acts.filter(
    ({ commands: [command], features }) =>
      (command?.type === "affirm" && features.act_begins === 1) || command?.type === "cancel_flow",
  );
  const said = context.history.map(({ text }) => text);
  const about = context.active === null ? subjectLines(scene.message, said, scene.language) : [];
  const texts = [
    wanted(scene),
    ...leading.map((act) => without(scene, act.covers)),
    ...borders.flatMap((at) => [scene.message.slice(0, at), scene.message.slice(at)]),
  ];
  const talk = { language: scene.language, about };
  const [first, ...fits] = await sources.judge.judge(texts, flows, talk);
  const fit =
    first === undefined ? undefined : await respelledFit(scene, { first, texts, flows, talk, judge: sources.judge });
  if (fit === undefined) return [];
  const starts = (
    of: FlowFit,
    more: { readonly within?: Place; readonly isSecond?: true } = {},
    most = mostFlows,
  ): readonly Part[] =>
    of.ranked
      .filter((name) => name !== context.active?.name)
      .slice(0, most)
      .flatMap((name) => {
        const flow = context.flows.find((each) => each.name === name);
        return flow === undefined ? [] : startParts(scene, { flow, fit: of, ...more }, weights);
      });
  const best = (parts: readonly Part[], count: number): readonly Part[] =>
    parts
      .map((part) => ({ part, score: scoreOf(part, weights) }))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, count)
      .map(({ part }) => part);
  const another = anotherIn(scene);
  const oneMore = (of: FlowFit): readonly Part[] =>
    another === null ? [] : startParts(scene, { ...another, fit: of }, weights);
  const questions = questionParts(scene);
  const fills = fillParts(scene, weights);
  const parts: Part[] = [
    ...acts,
    ...fills,
    ...starts(fit),
    ...oneMore(fit),
    ...questions,
    ...talkParts(scene, fit),
    ...frames,
  ];
  for (const [index, act] of leading.entries()) {
    const own = fits[index];
    if (own === undefined) continue;
    parts.push(
      ...best([...starts(own, {}, 3), ...oneMore(own)], 5).map((start) =>
        together(act, start, shared(scene, act, start)),
      ),
    );
    if (act.commands[0]?.type === "affirm")
      parts.push(...questions.slice(0, 2).map((question) => together(act, question, joined)));
  }
  for (const [index, at] of borders.entries()) {
    const [left, right] = [fits[leading.length + 2 * index], fits[leading.length + 2 * index + 1]];
    if (left === undefined || right === undefined) continue;
    const [before, after] = [
      { start: 0, end: at },
      { start: at, end: scene.message.length },
    ];
    const seconds = best(starts(right, { within: after, isSecond: true }, 2), 3);
    const firsts =
      context.active === null
        ? best(starts(left, { within: before }, 2), 3)
        : best(fillParts(scene, weights, before), 3);
    for (const first of firsts)
      for (const second of seconds)
        if (first.commands[0]?.type !== "start_flow" || flowOf(first) !== flowOf(second))
          parts.push(together(first, second, { ...joined, features: { two_marks: 1 } }));
  }
  return parts.map((part) => hypothesisOf(scene, part));
}

/** From here on, slips of the finger may be why nothing fits. */
const doubtful = 0.9;

interface Spelling {
  readonly first: FlowFit;
  readonly texts: readonly string[];
  readonly flows: readonly FlowInScope[];
  readonly talk: Talk;
  readonly judge: FlowJudge;
}

/** With nothing running, a message that fits nothing is judged again with its words as they may have been meant. */
async function respelledFit(scene: Scene, { first, texts, flows, talk, judge }: Spelling): Promise<FlowFit> {
  const [text = ""] = texts;
  if (scene.context.active !== null || first.outOfScope < doubtful) return first;
  const likely = new Set(first.ranked.slice(0, likelyFlows));
  const spelled = respelled(
    text,
    vocabularyOf(
      flows.filter(({ name }) => likely.has(name)),
      scene.language,
    ),
  );
  if (spelled === text) return first;
  const [second] = await judge.judge([spelled], flows, talk);
  return second !== undefined && second.outOfScope < first.outOfScope ? second : first;
}

const likelyFlows = 50;

const joined: Part = { commands: [], features: { two_parts: 1 }, covers: [], spans: [] };

/** Words of the act that the started flow has too: they can't be both. */
function shared(scene: Scene, act: Part, start: Part): Part {
  const [flow] = start.flows ?? [];
  const words = flow === undefined ? new Set<string>() : flowWords(flow, scene.language);
  const isSame = act.covers.some(({ start: first, end }) => {
    const { from, to } = scene.tokensIn(first, end);
    return scene.words.slice(from, to).some((word) => word !== null && !word.isLight && words.has(word.stem));
  });
  return isSame ? { ...joined, features: { two_parts: 1, two_same: 1 } } : joined;
}

const flowOf = ({ commands }: Part): string | null => {
  const [first] = commands;
  return first?.type === "start_flow" ? first.flow : null;
};

/** The message without what it says is not wished. */
function wanted(scene: Scene): string {
  const unwanted = scene.clauses.filter(({ isUnwanted }) => isUnwanted);
  if (unwanted.length === 0 || unwanted.length === scene.clauses.length) return scene.message;
  return without(scene, unwanted);
}

function without({ message }: Scene, places: readonly Place[]): string {
  let text = "";
  let at = 0;
  for (const { start, end } of places.toSorted((left, right) => left.start - right.start)) {
    text += message.slice(at, Math.max(at, start));
    at = Math.max(at, end);
  }
  return (text + message.slice(at)).replace(/^[\s,.;:!?]+/, "").trim() || message;
}

/** Places where a second wish may begin. */
function bordersOf(scene: Scene): readonly number[] {
  const { clauses } = scene;
  return clauses
    .slice(1)
    .flatMap(({ start, text }, index) => {
      const isSecond = scene.phrases.from("second", scene.tokensIn(start, start + 1).from) !== null;
      const before = scene.message.slice(clauses[index]?.end ?? 0, start);
      const isSentence = /[.;!?]/.test(before);
      const isRequest = scene.phrases
        .all("request")
        .some(
          ({ from }) =>
            (scene.chart.tokens[from]?.start ?? -1) >= start &&
            (scene.chart.tokens[from]?.start ?? 0) < start + text.length,
        );
      return (isSecond || isSentence || isRequest) &&
        scene.contentIn(0, start) > 0 &&
        scene.contentIn(start, scene.message.length) > 0
        ? [start]
        : [];
    })
    .slice(0, mostBorders);
}
