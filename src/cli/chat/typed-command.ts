import { nearest } from "../../config/suggest.ts";
import { type BuiltInCommand, type ClarifyKind, type Command, clarifyKinds } from "../../engine/commands/command.ts";
import type { JsonObject } from "../../engine/json.ts";
import { readWords, type Word } from "./words.ts";

type Typed = BuiltInCommand["type"] | "custom";

interface Words {
  readonly plain: readonly string[];
  readonly named: JsonObject;
}

interface Usage {
  readonly usage: string;
  readonly about: string;
  /** Null if words are missing. */
  readonly read: (words: Words) => Command | null;
}

/** Typed over the union: a new command without a way to type it does not compile. */
export const typedCommands: Readonly<Record<Typed, Usage>> = {
  start_flow: {
    usage: "/start_flow FLOW [slot=value ...]",
    about: "start a flow, with what is known",
    read: ({ plain: [flow], named }) =>
      flow === undefined ? null : { type: "start_flow", flow, ...(isEmpty(named) ? {} : { slots: named }) },
  },
  set_slot: { usage: "/set_slot slot=value", about: "give a value", read: slotValue("set_slot") },
  correct_slot: { usage: "/correct_slot slot=value", about: "change a value", read: slotValue("correct_slot") },
  clear_slot: { usage: "/clear_slot SLOT", about: "take a value back", read: slotOnly("clear_slot") },
  skip_slot: { usage: "/skip_slot SLOT", about: "leave an optional slot empty", read: slotOnly("skip_slot") },
  affirm: { usage: "/affirm", about: "yes, to what was asked", read: () => ({ type: "affirm" }) },
  deny: {
    usage: "/deny [SLOT]",
    about: "no; with a slot: that one is wrong",
    read: ({ plain, named }) => {
      const slot = plain[0] ?? textOf(named, "slot");
      return { type: "deny", ...(slot === undefined ? {} : { slot }) };
    },
  },
  cancel_flow: {
    usage: "/cancel_flow [reason]",
    about: "give up what is going on",
    read: ({ plain }) => ({ type: "cancel_flow", ...(plain.length === 0 ? {} : { reason: plain.join(" ") }) }),
  },
  restart_flow: {
    usage: "/restart_flow",
    about: "begin again with nothing filled",
    read: () => ({ type: "restart_flow" }),
  },
  resume_flow: {
    usage: "/resume_flow [FLOW]",
    about: "go back to what was paused",
    read: ({ plain: [flow] }) => ({ type: "resume_flow", ...(flow === undefined ? {} : { flow }) }),
  },
  clarify: {
    usage: "/clarify [question|clarification|help|status] [topic]",
    about: "ask something aside",
    read: readClarify,
  },
  chitchat: { usage: "/chitchat", about: "small talk", read: () => ({ type: "chitchat" }) },
  out_of_scope: {
    usage: "/out_of_scope [topic]",
    about: "something it was not made for",
    read: ({ plain }) => ({ type: "out_of_scope", ...(plain.length === 0 ? {} : { topic: plain.join(" ") }) }),
  },
  repeat: { usage: "/repeat", about: "hear the last message again", read: () => ({ type: "repeat" }) },
  human_handoff: {
    usage: "/human_handoff [reason]",
    about: "ask for a person",
    read: ({ plain }) => ({ type: "human_handoff", ...(plain.length === 0 ? {} : { reason: plain.join(" ") }) }),
  },
  custom: {
    usage: "/custom NAME [argument=value ...]",
    about: "a command of this project",
    read: ({ plain: [name], named }) => (name === undefined ? null : { type: "custom", name, arguments: named }),
  },
};

export type TypedLine =
  | { readonly ok: true; readonly commands: readonly Command[] }
  | { readonly ok: false; readonly problem: string };

/** Reads `/affirm ; /start_flow check_booking booking_code=BK-7`. Views are other names that a slash may call. */
export function readTypedCommands(line: string, views: readonly string[] = []): TypedLine {
  const commands: Command[] = [];
  for (const words of splitAtEnds(readWords(line))) {
    const [first, ...rest] = words;
    const name = first?.kind === "plain" ? first.text.replace(/^\//, "") : "";
    const typed = Object.hasOwn(typedCommands, name) ? typedCommands[name as Typed] : undefined;
    if (typed === undefined) return { ok: false, problem: unknown(name, views) };
    const command = typed.read({
      plain: rest.flatMap((word) => (word.kind === "plain" ? [word.text] : [])),
      named: Object.fromEntries(rest.flatMap((word) => (word.kind === "named" ? [[word.name, word.value]] : []))),
    });
    if (command === null) return { ok: false, problem: `Something is missing. It is typed like this: ${typed.usage}` };
    commands.push(command);
  }
  return commands.length === 0 ? { ok: false, problem: unknown("", views) } : { ok: true, commands };
}

function unknown(name: string, views: readonly string[]): string {
  const near = nearest(name, [...Object.keys(typedCommands), ...views]);
  const hint = near === undefined ? "/help lists them." : `Did you mean '/${near}'?`;
  return views.includes(name) ? `'/${name}' stands alone in its line.` : `No command named '/${name}'. ${hint}`;
}

function splitAtEnds(words: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  for (const word of words) {
    if (word.kind === "end") parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}

function slotValue(type: "set_slot" | "correct_slot") {
  return ({ named: { flow, ...values } }: Words): Command | null => {
    const [[slot, value] = [], ...more] = Object.entries(values);
    if (slot === undefined || value === undefined || more.length > 0) return null;
    return { type, slot, value, ...(typeof flow === "string" ? { flow } : {}) };
  };
}

function slotOnly(type: "clear_slot" | "skip_slot") {
  return ({ plain: [slot] }: Words): Command | null => (slot === undefined ? null : { type, slot });
}

function readClarify({ plain, named }: Words): Command {
  const [first, ...rest] = plain;
  const hasKind = clarifyKinds.includes(first as ClarifyKind);
  const words = (hasKind ? rest : plain).join(" ");
  return {
    type: "clarify",
    kind: hasKind ? (first as ClarifyKind) : "question",
    topic: textOf(named, "topic") ?? words,
  };
}

const textOf = (named: JsonObject, name: string): string | undefined =>
  Object.hasOwn(named, name) ? String(named[name]) : undefined;

const isEmpty = (named: JsonObject): boolean => Object.keys(named).length === 0;
