import type { CommandResult } from "../../engine/commands/command.ts";
import type { PublicState } from "../../engine/state/public-state.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import type { MessageSource } from "../../engine/state/turn.ts";
import type { Paint } from "../console.ts";
import { showCommand, showValue } from "./show-command.ts";
import { showEvent } from "./show-event.ts";
import { showProvenance } from "./show-state.ts";

export interface Explained {
  readonly audit: AuditEntry;
  readonly transcript: readonly TranscriptEntry[];
  readonly state: PublicState | null;
}

/** Why the assistant said what it last said: commands, what happened, what each message comes from, each slot. */
export function showTurn({ audit, transcript, state }: Explained, paint: Paint): string {
  const told = transcript.find(({ messageId }) => messageId === audit.messageId);
  const section = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [paint("cyan", title), ...lines.map((line) => `  ${line}`)];
  return [
    paint("bold", `turn ${audit.turn}: ${told?.user ?? ""}`),
    ...section(
      "commands",
      audit.commands.length === 0 ? ["none"] : audit.commands.map((each) => showResult(each, paint)),
    ),
    ...section("events", audit.events.map(showEvent)),
    ...section(
      "said",
      (told?.messages ?? []).map(({ text, source }) => `${firstLine(text)}  ${paint("dim", showSource(source))}`),
    ),
    ...section("slots", state === null ? [] : slotLines(state, transcript)),
    paint("dim", showTiming(audit.timing)),
  ].join("\n");
}

export function showResult({ command, result, code }: CommandResult, paint: Paint): string {
  const shown = showCommand(command);
  return result === "done" ? `done     ${shown}` : `${paint("yellow", "refused")}  ${shown}  (${code ?? "no reason"})`;
}

function showSource(source: MessageSource): string {
  switch (source.kind) {
    case "step":
      return `by step ${source.flow}.${source.step}`;
    case "pattern":
      return `by pattern ${source.pattern}`;
    case "digression":
      return `by digression ${source.digression}`;
    default:
      return source satisfies never;
  }
}

function slotLines(state: PublicState, transcript: readonly TranscriptEntry[]): readonly string[] {
  return state.flowStack.flatMap(({ flow, flowId }) =>
    Object.entries(state.flowSlots[flowId] ?? {}).map(([slot, value]) => {
      const from = state.provenance[flowId]?.[slot];
      const said = from?.by === "user" ? transcript.find(({ messageId }) => messageId === from.messageId) : undefined;
      const why =
        said === undefined ? (from === undefined ? "" : showProvenance(from)) : `turn ${said.turn}: "${said.user}"`;
      return `${flow}.${slot} = ${showValue(value)}  (${why})`;
    }),
  );
}

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

const showTiming = (timing: AuditEntry["timing"]): string =>
  Object.entries(timing)
    .map(([stage, milliseconds]) => `${stage} ${milliseconds.toFixed(1)} ms`)
    .join(", ");
