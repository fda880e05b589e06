import { readFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");

export interface Instruction {
  readonly keyword: string;
  readonly text: string;
}

export interface Stage {
  readonly name: string;
  readonly image: string;
  readonly instructions: readonly Instruction[];
}

/** The instructions of the project's Dockerfile, by stage; one that goes over several lines is one. */
export function readDockerfile(): readonly Stage[] {
  const lines = readFileSync(join(root, "Dockerfile"), "utf8").split("\n");
  const joined = lines
    .filter((line) => !line.startsWith("#"))
    .join("\n")
    .replaceAll("\\\n", " ");
  const stages: { name: string; image: string; instructions: Instruction[] }[] = [];
  for (const line of joined.split("\n")) {
    const [, keyword, text = ""] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? [];
    if (keyword === undefined) continue;
    if (keyword === "FROM") {
      const [image = "", , name = "final"] = text.split(" ");
      stages.push({ name, image, instructions: [] });
    } else stages.at(-1)?.instructions.push({ keyword, text });
  }
  return stages;
}
