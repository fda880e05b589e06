import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const isTest = (file: string): boolean => /^(tests\/conversations|examples\/[^/]+\/tests)\/[^/]+\.ya?ml$/.test(file);

/** Every conversation test of the project and its examples, by path from the project's root. */
export const conversationFiles: readonly string[] = ["tests/conversations", "examples"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter(isTest)
  .sort();

export const pathOf = (file: string): string => relative(process.cwd(), join(root, file));
