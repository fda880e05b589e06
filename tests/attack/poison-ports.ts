import type { Sent } from "./attack-client.ts";
import { type Fault, poisonWord } from "./poison-assistant/misbehave.ts";

/** Where a project plugs in its code. Those of a folder are called by `soni serve`; the others only by a program. */
export const folderPorts = ["action", "validator", "normalizer"] as const;
export const programPorts = [
  "command",
  "stack_limit",
  "knowledge_base",
  "understander",
  "observer",
  "log",
  "writing_model",
  "action_runner",
  "check",
] as const;
/** Called for conversations that began with another version of the assistant. */
export const migrationPorts = ["migration"] as const;
export type PoisonPort = (typeof folderPorts | typeof programPorts | typeof migrationPorts)[number];

export interface Poison {
  readonly port: PoisonPort;
  readonly fault: Fault;
}

/** The turns before the message, and the message whose turn calls the port. */
export function poisonMessage({ port, fault }: Poison): {
  readonly turns: readonly (readonly object[])[];
  readonly sent: Sent;
} {
  const word = poisonWord(port, fault);
  const start = (flow: string, slots: object = {}): object => ({ type: "start_flow", flow, slots });
  const sent = (command: object): { readonly turns: readonly []; readonly sent: Sent } => ({
    turns: [],
    sent: { command },
  });
  switch (port) {
    case "action":
    case "action_runner":
    case "log":
      return sent(start("order", { item: word }));
    case "validator":
    case "normalizer":
      return sent(start("echo", { word }));
    case "command":
      return sent({ type: "custom", name: "note", arguments: { word } });
    case "knowledge_base":
      return sent({ type: "clarify", topic: word, kind: "question", text: word });
    case "writing_model":
      return sent(start("write", { item: word }));
    case "migration":
      // The conversation waits for a word in the flow that was renamed.
      return sent({ type: "set_slot", slot: "word", value: "sound" });
    case "stack_limit":
      // The strategy sees the names of flows, and not what is in their slots.
      return { turns: [[start(`hold_${word.replaceAll(":", "_")}`)]], sent: { command: start("look", { item: "x" }) } };
    case "understander":
    case "observer":
    case "check":
      return { turns: [], sent: { text: `echo ${word}` } };
    default:
      return port satisfies never;
  }
}

/** Faults that end the process that they happen in, or block it until somebody does. */
const deadly: readonly Fault[] = ["exit", "out_of_memory", "endless_loop"];

/**
 * How the message must end. With a deadly fault it is set aside after three tries. A hundred megabytes may be too much for a
 * process or not. A message is asked about before it is accepted, so nothing can be set aside then. Where code has a process
 * of its own, whatever it does there is an outcome for the server.
 */
export function expectedEnd({ port, fault }: Poison, isIsolated: boolean): "quarantine" | "reply" | "either" {
  if (port === "check" || fault === "huge_result") return "either";
  if (isIsolated) return "reply";
  return deadly.includes(fault) ? "quarantine" : "reply";
}
