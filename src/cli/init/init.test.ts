import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { init } from "./init.ts";

/** A person at a terminal, who answers each question with the next of these. */
function personWho(...answers: readonly string[]) {
  const left = [...answers];
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let asked = "";
  output.on("data", (part) => {
    asked += String(part);
    if (/\) $/.test(asked)) {
      asked = "";
      input.write(`${left.shift() ?? ""}\n`);
    }
  });
  return { console: { input, output, errors: new PassThrough() }, left };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "soni-init-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it("asks for the folder, the template and the name", async () => {
  const folder = join(await makeFolder(), "desk");
  const { console, left } = personWho(folder, "helpdesk", "First aid");
  expect(await init(undefined, {}, console)).toBe(0);
  expect(left).toEqual([]);
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain("# First aid");
  expect(await readdir(folder)).toContain("validators.ts");
});

it("asks again for a template that there is not", async () => {
  const folder = join(await makeFolder(), "desk");
  const { console, left } = personWho("shop", "helpdesk", "Desk");
  expect(await init(folder, {}, console)).toBe(0);
  expect(left).toEqual([]);
  expect(await readdir(folder)).toContain("validators.ts");
});

it("writes nothing after Ctrl-C", async () => {
  const folder = join(await makeFolder(), "desk");
  const { console } = personWho("\u0003");
  expect(await init(folder, {}, console)).toBe(130);
  await expect(readdir(folder)).rejects.toThrow("ENOENT");
});

it("takes what is usual for an empty answer, and asks nothing that was given", async () => {
  const folder = join(await makeFolder(), "mine");
  const { console, left } = personWho("", "not asked");
  await init(folder, { template: "empty" }, console);
  expect(left).toEqual(["not asked"]);
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain("# My assistant");
});
