import type { Command } from "../commands/command.ts";
import type { Json, JsonObject } from "../json.ts";

/** What a user's validator or normalizer may know besides the value. */
export interface ValidationContext {
  readonly slot: string;
  /** The other slots of the frame that the value will land in. */
  readonly slots: JsonObject;
  readonly session: JsonObject;
  readonly now: number;
  readonly timezone: string;
  readonly language: string;
}

/** `true` accepts; `false` rejects with the slot's message; a string rejects with its own words. */
export type Validator = (value: never, context: ValidationContext) => boolean | string | Promise<boolean | string>;
export type Normalizer = (value: never, context: ValidationContext) => Json | Promise<Json>;

/** The verdict on a value given by the user, before it is executed. */
export type SlotCheck =
  | {
      readonly ok: true;
      readonly value: Json /** The user turns the page of the list instead of choosing. */;
      readonly page?: "next" | "previous";
      /** Other slots that the validator looked at. */
      readonly reads?: readonly string[];
    }
  | {
      readonly ok: false;
      readonly reason: "type" | "not_allowed" | "validator";
      readonly text?: string;
      /** The validator itself failed: reported, and the value is not taken. */
      readonly failure?: string;
    };

/** A command with the verdicts on its slot values: what `execute/` gets. */
export interface PreparedCommand {
  readonly command: Command;
  /** By slot name; a slot without a verdict was not addressed to anything and is refused. */
  readonly checks: Readonly<Record<string, SlotCheck>>;
}
