import type { Store } from "../checkpoint/store.ts";
import { SoniError } from "../domain/errors.ts";
import type { Settings } from "../domain/settings.ts";

type Place = { readonly backend: string; readonly path: string };

/** The store that the settings name, or a place in the words of a command line: `memory`, a path, `sqlite:path`. */
export async function openStore(persistence: Settings["persistence"], place?: string): Promise<Store> {
  const { backend, path } = place === undefined ? persistence : parsePlace(place);
  switch (backend) {
    case "memory": {
      const { createMemoryStore } = await import("../checkpoint/memory-store.ts");
      return createMemoryStore();
    }
    case "sqlite": {
      const { createSqliteStore } = await import("../checkpoint/sqlite-store.ts");
      return createSqliteStore({ path });
    }
    default:
      throw new SoniError(
        "store.not_available",
        `There is no store '${backend}' in this version. Use 'memory', or 'sqlite' with a path.`,
      );
  }
}

/** `sqlite:soni.db`, `sqlite:///var/soni.db`, `postgres://...`; anything else is a file. `C:\` is a drive, not a scheme. */
function parsePlace(place: string): Place {
  if (place === "memory" || place === ":memory:") return { backend: "memory", path: "" };
  const [, scheme, rest = ""] = /^([a-z][a-z0-9+]+):(.*)$/i.exec(place) ?? [];
  if (scheme === undefined) return { backend: "sqlite", path: place };
  return { backend: scheme.toLowerCase(), path: rest.replace(/^\/\//, "") };
}
