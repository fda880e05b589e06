import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { SoniError } from "../../engine/errors.ts";
import { storePlace } from "../../runtime/open-store.ts";
import { secretFileBeside, secretInFile } from "../../stores/secret-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const variable = "SONI_VISITOR_SECRET";

/** The secret that signs visitors' tokens: given, or stored beside the database so that a restart changes nothing. */
export function visitorSecret(
  persistence: Parameters<typeof storePlace>[0],
  store: string | undefined,
  { environment, folder }: { readonly environment: Environment; readonly folder: string },
): string {
  const given = environment[variable] ?? "";
  if (given !== "") return given;
  const { backend, path } = storePlace(persistence, store, { environment, folder });
  // Visitors of a store in memory are gone with it.
  if (backend === "memory" || path === "" || path === ":memory:") return newSecret();
  if (backend === "sqlite") return secretInFile(secretFileBeside(resolve(path), "visitor-secret"), newSecret);
  throw new SoniError(
    "access.no_visitor_secret",
    `Several servers may share a ${backend} store, and all must sign visitors' tokens alike. Set ${variable} to the same value for each: openssl rand -hex 32`,
  );
}

const newSecret = (): string => randomBytes(32).toString("hex");
