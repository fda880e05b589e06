import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { loadAssistant } from "../../src/config/load.ts";
import type { PublicState } from "../../src/engine/state/public-state.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createSqliteStore, type SqliteStoreOptions } from "../../src/stores/sqlite/store.ts";
import { loadConversations } from "../../src/testing/index.ts";
import { type Host, onHost } from "../support/on-host.ts";

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const [golden] = await loadConversations(here("golden.yaml"));
const { assistant } = await loadAssistant(here("assistant"));
if (golden === undefined || assistant === null) throw new Error("The golden conversation can't be read.");

const folder = mkdtempSync(join(tmpdir(), "soni-hosts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Death {
  readonly turn: number;
  readonly host: Host;
}

/** Holds the golden conversation with a new runtime for each message; `hostOf` says which host takes which. */
async function hold(name: string, hostOf: (turn: number) => Host, death?: Death): Promise<readonly Spoken[]> {
  const path = join(folder, `${name}.db`);
  const spoken: Spoken[] = [];
  for (const [index, { input }] of golden?.turns.entries() ?? []) {
    if (input.kind !== "message") throw new Error("The golden conversation has only messages.");
    const message = {
      conversationId: "golden",
      messageId: `m${index}`,
      text: input.text,
      command: input.commands ?? [],
    };
    if (death?.turn === index) await dieWhileBooking(path, death.host, message);
    const soni = open({ path }, hostOf(index), async () => ({ booking_reference: "BK-100" }));
    const { messages, state } = await soni.processMessage(message);
    await soni.close();
    spoken.push({
      texts: messages.map(({ text }) => text),
      stack: state.flowStack,
      slots: state.flowSlots,
      pending: state.pending,
    });
  }
  return spoken;
}

interface Spoken extends Pick<PublicState, "pending"> {
  readonly texts: readonly string[];
  readonly stack: PublicState["flowStack"];
  readonly slots: PublicState["flowSlots"];
}

function open(place: SqliteStoreOptions, host: Host, book: () => Promise<{ booking_reference: string }>) {
  if (assistant === null) throw new Error("no assistant");
  const price: Record<string, number> = { Paris: 120, Rome: 95 };
  return createSoni({
    assistant: onHost(assistant, host),
    store: createSqliteStore(place),
    clock: { now: () => golden?.setup.clock ?? 0 },
    actions: {
      search_flights: ({ destination, departure_date }: { destination: string; departure_date: string }) => {
        const flights = departure_date.endsWith("-12-25")
          ? []
          : [{ to: destination, price: price[destination] ?? 200 }];
        return { flights, cheapest: flights[0] ?? null };
      },
      book_flight: book,
      find_booking: () => ({ status: "confirmed" }),
    },
  });
}

/** The process dies inside the action: the turn is never finished here, and nobody has to wait for its lease. */
async function dieWhileBooking(
  path: string,
  host: Host,
  message: Parameters<ReturnType<typeof open>["processMessage"]>[0],
): Promise<void> {
  const soni = open({ path, leaseMs: 0 }, host, () => new Promise(() => undefined));
  void soni.processMessage(message).catch(() => undefined);
  await expect.poll(async () => (await soni.getState("golden"))?.conversationState).toBe("executing_action");
}

describe("the graph and the direct host", () => {
  it("hold the same conversation, and take it from each other at every turn", async () => {
    const onGraph = await hold("graph", () => "langgraph");
    expect(onGraph.at(-2)?.texts).toEqual(["Booked: BK-100.", "BK-7 is confirmed."]);
    expect(await hold("direct", () => "direct")).toEqual(onGraph);
    expect(await hold("even", (turn) => (turn % 2 === 0 ? "direct" : "langgraph"))).toEqual(onGraph);
    expect(await hold("odd", (turn) => (turn % 2 === 1 ? "direct" : "langgraph"))).toEqual(onGraph);
  });

  it("finish each other's turn that died in the middle of an action", async () => {
    const whole = await hold("whole", () => "langgraph");
    const bookingTurn = 8;
    expect(await hold("graph-dies", () => "direct", { turn: bookingTurn, host: "langgraph" })).toEqual(whole);
    expect(await hold("direct-dies", () => "langgraph", { turn: bookingTurn, host: "direct" })).toEqual(whole);
  });
});
