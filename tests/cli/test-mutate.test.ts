import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exampleCopy, examples, runCli, temporaryFolder } from "./run-cli.ts";

it.each(["banking", "flight_booking"])("the tests of %s notice at least nine of ten changes", async (name) => {
  const { code, output } = await runCli(["test", join(examples, name), "--mutate"]);
  expect(output).toMatch(/^ {2}\d+ changes: .* by nobody \([\d.]+%\)\.$/m);
  expect(code).toBe(0);
});

it("more unnoticed changes than are accepted have an exit code of their own, and the reports tell who noticed what", async () => {
  const out = await temporaryFolder();
  const reports = ["--json", join(out, "out.json"), "--html", join(out, "out.html")];
  const { code } = await runCli([
    "test",
    join(examples, "banking"),
    "--in",
    "commands",
    "--mutate",
    "--most",
    "0",
    ...reports,
  ]);
  expect(code).toBe(3);
  const { mutations } = JSON.parse(await readFile(join(out, "out.json"), "utf8"));
  expect(mutations).toContainEqual(
    expect.objectContaining({
      mutation: expect.objectContaining({ kind: "confirm_dropped", flow: "transfer_money" }),
      noticedBy: expect.stringMatching(/./),
    }),
  );
  expect(await readFile(join(out, "out.html"), "utf8")).toContain("Small changes of the YAML");
});

it("a test that fails already ends the run before anything is changed", async () => {
  const folder = await exampleCopy("banking");
  const file = join(folder, "flows.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("Sent. The number", "Gone. The number"));
  const { code, output } = await runCli(["test", folder, "--in", "commands", "--mutate"]);
  expect(code).toBe(1);
  expect(output).not.toContain("Changes");
});

it("changes are noticed by conversations in words too", async () => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, "soni.yaml"),
    `version: "1.0"
slots:
  cups: { type: integer, description: How many cups, prompt: "How many cups?" }
flows:
  order_coffee:
    description: Order coffee
    trigger: { intents: [I want coffee, order coffee, a coffee please] }
    steps:
      - { step: ask_cups, type: collect, slot: cups }
      - step: many
        type: branch
        when: [{ condition: cups > 5, then: lots }, { else: continue }]
      - { step: done, type: say, message: "Fine.", jump_to: end }
      - { step: lots, type: say, message: "That is a lot." }
`,
  );
  await mkdir(join(folder, "tests"));
  await writeFile(
    join(folder, "tests/orders.yaml"),
    `conversations:
  a few:
    - { user: order coffee, bot: How many cups? }
    - { user: "2", bot: Fine. }
`,
  );
  expect((await runCli(["test", ".", "--mutate", "--json", "out.json"], { folder })).code).toBe(0);
  const { mutations } = JSON.parse(await readFile(join(folder, "out.json"), "utf8"));
  expect(mutations).toContainEqual({
    mutation: expect.objectContaining({ description: "'cups > 5' became 'not (cups > 5)'" }),
    noticedBy: "a few",
  });
});

it("changes are not tried while a test waits for edits, or against a model", async () => {
  const { code, errors } = await runCli(["test", join(examples, "banking"), "--mutate", "--watch"]);
  expect(code).toBe(2);
  expect(errors).toContain("cannot be used with option '--watch'");
});
