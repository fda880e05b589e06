import { type Draw, drawFlows } from "./draw.ts";
import type { Engine } from "./engines.ts";
import { type Intent, readBanking, readClinc, readSgd, type Utterance } from "./intent-data.ts";

export interface Task {
  readonly name: string;
  readonly pool: readonly Intent[];
  readonly flowCount: number;
  readonly twins: boolean;
  /** Messages that belong to no flow, where the data has some. */
  readonly outOfScope: readonly Utterance[];
  /** Accuracy to reach, in percent, with descriptions only and with five examples. */
  readonly targets: readonly [number, number] | null;
}

export interface FlowChoiceResult {
  readonly task: string;
  readonly engine: string;
  readonly examplesEach: number;
  /** Percent, the mean over the seeds. */
  readonly accuracy: number;
  /** Area under the ROC curve for "none of these"; null where the data has no such messages. */
  readonly outOfScope: number | null;
  readonly target: number | null;
}

export function flowChoiceTasks(): readonly Task[] {
  const clinc = readClinc();
  const named = readSgd({ agreeing: false });
  const openings = readSgd({ agreeing: false, openings: true });
  const sgd = { pool: named, twins: false, outOfScope: [] };
  const intents = { pool: clinc.intents, twins: true, outOfScope: clinc.outOfScope };
  return [
    { name: "10 SGD flows", ...sgd, flowCount: 10, targets: [91, 95] },
    { name: "35 SGD flows", ...sgd, flowCount: 35, targets: [78, 89] },
    { name: "CLINC 50", ...intents, flowCount: 50, targets: [75, 92] },
    { name: "CLINC 150", ...intents, flowCount: 150, targets: [68, 87] },
    { name: "BANKING77", pool: readBanking(), twins: true, outOfScope: [], flowCount: 77, targets: [62, 80] },
    // The same without turns that lean on what was said before ("That works for me. Reserve it.").
    { name: "10 SGD openings", ...sgd, pool: openings, flowCount: 10, targets: [91, 95] },
    { name: "35 SGD openings", ...sgd, pool: openings, flowCount: 35, targets: [78, 89] },
    // No target: near twins side by side, and messages such as "Yes. I do." that only the history explains.
    {
      name: "SGD, all starts",
      pool: readSgd({ agreeing: true }),
      twins: true,
      outOfScope: [],
      flowCount: 100,
      targets: null,
    },
  ];
}

export function hasHistory({ pool }: Task): boolean {
  return pool.some(({ messages }) => messages.some(({ before }) => before.length > 0));
}

export interface MeasureOptions {
  readonly engine: Engine;
  readonly examplesEach: number;
  readonly seeds: number;
}

export async function measureFlowChoice(
  task: Task,
  { engine, examplesEach, seeds }: MeasureOptions,
): Promise<FlowChoiceResult> {
  const accuracies: number[] = [];
  const areas: number[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const draw = drawFlows(task.pool, { seed, flowCount: task.flowCount, twins: task.twins, examplesEach });
    const measured = await measureDraw(draw, task.outOfScope, engine);
    accuracies.push(measured.accuracy);
    if (measured.area !== null) areas.push(measured.area);
  }
  return {
    task: task.name,
    engine: engine.name,
    examplesEach,
    accuracy: mean(accuracies),
    outOfScope: areas.length === 0 ? null : mean(areas),
    target: task.targets?.[examplesEach === 0 ? 0 : 1] ?? null,
  };
}

async function measureDraw(draw: Draw, outOfScope: readonly Utterance[], engine: Engine) {
  const guess = await engine.learn(draw.flows);
  const inside: number[] = [];
  let right = 0;
  for (const { message, flow } of draw.tests) {
    const guessed = await guess(message);
    inside.push(guessed.inScope);
    if (guessed.flow === flow) right++;
  }
  const outside: number[] = [];
  for (const message of outOfScope) outside.push((await guess(message)).inScope);
  return {
    accuracy: (100 * right) / draw.tests.length,
    area: outside.length === 0 ? null : areaUnderCurve(inside, outside),
  };
}

/** How often a message inside scores higher than one outside; a tie counts half. */
function areaUnderCurve(inside: readonly number[], outside: readonly number[]): number {
  let wins = 0;
  for (const high of inside) for (const low of outside) wins += high > low ? 1 : high === low ? 0.5 : 0;
  return wins / (inside.length * outside.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
