import type { Vault } from "../secrets/vault.ts";
import type { Observed } from "./event.ts";

export interface Notice {
  readonly conversationId: string;
  /** Null for what belongs to no message, such as a read. */
  readonly messageId: string | null;
  readonly event: Observed;
}

export type Observer = (notice: Notice) => void;

/** Tells observers. With a vault, texts of the notice refer to it: few observers get to see what they refer to. */
export type Tell = (notice: Notice, vault?: Vault) => void;

export interface ObserveOptions {
  /** `told`: as the user says and reads them. For channels that bring them to the user. Default: masked. */
  readonly secrets?: "masked" | "told";
}
