import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import { AssistantError } from "../../runtime/assistant-error.ts";
import { guardProcess, type ProcessGuard } from "../../runtime/guard-process.ts";
import { createServer } from "../../server/app.ts";
import type { DevReport } from "../../server/dev/dev-report.ts";
import { type DevAssistant, openDev } from "../../server/dev/open-dev.ts";
import { watchFolder } from "../../server/dev/watch-folder.ts";
import { createLogger, runtimeLog } from "../../server/logging.ts";
import { shutDown } from "../../server/shut-down.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { type ExitCode, exitCode } from "../exit-code.ts";
import { endOf, listen, nameOf, stopSignal } from "../serve/serve.ts";
import { logLevelOf, portOf, type ServeOptions } from "../serve/serve-options.ts";
import { showErrors } from "../show-failure.ts";
import { showFindings } from "../show-findings.ts";
import { updateTypes } from "../typegen/typegen.ts";
import { typesFile } from "../typegen/write-types.ts";

export type DevOptions = Pick<ServeOptions, "port" | "store" | "logLevel">;

/** Serves what is being built, to this machine, until a signal ends it. */
export async function dev(folder: string, options: DevOptions, console: Console): Promise<ExitCode> {
  const guard = guardProcess({ log: logLevelOf(options) === "silent" ? () => undefined : showErrors(console) });
  try {
    return await devGuarded(folder, options, { console, guard });
  } finally {
    guard.release();
  }
}

async function devGuarded(
  folder: string,
  options: DevOptions,
  { console, guard }: { readonly console: Console; readonly guard: ProcessGuard },
): Promise<ExitCode> {
  const port = portOf(options);
  const log = createLogger(null, { level: logLevelOf(options), destination: pino.destination(2) });
  const stopped = stopSignal();
  const built = await openWhenGood(folder, { options, console, stopped, log: devLog(log, console) });
  if (built === null) return exitCode.done;
  const show = (report: DevReport): void => showReport(report, console);
  const app = await createServer({
    soni: built.soni,
    get assistant() {
      return built.assistant;
    },
    log,
    name: nameOf(folder),
    dev: built,
  });
  guard.onLateError(app.context.metrics.lateError);
  try {
    await listen(app, { host: "127.0.0.1", port });
    // Messages that an earlier process left must not keep the developer waiting.
    built.soni.recover().catch((error: unknown) => log.error({ error: String(error) }, "recovery failed"));
    built.soni.health().catch(() => undefined);
    const { port: taken } = app.server.address() as { readonly port: number };
    const address = painter(console.output)("bold", `http://127.0.0.1:${taken}`);
    writeLine(console.output, `${folder} is served at ${address}, and follows your edits.`);
    if (built.report.findings.length > 0) show(built.report);
    await followTypes(folder);
    built.onChange((report) => {
      show(report);
      if (!report.broken) void followTypes(folder).catch((error: unknown) => writeLine(console.errors, String(error)));
      app.sockets.tellDevelopers({ type: "findings", hash: report.hash, findings: report.findings });
    });
    const ended = await endOf(stopped, guard);
    await shutDown(app);
    return ended;
  } finally {
    await app.close();
    await built.close();
  }
}

/** What an author has to repair is written for people to read; the rest stays one JSON object a line. */
const devLog =
  (log: Logger, console: Console): ReturnType<typeof runtimeLog> =>
  (message, data = {}, level = "info") => {
    if (level === "info") runtimeLog(log)(message, data, level);
    else if (log.isLevelEnabled("error")) showErrors(console)(message, data);
  };

interface Opening {
  readonly options: DevOptions;
  readonly console: Console;
  readonly stopped: Promise<void>;
  readonly log: ReturnType<typeof runtimeLog>;
}

/** Errors at the start are shown, and the folder is tried again after each edit. Null: it was stopped before. */
async function openWhenGood(folder: string, opening: Opening): Promise<DevAssistant | null> {
  const { options, console, stopped, log } = opening;
  const store = options.store === undefined ? {} : { store: options.store };
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  while (!isStopped) {
    // Before it is read, so that no edit in between is missed.
    const edited = editOf(folder);
    try {
      return await openDev(folder, { ...store, log });
    } catch (error) {
      if (!(error instanceof AssistantError)) throw error;
      writeLine(console.errors, showFindings(error.findings, painter(console.errors)));
      writeLine(console.errors, "Waiting for an edit.");
      await Promise.race([edited.once, stopped]);
    } finally {
      edited.stop();
    }
  }
  return null;
}

function editOf(folder: string): { readonly once: Promise<void>; readonly stop: () => void } {
  let tell = (): void => undefined;
  const once = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { once, stop: watchFolder(folder, () => tell()) };
}

/** Types that were written once follow the YAML. */
async function followTypes(folder: string): Promise<void> {
  if (existsSync(join(folder, typesFile))) await updateTypes(folder);
}

function showReport({ broken, findings }: DevReport, { output, errors }: Console): void {
  if (findings.length > 0) writeLine(errors, showFindings(findings, painter(errors)));
  if (broken) writeLine(errors, "The last good version keeps serving.");
  else writeLine(output, "The assistant is up to date.");
}
