import { setTimeout as sleep } from "node:timers/promises";
import { ActionFailure } from "../../engine/assistant/action-failure.ts";
import { type Backoff, restartDelay } from "../../engine/backoff.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { reasonOf } from "../../processes/process-end.ts";
import {
  type Loading,
  type ProjectProcess,
  ProjectProcessEnded,
  type ProjectRequest,
  startProjectProcess,
} from "./project-process.ts";

/** A process that lived for this long was sound: its death does not count together with earlier ones. */
const soundAfter = 10_000;
/** All conversations wait for the new process, so one bad message must not make them wait for long. */
const restartBackoff: Backoff = { first: 250, longest: 2000 };
/** How often a call whose code was never begun is sent again; each time the process died of something else. */
const mostSends = 5;

export interface RepeatableRequest extends ProjectRequest {
  /** Running it twice does no harm. */
  readonly repeatable: boolean;
}

export interface IsolatedProject {
  /** How the first process loaded the code. */
  readonly loading: Loading;
  /** Of the process that runs the code now; null while there is none. */
  pid(): number | null;
  call(request: RepeatableRequest): Promise<unknown>;
  close(): Promise<void>;
}

interface IsolationOptions {
  readonly folder: string;
  readonly edition: string | null;
  readonly heapMegabytes: number;
  readonly log: (message: string, data?: JsonObject) => void;
}

/** Keeps a process with the project's code running: when one dies, another takes its place. */
export async function openIsolatedProject({ log, ...plan }: IsolationOptions): Promise<IsolatedProject> {
  let deaths = 0;
  let isClosed = false;
  let current: ProjectProcess | null = null;
  /** Calls that were in a process when it died run again one at a time, so that only the guilty one meets its end twice. */
  let secondTries: Promise<unknown> = Promise.resolve();

  const start = (): ProjectProcess => {
    current = startProjectProcess({
      ...plan,
      onStray: ({ name, message }) => log("project code failed outside of a call", { name, message }),
    });
    return current;
  };
  const restart = async (): Promise<ProjectProcess> => {
    for (;;) {
      await sleep(restartDelay(deaths, restartBackoff));
      if (isClosed) throw closed();
      const next = start();
      const loading = await next.loading;
      if (loading.ok) return watched(next);
      deaths += 1;
      log("project code could not be loaded again", { reason: reasonOf(loading.end), file: loading.file });
    }
  };
  const watched = (child: ProjectProcess): ProjectProcess => {
    const since = performance.now();
    void child.ended.then((end) => {
      current = null;
      if (isClosed) return;
      deaths = performance.now() - since >= soundAfter ? 1 : deaths + 1;
      log("the process of the project's code ended and is started again", { reason: reasonOf(end), deaths });
      running = restart();
      running.catch(() => undefined);
    });
    return child;
  };

  const first = start();
  const loading = await first.loading;
  let running = Promise.resolve(loading.ok ? watched(first) : first);

  const inProcess = async (request: RepeatableRequest): Promise<unknown> => {
    if (isClosed) throw closed();
    return (await orAborted(running, request.signals)).call(request);
  };
  const again = async (request: RepeatableRequest): Promise<unknown> => {
    const turn = secondTries.then(() => inProcess(request));
    secondTries = turn.catch(() => undefined);
    return turn;
  };

  return {
    loading,
    pid: () => current?.pid ?? null,
    async call(request) {
      let tried = false;
      for (let sends = 1; ; sends += 1) {
        request.waits?.(true);
        try {
          return await (sends === 1 ? inProcess(request) : again(request));
        } catch (error) {
          if (!(error instanceof ProjectProcessEnded)) throw error;
          if (error.begun && !request.repeatable) throw interrupted(request, error);
          if ((error.begun && tried) || sends === mostSends) throw error;
          tried ||= error.begun;
        }
      }
    },
    async close() {
      isClosed = true;
      const last = current;
      last?.close();
      await last?.ended;
    },
  };
}

/** The caller no longer waits when its time is up; neither does what it asked for. */
async function orAborted<Value>(promise: Promise<Value>, signals: readonly AbortSignal[]): Promise<Value> {
  const signal = AbortSignal.any([...signals]);
  if (signal.aborted) throw notStarted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(notStarted());
  signal.addEventListener("abort", abort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener("abort", abort));
}

const closed = (): SoniError => new SoniError("soni.closed", "This assistant is closing and runs no more code.");

const notStarted = (): SoniError =>
  new SoniError("project.too_slow", "The process of the project's code was not ready in time.");

/** As if the whole server had died in mid-action. */
const interrupted = ({ name }: ProjectRequest, cause: Error): ActionFailure =>
  new ActionFailure(
    "action.outcome_unknown",
    `'${name}' was interrupted; whether it took effect is not known. ${cause.message}`,
    { final: true },
  );
