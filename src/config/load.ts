import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Finding } from "./finding.ts";
import { installedPackages } from "./installed-packages.ts";
import type { LoadOptions } from "./options.ts";
import { type Loaded, parseAssistant } from "./parse-assistant.ts";
import type { SourceText } from "./source.ts";

/** Loads an assistant from a YAML file, or from a folder whose YAML files merge. Never throws for what users write. */
export async function loadAssistant(path: string, options: LoadOptions = {}): Promise<Loaded> {
  const found = await readTexts(path);
  if ("code" in found) return { assistant: null, findings: [found] };
  const fileExists = (file: string): boolean => existsSync(resolve(found.folder, file));
  const readText = (file: string): string | null => {
    try {
      return readFileSync(resolve(found.folder, file), "utf8");
    } catch {
      return null;
    }
  };
  // An assistant that runs as its settings say needs their packages, as it needs their variables.
  const packages = options.env === undefined ? {} : { packages: installedPackages() };
  return parseAssistant(found.texts, { fileExists, readFile: readText, ...packages, ...options });
}

interface Texts {
  readonly folder: string;
  readonly texts: readonly SourceText[];
}

async function readTexts(path: string): Promise<Texts | Finding> {
  const missing = (message: string): Finding => ({
    code: "config.not_found",
    severity: "error",
    message,
    file: path,
    line: 1,
    column: 1,
  });
  try {
    const isFolder = (await stat(path)).isDirectory();
    // Only the top of the folder: tests/ and knowledge/ hold YAML of other kinds.
    const names = isFolder ? (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort() : [];
    const files = isFolder ? names.map((name) => join(path, name)) : [path];
    if (files.length === 0) return missing("There is no soni.yaml, nor any other *.yaml, in this folder.");
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
    return { folder: isFolder ? path : dirname(path), texts };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return missing(code === "ENOENT" ? "There is no such file or folder." : `It can't be read: ${String(error)}`);
  }
}
