import { type Advice, adviceNames } from "./advice.ts";
import { luckOf, needed, type Pass } from "./answer.ts";
import type { SimulatedModel } from "./models.ts";
import type { Row } from "./rows.ts";
import { type Learnt, learn, nothingLearnt, type PromptSection } from "./skill.ts";
import { type Phenomenon, phenomena } from "./vocabulary.ts";

/** Both sections of a prompt program. */
export interface Sections<Section> {
  readonly commands: Section;
  readonly slots: Section;
}

/** What an optimiser may turn. */
export interface Knobs {
  readonly advice: boolean;
  /** Most demonstrations in one section; 0 for none. */
  readonly demonstrations: number;
  /** Leave out what makes a model obey, or its answers long. A gate refuses both. */
  readonly acceptable?: boolean;
}

export interface Attainable {
  /** Expected share of right rows with an empty program. */
  readonly base: number;
  /** The same with the best program that the knobs allow. */
  readonly best: number;
  readonly program: Sections<Learnt>;
}

export interface Subject {
  readonly model: SimulatedModel;
  readonly seed: number;
  readonly rows: readonly Row[];
}

/** The best that a model can do on these rows, none of which is shown to it as a demonstration. */
export function attainable(subject: Subject, knobs: Knobs): Attainable {
  const program = { commands: bestSection(subject, "commands", knobs), slots: bestSection(subject, "values", knobs) };
  return {
    base: expectedScore(subject, { commands: nothingLearnt, slots: nothingLearnt }),
    best: expectedScore(subject, program),
    program,
  };
}

/** Expected share of rows that are right under a program: certain for steady rows, the chance itself for the others. */
export function scoreOf(subject: Subject, program: Sections<PromptSection>): number {
  return expectedScore(subject, { commands: learn(program.commands), slots: learn(program.slots) });
}

function expectedScore({ model, seed, rows }: Subject, program: Sections<Learnt>): number {
  const right = (pass: Pass, learnt: Learnt, { phenomenon, message }: Row): number => {
    const need = needed(phenomenon, pass);
    if (need === undefined) return 1;
    const chance = model.chance(need, learnt, message);
    const luck = luckOf(model, seed, pass, message);
    return luck === undefined ? chance : Number(luck < chance);
  };
  const sum = rows.reduce(
    (total, row) => total + right("commands", program.commands, row) * right("values", program.slots, row),
    0,
  );
  return sum / rows.length;
}

/**
 * By expectation over the mix of the rows, not by their luck: what is best in general. All sets of advice are tried; demonstrations are added one at a
 * time where they help most. Each one gives half of what the one before gave, so this finds the best distribution.
 */
function bestSection(subject: Subject, pass: Pass, knobs: Knobs): Learnt {
  const weights = weightsOf(subject.rows, pass);
  const value = (learnt: Learnt): number =>
    weights.reduce((sum, [phenomenon, weight]) => sum + weight * subject.model.chance(phenomenon, learnt, ""), 0);
  return adviceSets(subject.model, knobs)
    .map((advice) => withDemonstrations({ ...nothingLearnt, advice }, value, knobs.demonstrations))
    .reduce((best, candidate) => (value(candidate) > value(best) + 1e-12 ? candidate : best), nothingLearnt);
}

function withDemonstrations(begin: Learnt, value: (learnt: Learnt) => number, most: number): Learnt {
  let learnt = begin;
  for (let count = 0; count < most; count += 1) {
    const next = phenomena
      .map((phenomenon) => ({
        ...learnt,
        right: { ...learnt.right, [phenomenon]: (learnt.right[phenomenon] ?? 0) + 1 },
        shown: learnt.shown + 1,
      }))
      .reduce((best, candidate) => (value(candidate) > value(best) ? candidate : best));
    if (value(next) <= value(learnt)) return learnt;
    learnt = next;
  }
  return learnt;
}

function weightsOf(rows: readonly Row[], pass: Pass): readonly (readonly [Phenomenon, number])[] {
  const found = Map.groupBy(
    rows.flatMap(({ phenomenon }) => needed(phenomenon, pass) ?? []),
    (phenomenon) => phenomenon,
  );
  return [...found].map(([phenomenon, list]) => [phenomenon, list.length / rows.length]);
}

/** Every set of the pieces that help with anything. In these models a piece that helps with nothing alone helps with nothing in company. */
function adviceSets(model: SimulatedModel, { advice, acceptable }: Knobs): readonly ReadonlySet<Advice>[] {
  if (!advice) return [new Set()];
  const pieces = adviceNames.filter((name) => helps(model, name));
  return Array.from(
    { length: 2 ** pieces.length },
    (_, bits) => new Set(pieces.filter((_, place) => (bits >> place) & 1)),
  ).filter((set) => acceptable !== true || (!model.obeys(set) && model.wordiness(set) === 1));
}

const helps = (model: SimulatedModel, piece: Advice): boolean =>
  phenomena.some((phenomenon) => {
    const chance = (advice: readonly Advice[]): number =>
      model.chance(phenomenon, { ...nothingLearnt, advice: new Set(advice) }, "");
    return chance([piece]) > chance([]);
  });
