import { agreeing, asking, cancelling, leads, type Phenomenon, tails, wishes, words } from "./vocabulary.ts";

/** A command as a model writes it: fields that do not apply are null. */
export interface WrittenCommand {
  readonly type: string;
  readonly [field: string]: string | number | null;
}

export interface SlotValue {
  readonly flow: string;
  readonly slot: string;
  readonly value: string | number;
}

export interface Reading {
  readonly phenomenon: Phenomenon;
  /** The right answer of the first pass. */
  readonly commands: readonly WrittenCommand[];
  /** The right answer of the second pass. */
  readonly values: readonly SlotValue[];
  /** What the model answers when it fails. Always wrong, never malformed. */
  readonly mistaken: readonly WrittenCommand[];
}

/** The right reading of a message, from its words alone; undefined for a message that `rows` cannot make. */
export function readMessage(message: string): Reading | undefined {
  const lead = leads.filter((each) => each !== "").find((each) => message.startsWith(each)) ?? "";
  const rest = message.slice(lead.length);
  const tail = tails.filter((each) => each !== "").find((each) => rest.endsWith(each)) ?? "";
  return readBody(rest.slice(0, rest.length - tail.length));
}

const command = (type: string, fields: Omit<WrittenCommand, "type"> = {}): WrittenCommand => ({ type, ...fields });
const outOfScope = command("out_of_scope", { topic: null });

function readBody(body: string): Reading | undefined {
  const reading = (
    phenomenon: Phenomenon,
    commands: readonly WrittenCommand[],
    mistaken: readonly WrittenCommand[],
    values: readonly SlotValue[] = [],
  ): Reading => ({ phenomenon, commands, values, mistaken });
  if (cancelling.includes(body)) return reading("cancel", [command("cancel_flow")], [command("deny", { slot: null })]);
  if (agreeing.includes(body)) return reading("confirm", [command("affirm")], [command("repeat")]);
  if (asking.includes(body)) return reading("handoff", [command("human_handoff", { reason: null })], [outOfScope]);
  const why = /^why do you need the ([a-z]+)$/.exec(body)?.[1];
  if (why !== undefined) {
    return reading("question", [command("clarify", { topic: why, kind: "clarification" })], [outOfScope]);
  }
  const corrected = /^(?:no sorry, |I meant |make that )([a-z]+)(?: instead)?$/.exec(body)?.[1];
  const slot = corrected === undefined ? undefined : slotOf(corrected);
  if (corrected !== undefined && slot !== undefined) {
    return reading(
      "correction",
      [command("correct_slot", { slot, value: corrected })],
      [command("clear_slot", { slot })],
    );
  }
  return readWish(body, reading) ?? readValues(body, reading);
}

type Make = (
  phenomenon: Phenomenon,
  commands: readonly WrittenCommand[],
  mistaken: readonly WrittenCommand[],
  values?: readonly SlotValue[],
) => Reading;

function readWish(body: string, reading: Make): Reading | undefined {
  const [, before, wish, rest] = /^(before that, )?I want to (.*?)(?: with (.*))?$/.exec(body) ?? [];
  const flow = Object.keys(wishes).find((name) => wishes[name] === wish);
  if (flow === undefined) return undefined;
  const commands = [command("start_flow", { flow })];
  if (before !== undefined) return reading("interruption", commands, [command("cancel_flow")]);
  if (rest === undefined) return reading("start", commands, [outOfScope]);
  const values = (rest.match(/[a-z]+/g) ?? []).flatMap((word) => {
    const slot = slotOf(word);
    return slot === undefined ? [] : [{ flow, slot, value: word }];
  });
  return reading("values", commands, [outOfScope], values);
}

function readValues(body: string, reading: Make): Reading | undefined {
  const parts = body.split(", and ").map((part): WrittenCommand | undefined => {
    const given = /^(?:the ([a-z]+) one|it is the ([a-z]+)|on ([a-z]+)|for ([2-9]) days)$/.exec(part)?.slice(1);
    const value = given?.find((each) => each !== undefined);
    const slot = value === undefined ? undefined : slotOf(value);
    if (value === undefined || slot === undefined) return undefined;
    return command("set_slot", { slot, value: slot === "days" ? Number(value) : value });
  });
  const commands = parts.filter((part) => part !== undefined);
  if (commands.length === 0 || commands.length < parts.length) return undefined;
  return commands.length === 1
    ? reading("answer", commands, [command("chitchat")])
    : reading("several", commands, commands.slice(0, 1));
}

const slotOf = (word: string): string | undefined => Object.keys(words).find((slot) => words[slot]?.includes(word));
