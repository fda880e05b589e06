import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { Command } from "../../engine/commands/command.ts";
import type { TurnEvent } from "../../engine/state/event.ts";
import type { AuditEntry, TranscriptEntry } from "../../engine/state/store.ts";
import type { MessageSource } from "../../engine/state/turn.ts";
import { showCommand } from "../chat/show-command.ts";
import { showEvent } from "../chat/show-event.ts";
import type { Paint } from "../console.ts";
import { minute } from "../conversations/list.ts";
import { refusalReasons } from "./refusal-reasons.ts";
import type { YamlPlaces } from "./yaml-places.ts";

interface Turn {
  readonly audit: AuditEntry;
  readonly told: TranscriptEntry | undefined;
}

/** The assistant of today. */
interface Against {
  readonly places: YamlPlaces;
  readonly assistant: Assistant;
}

/** One turn as a chain: the words, the commands that they were read as, what the engine decided, what changed, what was said. */
export function explainTurn({ audit, told }: Turn, { places, assistant }: Against, paint: Paint): string {
  const text = told?.user ?? "";
  const link = (name: string, lines: readonly string[]): readonly string[] =>
    lines.map((line, index) => `  ${paint("cyan", (index === 0 ? name : "").padEnd(8))} ${line}`);
  const at = (place: string | null): string => (place === null ? "" : `  ${paint("dim", place)}`);
  return [
    `${paint("bold", `turn ${audit.turn}`)}  ${paint("dim", minute(audit.at))}`,
    ...link("words", [text === "" ? "none: the program, a button or silence" : JSON.stringify(text)]),
    ...link(
      "span",
      audit.commands.flatMap(({ command }) => spansOf(command, text, assistant)),
    ),
    ...link("command", commandLines(audit, paint)),
    ...link(
      "state",
      audit.events
        .filter(({ type }) => type !== "understood" && type !== "sentence")
        .map((event) => `${showEvent(event)}${at(placeOf(event, places))}`),
    ),
    ...link(
      "message",
      (told?.messages ?? []).map(
        ({ text: said, source }) =>
          `${JSON.stringify(said.split("\n")[0])}  ${paint("dim", sourceOf(source))}${at(
            source.kind === "step" ? places.step(source.flow, source.step) : null,
          )}`,
      ),
    ),
  ].join("\n");
}

/** Each command with what decided about it: the rule that refused it, or none. */
function commandLines({ commands, events }: AuditEntry, paint: Paint): readonly string[] {
  const understood = events.find((event) => event.type === "understood");
  const by = understood === undefined ? "typed" : readBy(understood);
  if (commands.length === 0) return [understood === undefined ? "none" : `none  ${paint("dim", by)}`];
  return commands.flatMap(({ command, result, code }, index) => {
    const shown = `${showCommand(command)}${index === 0 ? `  ${paint("dim", by)}` : ""}`;
    if (result === "done") return [shown];
    const reason = code === undefined ? "no reason" : `${code}: ${refusalReasons[code]}`;
    return [shown, `  ${paint("yellow", "refused")} by ${reason}`];
  });
}

const readBy = ({ source, confidence, program }: Extract<TurnEvent, { readonly type: "understood" }>): string =>
  [
    `read${source === undefined ? "" : ` by ${source}`}`,
    ...(confidence === undefined ? [] : [`confidence ${confidence}`]),
    ...(program === undefined ? [] : [`program ${program}`]),
  ].join(", ");

/** The words that a value was taken from, where the message has the value or another word for it as it is written. */
function spansOf(command: Command, text: string, { slots }: Assistant): readonly string[] {
  if (text.startsWith("/")) return [];
  const given: readonly (readonly [string, unknown])[] = [
    ...("slot" in command && "value" in command && typeof command.slot === "string"
      ? [[command.slot, command.value] as const]
      : []),
    ...("slots" in command && command.slots !== undefined ? Object.entries(command.slots) : []),
  ];
  const message = text.toLowerCase();
  return given.flatMap(([slot, value]) => {
    if (typeof value !== "string" && typeof value !== "number") return [];
    const synonyms = slots.get(slot)?.values.find((each) => each.value === value)?.synonyms ?? [];
    const words = [String(value), ...synonyms].filter((each) => message.includes(each.toLowerCase()));
    const [longest] = words.toSorted((left, right) => right.length - left.length);
    if (longest === undefined) return [];
    const start = message.indexOf(longest.toLowerCase());
    return [`${JSON.stringify(text.slice(start, start + longest.length))} at ${start} gives ${slot}`];
  });
}

function placeOf(event: TurnEvent, places: YamlPlaces): string | null {
  if (event.type === "slot_rejected") return places.slot(event.slot);
  if ("step" in event && "flow" in event && event.step !== null && event.flow !== null)
    return places.step(event.flow, event.step);
  return null;
}

function sourceOf(source: MessageSource): string {
  switch (source.kind) {
    case "step":
      return `by step ${source.flow}.${source.step}`;
    case "pattern":
      return `by system text ${source.pattern}`;
    case "digression":
      return `by digression ${source.digression}`;
    default:
      return source satisfies never;
  }
}
