import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonObject } from "../engine/json.ts";
import type { TextMask } from "../engine/secrets/mask.ts";
import type { Time } from "../engine/time.ts";
import { type AuthorView, codeFailure, failureDetails } from "./code-failure.ts";
import { describeError } from "./describe-error.ts";
import type { Reading } from "./plain-copy.ts";

/** One function of the project, and how its answer is read. */
export interface ProjectCode<Value> {
  readonly port: ProjectPort;
  readonly name: string;
  readonly run: (call: ProjectCall) => unknown;
  /** What it is given, for whoever looks for its mistake. */
  readonly input?: unknown;
  /** Called inside the guard: the answer may be a proxy, or hold getters that throw. */
  readonly read: (answer: unknown) => Reading<Value>;
}

/** The turn, or whatever else calls project code, with the time that is left to it. */
export interface Caller {
  readonly conversationId: string | null;
  readonly messageId: string | null;
  readonly time: Time;
  /** In terms of `time.now()`. Infinity: nobody waits for the answer. */
  readonly deadline: number;
  readonly log: Log;
  /** `log` masks by itself. This is for those who log what the call left behind. */
  readonly mask?: TextMask | undefined;
  /** Who wrote the code, and is told where it failed. */
  readonly author?: AuthorView;
}

/** What is worth a line. An error is what somebody has to repair. */
export type Log = (message: string, data?: JsonObject, level?: "info" | "error") => void;

export interface FailedCall {
  readonly ok: false;
  readonly code: "threw" | "timeout" | "bad_result" | "too_large";
  /** For logs and developers; never empty, never long. */
  readonly message: string;
  /** The thrown value, as it is. */
  readonly error?: unknown;
}

export type Called<Value> = { readonly ok: true; readonly value: Value } | FailedCall;

/** They have nobody to tell. */
const unreported: ReadonlySet<ProjectPort> = new Set(["log", "check"]);

/** For each call that still runs: a function that fails it, if an error turns up that belongs to it. */
const running = new WeakMap<ProjectCall, (error: unknown) => void>();

/**
 * The only way to call a function of the project. Whatever it does instead of answering, the caller gets an outcome by
 * its deadline: it may throw, reject, never settle, or answer with something that cannot be read or stored. What comes
 * after the outcome is dropped and logged. Never throws.
 *
 * A function that answers at once costs no timer and no promise.
 */
export function callProjectCode<Value>(
  code: ProjectCode<Value>,
  caller: Caller,
): Called<Value> | Promise<Called<Value>> {
  const { port, name } = code;
  const left = caller.deadline - caller.time.now();
  if (left <= 0) return report(code, caller, timedOut("No time was left in the turn."));
  let controller: AbortController | null = null;
  let isOver = false;
  let clock: CallClock | null = null;
  const call: ProjectCall = {
    port,
    name,
    conversationId: caller.conversationId,
    messageId: caller.messageId,
    mask: caller.mask,
    // Made for functions that look at it.
    get signal() {
      controller ??= new AbortController();
      if (isOver) controller.abort();
      return controller.signal;
    },
    waits: (isWaiting) => {
      clock ??= createCallClock(caller.time, left);
      clock.waits(isWaiting);
    },
  };
  const settle = (outcome: Called<Value>): Called<Value> => {
    isOver = true;
    // Listeners are project code too.
    if (controller !== null) withinProjectCall(call, () => controller?.abort());
    return outcome.ok ? outcome : report(code, caller, outcome);
  };
  const read = (answer: unknown): Called<Value> => {
    try {
      return withinProjectCall(call, () => code.read(answer));
    } catch (error) {
      return { ok: false, code: "bad_result", message: `It cannot be read: ${describeError(error)}`, error };
    }
  };
  let answer: unknown;
  let isPromised: boolean;
  try {
    [answer, isPromised] = withinProjectCall(call, () => {
      const given = code.run(call);
      return [given, isThenable(given)];
    });
  } catch (error) {
    return settle(threw(error));
  }
  if (!isPromised) return settle(read(answer));
  return new Promise((resolve) => {
    const end = (outcome: () => Called<Value>, late: JsonObject = {}): void => {
      if (isOver) {
        caller.log("late result dropped", { ...placeOf(call), ...late });
        return;
      }
      isOver = true;
      running.delete(call);
      clock?.stop();
      resolve(settle(outcome()));
    };
    if (left !== Number.POSITIVE_INFINITY) {
      clock ??= createCallClock(caller.time, left);
      clock.start(() => end(() => timedOut(`It did not answer in time (${seconds(left)} s).`)));
    }
    running.set(call, (error) => end(() => threw(error)));
    withinProjectCall(call, () => Promise.resolve(answer)).then(
      (value) => end(() => read(value)),
      (error: unknown) => end(() => threw(error), { error: describeError(error) }),
    );
  });
}

/**
 * Milliseconds that a call waits for a process to run in, or as long as its own time, if that is longer. A process that spins is
 * ended within five seconds, and a start takes about one.
 */
const longestWait = 15_000;

/** The time that is left to a call. It stands still while the call waits for a process to run in. */
interface CallClock {
  start(expire: () => void): void;
  waits(isWaiting: boolean): void;
  stop(): void;
}

function createCallClock(time: Time, milliseconds: number): CallClock {
  let left = milliseconds;
  let since = time.now();
  let isWaiting = false;
  let expire: (() => void) | null = null;
  let disarm = (): void => undefined;
  const arm = (): void => {
    disarm();
    if (expire !== null) disarm = time.after(isWaiting ? Math.max(longestWait, left) : Math.max(0, left), expire);
  };
  return {
    start(onExpiry) {
      expire = onExpiry;
      arm();
    },
    waits(nowWaiting) {
      if (nowWaiting === isWaiting) return;
      const now = time.now();
      if (!isWaiting) left -= now - since;
      since = now;
      isWaiting = nowWaiting;
      arm();
    },
    stop() {
      expire = null;
      disarm();
    },
  };
}

/** An error turned up outside of the promise that a call is waited for by. False: the call is over. */
export function failRunning(call: ProjectCall, error: unknown): boolean {
  const fail = running.get(call);
  fail?.(error);
  return fail !== undefined;
}

/** How a log names a call. */
export const placeOf = ({
  port,
  name,
  conversationId,
  messageId,
}: Omit<ProjectCall, "signal" | "mask" | "waits">): JsonObject => ({
  port,
  name,
  ...(conversationId === null ? {} : { conversationId }),
  ...(messageId === null ? {} : { messageId }),
});

export const timeLeft = ({ deadline, time }: Pick<Caller, "deadline" | "time">): number =>
  Math.max(0, deadline - time.now());

function report<Value>(code: ProjectCode<Value>, caller: Caller, failure: FailedCall): FailedCall {
  const { port, name, input } = code;
  if (unreported.has(port)) return failure;
  const { conversationId, messageId, author, mask } = caller;
  const found = codeFailure({ port, name, input, ...failure }, { author, mask });
  // Whoever runs an action logs each attempt, with what it knows more.
  if (port !== "action")
    caller.log(
      `${port.replaceAll("_", " ")} failed`,
      {
        ...placeOf({ port, name, conversationId, messageId }),
        code: failure.code,
        error: failure.message,
        ...failureDetails(found, author?.turn),
      },
      "error",
    );
  author?.tell?.(found);
  return failure;
}

const isThenable = (answer: unknown): boolean =>
  ((typeof answer === "object" && answer !== null) || typeof answer === "function") &&
  typeof (answer as { readonly then?: unknown }).then === "function";

const threw = (error: unknown): FailedCall => ({ ok: false, code: "threw", message: describeError(error), error });

/** The time of a turn is shared, so what is left of it is no round number. */
const seconds = (milliseconds: number): number => Number((milliseconds / 1000).toPrecision(2));

const timedOut = (message: string): FailedCall => ({ ok: false, code: "timeout", message });

/** Every place where code of a project can be plugged in. */
export type ProjectPort =
  | "action"
  | "action_runner"
  | "validator"
  | "normalizer"
  | "slot_type"
  | "step"
  | "command"
  | "stack_limit"
  | "migration"
  | "understander"
  | "knowledge_base"
  | "writing_model"
  | "observer"
  | "abandoned"
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
  /** Its code does not run: it waits for a process, or for one that another call keeps busy. Its time stands still. */
  waits(isWaiting: boolean): void;
  /** For everything that is logged of the call, also after it. Undefined: it has no secrets. */
  readonly mask?: TextMask | undefined;
}

const calls = new AsyncLocalStorage<ProjectCall>();

/** Runs code so that whatever it starts, timers and promises included, can be attributed to the call. */
export const withinProjectCall = <Result>(call: ProjectCall, run: () => Result): Result => calls.run(call, run);

/** The call whose code is running now, or has started what is running now. */
export const currentProjectCall = (): ProjectCall | undefined => calls.getStore();
