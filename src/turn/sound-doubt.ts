import type { Alternative, Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { Evidence, Feature, Rival } from "../engine/state/evidence.ts";
import type { Understanding } from "../understand/understander.ts";

/** What is kept of an answer. The rest of a longer list is cut off. */
const most = { alternatives: 10, rivals: 10, stretches: 24, features: 8, reading: 200, name: 60 } as const;

/** The command with what it says about its likelihood, as far as that is sound. */
export function soundWeights(command: JsonObject): Command {
  const { confidence, alternatives, slotConfidence, ...rest } = command;
  const type = rest["type"] as Command["type"];
  return {
    ...rest,
    ...(isProbability(confidence) ? { confidence } : {}),
    ...soundAlternatives(type, alternatives),
    ...soundConfidences(type, slotConfidence),
  } as unknown as Command;
}

/** What the message may mean instead, and why, as far as that is sound. */
export const soundReasons = (
  { rivals, evidence }: Understanding,
  read: Read & { readonly soundCommand: (command: Command) => Command | null },
): Pick<Understanding, "rivals" | "evidence"> => ({
  ...(Array.isArray(rivals) && rivals.length > 0 ? { rivals: soundRivals(rivals, read.soundCommand) } : {}),
  ...(Array.isArray(evidence) && evidence.length > 0 ? { evidence: soundEvidence(evidence, read) } : {}),
});

const isProbability = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

function soundAlternatives(type: Command["type"], given: unknown): { readonly alternatives?: readonly Alternative[] } {
  if ((type !== "set_slot" && type !== "correct_slot") || !Array.isArray(given)) return {};
  const sound = given
    .filter((each): each is Alternative => isProbability(each?.confidence) && each.value !== undefined)
    .map(({ value, confidence }) => ({ value, confidence }))
    .slice(0, most.alternatives);
  return sound.length === 0 ? {} : { alternatives: sound };
}

function soundConfidences(type: Command["type"], given: unknown): { readonly slotConfidence?: Record<string, number> } {
  if (type !== "start_flow" || typeof given !== "object" || given === null) return {};
  const sound = Object.entries(given).filter((entry): entry is [string, number] => isProbability(entry[1]));
  return sound.length === 0 ? {} : { slotConfidence: Object.fromEntries(sound) };
}

const soundRivals = (rivals: readonly Rival[], soundCommand: (command: Command) => Command | null): readonly Rival[] =>
  rivals.slice(0, most.rivals).flatMap((rival): Rival[] => {
    const command = isProbability(rival?.confidence) ? soundCommand(rival.command) : null;
    return command === null ? [] : [{ command, confidence: rival.confidence }];
  });

interface Read {
  readonly message: string;
  /** How many. */
  readonly commands: number;
}

/** Stretches that are not in the message are left out, and of many features those that say little. */
const soundEvidence = (evidence: readonly Evidence[], read: Read): readonly Evidence[] =>
  evidence.slice(0, most.stretches).flatMap((each): Evidence[] => {
    const { start, end, reading, command, features } = each ?? {};
    const isIn = Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end;
    if (!isIn || end > read.message.length || typeof reading !== "string") return [];
    const isNamed = command !== undefined && Number.isInteger(command) && command >= 0 && command < read.commands;
    return [
      {
        start,
        end,
        reading: reading.slice(0, most.reading),
        ...(isNamed ? { command } : {}),
        features: Array.isArray(features) ? soundFeatures(features) : [],
      },
    ];
  });

const soundFeatures = (features: readonly Feature[]): readonly Feature[] =>
  features
    .flatMap((feature): Feature[] =>
      typeof feature?.name === "string" && Number.isFinite(feature.contribution)
        ? [{ name: feature.name.slice(0, most.name), contribution: feature.contribution }]
        : [],
    )
    .toSorted((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .slice(0, most.features);
