import { registerHooks } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const known = new Set<string>();

/**
 * TypeScript in an assistant's folder is made of ES modules, also where the package around it says CommonJS, as `npm init`
 * writes it. Stays for as long as the process: users' code may import more of its files later.
 */
export function readTypeScriptAsModules(folder: string): void {
  const inside = `${pathToFileURL(resolve(folder)).href}/`;
  if (known.has(inside)) return;
  known.add(inside);
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [file = ""] = found.url.split("?", 1);
      const isOurs = file.startsWith(inside) && !file.includes("/node_modules/") && file.endsWith(".ts");
      return isOurs ? { ...found, format: "module-typescript" } : found;
    },
  });
}
