import type { Finding } from "../../config/finding.ts";
import type { ActionErrorCode } from "../../engine/assistant/action.ts";
import type { Migration } from "../../engine/assistant/migration.ts";
import type { JsonObject } from "../../engine/json.ts";
import type { OwnSlotType } from "../../engine/slot-types/own-type.ts";
import type { OwnSteps } from "../../engine/steps/own.ts";
import type { CodePlaces } from "../../project-code/code-failure.ts";

/** Messages between the server and the process of the project's code. */

export type CallKind =
  | "action"
  | "validator"
  | "normalizer"
  | "migration"
  | "command"
  | "step"
  | "slot_parse"
  | "slot_format";

export interface CallMessage {
  readonly type: "call";
  readonly id: number;
  readonly kind: CallKind;
  /** Of a migration: its place in the list. */
  readonly name: string;
  readonly value: unknown;
  /** The rest that the code may know, as plain data. */
  readonly context: JsonObject;
}

export type ToProject =
  | { readonly type: "load"; readonly folder: string; readonly edition: string | null }
  | CallMessage
  /** The time of the call is up. */
  | { readonly type: "abort"; readonly id: number }
  | { readonly type: "ping"; readonly number: number };

/** The names that the folder's code has; the code itself stays where it is. */
export interface LoadedNames {
  readonly actions: readonly string[];
  readonly validators: readonly string[];
  readonly normalizers: readonly string[];
  readonly commands: Readonly<Record<string, { readonly description: string; readonly schema: JsonObject }>>;
  readonly steps: OwnSteps;
  readonly slotTypes: Readonly<Record<string, OwnSlotType & { readonly formats: boolean }>>;
  readonly migrations: readonly (Pick<Migration, "from" | "to"> & { readonly hasSlots: boolean })[];
  readonly places: CodePlaces;
  readonly findings: readonly Finding[];
}

export interface CallFailure {
  /** Null: the code threw. */
  readonly code: ActionErrorCode | null;
  readonly message: string;
  /** Where it was thrown, in the files of the project. */
  readonly stack: string | null;
}

export type FromProject =
  /** Its code runs next: if nothing is heard any more, it was this file. */
  | { readonly type: "importing"; readonly file: string }
  | { readonly type: "loaded"; readonly names: LoadedNames }
  /** From now on the call may have had an effect. */
  | { readonly type: "begun"; readonly id: number }
  | { readonly type: "answer"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly failure: CallFailure }
  | { readonly type: "log"; readonly id: number; readonly message: string; readonly data: JsonObject }
  /** Something went wrong outside of any promise; the call that started it may be over. */
  | { readonly type: "stray"; readonly name: string | null; readonly message: string }
  | { readonly type: "pong"; readonly number: number };
