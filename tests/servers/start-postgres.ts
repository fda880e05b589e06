import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { installPackage } from "../support/install-package.ts";
import { findOwner, freePort, makeFolder, runServer, type TestServer } from "./server-process.ts";

/** A new Postgres with an empty database, durable as a real one; only creating its files is not waited for. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const programs = await findPrograms();
  const owner = findOwner("postgres", "nobody");
  const folder = makeFolder("postgres", owner);
  const created = spawnSync(
    join(programs, "initdb"),
    ["-D", join(folder, "data"), "-U", "soni", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
    { cwd: folder, ...(owner ?? {}) },
  );
  if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr} ${created.error?.message ?? ""}`);
  const port = await freePort();
  const url = `postgres://soni@127.0.0.1:${port}/postgres`;
  const given = Object.entries({ unix_socket_directories: "", max_connections: "200", ...settings });
  return runServer({
    name: "Postgres",
    command: join(programs, "postgres"),
    arguments: [
      ...["-D", join(folder, "data"), "-h", "127.0.0.1", "-p", String(port)],
      ...given.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    folder,
    owner,
    url,
    stopSignal: "SIGINT",
    async probe() {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
      await client.connect();
      await client.end();
    },
  });
}

async function findPrograms(): Promise<string> {
  const found = installedPrograms();
  if (found !== undefined) return found;
  await installPackage("postgresql");
  const installed = installedPrograms();
  if (installed === undefined) throw new Error("No Postgres server was found. Install one: apt-get install postgresql");
  return installed;
}

/** The newest of Debian's server packages, or whatever is on the path. */
function installedPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env["PATH"] ?? "").split(":"),
  ];
  return folders.find((folder) => ["initdb", "postgres"].every((program) => existsSync(join(folder, program))));
}
