import { basename, resolve } from "node:path";
import { pino } from "pino";
import { SoniError } from "../../domain/errors.ts";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { guardProcess, type ProcessGuard } from "../../runtime/guard-process.ts";
import { type OpenedSoni, openSoni } from "../../runtime/open-soni.ts";
import { startSweeper } from "../../runtime/sweeper.ts";
import { checkAddress } from "../../server/access/check-address.ts";
import { createServer } from "../../server/app.ts";
import { createLogger, runtimeLog } from "../../server/logging.ts";
import type { ServerApp } from "../../server/server-app.ts";
import { listenBacklog } from "../../server/server-limits.ts";
import { shutDown } from "../../server/shut-down.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { showFindings } from "../show-findings.ts";
import { accessOf, backgroundOf, logLevelOf, originsOf, portOf, type ServeOptions } from "./serve-options.ts";

export type { ServeOptions } from "./serve-options.ts";

/** Serves until a signal ends it; turns under way are finished first. */
export async function serve(folder: string, options: ServeOptions, console: Console): Promise<ExitCode> {
  const guard = guardProcess({ log: errorLog(logLevelOf(options)) });
  try {
    return await serveGuarded(folder, options, { console, guard });
  } finally {
    guard.release();
  }
}

/** What nobody caught, as one line of JSON. */
export const errorLog = (level: string): Parameters<typeof guardProcess>[0]["log"] => {
  const log = createLogger(null, { level, destination: pino.destination(2) });
  return (message, data) => log.error(data, message);
};

/** An uncaught exception of our own ends it like a signal does, but as a failure: another process should take over. */
export const endOf = (stopped: Promise<void>, guard: ProcessGuard): Promise<ExitCode> =>
  Promise.race([stopped.then(() => exitCode.done), guard.defect.then(() => exitCode.failed)]);

async function serveGuarded(
  folder: string,
  options: ServeOptions,
  { console, guard }: { readonly console: Console; readonly guard: ProcessGuard },
): Promise<ExitCode> {
  const access = accessOf(options, process.env);
  const place = { host: options.host, port: portOf(options) };
  const origins = originsOf(options);
  const level = logLevelOf(options);
  // From the start: as the first process of a container it would not be ended by a signal that nobody listens to.
  const stopped = stopSignal();
  checkAddress(place.host, access);
  const background = backgroundOf(options, process.env);
  // The names of what must not be logged are known once the assistant is.
  let log = createLogger(null, { level, destination: pino.destination(2) });
  const opened = await open(folder, options, { console, log: (message, data) => runtimeLog(log)(message, data) });
  if (opened === null) return exitCode.failed;
  const { soni, assistant } = opened;
  log = createLogger(assistant, { level, destination: pino.destination(2) });
  const app = await createServer({
    soni,
    assistant,
    access,
    log,
    name: nameOf(folder),
    origins,
    trustProxy: options.trustProxy === true,
    ...(background === null ? {} : { background: background(assistant.settings) }),
  });
  guard.onLateError(app.context.metrics.lateError);
  let stopSweeper = async (): Promise<void> => undefined;
  try {
    await listen(app, place);
    // Only now: what an earlier process left must not keep the others out, least of all if it is what ended that process.
    stopSweeper = startSweeper(soni, { atOnce: true, log: runtimeLog(log) });
    // Loads what understands, so that the first message need not wait for it.
    soni.health().catch(() => undefined);
    const { address, port } = app.server.address() as { readonly address: string; readonly port: number };
    const shown = address.includes(":") ? `[${address}]` : address;
    writeLine(console.output, `${folder} is served at ${painter(console.output)("bold", `http://${shown}:${port}`)}`);
    const ended = await endOf(stopped, guard);
    await shutDown(app);
    return ended;
  } finally {
    await stopSweeper();
    await app.close();
    await soni.close();
  }
}

/** Null if the assistant has errors, which are then printed. */
async function open(
  folder: string,
  { store }: ServeOptions,
  to: { readonly console: Console; readonly log: NonNullable<Parameters<typeof openSoni>[1]>["log"] },
): Promise<OpenedSoni | null> {
  try {
    return await openSoni(folder, {
      recover: false,
      ...(store === undefined ? {} : { store }),
      ...(to.log === undefined ? {} : { log: to.log }),
    });
  } catch (error) {
    if (!(error instanceof AssistantError)) throw error;
    const { errors } = to.console;
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

/** Resolves at the first signal; a second one ends the process at once: what it was doing is durable. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
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
