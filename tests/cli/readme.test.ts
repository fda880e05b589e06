import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };
import { ended, offlineAt, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const root = join(import.meta.dirname, "../..");
const readme = await readFile(join(root, "README.md"), "utf8");

/** The code blocks of one kind, in order. */
const blocks = (kind: string): readonly string[] =>
  [...readme.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, "gms"))].map((match) => match[1] ?? "");

async function coffee(): Promise<{ readonly parent: string; readonly folder: string }> {
  const parent = await temporaryFolder();
  const folder = join(parent, "coffee");
  await mkdir(folder);
  await writeFile(join(folder, "soni.yaml"), blocks("yaml")[0] ?? "");
  await writeFile(join(folder, "actions.ts"), blocks("ts")[0] ?? "");
  return { parent, folder };
}

describe("the README", () => {
  it("shows an assistant without a single finding", async () => {
    const { parent } = await coffee();
    const { output } = await runCli(["check", "coffee"], { folder: parent });
    expect(output).toBe("ok coffee: 1 flow, 2 slots, 1 action.\n");
  });

  /** What a person says in a conversation of the README, and what is answered. */
  const conversation = (shown = "") => ({
    lines: shown
      .split("\n")
      .filter((line) => line.startsWith("> "))
      .map((line) => line.slice(2)),
    replies: shown.split("\n").filter((line) => !line.startsWith("> ")),
  });

  it("shows what the flight assistant does with plain words, word for word", async () => {
    const { lines, replies } = conversation(blocks("text")[0]);
    const { code, output } = await runCli(["chat", "examples/flight_booking", "--store", "memory"], {
      lines,
      nodeOptions: offlineAt("2026-11-16T10:00:00+01:00"),
    });
    expect(code).toBe(0);
    expect(output.split("\n")).toEqual(replies);
  });

  it("shows the conversation that this assistant holds, word for word", async () => {
    const { parent } = await coffee();
    const { lines, replies } = conversation(blocks("text")[1]);
    const { code, output } = await runCli(["chat", "coffee", "--store", "memory"], { folder: parent, lines });
    expect(code).toBe(0);
    expect(output.split("\n")).toEqual(replies);
  });

  it("shows a program that prints what it says it prints", async () => {
    const { parent } = await coffee();
    const program = (blocks("ts")[1] ?? "").replace(
      '"soni"',
      JSON.stringify(pathToFileURL(join(root, "src/index.ts")).href),
    );
    await writeFile(join(parent, "program.ts"), program);
    const child = startCli([], { folder: parent, main: join(parent, "program.ts") });
    const [, printed] = /console\.log.*\/\/ (.*)$/m.exec(program) ?? [];
    expect(await ended(child)).toEqual({ code: 0, output: `${printed}\n`, errors: "" });
  });

  it("names commands that exist", async () => {
    expect(readme).toContain("npm ci && npm start");
    expect(packageFile.scripts.start).toContain("serve examples/flight_booking");
    const { output } = await runCli(["--help"]);
    for (const [, command] of readme.matchAll(/^\| `soni (\w+)/gm)) expect(output).toContain(`  ${command} `);
  });
});
