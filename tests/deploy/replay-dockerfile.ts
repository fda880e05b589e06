import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { readDockerfile, root, type Stage } from "./dockerfile.ts";
import { linkPackages } from "./link-packages.ts";

export interface ReplayOptions {
  readonly folder: string;
  /** Run npm ci as the image's build does, over the network; else what is installed here is linked. */
  readonly install: boolean;
}

export interface Replayed {
  /** Of the last stage: where its files are and how it is started. */
  readonly workdir: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Does what the Dockerfile says, each stage in a folder instead of a container. Where no Docker is, this is what can be tried. */
export function replayDockerfile({ folder, install }: ReplayOptions): Replayed {
  let last: Replayed = { workdir: "", command: [], environment: {} };
  for (const stage of readDockerfile()) last = replayStage(stage, { folder, install });
  return last;
}

function replayStage(stage: Stage, { folder, install }: ReplayOptions): Replayed {
  const inside = (name: string, path: string): string => join(folder, name, path);
  let workdir = inside(stage.name, "/");
  let environment: Record<string, string> = {};
  const command = { ENTRYPOINT: [] as readonly string[], CMD: [] as readonly string[] };
  for (const { keyword, text } of stage.instructions) {
    if (keyword === "WORKDIR") {
      workdir = inside(stage.name, text);
      mkdirSync(workdir, { recursive: true });
    } else if (keyword === "ENV") {
      environment = { ...environment, ...Object.fromEntries(text.split(" ").map((pair) => pair.split("="))) };
    } else if (keyword === "COPY") {
      const [, from] = /--from=(\w+)/.exec(text) ?? [];
      const paths = text.split(" ").filter((part) => !part.startsWith("--"));
      const target = paths.at(-1) ?? "";
      const to = isAbsolute(target) ? inside(stage.name, target) : join(workdir, target);
      for (const source of paths.slice(0, -1)) {
        copy(from === undefined ? join(root, source) : inside(from, source), to, target.endsWith("/"));
      }
    } else if (keyword === "RUN") {
      if (!install && text.includes("npm ci")) linkPackages(workdir, stage.name === "build" ? "all" : "image");
      else runShell(text, workdir);
    } else if (keyword === "ENTRYPOINT" || keyword === "CMD") command[keyword] = JSON.parse(text) as string[];
  }
  return { workdir, command: [...command.ENTRYPOINT, ...command.CMD], environment };
}

/** What .dockerignore lets in; of `examples` one. */
const letIn = new Set(
  readFileSync(join(root, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => line.slice(1).split("/")[0]),
);

function copy(from: string, to: string, intoFolder: boolean): void {
  if (!existsSync(from)) throw new Error(`The Dockerfile copies '${from}', which does not exist.`);
  const isAll = relative(root, from) === "";
  mkdirSync(intoFolder ? to : dirname(to), { recursive: true });
  cpSync(from, intoFolder ? join(to, basename(from)) : to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isAll || dirname(path) !== root || letIn.has(basename(path)),
  });
}

function runShell(text: string, workdir: string): void {
  const done = spawnSync("sh", ["-c", text], { cwd: workdir, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`RUN ${text}\n${done.stdout}\n${done.stderr}`);
}
