import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { examples, runCli, startCli, temporaryFolder } from "./run-cli.ts";

async function copyOf(name: string): Promise<string> {
  const folder = join(await temporaryFolder(), name);
  await cp(join(examples, name), folder, { recursive: true });
  return folder;
}

it.each(["examples/banking", "examples/flight_booking", "templates/empty", "templates/helpdesk"])(
  "the types of %s fit its YAML",
  async (name) => {
    const folder = join(examples, "..", name);
    const { code, output } = await runCli(["typegen", folder, "--check"]);
    expect({ code, output }).toEqual({ code: 0, output: `${join(folder, "soni-types.d.ts")} is up to date.\n` });
  },
);

it("types that do not fit are told by --check, and written without it", async () => {
  const folder = await copyOf("banking");
  const file = join(folder, "soni.yaml");
  await writeFile(file, (await readFile(file, "utf8")).replace("value: savings", "value: deposit"));
  const stale = await runCli(["typegen", folder, "--check"]);
  expect(stale).toMatchObject({ code: 1, errors: expect.stringContaining("Run 'soni typegen") });
  expect((await runCli(["typegen", folder])).output).toContain("is written.");
  expect((await runCli(["typegen", folder])).output).toContain("is up to date.");
  expect(await readFile(join(folder, "soni-types.d.ts"), "utf8")).toContain('"checking" | "deposit" | "credit"');
});

it("types of a folder whose YAML is wrong stay as they are, and its mistakes are shown", async () => {
  const folder = await copyOf("banking");
  const before = await readFile(join(folder, "soni-types.d.ts"), "utf8");
  await writeFile(join(folder, "more.yaml"), "slots: { a: { type: sting } }\n");
  const { code, errors } = await runCli(["typegen", folder]);
  expect(code).toBe(1);
  expect(errors).toContain("more.yaml:1:");
  expect(await readFile(join(folder, "soni-types.d.ts"), "utf8")).toBe(before);
});

it("types need no code: they are there before actions.ts is written", async () => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, "soni.yaml"),
    `version: "1.0"
slots: { city: { type: string, description: City, prompt: "Where?" } }
actions: { look: { description: Look, inputs: [city, depth?], outputs: [sky] } }
flows:
  weather:
    description: Weather
    trigger: { intents: [weather] }
    steps:
      - { step: ask, type: collect, slot: city }
      - { step: look, type: action, call: look, inputs: { depth: 1 } }
      - { step: tell, type: say, message: "{sky}, {session.name}." }
`,
  );
  await writeFile(join(folder, "actions.ts"), "export const actions = {\n");
  expect(await runCli(["typegen", folder])).toMatchObject({ code: 0, errors: "" });
  const types = await readFile(join(folder, "soni-types.d.ts"), "utf8");
  expect(types).toContain("readonly input: { readonly city: string; readonly depth?: Json };");
  expect(types).toContain('readonly output: { readonly sky: Shape<Own, "sky", Data> | null }');
  expect(types).toContain("readonly session: JsonObject & { readonly name?: Json };");
});

it("--watch follows the edits until it is stopped", async () => {
  const folder = await copyOf("flight_booking");
  const child = startCli(["typegen", folder, "--watch"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const file = join(folder, "soni.yaml");
  const original = await readFile(file, "utf8");
  // The watcher may start a moment after the first line: the edit is made until it is seen.
  let edits = 0;
  await expect
    .poll(
      async () => {
        edits += 1;
        await writeFile(file, `${original.replaceAll("booking_reference", "booking_number")}# ${edits}\n`);
        await writeFile(
          join(folder, "flows.yaml"),
          (await readFile(join(folder, "flows.yaml"), "utf8")).replaceAll("booking_reference", "booking_number"),
        );
        return readFile(join(folder, "soni-types.d.ts"), "utf8");
      },
      { interval: 500 },
    )
    .toContain("booking_number");
  const exit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
});
