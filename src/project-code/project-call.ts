import { AsyncLocalStorage } from "node:async_hooks";
import type { TextMask } from "../engine/secrets/mask.ts";

/** Every place where code of a project can be plugged in. */
export type ProjectPort =
  | "action"
  | "action_runner"
  | "validator"
  | "normalizer"
  | "command"
  | "stack_limit"
  | "migration"
  | "understander"
  | "knowledge_base"
  | "writing_model"
  | "observer"
  | "log"
  | "check";

/** One call of project code, known to everything that the call starts. */
export interface ProjectCall {
  readonly port: ProjectPort;
  readonly name: string;
  /** Null where no conversation is concerned. */
  readonly conversationId: string | null;
  readonly messageId: string | null;
  /** Aborted when the time of the call is up, or when it has settled. */
  readonly signal: AbortSignal;
  /** For everything that is logged of the call, also after it. Undefined: it has no secrets. */
  readonly mask?: TextMask | undefined;
}

const calls = new AsyncLocalStorage<ProjectCall>();

/** Runs code so that whatever it starts, timers and promises included, can be attributed to the call. */
export const withinProjectCall = <Result>(call: ProjectCall, run: () => Result): Result => calls.run(call, run);

/** The call whose code is running now, or has started what is running now. */
export const currentProjectCall = (): ProjectCall | undefined => calls.getStore();
