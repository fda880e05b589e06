import type { Alternative, Command } from "../engine/commands/command.ts";
import type { Json } from "../engine/json.ts";
import type { Evidence, Feature, Rival } from "../engine/state/evidence.ts";
import type { Usage } from "../engine/state/turn.ts";
import { plainCopy, slotValueLimits } from "../project-code/plain-copy.ts";
import { type Understanding, unavailableReasons } from "../understand/understander.ts";

/** What is kept of an answer. The rest of a longer list is cut off. */
const most = { alternatives: 10, rivals: 10, stretches: 24, features: 8, reading: 200, name: 60 } as const;

/**
 * What an understander said, without what cannot be stored. A turn that cannot be saved would be tried again for ever,
 * and keep every later message of its conversation waiting. The commands that remain are checked again when they are executed.
 */
export function soundUnderstanding(
  { commands, confidence, usage, source, program, unavailable, rivals, evidence }: Understanding,
  message: string,
): Understanding {
  const reason = unavailableReasons.find((known) => known === unavailable);
  return {
    commands: commands.map(soundCommand).filter((command) => command !== null),
    confidence: Number.isFinite(confidence) ? confidence : 0,
    ...(usage === undefined ? {} : soundUsage(usage)),
    ...(typeof source === "string" ? { source } : {}),
    ...(typeof program === "string" ? { program } : {}),
    ...(Array.isArray(rivals) && rivals.length > 0 ? { rivals: soundRivals(rivals) } : {}),
    ...(Array.isArray(evidence) && evidence.length > 0
      ? { evidence: soundEvidence(evidence, { message, commands: commands.length }) }
      : {}),
    // Code without types may say it in words of its own.
    ...(unavailable === undefined ? {} : { unavailable: reason ?? "failed" }),
  };
}

function soundCommand(command: Command): Command | null {
  const plain = plainCopy(command, slotValueLimits);
  if (!plain.ok || typeof (plain.value as { readonly type?: Json } | null)?.type !== "string") return null;
  const copied = plain.value as unknown as Command & {
    readonly confidence?: unknown;
    readonly alternatives?: unknown;
    readonly slotConfidence?: unknown;
  };
  const { confidence, alternatives, slotConfidence, ...rest } = copied;
  return {
    ...(rest as Command),
    ...(isProbability(confidence) ? { confidence } : {}),
    ...soundAlternatives(copied.type, alternatives),
    ...soundConfidences(copied.type, slotConfidence),
  } as Command;
}

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

const soundRivals = (rivals: readonly Rival[]): readonly Rival[] =>
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

const soundUsage = (usage: Usage): { readonly usage?: Usage } => {
  const plain = plainCopy(usage);
  return plain.ok ? { usage: plain.value as unknown as Usage } : {};
};
