import { createHash } from "node:crypto";
import { z } from "zod";
import type { Command } from "../../engine/commands/command.ts";
import type { UnderstandingContext } from "../../understand/understander.ts";
import { type Situation, situationSchema } from "./situation.ts";
import { commandSchema } from "./written-command.ts";

/** One labelled message: what is said, where, and what must be understood. */
export interface LabelledRow {
  readonly id: string;
  /** Twins share it: they are never in two splits, and intervals count them together. */
  readonly group: string;
  readonly message: string;
  /** Short name of the situation, for people. */
  readonly where: string;
  /** As it is written down. */
  readonly situation: Situation;
  /** The same for an understander, with the flows and slots of the assistant. */
  readonly context: UnderstandingContext;
  readonly expected: readonly Command[];
  readonly tags: readonly string[];
  /** Where it comes from: `yaml`, `tests`, `conversations`, `generated`, `paraphrase`. */
  readonly source: string;
}

/** A row of a JSONL file. */
export const rowSchema = z.strictObject({
  id: z.string().optional(),
  group: z.string().optional(),
  context: situationSchema,
  message: z.string(),
  expected: z.array(commandSchema),
  tags: z.array(z.string()).default([]),
  source: z.string().default("jsonl"),
});

type Identified = Pick<LabelledRow, "message" | "expected"> & { readonly context: Situation };

export const rowId = ({ context, message, expected }: Identified): string =>
  createHash("sha256")
    .update(JSON.stringify([context, message, expected]))
    .digest("base64url")
    .slice(0, 12);

/**
 * Messages that differ only in their values and their punctuation are twins, wherever they are said: "send 50 to Ana", "Send 20 to
 * Tom!".
 */
export const groupOf = ({ message, expected }: Pick<Identified, "message" | "expected">): string =>
  valuesIn(expected)
    .toSorted((a, b) => b.value.length - a.value.length)
    .reduce((text, { slot, value }) => text.replaceAll(value, `{${slot}}`), foldMessage(message))
    .replace(/\{\w+\}|\d+/g, (found) => (found.startsWith("{") ? found : "#"));

/** Without capitals, accents, punctuation and doubled blanks: what is left of two copies of one message. */
export const foldMessage = (message: string): string =>
  message
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}_#]+/gu, " ")
    .trim();

const valuesIn = (expected: readonly Command[]): readonly { readonly slot: string; readonly value: string }[] =>
  expected
    .flatMap((command): readonly (readonly [string, unknown])[] => {
      if (command.type === "start_flow") return Object.entries(command.slots ?? {});
      return command.type === "set_slot" || command.type === "correct_slot" ? [[command.slot, command.value]] : [];
    })
    .map(([slot, value]) => ({ slot, value: foldMessage(String(value)) }))
    .filter(({ value }) => value.length > 1);
