import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startCli, temporaryFolder } from "../cli/run-cli.ts";
import { callJson } from "../support/call-json.ts";
import { isReady, openSocket } from "./open-socket.ts";

const yaml = `
version: "1.0"
settings: { runtime: { host: direct } }
actions:
  find: { inputs: [], outputs: [weather] }
flows:
  forecast:
    description: tell the weather
    trigger: { intents: [weather] }
    steps:
      - { step: look, type: action, call: find }
      - { step: tell, type: say, message: "It is {weather}." }
`;
const broken = yaml.replace("call: find", "call: fnid");

/** The program in a process of its own, and what it has printed. */
function startDev(folder: string) {
  const child = startCli(["dev", folder, "--port", "0", "--store", "memory", "--log-level", "silent"]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += String(text);
      for (const look of waiting) look();
    });
  }
  return {
    child,
    /** Waits until this was printed, and takes what came up to its end away. */
    printed: (pattern: RegExp): Promise<string> =>
      new Promise((resolve) => {
        const look = (): void => {
          const [found] = pattern.exec(printed) ?? [];
          if (found === undefined) return;
          waiting.delete(look);
          printed = printed.slice(printed.indexOf(found) + found.length);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    ended: new Promise<number | null>((resolve) => child.once("close", resolve)),
  };
}

it("soni dev waits for the first good version, follows edits of every file, and tells what is wrong", async () => {
  const folder = join(await temporaryFolder(), "weather");
  await mkdir(folder);
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
  await write("weather.ts", 'export const weather = "sunny";\n');
  await write(
    "actions.ts",
    'import { weather } from "./weather.ts";\nexport const actions = { find: () => ({ weather }) };\n',
  );
  await write("soni.yaml", broken);
  const dev = startDev(folder);
  await dev.printed(/soni\.yaml:11:\d+ error [^\n]*fnid.*Waiting for an edit\.\n/s);
  await write("soni.yaml", yaml);
  const address = await dev.printed(/http:\/\/127\.0\.0\.1:\d+/);
  const port = Number(new URL(address).port);
  const call = async (path: string, json: unknown) => (await callJson(`${address}${path}`, { json })).body;
  const forecast = async (): Promise<string> => {
    const command = { type: "start_flow", flow: "forecast" };
    const { messages } = await call("/v1/conversations/one/messages", { text: "", command });
    return messages[0].text;
  };
  await call("/v1/conversations", { conversationId: "one" });
  expect(await forecast()).toBe("It is sunny.");

  // A file that only another file imports.
  await write("weather.ts", 'export const weather = "wet";\n');
  // An earlier edit may still be taken up when this one is written.
  await expect.poll(forecast).toBe("It is wet.");

  const socket = openSocket({ port }, "one");
  await socket.until(isReady);
  await write("soni.yaml", broken);
  await dev.printed(/soni\.yaml:11:\d+ error [^\n]*fnid.*The last good version keeps serving\.\n/s);
  const told = await socket.until(({ type }) => type === "findings");
  expect(told.findings[0]).toMatchObject({ severity: "error", line: 11 });
  // Whoever comes while it is broken is told too.
  const later = await openSocket({ port }, "one").until(({ type }) => type === "findings");
  expect(later).toEqual(told);
  expect(await forecast()).toBe("It is wet.");

  await write("soni.yaml", yaml.replace("It is", "Now it is"));
  await dev.printed(/up to date/);
  await expect.poll(forecast).toBe("Now it is wet.");
  dev.child.kill("SIGTERM");
  expect((await socket.closed).code).toBe(1001);
  expect(await dev.ended).toBe(0);
});
