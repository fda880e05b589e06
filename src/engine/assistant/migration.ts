import type { JsonObject } from "../json.ts";

/**
 * Where a conversation in an older version of the assistant goes on in this one, for what names alone do not tell: a
 * flow or step that was renamed, a slot that means something else now.
 */
export interface Migration {
  readonly from: { readonly flow: string; readonly step?: string };
  readonly to: { readonly flow?: string; readonly step?: string };
  /** What the slots become; pure, and given a copy. Values that do not fit are dropped and asked for. */
  readonly slots?: (slots: JsonObject) => JsonObject | Promise<JsonObject>;
}
