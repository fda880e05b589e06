import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * A new edition of a folder's actions also gets new editions of the folder's files that they import: Node keeps what it
 * has once imported under its address, so the edition is part of the address.
 */
export function importFreshly(folder: string): () => void {
  const inside = `${pathToFileURL(resolve(folder)).href}/`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const edition = editionOf(context.parentURL);
      const isOurs = found.url.startsWith(inside) && !found.url.includes("/node_modules/") && !found.url.includes("?");
      return edition !== null && isOurs ? { ...found, url: `${found.url}?edition=${edition}` } : found;
    },
  });
  return () => hooks.deregister();
}

const editionOf = (address: string | undefined): string | null =>
  address !== undefined && URL.canParse(address) ? new URL(address).searchParams.get("edition") : null;
