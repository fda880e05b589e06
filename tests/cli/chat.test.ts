import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TurnResult } from "../../src/engine/state/public-state.ts";
import { ended, exampleCopy, examples, runCli, startCli, temporaryFolder } from "./run-cli.ts";

const banking = join(examples, "banking");
const flights = join(examples, "flight_booking");

describe("soni chat through a pipe", () => {
  it("reads one message a line, prints the replies and ends well", async () => {
    const { code, output, errors } = await runCli(["chat", banking, "--store", "memory"], {
      lines: [
        "/start_flow transfer_money recipient=ana",
        "",
        "/set_slot amount=fifty euros ; /set_slot account=savings",
        "/affirm",
      ],
    });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output.split("\n")).toEqual([
      "How much?",
      "Send 50 euros to Ana from your savings account? It leaves you 11,950 euros.",
      "Sent. The number of the transfer is TR-1001.",
      "",
    ]);
  });

  it("picks the numbered choice of the last message, on any page", async () => {
    const { output } = await runCli(["chat", banking, "--store", "memory"], {
      lines: ["/start_flow show_transactions account=checking", "/set_slot transaction=next", "2"],
    });
    expect(output).toContain("Page 2 of 2.");
    expect(output).toContain("Salary on 2026-11-01: 2,100 euros, transfer.\n");
  });

  it("goes on in a new process where the last one stopped", async () => {
    const folder = await temporaryFolder();
    const assistant = await exampleCopy("banking");
    const say = (...lines: readonly string[]) =>
      runCli(["chat", assistant, "--conversation", "ana"], { lines, folder });
    const first = await say("/start_flow show_transactions account=checking");
    expect(first.output).toContain("1. 2026-11-14 Supermarket");
    // The number still means what the other process showed.
    expect((await say("1")).output).toBe("Supermarket on 2026-11-14: -62.4 euros, card payment.\n");
    expect((await say("/affirm")).output).toContain("There is nothing to confirm right now.");
    // Beside its YAML, from wherever it is started.
    expect(await readdir(folder)).toEqual([]);
    expect(await readdir(join(assistant, ".soni"))).toContain("soni.db");
    const stranger = await runCli(["chat", assistant, "--conversation", "bob"], { lines: ["/state"], folder });
    expect(stranger.output).toBe("Nothing has been said yet.\n");
  });

  it("prints one result a line with --json", async () => {
    const { code, output } = await runCli(["chat", flights, "--store", "memory", "--json", "--conversation", "j"], {
      lines: ["/start_flow book_flight origin=mad", "/affirm", "/state", "/set_slt a=b"],
    });
    const [started, refused, state, mistake] = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const turn: TurnResult = started;
    expect(turn).toMatchObject({ conversationId: "j", turn: 1, duplicate: false });
    expect(turn.messages.map(({ text }) => text)).toEqual(["Where would you like to fly to?"]);
    expect(Object.values(turn.state.flowSlots)).toEqual([{ origin: "Madrid" }]);
    expect(refused.commands).toEqual([{ command: { type: "affirm" }, result: "refused", code: "confirmation.none" }]);
    expect(state.state.waitingForSlot).toBe("destination");
    expect(mistake.error.message).toContain("Did you mean '/set_slot'?");
    // Something was not sent: a script should notice.
    expect(code).toBe(1);
  });

  it("explains the last turn: commands, refusals, events, sources and where values came from", async () => {
    const { output } = await runCli(["chat", flights, "--store", "memory"], {
      lines: ["/start_flow book_flight origin=mad", "/set_slot destination=Atlantis", "/why", "/state", "/help"],
    });
    expect(output).toContain("turn 2: /set_slot destination=Atlantis");
    expect(output).toContain("refused  set_slot destination=Atlantis  (slot.invalid)");
    expect(output).toContain("slot destination rejected");
    expect(output).toContain("Where would you like to fly to?  by step book_flight.ask_destination");
    expect(output).toContain('book_flight.origin = Madrid  (turn 1: "/start_flow book_flight origin=mad")');
    expect(output).toContain("waiting_for_slot, after turn 2: waits for destination");
    expect(output).toContain("/correct_slot slot=value");
    expect(output).not.toContain("find_a_booking  ");
  });

  it("never prints a sensitive value when asked for the state", async () => {
    const { output } = await runCli(["chat", banking, "--store", "memory"], {
      lines: ["/start_flow block_card card_type=debit", "/set_slot card_last4=4321", "/state"],
    });
    expect(output).toContain("card_last4  ***");
    expect(output).not.toContain("card_last4  4321");
  });
});

describe("soni chat that can't begin", () => {
  const oneLine = /^soni: [^\n]+\n$/;

  it("shows the findings of a broken assistant", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "soni.yaml"), 'version: "1.0"\nflos: {}\n');
    const { code, output, errors } = await runCli(["chat", folder]);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain("soni.yaml:2:1 error");
    expect(errors).toContain("Did you mean 'flows'?");
  });

  it("says that a file is no database, and leaves it alone", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "notes.db"), "These are my notes, not a database. ".repeat(100));
    const { code, errors } = await runCli(["chat", banking, "--store", "notes.db"], { folder, lines: ["/state"] });
    expect(code).toBe(1);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain("'notes.db' is not a readable SQLite database");
  });

  it.each([
    ["nowhere/soni.db", "cannot be opened"],
    ["postgres://127.0.0.1:1/soni", "The Postgres database '127.0.0.1:1/soni' does not answer"],
    ["redis://127.0.0.1:1", "Redis at '127.0.0.1:1' does not answer"],
    ["mysql://localhost/soni", "There is no store 'mysql'"],
  ])("refuses the store %s in one line", async (store, problem) => {
    const { code, errors } = await runCli(["chat", banking, "--store", store], { folder: await temporaryFolder() });
    expect(code).toBe(1);
    expect(errors).toMatch(oneLine);
    expect(errors).toContain(problem);
  });

  it("refuses a conversation id that can't be one", async () => {
    const { code, errors } = await runCli(["chat", banking, "--store", "memory", "--conversation", "a b"]);
    expect(code).toBe(1);
    expect(errors).toMatch(oneLine);
  });
});

describe("soni chat and Ctrl-C", () => {
  it("ends at once while it waits for the next line, without a trace", async () => {
    const folder = await temporaryFolder();
    const assistant = await exampleCopy("banking");
    const child = startCli(["chat", assistant, "--conversation", "ana"], { folder });
    child.stdin.write("/start_flow check_balance\n");
    await new Promise((answered) => child.stdout.once("data", answered));
    const end = ended(child);
    child.kill("SIGINT");
    const { code, errors } = await end;
    expect({ code, errors }).toEqual({ code: 130, errors: "" });
    const next = await runCli(["chat", assistant, "--conversation", "ana"], {
      folder,
      lines: ["/set_slot account=savings"],
    });
    expect(next.output).toBe("Your savings account holds 12,000 euros.\n");
  });

  it("finishes the turn under way first, and prints its reply", async () => {
    const folder = await temporaryFolder();
    await writeFile(
      join(folder, "soni.yaml"),
      `version: "1.0"
settings: { persistence: { backend: memory } }
actions: { wait: { description: Wait, inputs: [], outputs: [] } }
flows:
  slow:
    description: Something slow
    trigger: { intents: [slow] }
    steps: [{ step: wait, type: action, call: wait }, { step: done, type: say, message: All done. }]
`,
    );
    // The action itself asks for the interruption, and goes on only when the program has noticed it.
    await writeFile(
      join(folder, "actions.ts"),
      `export const actions = { wait: () => new Promise((resolve) => {
        process.once("SIGINT", () => resolve({}));
        process.kill(process.pid, "SIGINT");
      }) };\n`,
    );
    const { code, output, errors } = await runCli(["chat", folder], {
      lines: ["/start_flow slow", "/start_flow slow"],
    });
    expect(output).toBe("All done.\n");
    expect(errors).toContain("Stopping after this turn.");
    expect(code).toBe(130);
  });
});
