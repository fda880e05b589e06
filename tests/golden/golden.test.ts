import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { TurnResult } from "../../src/engine/state/public-state.ts";
import { loadConversations, runConversation } from "../../src/testing/index.ts";
import type { Request, Said } from "./speak.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const [golden] = await loadConversations(here("golden.yaml"));
if (golden === undefined) throw new Error("golden.yaml holds no conversation.");

const folder = mkdtempSync(join(tmpdir(), "soni-golden-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messages: readonly Said[] = golden.turns.flatMap(({ input }, index) =>
  input.kind === "message" ? [{ messageId: `m${index + 1}`, ...input }] : [],
);
const upTo = (count: number): readonly Said[] => messages.slice(0, count);
const message = (number: number): readonly Said[] => messages.slice(number - 1, number);

interface Company {
  readonly calls: string;
  readonly effects: string;
}

/** Where a test keeps its conversation and the books of the company that flights are booked at. */
const placesOf = (name: string): { database: string; company: Company } => ({
  database: join(folder, `${name}.db`),
  company: { calls: join(folder, `${name}.calls`), effects: join(folder, `${name}.effects`) },
});

interface Spoken {
  readonly results: readonly TurnResult[];
  readonly signal: NodeJS.Signals | null;
}

function speak(database: string, said: readonly Said[], bookings?: Request["bookings"]): Spoken {
  const common = { database, now: golden?.setup.clock ?? 0, messages: said };
  const request: Request = bookings === undefined ? common : { ...common, bookings };
  const child = spawnSync(process.execPath, [here("speak.ts"), JSON.stringify(request)], { encoding: "utf8" });
  if (child.status !== 0 && child.signal === null) throw new Error(child.stderr);
  return { results: child.signal === null ? (JSON.parse(child.stdout) as TurnResult[]) : [], signal: child.signal };
}

/** How long an action took is the only thing that may differ between two runs. */
const untimed = (turn: TurnResult | undefined): unknown =>
  JSON.parse(JSON.stringify(turn, (key, value) => (key === "milliseconds" || key === "timing" ? 0 : value)));

const texts = (turn: TurnResult | undefined): readonly string[] => turn?.messages.map(({ text }) => text) ?? [];
const lines = (file: string): readonly string[] => readFileSync(file, "utf8").trim().split("\n");

it("holds the golden conversation word for word", async () => {
  const report = await runConversation(golden);
  expect(report.failures.map(({ message }) => message).join("\n")).toBe("");
  expect(report.turns).toHaveLength(10);
});

describe("in processes of their own", () => {
  it("gives the same replies and states as in one process, with every message in a new one", async () => {
    const { turns } = await runConversation(golden);
    const { database } = placesOf("apart");
    const apart = messages.flatMap((said) => speak(database, [said]).results);
    expect(apart.map(untimed)).toEqual(turns.map(untimed));
  });

  it("books once when message 9 comes twice under one id, and gives the same reply", () => {
    const { database, company } = placesOf("twice");
    const bookings = { ...company, dieAfterEffect: false };
    const first = speak(database, upTo(9), bookings).results.at(-1);
    expect(texts(first)).toEqual(["Booked: BK-100.", "BK-7 is confirmed."]);
    expect(first?.duplicate).toBe(false);
    const [again, tenth] = speak(database, [...message(9), ...message(10)], bookings).results;
    expect(untimed(again)).toEqual(untimed({ ...(first as TurnResult), duplicate: true }));
    expect(tenth?.commands.map(({ code }) => code)).toEqual(["confirmation.none"]);
    expect(lines(company.calls)).toHaveLength(1);
  });

  it("books once when the process is killed after the booking, and the reply arrives on retry", () => {
    const { database, company } = placesOf("killed");
    const bookings = { ...company, dieAfterEffect: false };
    const killed = speak(database, upTo(9), { ...bookings, dieAfterEffect: true });
    expect(killed.signal).toBe("SIGKILL");
    expect(lines(company.effects)).toHaveLength(1);
    const [retried, tenth] = speak(database, [...message(9), ...message(10)], bookings).results;
    expect(texts(retried)).toEqual(["Booked: BK-100.", "BK-7 is confirmed."]);
    expect(retried?.state.conversationState).toBe("idle");
    expect(retried?.state.metadata.completedFlows.map(({ flow, outputs }) => [flow, outputs])).toEqual([
      ["check_booking", {}],
      ["book_flight", { booking_reference: "BK-100" }],
      ["check_booking", {}],
    ]);
    // Asked twice with one key; the effect happened once.
    const keys = lines(company.calls);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(lines(company.effects)).toHaveLength(1);
    expect(tenth?.commands.map(({ code }) => code)).toEqual(["confirmation.none"]);
  });
});
