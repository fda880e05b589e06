import type { FlowInScope } from "../../understander.ts";
import { subjectLines } from "../flow-choice/subject-lines.ts";
import type { FlowFit, Talk, Unread } from "../lattice/flow-evidence.ts";
import type { Scene } from "../lattice/scene.ts";
import { flowWords } from "../lattice/slot-words.ts";
import type { Place } from "../lattice/span.ts";
import { actParts, answerParts } from "./act-parts.ts";
import type { Weights } from "./features.ts";
import { fillParts, startParts, waysToStart } from "./flow-parts.ts";
import { anotherIn } from "./frame-parts.ts";
import { scoreOf } from "./hypothesis.ts";
import { type Part, together } from "./part.ts";
import { questionParts } from "./talk-parts.ts";

/** What may be wished in a message: what its words tell by themselves, and what depends on how well its texts fit flows. */
export interface Wishes {
  readonly flows: readonly FlowInScope[];
  /** The whole message first, then parts of it, in the order that `combined` takes their fits. */
  readonly texts: readonly string[];
  readonly talk: Talk;
  /** What bounds the fits of the whole message, and of its parts once that of the whole is known. */
  readonly unread: Unread;
  unreadParts(whole: FlowFit): Unread;
  /** Whether the most that vectors could say can be tried for all flows: of many it takes longer than to encode. */
  readonly canBeBounded: boolean;
  /** No flow starts in these. `seen`: the scene with what is known about its nearness to values and slots. */
  given(seen: Scene): readonly Part[];
  /** One flow starts. */
  starts(fit: FlowFit): readonly Part[];
  /** A flow starts beside something else: a yes, a cancellation, values, another flow. */
  combined(fits: readonly FlowFit[]): readonly Part[];
}

const mostFlows = 6;
const mostBorders = 2;
const mostSlots = 100;

export function wishesIn(scene: Scene, frames: readonly Part[], weights: Weights): Wishes {
  const { context } = scene;
  const flows =
    context.active === null || context.flows.some(({ name }) => name === context.active?.name)
      ? context.flows
      : [context.active, ...context.flows];
  const borders = bordersOf(scene);
  const isSlotWrong = frames.some(({ features }) => features.slot_wrong === 1);
  // "The date is wrong" says what the no is about.
  const answers = answerParts(scene).filter(({ commands: [command] }) => !(isSlotWrong && command?.type === "deny"));
  const acts = [...answers, ...actParts(scene)];
  // An act that is all of the message leaves no words that could start something.
  const leading = acts.filter(
    ({ commands: [command], features, covers }) =>
      ((command?.type === "affirm" && features.act_begins === 1) || command?.type === "cancel_flow") &&
      hasContentBeside(scene, covers),
  );
  const said = context.history.map(({ text }) => text);
  const another = anotherIn(scene);
  const sharing = wordsShared(scene);
  const unread = {
    language: scene.language,
    shared: sharing,
    contentWords: scene.contentWords,
    active: context.active?.name ?? null,
  };
  const waysOf = waysToStart(scene, weights);
  const starts = (
    of: FlowFit,
    more: { readonly within?: Place; readonly isSecond?: true } = {},
    most = mostFlows,
  ): readonly Part[] =>
    candidates(of, most).flatMap((flow) => startParts(scene, { flow, fit: of, ...more }, waysOf({ flow, ...more })));
  /** The flows that fit best; of a bound all flows, since any may turn out to. */
  function candidates(of: FlowFit, most: number): readonly FlowInScope[] {
    const others = of.ranked.filter((name) => name !== context.active?.name);
    let alike = 0;
    const names =
      of.best === null
        ? // Without words in common and without slots, one flow is as likely as the next.
          others.filter((name) => sharing.has(name) || hasSlots.has(name) || alike++ < mostFlows)
        : others.slice(0, most);
    return names.flatMap((name) => context.flows.find((each) => each.name === name) ?? []);
  }
  const hasSlots = new Set(context.flows.filter(({ slots }) => slots.length > 0).map(({ name }) => name));
  const best = (parts: readonly Part[], count: number): readonly Part[] =>
    parts
      .map((part) => ({ part, score: scoreOf(part, weights) }))
      .toSorted((left, right) => right.score - left.score)
      .slice(0, count)
      .map(({ part }) => part);
  const oneMore = (of: FlowFit): readonly Part[] =>
    another === null ? [] : startParts(scene, { ...another, fit: of }, waysOf(another));

  function besideActs(fits: readonly FlowFit[]): readonly Part[] {
    return leading.flatMap((act, index) => {
      const own = fits[index];
      if (own === undefined) return [];
      const started = best([...starts(own, {}, 3), ...oneMore(own)], 5).map((start) =>
        together(act, start, shared(scene, act, start)),
      );
      return started;
    });
  }

  function besideWishes(fits: readonly FlowFit[]): readonly Part[] {
    return borders.flatMap((at, index) => {
      const [left, right] = [fits[2 * index], fits[2 * index + 1]];
      if (left === undefined || right === undefined) return [];
      const [before, after] = [
        { start: 0, end: at },
        { start: at, end: scene.message.length },
      ];
      const seconds = best(starts(right, { within: after, isSecond: true }, 2), 3);
      const firsts =
        context.active === null
          ? best(starts(left, { within: before }, 2), 3)
          : best(fillParts(scene, weights, before), 3);
      return firsts.flatMap((first) =>
        seconds
          .filter((second) => first.commands[0]?.type !== "start_flow" || flowOf(first) !== flowOf(second))
          .map((second) => together(first, second, { ...joined, features: { two_marks: 1 } })),
      );
    });
  }

  return {
    flows,
    texts: [
      wanted(scene),
      ...leading.map((act) => without(scene, act.covers)),
      ...borders.flatMap((at) => [scene.message.slice(0, at), scene.message.slice(at)]),
    ],
    talk: {
      language: scene.language,
      about: context.active === null ? subjectLines(scene.message, said, scene.language) : [],
    },
    unread,
    // A clause that is not wished is no part of the whole that was judged.
    unreadParts: (whole) => (scene.clauses.some(({ isUnwanted }) => isUnwanted) ? unread : { ...unread, whole }),
    canBeBounded: another === null && context.flows.reduce((sum, { slots }) => sum + slots.length, 0) <= mostSlots,
    given(seen) {
      const questions = questionParts(seen);
      const fills = fillParts(seen, weights);
      const affirming = leading.filter(({ commands: [command] }) => command?.type === "affirm");
      return [
        ...acts,
        ...fills,
        ...questions,
        ...frames,
        ...affirming.flatMap((act) => questions.slice(0, 2).map((question) => together(act, question, joined))),
        ...affirming.flatMap((act) => fills.filter(isRestated).map((fill) => restating(act, fill))),
      ];
    },
    starts: (fit) => [...starts(fit), ...oneMore(fit)],
    combined: (fits) => [...besideActs(fits), ...besideWishes(fits.slice(leading.length))],
  };
}

const hasContentBeside = (scene: Scene, covers: readonly Place[]): boolean =>
  scene.words.some(
    (word) =>
      word !== null && !word.isLight && !covers.some(({ start, end }) => start <= word.start && word.end <= end),
  );

/** How many content words of the message the texts of each flow have. */
function wordsShared({ words, context, language }: Scene): Unread["shared"] {
  const stems = words.flatMap((word) => (word === null || word.isLight ? [] : [word.stem]));
  const shared = new Map<string, number>();
  for (const flow of context.flows) {
    const own = flowWords(flow, language);
    const count = stems.reduce((sum, stem) => sum + (own.has(stem) ? 1 : 0), 0);
    if (count > 0) shared.set(flow.name, count);
  }
  return shared;
}

const isRestated = ({ commands, features }: Part): boolean => features.known_same === commands.length;

/** "Yes, send the 50 euros to Ana" says yes, and repeats what it was asked about. */
const restating = (act: Part, { covers, slots = [] }: Part): Part => ({
  ...act,
  covers: [...act.covers, ...covers],
  slots: [...(act.slots ?? []), ...slots],
});

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
  const { clauses, message, phrases } = scene;
  const requests = phrases.all("request").map(({ from }) => scene.chart.tokens[from]?.start ?? -1);
  const borders: number[] = [];
  for (const [index, { start, text }] of clauses.entries()) {
    if (index === 0) continue;
    if (borders.length === mostBorders) break;
    const isSecond = phrases.from("second", scene.tokensIn(start, start + 1).from) !== null;
    const isSentence = /[.;!?]/.test(message.slice(clauses[index - 1]?.end ?? 0, start));
    const isRequest = requests.some((at) => at >= start && at < start + text.length);
    if (!isSecond && !isSentence && !isRequest) continue;
    if (scene.contentIn(0, start) > 0 && scene.contentIn(start, message.length) > 0) borders.push(start);
  }
  return borders;
}
