import type { Command } from "../../src/engine/commands/command.ts";
import { hasEffect } from "../../src/optimize/metrics/outcomes.ts";
import type { DomainRow } from "./read-domains.ts";

/** The rules of README.md for when commands are as good as a label. */

/** Exactly what an attentive person would want: the label, or one of the lists that are as good. */
export const isExact = (row: DomainRow, commands: readonly Command[]): boolean => {
  const given = keysOf(commands);
  return [row.expected, ...row.accepted].some((wanted) =>
    wanted.length === 0 ? !commands.some(hasEffect) : sameKeys(keysOf(wanted), given),
  );
};

/** Commands that store, start or end something that no list for this row wants. Done without a question, they are silently wrong. */
export const wrongActions = (row: DomainRow, commands: readonly Command[]): readonly Command[] => {
  const wanted = wantedKeys(row);
  return commands.flatMap(flatten).filter((command) => hasEffect(command) && !wanted.has(keyOf(command)));
};

/** Commands that store, start or end something that a list for this row wants. */
export const rightActions = (row: DomainRow, commands: readonly Command[]): readonly Command[] => {
  const wanted = wantedKeys(row);
  return commands.flatMap(flatten).filter((command) => hasEffect(command) && wanted.has(keyOf(command)));
};

const wantedKeys = (row: DomainRow): ReadonlySet<string> => new Set([row.expected, ...row.accepted].flatMap(keysOf));

/** Small talk beside a wish is politeness. */
const keysOf = (commands: readonly Command[]): readonly string[] => {
  const wishes = commands.filter(({ type }) => type !== "chitchat");
  return (wishes.length === 0 ? commands : wishes).flatMap(flatten).map(keyOf);
};

/** Values in a command that starts a flow are the same as values beside it. */
const flatten = (command: Command): readonly Command[] => {
  if (command.type !== "start_flow") return [command];
  const { slots = {}, flow } = command;
  return [
    { type: "start_flow", flow },
    ...Object.entries(slots).map(([slot, value]): Command => ({ type: "set_slot", slot, value })),
  ];
};

const keyOf = (command: Command): string => {
  switch (command.type) {
    case "set_slot":
    case "correct_slot":
      return `value ${command.slot}=${foldText(command.value)}`;
    case "start_flow":
    case "resume_flow":
      return `${command.type} ${command.flow ?? ""}`;
    case "clear_slot":
    case "skip_slot":
    case "deny":
      return `${command.type} ${command.slot ?? ""}`;
    case "clarify":
      return `clarify ${command.kind} ${command.topic}`;
    default:
      return command.type;
  }
};

/** A label `clarify question` without a topic accepts any topic. */
const sameKeys = (wanted: readonly string[], given: readonly string[]): boolean => {
  const left = [...given];
  return (
    wanted.every((key) => {
      const anyTopic = /^clarify \w+ $/.test(key);
      const place = left.findIndex((other) => other === key || (anyTopic && other.startsWith(key)));
      if (place >= 0) left.splice(place, 1);
      return place >= 0;
    }) && left.length === 0
  );
};

/** Case, final punctuation and a leading article do not matter, and neither does the form of a number. */
const foldText = (value: unknown): string => {
  const text = (Array.isArray(value) ? value.join(", ") : String(value)).normalize("NFC").toLowerCase().trim();
  const bare = text.replace(/[.!?,;]$/, "").replace(/^(?:an?|the|el|la|los|las|una?|unos|unas) /, "");
  return /^-?\d+\.\d+$/.test(bare) ? String(Number(bare)) : bare;
};
