import type { FlowInScope } from "../../understander.ts";
import type { EngineInput } from "../engine-input.ts";
import type { FlowFit, FlowJudge, Talk } from "../lattice/flow-evidence.ts";
import { withNear, withNearest } from "../lattice/near-values.ts";
import { type Scene, sceneOf } from "../lattice/scene.ts";
import { respelled, vocabularyOf } from "../text/respell.ts";
import type { Vectors } from "../vectors/open-vectors.ts";
import type { Weights } from "./features.ts";
import { frameParts } from "./frame-parts.ts";
import { type Hypothesis, probabilitiesOf } from "./hypothesis.ts";
import { hypothesisOf, type Part } from "./part.ts";
import { talkParts } from "./talk-parts.ts";
import { fittedWeights } from "./weights.ts";
import { wishesIn } from "./wishes.ts";

/** What hypotheses are made with. */
export interface JointSources {
  readonly vectors: Vectors | null;
  readonly judge: FlowJudge;
  /** The search keeps what they think best; after a change the lists have to be made again. */
  readonly weights?: Weights;
  /** `all`: also what cannot change the decision, for a list that other weights will decide about. */
  readonly encodes?: "all";
}

const shortAnswer = 3;

/** Everything that a message may mean here, in no order. Texts are encoded only where their vectors can change the decision. */
export async function hypothesesOf(input: EngineInput, sources: JointSources): Promise<readonly Hypothesis[]> {
  const weights = sources.weights ?? fittedWeights;
  const bare = sceneOf(input);
  const frames = frameParts(bare);
  // A short answer that picks an option of a list means that one.
  const option = frames.find(({ features }) => features.option_fit === 1);
  if (option !== undefined && bare.words.length <= shortAnswer) return [hypothesisOf(bare, option)];
  const wishes = wishesIn(bare, frames, weights);
  const { flows, texts } = wishes;
  const list = (parts: readonly Part[]): readonly Hypothesis[] => parts.map((part) => hypothesisOf(bare, part));
  const isNegligible = (possible: readonly Part[], sure: readonly Hypothesis[]): boolean =>
    shareOf(list(possible), sure, weights) <= negligible;
  const canBeBounded = wishes.canBeBounded && sources.vectors !== null && sources.encodes !== "all";
  const nearest = sources.vectors === null ? null : withNearest(bare);

  if (canBeBounded) {
    const sure = list([...wishes.given(bare), ...talkParts(bare, surelyOutside)]);
    const compared = nearest === null ? [] : wishes.given(nearest).filter(isByNearness);
    if (isNegligible(compared, sure)) {
      const [most, ...others] = await sources.judge.most(texts, flows, wishes.unread);
      const started = most === undefined ? [] : wishes.starts(most);
      if (isNegligible(started, sure) && isNegligible([...compared, ...started, ...wishes.combined(others)], sure))
        return sure;
    }
  }
  const scene = nearest === null ? bare : await withNear(bare, sources.vectors);
  const [text = "", ...parts] = texts;
  const [first] = await sources.judge.judge([text], flows, wishes.talk);
  if (first === undefined) return [];
  const fit = await respelledFit(scene, { first, text, flows, talk: wishes.talk, judge: sources.judge });
  const single = list([...wishes.given(scene), ...wishes.starts(fit), ...talkParts(scene, fit.outOfScope)]);
  if (parts.length === 0) return single;
  if (canBeBounded) {
    const most = await sources.judge.most(parts, flows, wishes.unreadParts(fit));
    if (isNegligible(wishes.combined(most), single)) return single;
  }
  return [...single, ...list(wishes.combined(await sources.judge.judge(parts, flows, wishes.talk)))];
}

/** Whether how near the message is to a value or a slot speaks for it. */
const isByNearness = ({ features }: Part): boolean =>
  features.kind_category_vector === 1 || features.topic_near !== undefined;

/** Without a vector, a message that starts no flow counts as being about something else. */
const surelyOutside = 1;
/** Hypotheses that are less likely than this altogether are no rivals, and move no other far enough to be decided about in another way. */
const negligible = 0.05;

/** The probability of what is possible beside what is sure to be listed. */
function shareOf(possible: readonly Hypothesis[], sure: readonly Hypothesis[], weights: Weights): number {
  const chances = probabilitiesOf([...sure, ...possible], weights);
  return chances.slice(sure.length).reduce((sum, chance) => sum + chance, 0);
}

/** From here on, slips of the finger may be why nothing fits. */
const doubtful = 0.9;

interface Spelling {
  readonly first: FlowFit;
  readonly text: string;
  readonly flows: readonly FlowInScope[];
  readonly talk: Talk;
  readonly judge: FlowJudge;
}

/** With nothing running, a message that fits nothing is judged again with its words as they may have been meant. */
async function respelledFit(scene: Scene, { first, text, flows, talk, judge }: Spelling): Promise<FlowFit> {
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
