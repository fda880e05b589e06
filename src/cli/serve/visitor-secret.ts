import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { SoniError } from "../../domain/errors.ts";
import type { Settings } from "../../domain/settings.ts";
import { storePlace } from "../../runtime/open-store.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const variable = "SONI_VISITOR_SECRET";

/** What signs the tokens of visitors: given, or kept beside the database so that a restart changes nothing. */
export function visitorSecret(
  persistence: Settings["persistence"],
  store: string | undefined,
  environment: Environment,
): string {
  const given = environment[variable] ?? "";
  if (given !== "") return given;
  const { backend, path } = storePlace(persistence, store, environment);
  // Visitors of a store in memory are gone with it.
  if (backend === "memory" || path === "" || path === ":memory:") return newSecret();
  if (backend === "sqlite") return secretIn(join(dirname(resolve(path)), ".soni", "visitor-secret"));
  throw new SoniError(
    "access.no_visitor_secret",
    `Several servers may share a ${backend} store, and all must sign visitors' tokens alike. Set ${variable} to the same value for each: openssl rand -hex 32`,
  );
}

const newSecret = (): string => randomBytes(32).toString("hex");

/** Written whole under another name first: of two processes that start at once, both use the one that is there. */
function secretIn(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, `${newSecret()}\n`, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}
