import { expect, it } from "vitest";
import { examples, runCli } from "../cli/run-cli.ts";

const postgres = "postgres://soni@127.0.0.1:1/nowhere";
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

it.each([
  ["a store that is not Postgres", ["--background", "--store", "memory"], "--store postgres://", 1],
  ["a webhook without it", ["--webhook", "https://shop.example"], "Give both", 2],
  ["a webhook in the clear", ["--background", "--webhook", "http://shop.example", "--store", postgres], "https://", 1],
])("the background channel refuses %s, in one line", { timeout: 60_000 }, async (_, given, words, code) => {
  const environment = { SONI_WEBHOOK_SECRET: secret };
  const folder = `${examples}/flight_booking`;
  const run = await runCli(["serve", folder, "--port", "0", ...given], { environment });
  expect(run.code).toBe(code);
  expect(run.errors.trim().split("\n")).toHaveLength(1);
  expect(run.errors).toContain(words);
});

it("a webhook needs a secret", { timeout: 60_000 }, async () => {
  const given = ["--background", "--webhook", "https://shop.example", "--store", postgres];
  const run = await runCli(["serve", `${examples}/flight_booking`, "--port", "0", ...given]);
  expect(run).toMatchObject({ code: 1, errors: expect.stringContaining("openssl rand") });
});
