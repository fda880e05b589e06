import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examples, offlineAt, runCli, temporaryFolder } from "./run-cli.ts";

const nodeOptions = offlineAt("2026-11-16T10:00:00+01:00");

describe("soni chat in plain English, without key or network", () => {
  it("books a flight", async () => {
    const { code, output, errors } = await runCli(["chat", join(examples, "flight_booking"), "--store", "memory"], {
      nodeOptions,
      lines: [
        "hi, I want to book a flight",
        "from Madrid",
        "to Rome",
        "on December 20th",
        "the second one",
        "actually make it business class",
        "1",
        "yes please",
      ],
    });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const said = output.split("\n");
    for (const line of [
      "Where do you fly from?",
      "Where would you like to fly to?",
      "When do you want to leave?",
      "2. SO161 at 10:40, 115 euros",
      "Madrid to Rome on December 20, 2026 at 10:40, 1 in economy, 115 euros in all. Shall I book it?",
      "Changed cabin class to business.",
      "Madrid to Rome on December 20, 2026 at 07:15, 1 in business, 315 euros in all. Shall I book it?",
    ])
      expect(said).toContain(line);
    expect(said.slice(-2)).toEqual(["Booked. Your code is BK-100. Have a good flight!", ""]);
  });

  it("sends money, and goes on in another process", async () => {
    const folder = await temporaryFolder();
    const chat = (...lines: readonly string[]) =>
      runCli(["chat", join(examples, "banking"), "--conversation", "ana", "--store", "ana.db"], {
        folder,
        nodeOptions,
        lines,
      });
    const first = await chat("I'd like to send some money to Ana", "fifty euros", "from my savings", "no, make it 60");
    expect(first).toEqual({
      code: 0,
      errors: "",
      output: `How much?
From which account?
1. checking
2. savings
3. credit
Send 50 euros to Ana from your savings account? It leaves you 11,950 euros.
Changed amount to 60.
Send 60 euros to Ana from your savings account? It leaves you 11,940 euros.
`,
    });
    const second = await chat("yes", "how much is left in savings?");
    expect(second).toEqual({
      code: 0,
      errors: "",
      output: "Sent. The number of the transfer is TR-1001.\nYour savings account holds 11,940 euros.\n",
    });
  });

  it("asks to rephrase what it does not understand, and changes nothing", async () => {
    const { output } = await runCli(["chat", join(examples, "banking"), "--store", "memory"], {
      nodeOptions,
      lines: ["send 20 euros to Tom", "florble the quux", "checking"],
    });
    expect(output.split("\n").at(-2)).toBe(
      "Send 20 euros to Tom from your checking account? It leaves you 1,480 euros.",
    );
  });
});
