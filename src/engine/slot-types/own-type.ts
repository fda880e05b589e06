import type { Json } from "../json.ts";
import type { SlotType } from "./slot-types.ts";

/** The built-in types that a project's own may be stored as. */
export const conformable = [
  "string",
  "integer",
  "float",
  "boolean",
  "date",
  "time",
  "datetime",
  "list",
  "object",
] as const satisfies readonly SlotType[];

/** A project's slot type, as far as it is data. */
export interface OwnSlotType {
  /** The built-in type that its values have: a value from code is checked by it. */
  readonly conforms: (typeof conformable)[number];
  /** What users say for it: models read them. */
  readonly examples?: readonly string[];
}
export type OwnSlotTypes = Readonly<Record<string, OwnSlotType>>;

/** What the code of a slot type may depend on besides the value. */
export interface SlotTypeContext {
  readonly language: string;
  readonly timezone: string;
  /** Milliseconds since 1970: when the message came. */
  readonly now: number;
}

/** A project's slot type with its code. The understander hands over the user's words, and `parse` makes a value of them. */
export interface SlotTypeCode extends OwnSlotType {
  /** The value that is meant; null or nothing if the words say no such thing. A value that it has made before stays the same. */
  parse(given: Json, context: SlotTypeContext): unknown;
  /** The value as a person of that language reads it. Default: as the type that it conforms to. */
  format?(value: Json, context: SlotTypeContext): unknown;
}
