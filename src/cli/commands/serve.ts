import { Command } from "commander";
import { SoniError } from "../../engine/errors.ts";
import { folderArgument, requireFolder } from "../assistant-folder.ts";
import type { CommandBuilder } from "../command-builder.ts";
import { heapLimitOf } from "../serve/heap-limit.ts";
import type { ServeOptions } from "../serve/serve.ts";
import { joinSupervisor } from "../serve/supervision.ts";

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

export const serveCommand: CommandBuilder = ({ console, end }) =>
  new Command("serve")
    .description("serve an assistant over HTTP, with its chat page")
    .addArgument(folderArgument())
    .option("-p, --port <number>", "the port to listen on", "3000")
    .option("--health-port <number>", "also answer /health/live and /health/ready on a port of their own")
    .option("--host <address>", "the address to listen on", "127.0.0.1")
    .option("-s, --store <place>", "a SQLite file, or 'memory' (default: what the settings say)")
    .option("--origin <url>", "another site whose pages may use the server; may be given again", collect)
    .option("--jwt-issuer <issuer>", "accept JSON web tokens of this issuer, with --jwt-audience and --jwks-url")
    .option("--jwt-audience <audience>", "whom its tokens must be for")
    .option("--jwks-url <url>", "where its keys are")
    .option("--jwt-role <name=role>", "what a role or group of the issuer may do here; may be given again", collect)
    .option("--jwt-roles-claim <claim>", "the claim that names them (default: roles)")
    .option("--insecure", "serve others than this machine without asking for a token")
    .option(
      "--trust-proxy [proxies]",
      "trust this many proxies, or those in these networks, to name the client: 1, or 10.0.0.0/8",
    )
    .option("--background", "accept messages now and answer them later where asked to; needs Postgres and pg-boss")
    .option("--webhook <url>", "where --background also sends its answers, signed with SONI_WEBHOOK_SECRET")
    .option("--log-level <level>", "trace, debug, info, warn, error or silent", "info")
    .option("--max-heap <megabytes>", "how much memory its JavaScript may take (default: half of what there is)")
    .option("--no-supervisor", "serve in this process, and do not start it again when it dies")
    .addHelpText(
      "after",
      `
The server runs in a process of its own. When it dies, runs out of memory or spins in an endless loop, another one is
started at once. Use --no-supervisor with a debugger, or where something else restarts it.

Tokens are read from the environment, so that they are in no list of processes:
  SONI_TOKENS      name:token or name:token:role+role, separated by commas; roles: developer, metrics, erasure, operator, agent, service
  SONI_SITE_KEYS   name:key or name:key:https://shop.example, separated by commas: for the visitors of a site
  SONI_VISITOR_SECRET   32 characters or more that sign visitors' tokens (default: kept beside a SQLite database)
  SONI_JWT_ISSUER, SONI_JWT_AUDIENCE, SONI_JWKS_URL, SONI_JWT_ROLES_CLAIM   like the options
  SONI_JWT_ROLES   name=role or name=role+role, separated by commas
  SONI_WEBHOOK_SECRET   whsec_ and 24 to 64 random bytes in base64
Without tokens only this machine is served, and whoever sits at it is the developer.

Examples:
  $ soni serve examples/flight_booking
  $ SONI_TOKENS=shop:$(openssl rand -hex 16) soni serve examples/banking --host 0.0.0.0 --port 8080`,
    )
    .action(async (folder: string, options: ServeOptions & SupervisorChoice) => {
      await requireFolder(folder);
      const supervision = joinSupervisor();
      if (supervision === null && wantsSupervisor(options)) {
        const heapMegabytes = heapLimitOf(options, {
          argv: process.execArgv,
          options: process.env["NODE_OPTIONS"] ?? "",
        });
        const { supervise, writeRestart } = await import("../serve/supervise.ts");
        const log = options.logLevel === "silent" ? () => undefined : writeRestart;
        return end(await supervise({ arguments: process.argv.slice(2), heapMegabytes, log }));
      }
      const { serve } = await import("../serve/serve.ts");
      end(await serve(folder, options, console, supervision));
    });

interface SupervisorChoice {
  readonly supervisor: boolean;
  readonly maxHeap?: string;
}

/** A debugger is attached to this process, so this process serves. */
function wantsSupervisor({ supervisor, maxHeap }: SupervisorChoice): boolean {
  const isDebugged = process.execArgv.some((each) => each.startsWith("--inspect"));
  if (supervisor && !isDebugged) return true;
  if (maxHeap === undefined) return false;
  throw new SoniError(
    "cli.bad_option",
    "--max-heap is for the process that the supervisor starts. Without it, give Node its own --max-old-space-size.",
  );
}
