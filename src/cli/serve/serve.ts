import { basename, resolve } from "node:path";
import { pino } from "pino";
import { SoniError } from "../../engine/errors.ts";
import { endWithParent } from "../../processes/end-with-parent.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { guardProcess, type ProcessGuard } from "../../runtime/guard-process.ts";
import { type OpenedSoni, type OpenSoniOptions, openSoni } from "../../runtime/open-soni.ts";
import { startSweeper } from "../../runtime/sweeper.ts";
import { checkAddress } from "../../server/access/origins.ts";
import { createServer } from "../../server/app.ts";
import { createLogger, runtimeLog } from "../../server/logging.ts";
import { createHealthServer } from "../../server/routes/health.ts";
import type { ServerApp } from "../../server/server-app.ts";
import { listenBacklog } from "../../server/server-limits.ts";
import { shutDown } from "../../server/shut-down.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";
import { whatLeaves } from "../what-leaves.ts";
import {
  accessOf,
  backgroundOf,
  healthPortOf,
  logLevelOf,
  originsOf,
  portOf,
  proxiesOf,
  type ServeOptions,
  visitorsOf,
} from "./serve-options.ts";
import type { Supervision } from "./supervision.ts";

export type { ServeOptions } from "./serve-options.ts";

/** Serves until a signal ends it; turns under way are finished first. */
export async function serve(
  folder: string,
  options: ServeOptions,
  console: Console,
  supervision: Supervision | null,
): Promise<ExitCode> {
  const guard = guardProcess({ log: errorLog(logLevelOf(options)) });
  try {
    return await serveGuarded(folder, options, { console, guard, supervision });
  } finally {
    guard.release();
  }
}

/** An uncaught error, as one line of JSON. */
const errorLog = (level: string): Parameters<typeof guardProcess>[0]["log"] => {
  const log = createLogger(null, { level, destination: pino.destination(2) });
  return (message, data) => log.error(data, message);
};

/** An uncaught exception of our own ends it like a signal does, but as a failure: another process should take over. */
export const endOf = (stopped: Promise<void>, guard: ProcessGuard): Promise<ExitCode> =>
  Promise.race([stopped.then(() => exitCode.done), guard.defect.then(() => exitCode.failed)]);

interface Surroundings {
  readonly console: Console;
  readonly guard: ProcessGuard;
  readonly supervision: Supervision | null;
}

async function serveGuarded(
  folder: string,
  options: ServeOptions,
  { console, guard, supervision }: Surroundings,
): Promise<ExitCode> {
  const access = accessOf(options, process.env);
  // After a restart the port is the one that clients know, also if any would have done at first.
  const place = { host: options.host, port: supervision?.port ?? portOf(options) };
  const healthPort = healthPortOf(options);
  const origins = originsOf(options);
  const trustProxy = proxiesOf(options);
  const level = logLevelOf(options);
  // From the start: as the first process of a container it would not be ended by a signal that nobody listens to.
  const stopped = stopSignal(supervision);
  const visitors = visitorsOf({ ...options, folder }, process.env);
  // With site keys, everyone is asked for a token.
  if (visitors === null) checkAddress(place.host, access);
  const background = backgroundOf(options, process.env);
  // The names of what must not be logged are known once the assistant is.
  let log = createLogger(null, { level, destination: pino.destination(2) });
  const opened = await open(folder, options, {
    console,
    log: (message, data, level) => runtimeLog(log)(message, data, level),
    debug: (message, data) => log.debug(data ?? {}, message),
  });
  if (opened === null) return exitCode.failed;
  const { soni, assistant } = opened;
  log = createLogger(assistant, { level, destination: pino.destination(2) });
  const app = await createServer({
    soni,
    assistant,
    access: visitors === null ? access : { ...access, visitors: visitors(assistant.settings) },
    log,
    name: nameOf(folder),
    origins,
    ...(trustProxy === undefined ? {} : { trustProxy }),
    restarts: supervision?.restarts ?? 0,
    ...(background === null ? {} : { background: background(assistant.settings) }),
  });
  guard.onLateError(app.context.metrics.lateError);
  let stopSweeper = async (): Promise<void> => undefined;
  const health = healthPort === null ? null : createHealthServer(app.context);
  try {
    if (health !== null && healthPort !== null) await listen(health, { host: options.host, port: healthPort });
    await listen(app, place);
    const { address, port } = app.server.address() as { readonly address: string; readonly port: number };
    supervision?.listening(port);
    // Only now: what an earlier process left must not keep the others out, least of all if it is what ended that process.
    stopSweeper = startSweeper(soni, { atOnce: true, log: runtimeLog(log) });
    // Loads what understands, so that the first message need not wait for it.
    soni.health().catch(() => undefined);
    const shown = address.includes(":") ? `[${address}]` : address;
    if ((supervision?.port ?? null) === null) {
      writeLine(console.output, `${folder} is served at ${painter(console.output)("bold", `http://${shown}:${port}`)}`);
      writeLine(console.output, whatLeaves(assistant.settings, { environment: process.env, webhook: options.webhook }));
    }
    const ended = await endOf(stopped, guard);
    await shutDown(app);
    return ended;
  } finally {
    await stopSweeper();
    await app.close();
    await health?.close();
    await soni.close();
  }
}

/** Milliseconds. A server that is started again has answered its health checks and some messages by then. */
const retryPause = 1_000;

/** Null if the assistant has errors, which are then printed. */
async function open(
  folder: string,
  { store }: ServeOptions,
  { console, log, debug }: { readonly console: Console } & Required<Pick<OpenSoniOptions, "log" | "debug">>,
): Promise<OpenedSoni | null> {
  try {
    return await openSoni(folder, {
      recover: false,
      retryPause,
      ...(store === undefined ? {} : { store }),
      log,
      debug,
    });
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    const { errors } = console;
    writeLine(errors, showFindings(error.findings, painter(errors)));
    return null;
  }
}

export async function listen(
  app: ServerApp,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await app.listen({ host, port, backlog: listenBacklog });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = problems[code ?? ""];
    if (problem === undefined) throw error;
    throw new SoniError("server.cannot_listen", problem(host, port), { cause: error });
  }
}

const problems: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use. Stop the other program, or give another one with --port.`,
  EACCES: (_, port) => `This user may not listen on port ${port}. Give one above 1023 with --port.`,
  EADDRNOTAVAIL: (host) => `This machine has no address '${host}'. Give one of its own with --host.`,
  ENOTFOUND: (host) => `There is no host '${host}'. Give an address of this machine with --host.`,
};

/** How long turns under way may take after the parent is gone, before this process is ended. */
const afterParent = 30_000;

/**
 * Resolves at the first signal; a second one ends the process at once: what it was doing is durable. Under a supervisor the
 * parent counts signals and decides about the second one; if the parent is gone, that is a signal too.
 */
export const stopSignal = (supervision: Supervision | null = null): Promise<void> =>
  new Promise((resolve) => {
    if (supervision !== null) {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => resolve());
      process.on("disconnect", () => resolve());
      endWithParent(afterParent);
      return;
    }
    let isAsked = false;
    const ask = (): void => {
      if (isAsked) process.exit(exitCode.interrupted);
      isAsked = true;
      resolve();
    };
    process.on("SIGTERM", ask);
    process.on("SIGINT", ask);
  });

/** `flight_booking` is called "Flight booking". */
export function nameOf(folder: string): string {
  const words = basename(resolve(folder)).replaceAll(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
