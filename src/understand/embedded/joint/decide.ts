import type { Alternative, Command, CommandOf } from "../../../engine/commands/command.ts";
import type { Json } from "../../../engine/json.ts";
import type { Evidence, Rival } from "../../../engine/state/evidence.ts";
import type { FeatureName, Weights } from "./features.ts";
import { type Hypothesis, probabilitiesOf } from "./hypothesis.ts";

export interface Decision {
  readonly commands: readonly Command[];
  /** The probability that this is all that was meant. */
  readonly confidence: number;
  readonly rivals: readonly Rival[];
  readonly evidence: readonly Evidence[];
}

type SlotCommand = CommandOf<"set_slot" | "correct_slot">;

const leastAlternative = 0.02;
const mostAlternatives = 3;
const leastRival = 0.05;
const mostRivals = 4;

/**
 * The likeliest hypothesis of the likeliest intention: one wish may have many readings that differ in its values, and none of them alone be as likely as
 * an empty rival. The probability of a command is that of all hypotheses that hold it, whatever else they say.
 * What to do about what is not sure is for others to decide.
 */
export function decide(hypotheses: readonly Hypothesis[], weights: Weights): Decision {
  const chances = probabilitiesOf(hypotheses, weights);
  const best = likeliest(hypotheses, chances);
  if (best === undefined) return { commands: [], confidence: 0, rivals: [], evidence: [] };
  const masses = massesOf(hypotheses, chances);
  const ownKey = keyOfAll(best.commands);
  const confidence = hypotheses.reduce(
    (sum, { commands }, index) => (keyOfAll(commands) === ownKey ? sum + (chances[index] ?? 0) : sum),
    0,
  );
  return {
    commands: best.isVagueYes ? withVagueYes(weighed(best.commands, masses)) : weighed(best.commands, masses),
    confidence: rounded(confidence),
    rivals: rivalsOf(hypotheses, chances, { best, masses }),
    evidence: evidenceOf(best, weights),
  };
}

/** Even where nothing else is likely: as likely as not, so that it is asked for again. */
const vague = 0.5;
const withVagueYes = (commands: readonly Command[]): readonly Command[] =>
  commands.map((command) =>
    command.type === "affirm" ? { ...command, confidence: Math.min(vague, command.confidence ?? vague) } : command,
  );

const rounded = (probability: number): number => Math.round(Math.min(1, probability) * 1000) / 1000;

function likeliest(hypotheses: readonly Hypothesis[], chances: readonly number[]): Hypothesis | undefined {
  const intentions = new Map<string, { chance: number; best: number }>();
  for (const [index, { commands }] of hypotheses.entries()) {
    const key = intentionOf(commands);
    const chance = chances[index] ?? 0;
    const known = intentions.get(key) ?? { chance: 0, best: index };
    if (chance > (chances[known.best] ?? 0)) known.best = index;
    known.chance += chance;
    intentions.set(key, known);
  }
  const [highest] = [...intentions.values()].sort((left, right) => right.chance - left.chance);
  return highest === undefined ? undefined : hypotheses[highest.best];
}

/** What is wanted, whatever the values are. */
const intentionOf = (commands: readonly Command[]): string =>
  [...new Set(commands.map((command) => (isValue(command) ? (command.flow ?? "") : keyOf(command))))].sort().join("\n");

const isValue = (command: Command): command is SlotCommand =>
  command.type === "set_slot" || command.type === "correct_slot";

/** A correction and a first value are the same wish. */
function keyOf(command: Command): string {
  if (isValue(command)) return `${slotKeyOf(command)}=${JSON.stringify(command.value)}`;
  if (command.type === "start_flow") return `start ${command.flow}`;
  if (command.type === "clarify") return `clarify ${command.kind}`;
  return JSON.stringify(command);
}
const slotKeyOf = ({ slot, flow }: SlotCommand): string => `slot ${flow ?? ""} ${slot}`;
const keyOfAll = (commands: readonly Command[]): string => commands.map(keyOf).sort().join("\n");

interface Masses {
  readonly of: (command: Command) => number;
  readonly values: (command: SlotCommand) => readonly Alternative[];
}

function massesOf(hypotheses: readonly Hypothesis[], chances: readonly number[]): Masses {
  const masses = new Map<string, number>();
  const values = new Map<string, Map<string, { readonly value: Json; confidence: number }>>();
  for (const [index, { commands }] of hypotheses.entries()) {
    const chance = chances[index] ?? 0;
    for (const command of commands) {
      masses.set(keyOf(command), (masses.get(keyOf(command)) ?? 0) + chance);
      if (!isValue(command)) continue;
      const ofSlot = values.get(slotKeyOf(command)) ?? new Map<string, { readonly value: Json; confidence: number }>();
      values.set(slotKeyOf(command), ofSlot);
      const known = ofSlot.get(JSON.stringify(command.value)) ?? { value: command.value, confidence: 0 };
      known.confidence += chance;
      ofSlot.set(JSON.stringify(command.value), known);
    }
  }
  return {
    of: (command) => rounded(masses.get(keyOf(command)) ?? 0),
    values: (command) =>
      [...(values.get(slotKeyOf(command))?.values() ?? [])]
        .filter(
          ({ value, confidence }) =>
            confidence >= leastAlternative && JSON.stringify(value) !== JSON.stringify(command.value),
        )
        .sort((left, right) => right.confidence - left.confidence)
        .slice(0, mostAlternatives)
        .map(({ value, confidence }) => ({ value, confidence: rounded(confidence) })),
  };
}

/** The commands with their probabilities; values of a flow that starts go with its command. */
function weighed(commands: readonly Command[], masses: Masses): readonly Command[] {
  const started = new Set(commands.flatMap((command) => (command.type === "start_flow" ? [command.flow] : [])));
  return commands.flatMap((command): readonly Command[] => {
    const confidence = masses.of(command);
    if (isValue(command)) {
      if (command.flow !== undefined && started.has(command.flow)) return [];
      const alternatives = masses.values(command);
      return [{ ...command, confidence, ...(alternatives.length === 0 ? {} : { alternatives }) }];
    }
    if (command.type === "start_flow") {
      const values = commands.filter(isValue).filter(({ flow }) => flow === command.flow);
      return [{ ...command, confidence, ...startedWith(values, masses, confidence) }];
    }
    return command.type === "release_handoff" ? [] : [{ ...command, confidence }];
  });
}

/** How sure each value is, given that the flow is meant. */
function startedWith(
  values: readonly SlotCommand[],
  masses: Masses,
  confidence: number,
): Pick<CommandOf<"start_flow">, "slots" | "slotConfidence"> {
  if (values.length === 0) return {};
  return {
    slots: Object.fromEntries(values.map(({ slot, value }) => [slot, value])),
    slotConfidence: Object.fromEntries(
      values.map((value) => [value.slot, rounded(masses.of(value) / Math.max(confidence, 0.001))]),
    ),
  };
}

/** Commands that the likeliest hypothesis does not hold, each in the likeliest one that does. */
function rivalsOf(
  hypotheses: readonly Hypothesis[],
  chances: readonly number[],
  { best, masses }: { readonly best: Hypothesis; readonly masses: Masses },
): readonly Rival[] {
  const own = new Set(best.commands.map(keyOf));
  const slots = new Set(best.commands.filter(isValue).map(slotKeyOf));
  const found = new Map<string, Rival & { readonly chance: number }>();
  for (const [index, { commands }] of hypotheses.entries())
    for (const command of commands) {
      const key = keyOf(command);
      const confidence = masses.of(command);
      const chance = chances[index] ?? 0;
      if (own.has(key) || confidence < leastRival || (isValue(command) && slots.has(slotKeyOf(command)))) continue;
      if (isValue(command) && command.flow !== undefined) continue;
      if (chance <= (found.get(key)?.chance ?? -1)) continue;
      const [full] = weighed(
        command.type === "start_flow" ? commands.filter((each) => each === command || isValue(each)) : [command],
        masses,
      );
      if (full !== undefined) found.set(key, { command: full, confidence, chance });
    }
  return [...found.values()]
    .sort((left, right) => right.confidence - left.confidence)
    .slice(0, mostRivals)
    .map(({ command, confidence }) => ({ command, confidence }));
}

/** Each stretch of words, and what spoke for the whole. */
function evidenceOf({ spans, features, commands }: Hypothesis, weights: Weights): readonly Evidence[] {
  const contributions = Object.entries(features)
    .map(([name, value]) => ({ name, contribution: Math.round(value * weights[name as FeatureName] * 100) / 100 }))
    .filter(({ contribution }) => contribution !== 0)
    .sort((left, right) => Math.abs(right.contribution) - Math.abs(left.contribution));
  const places = placesAfterMerge(commands);
  return spans.map(({ start, end, reading, command }, index) => ({
    start,
    end,
    reading,
    command: places[command] ?? 0,
    features: index === 0 ? contributions : [],
  }));
}

/** Values of a started flow are part of its command. */
function placesAfterMerge(commands: readonly Command[]): readonly number[] {
  const started = new Map<string, number>();
  const places: number[] = [];
  let next = 0;
  for (const command of commands) {
    if (isValue(command) && command.flow !== undefined && started.has(command.flow)) {
      places.push(started.get(command.flow) ?? 0);
      continue;
    }
    if (command.type === "start_flow") started.set(command.flow, next);
    places.push(next);
    next += 1;
  }
  return places;
}
