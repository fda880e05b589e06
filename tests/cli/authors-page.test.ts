import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli, temporaryFolder } from "./run-cli.ts";

const page = await readFile(join(import.meta.dirname, "../../docs/authors.md"), "utf8");
const blocks = (kind: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, "gms"))].map((match) => match[1] ?? "");
const commands = blocks("console")
  .flatMap((block) => block.split("\n"))
  .filter((line) => line.startsWith("$ soni "))
  .map((line) => (line.slice("$ soni ".length).split("#")[0] ?? "").trim().split(/\s+/));

it("the page for authors shows commands, a talk and a failure as they are", async () => {
  const folder = await temporaryFolder();
  expect(commands.length).toBeGreaterThan(3);
  for (const given of commands)
    expect(await runCli(given, { folder }), given.join(" ")).toMatchObject({ code: 0, errors: "" });
  const [talk = "", failure = ""] = blocks("text");
  const lines = talk
    .split("\n")
    .filter((line) => line.startsWith("> "))
    .map((line) => line.slice(2));
  const replies = talk.split("\n").filter((line) => !line.startsWith("> "));
  const said = await runCli(["chat", "desk", "--store", "memory"], { lines, folder });
  expect(said.output.split("\n")).toEqual(replies);
  const file = join(folder, "desk/actions.ts");
  await writeFile(
    file,
    `${["const visits = new Map<string, number>();", "", "export const actions = {", "  count_visit: (_: { name: string }) => {", '    throw new Error("The list of visitors is away.");', "  },", "};"].join("\n")}\n`,
  );
  const failed = await runCli(["chat", "desk", "--store", "memory"], { lines, folder });
  expect(failed.errors).toBe(failure);
});
