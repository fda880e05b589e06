import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { examples, offlineAt, runCli, temporaryFolder } from "./run-cli.ts";

const page = await readFile(join(examples, "../docs/authors-tools.md"), "utf8");

interface Shown {
  readonly command: string;
  /** Lines after `> `: what a person types. */
  readonly lines: readonly string[];
  readonly output: readonly string[];
}

/** Every command of the page, in order, with what it shows. A line `...` stands for any lines. */
const shown: readonly Shown[] = [...page.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = "", ...rest] = text.trimEnd().split("\n");
      return {
        command,
        lines: rest.filter((line) => line.startsWith("> ")).map((line) => line.slice(2)),
        output: rest.filter((line) => !line.startsWith("> ")),
      };
    }),
);

function fits(expected: readonly string[], lines: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return lines.length === 0;
  if (first !== "...") return lines[0] === first && fits(rest, lines.slice(1));
  return lines.some((_, index) => fits(rest, lines.slice(index))) || rest.length === 0;
}

it("the commands of the page show what it says, one after the other", async () => {
  const folder = await temporaryFolder();
  await cp(examples, join(folder, "examples"), { recursive: true });
  expect(shown.length).toBeGreaterThan(0);
  for (const { command, lines, output } of shown) {
    expect(command).toMatch(/^soni /);
    const run = await runCli(command.split(" ").slice(1), {
      folder,
      lines,
      nodeOptions: offlineAt("2026-11-16T10:00:00+01:00"),
    });
    const said = `${run.output}${run.errors}`.trimEnd().split("\n");
    if (!fits(output, said)) expect(said, command).toEqual(output);
  }
});
