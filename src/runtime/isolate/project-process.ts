import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ActionFailure } from "../../engine/assistant/action-failure.ts";
import { SoniError } from "../../engine/errors.ts";
import type { JsonObject } from "../../engine/json.ts";
import { nodeArguments } from "../../processes/node-arguments.ts";
import { type ProcessEnd, reasonOf } from "../../processes/process-end.ts";
import type { SilenceLimits } from "../../processes/signs-of-life.ts";
import { type ProcessWatch, watchProcess } from "../../processes/watch-process.ts";
import type { CallFailure, CallMessage, FromProject, LoadedNames, ToProject } from "./protocol.ts";

const pingEvery = 500;
const loadLimit = 60_000;

const whileCalled: SilenceLimits = { spinning: { silent: 3000, computing: 2000 }, unknown: 10_000, hung: 30_000 };
/** The time of a call is up, so it may be the one that keeps all others waiting. */
const whenOverdue: SilenceLimits = { spinning: { silent: 1000, computing: 500 }, unknown: 3000, hung: 10_000 };

export interface ProjectRequest extends Pick<CallMessage, "kind" | "name" | "value" | "context"> {
  /** Aborted when the time of the call is up. */
  readonly signals: readonly AbortSignal[];
  /** True: it waits for a process, or for one that gives no sign of life. False: its code runs. */
  readonly waits?: ((isWaiting: boolean) => void) | undefined;
  readonly log: (message: string, data: JsonObject) => void;
}

/** The process died with the call in it. */
export class ProjectProcessEnded extends SoniError {
  /** Whether the call's own code had been started. */
  readonly begun: boolean;

  constructor(end: ProcessEnd, begun: boolean) {
    super("project.process_ended", `The process of the project's code ended (${reasonOf(end)}).`);
    this.begun = begun;
  }
}

export type Loading =
  | { readonly ok: true; readonly names: LoadedNames }
  /** `file` is the one that was being imported, if any was. */
  | { readonly ok: false; readonly end: ProcessEnd; readonly file: string | null };

export interface ProjectProcess {
  readonly pid: number | undefined;
  readonly loading: Promise<Loading>;
  readonly ended: Promise<ProcessEnd>;
  call(request: ProjectRequest): Promise<unknown>;
  close(): void;
}

interface ProcessPlan {
  readonly folder: string;
  readonly edition: string | null;
  readonly heapMegabytes: number;
  /** An error of the project's code outside of any call. */
  readonly onStray: (stray: Extract<FromProject, { type: "stray" }>) => void;
}

interface Waiting {
  readonly request: ProjectRequest;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  begun: boolean;
  /** The ping that was sent when the time was up; its answer says that the process does not spin. */
  overdueSince: number | null;
}

/** One process with the project's code in it, from its start to its end. */
export function startProjectProcess(plan: ProcessPlan): ProjectProcess {
  const child = startProcess(plan.heapMegabytes);
  const waiting = new Map<number, Waiting>();
  let killed: ProcessEnd["killed"] = null;
  let lastId = 0;
  let lastPing = 0;
  let lastPong = 0;
  let watching: { readonly watch: ProcessWatch; readonly pings: NodeJS.Timeout } | null = null;
  let importing: string | null = null;

  const tell = (message: ToProject): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  const end = (why: NonNullable<ProcessEnd["killed"]>): void => {
    killed = why;
    child.kill("SIGKILL");
  };
  const ping = (): number => {
    lastPing += 1;
    tell({ type: "ping", number: lastPing });
    return lastPing;
  };
  /** While the process gives no sign of life, a call's own code does not run: its time stands still. */
  const setSilent = (isSilent: boolean): void => {
    for (const { begun, request } of waiting.values()) if (begun) request.waits?.(isSilent);
  };
  const pingAgain = (): void => {
    if (lastPong < lastPing) setSilent(true);
    ping();
  };
  const limits = (): SilenceLimits =>
    [...waiting.values()].some(({ overdueSince }) => overdueSince !== null) ? whenOverdue : whileCalled;
  /** Only while it has something to do: an idle process costs nothing. */
  const watchWhileBusy = (): void => {
    if (waiting.size > 0 && watching === null) {
      watching = { watch: watchProcess(child.pid ?? -1, limits, end), pings: setInterval(pingAgain, pingEvery) };
    } else if (waiting.size === 0 && watching !== null) {
      watching.watch.stop();
      clearInterval(watching.pings);
      watching = null;
    }
  };
  const settle = (id: number, how: (call: Waiting) => void): void => {
    const call = waiting.get(id);
    if (call === undefined) return;
    waiting.delete(id);
    watchWhileBusy();
    how(call);
  };
  /** It answers, so it does not spin: calls whose time was up before are over, whatever becomes of them. */
  const dropOverdue = (answered: number): void => {
    for (const [id, { overdueSince }] of waiting) {
      if (overdueSince !== null && overdueSince <= answered) settle(id, ({ reject }) => reject(timeIsUp()));
    }
  };

  const started = Promise.withResolvers<Loading>();
  const ended = Promise.withResolvers<ProcessEnd>();
  const loadTimer = setTimeout(() => end("too_slow_to_start"), loadLimit);
  child.on("message", (message: FromProject) => {
    watching?.watch.sign();
    setSilent(false);
    switch (message.type) {
      case "importing":
        importing = message.file;
        break;
      case "loaded":
        clearTimeout(loadTimer);
        started.resolve({ ok: true, names: message.names });
        break;
      case "begun": {
        const call = waiting.get(message.id);
        if (call === undefined) break;
        call.begun = true;
        call.request.waits?.(false);
        break;
      }
      case "answer":
        return settle(message.id, ({ resolve }) => resolve(message.value));
      case "failed":
        return settle(message.id, ({ reject }) => reject(errorOf(message.failure)));
      case "log":
        return waiting.get(message.id)?.request.log(message.message, message.data);
      case "stray":
        return plan.onStray(message);
      case "pong":
        lastPong = message.number;
        return dropOverdue(message.number);
      default:
        return message satisfies never;
    }
  });
  whenGone(child).then(({ code, signal }) => {
    clearTimeout(loadTimer);
    const how = { code, signal, killed };
    ended.resolve(how);
    started.resolve({ ok: false, end: how, file: importing });
    for (const id of [...waiting.keys()]) {
      settle(id, ({ reject, begun }) => reject(new ProjectProcessEnded(how, begun)));
    }
  });
  tell({ type: "load", folder: plan.folder, edition: plan.edition });

  return {
    pid: child.pid,
    loading: started.promise,
    ended: ended.promise,
    call(request) {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        const call: Waiting = { request, resolve, reject, begun: false, overdueSince: null };
        waiting.set(id, call);
        watchWhileBusy();
        const { kind, name, value, context } = request;
        tell({ type: "call", id, kind, name, value, context });
        for (const signal of request.signals) {
          const abort = (): void => {
            if (!waiting.has(id) || call.overdueSince !== null) return;
            tell({ type: "abort", id });
            call.overdueSince = ping();
          };
          if (signal.aborted) abort();
          else signal.addEventListener("abort", abort, { once: true });
        }
      });
    },
    close() {
      if (child.connected) child.disconnect();
      // Code that holds on to its event loop is not asked twice.
      setTimeout(() => child.kill("SIGKILL"), 1000).unref();
    },
  };
}

function startProcess(heapMegabytes: number): ChildProcess {
  // The sources run as .ts in development and as .js when built.
  const file = import.meta.url.endsWith(".ts") ? "./project-main.ts" : "./project-main.js";
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    serialization: "advanced",
    execArgv: [...nodeArguments(process.execArgv, heapMegabytes)],
  });
}

/** Its last messages are read to the end before it counts as gone. */
async function whenGone(child: ChildProcess): Promise<Pick<ProcessEnd, "code" | "signal">> {
  const closed = new Promise<void>((resolve) => child.once("disconnect", () => resolve()));
  const exited = new Promise<Pick<ProcessEnd, "code" | "signal">>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  const end = await exited;
  if (child.connected) await closed;
  return end;
}

const timeIsUp = (): SoniError => new SoniError("project.too_slow", "The project's code did not answer in time.");

function errorOf({ code, message, stack }: CallFailure): Error {
  const error = code === null ? new Error(message) : new ActionFailure(code, message, { final: true });
  // Where it was thrown over there: here it is only passed on.
  if (stack !== null) error.stack = stack;
  return error;
}
