import { watch } from "node:fs";

/** What an assistant is made of; not its database, which changes with every turn. */
const sources = /\.(ya?ml|ts|mts|js|mjs|json|md|txt)$/;
const elsewhere = /(^|[\\/])(node_modules|\.[^\\/]+)([\\/]|$)/;

/** Written by 'soni typegen' after an edit: no edit itself. */
const written = /(^|[\\/])soni-types\.d\.ts$/;

/** Editors write a file in several steps. */
const quietMilliseconds = 80;

/** Calls back once the files of a folder have changed and then been left alone for a moment. */
export function watchFolder(folder: string, changed: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, { recursive: true }, (_, name) => {
    // Some systems do not say which one it was.
    if (name !== null && (!sources.test(name) || elsewhere.test(name) || written.test(name))) return;
    clearTimeout(timer);
    timer = setTimeout(changed, quietMilliseconds);
  });
  // A folder that goes away while it is looked at; what is served stays.
  watcher.on("error", () => undefined);
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}
