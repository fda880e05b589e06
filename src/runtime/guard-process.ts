import type { JsonObject } from "../engine/json.ts";
import { authorPlace, shownPlace } from "../project-code/author-frames.ts";
import { currentProjectCall, failRunning, type ProjectPort, placeOf } from "../project-code/call-project-code.ts";
import { describeError, stackOf } from "../project-code/describe-error.ts";

export interface GuardOptions {
  /** At the level of errors. */
  readonly log: (message: string, data: JsonObject) => void;
  /** Leaves every error to another guard while there is one. */
  readonly isLast?: boolean;
}

export interface ProcessGuard {
  /** Resolves at the first uncaught exception that is nobody's: the process should end in order, and be started again. */
  readonly defect: Promise<void>;
  /** Tells of each error that project code raises when its call is over: for a metric. */
  onLateError(listener: (port: ProjectPort) => void): void;
  /** Takes the handlers away again. */
  release(): void;
}

/**
 * Keeps errors that nobody caught from ending the process: those that project code raises in timers, events and promises
 * that nobody waits for. Each is attributed to the call that started what raised it. A call that still runs fails with
 * it at once; one that is over is past harming, and the error is logged.
 *
 * An error that belongs to no call is a defect of the program itself. After a rejection it continues; after an exception
 * its state is anybody's guess, so `defect` asks for an end.
 *
 * For the program that owns the process: `soni serve`, `dev` and `chat` do this, `createSoni` does not.
 */
export function guardProcess({ log, isLast = false }: GuardOptions): ProcessGuard {
  let tellLate = (_port: ProjectPort): void => undefined;
  let tellDefect = (): void => undefined;
  const defect = new Promise<void>((resolve) => {
    tellDefect = resolve;
  });
  /** True if some call answers for it. */
  const attribute = (error: unknown): boolean => {
    const call = currentProjectCall();
    if (call === undefined) return false;
    const isRunning = failRunning(call, error);
    log(isRunning ? "project code failed outside of its promise" : "project code failed after its call", {
      ...placeOf(call),
      ...(call.mask === undefined ? detailsOf(error) : call.mask.data(detailsOf(error))),
    });
    if (!isRunning) tellLate(call.port);
    return true;
  };
  const isOthers = (event: string): boolean => isLast && process.listenerCount(event) > 1;
  const onRejection = (error: unknown): void => {
    if (isOthers("unhandledRejection")) return;
    if (!attribute(error)) log("unhandled rejection", detailsOf(error));
  };
  const onException = (error: unknown): void => {
    if (isOthers("uncaughtException")) return;
    if (attribute(error)) return;
    log("uncaught exception", detailsOf(error));
    tellDefect();
  };
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtException", onException);
  return {
    defect,
    onLateError(listener) {
      tellLate = listener;
    },
    release() {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
    },
  };
}

/** The whole stack: the defect may be anybody's. The place is the author's. */
function detailsOf(error: unknown): JsonObject {
  const stack = stackOf(error);
  const place = authorPlace(stack);
  return {
    error: describeError(error),
    ...(place === null ? {} : { place: shownPlace(place) }),
    ...(stack === null ? {} : { stack }),
  };
}
