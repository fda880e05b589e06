import type { Assistant } from "../../engine/assistant/assistant.ts";
import { hidden } from "../../engine/assistant/slot.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { Json } from "../../engine/json.ts";
import { parseValue } from "../../engine/slot-types/slot-types.ts";
import { wordReader } from "../../language/word-reader.ts";
import { compareCommands } from "../metrics/compare-commands.ts";
import { findPersonalData } from "./redact.ts";
import { foldMessage, type LabelledRow } from "./row.ts";
import { splitOf } from "./split.ts";

export interface DataProblem {
  readonly code:
    | "row.duplicate_across_splits"
    | "row.duplicate"
    | "row.contradiction"
    | "row.duplicate_id"
    | "label.unknown_flow"
    | "label.unknown_slot"
    | "label.bad_value"
    | "row.secret";
  readonly row: string;
  readonly message: string;
}

/** Everything in a data set that would make a score or a lesson wrong. */
export const checkRows = (rows: readonly LabelledRow[], assistant: Assistant): readonly DataProblem[] => [
  ...duplicates(rows),
  ...rows.flatMap((row) => [...labelProblems(row), ...secrets(row, assistant)]),
];

const quoted = ({ message }: LabelledRow): string => `'${message.length > 60 ? `${message.slice(0, 59)}…` : message}'`;

function duplicates(rows: readonly LabelledRow[]): readonly DataProblem[] {
  const problems: DataProblem[] = [];
  const byText = new Map<string, LabelledRow>();
  const byPlace = new Map<string, LabelledRow>();
  const ids = new Set<string>();
  for (const row of rows) {
    const text = foldMessage(row.message);
    const { awaiting, active, paused, known } = row.situation;
    const place = JSON.stringify([awaiting, active, paused, known, text]);
    const [twin, same] = [byText.get(text), byPlace.get(place)];
    if (twin !== undefined && splitOf(twin) !== splitOf(row))
      problems.push({
        code: "row.duplicate_across_splits",
        row: row.id,
        message: `${quoted(row)} is in ${splitOf(row)}, and as ${twin.id} in ${splitOf(twin)}. Give both the same group.`,
      });
    if (same !== undefined) {
      const agrees = compareCommands(same.expected, row.expected, row.context).exact;
      problems.push({
        code: agrees ? "row.duplicate" : "row.contradiction",
        row: row.id,
        message: agrees
          ? `${quoted(row)} is there twice in the same place, also as ${same.id}.`
          : `${quoted(row)} means something else as ${same.id}, in the same place.`,
      });
    } else if (ids.has(row.id))
      problems.push({ code: "row.duplicate_id", row: row.id, message: `The id '${row.id}' is used twice.` });
    ids.add(row.id);
    if (twin === undefined) byText.set(text, row);
    if (same === undefined) byPlace.set(place, row);
  }
  return problems;
}

function labelProblems(row: LabelledRow): readonly DataProblem[] {
  const { context } = row;
  const flows = new Set([...context.flows, ...context.paused, ...(context.active === null ? [] : [context.active])]);
  const flowNames = new Set([...flows].map(({ name }) => name));
  const slots = new Map([...flows].flatMap((flow) => flow.slots.map((slot) => [slot.name, slot])));
  const words = wordReader(context);
  const isListed = (slot: string): boolean => context.awaiting.kind === "choice" && context.awaiting.slot === slot;
  return row.expected.flatMap((command): readonly DataProblem[] => {
    const named = flowsIn(command).filter((name) => !flowNames.has(name));
    const unknown = slotsIn(command).filter(({ slot }) => !slots.has(slot));
    const bad = slotsIn(command).filter(({ slot, value }) => {
      const known = slots.get(slot);
      const isFree = value === undefined || value === null || value === hidden || isListed(slot);
      return known !== undefined && !isFree && !parseValue(known, value, words).ok;
    });
    return [
      ...named.map(
        (name): DataProblem => ({
          code: "label.unknown_flow",
          row: row.id,
          message: `${quoted(row)}: there is no flow '${name}'. Known: ${[...flowNames].join(", ")}.`,
        }),
      ),
      ...unknown.map(
        ({ slot }): DataProblem => ({
          code: "label.unknown_slot",
          row: row.id,
          message: `${quoted(row)}: there is no slot '${slot}'. Known: ${[...slots.keys()].join(", ")}.`,
        }),
      ),
      ...bad.map(
        ({ slot, value }): DataProblem => ({
          code: "label.bad_value",
          row: row.id,
          message: `${quoted(row)}: ${JSON.stringify(value)} is no value for '${slot}'.`,
        }),
      ),
    ];
  });
}

const flowsIn = (command: Command): readonly string[] => {
  if (command.type === "choose_flow") return command.flows;
  return "flow" in command && typeof command.flow === "string" ? [command.flow] : [];
};

const slotsIn = (command: Command): readonly { readonly slot: string; readonly value: Json | undefined }[] => {
  if (command.type === "start_flow")
    return Object.entries(command.slots ?? {}).map(([slot, value]) => ({ slot, value }));
  if (command.type === "set_slot" || command.type === "correct_slot")
    return [{ slot: command.slot, value: command.value }];
  const isNamed = "slot" in command && typeof command.slot === "string" && command.slot !== "";
  return isNamed ? [{ slot: String(command.slot), value: undefined }] : [];
};

/** Values for sensitive slots may be in rows that somebody made up, but never in those of real people. */
function secrets(row: LabelledRow, assistant: Assistant): readonly DataProblem[] {
  const texts = [row.message, row.situation.last ?? "", ...(row.situation.history ?? []).map(({ text }) => text)];
  const found = [...new Set(texts.flatMap(findPersonalData).map(({ kind }) => kind))];
  const sensitive = new Set(
    [...assistant.flows.values()].flatMap((flow) =>
      [...flow.slots.values()].filter((slot) => slot.sensitive !== false).map(({ name }) => name),
    ),
  );
  const told =
    row.source === "conversations"
      ? row.expected
          .flatMap(slotsIn)
          .filter(({ slot, value }) => sensitive.has(slot) && value !== undefined && value !== hidden)
      : [];
  return [
    ...found.map(
      (kind): DataProblem => ({
        code: "row.secret",
        row: row.id,
        message: `${quoted(row)} holds what looks like a ${kind}.`,
      }),
    ),
    ...told.map(
      ({ slot }): DataProblem => ({
        code: "row.secret",
        row: row.id,
        message: `It holds the value of '${slot}', which is sensitive, from a conversation.`,
      }),
    ),
  ];
}
