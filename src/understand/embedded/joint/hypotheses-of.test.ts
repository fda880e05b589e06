import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { idleContext } from "../../../../tests/support/idle-context.ts";
import { slotInScope as slot } from "../../../../tests/support/slot-in-scope.ts";
import type { Command } from "../../../engine/commands/command.ts";
import { readYamlRows } from "../../../optimize/datasets/read-yaml-rows.ts";
import type { FlowInScope, UnderstandingContext } from "../../understander.ts";
import { createFlowJudge } from "../lattice/flow-evidence.ts";
import { openVectors, type Vectors } from "../vectors/open-vectors.ts";
import { decide } from "./decide.ts";
import { hypothesesOf, type JointSources } from "./hypotheses-of.ts";
import { fittedWeights } from "./weights.ts";

const bookFlight: FlowInScope = {
  name: "book_flight",
  description: "Book a flight",
  examples: ["I want to book a flight"],
  slots: [
    slot("destination", "City of arrival"),
    slot("departure_date", "Day of departure", { type: "date" }),
    slot("cabin", "Cabin of the flight", {
      values: [
        { value: "economy", synonyms: ["cheapest"] },
        { value: "business", synonyms: [] },
      ],
    }),
  ],
};
const checkBooking: FlowInScope = {
  name: "check_booking",
  description: "Check an existing booking",
  examples: ["check my booking"],
  slots: [slot("booking_code", "Code of an existing booking")],
};
const idle = idleContext([bookFlight, checkBooking]);
const confirming: UnderstandingContext = {
  ...idle,
  awaiting: { kind: "confirmation" },
  active: bookFlight,
  known: { destination: "Paris", departure_date: "2026-12-20", cabin: "economy" },
};
const asking = (name: string): UnderstandingContext => ({
  ...idle,
  awaiting: { kind: "slot", slot: name },
  active: bookFlight,
});

let vectors: Vectors;
let sources: JointSources;
let encoded: string[] = [];

beforeAll(async () => {
  const opened = await openVectors();
  if (opened === null) throw new Error("The package of the weights is not installed.");
  const { messages, texts } = opened;
  vectors = {
    texts,
    messages: {
      model: messages.model,
      dimensions: messages.dimensions,
      embed(given) {
        encoded.push(...given);
        return messages.embed(given);
      },
    },
  };
  sources = { vectors, judge: createFlowJudge(vectors) };
});

async function encodedFor(message: string, context: UnderstandingContext, more: Partial<JointSources> = {}) {
  encoded = [];
  await hypothesesOf({ message, context }, { ...sources, ...more });
  return [...new Set(encoded)];
}

describe("what is encoded", () => {
  it.each([
    ["yes", confirming],
    ["no thanks", confirming],
    ["next Friday", asking("departure_date")],
    ["Lisbon", asking("destination")],
    ["business", asking("cabin")],
    ["forget it", asking("cabin")],
  ])("nothing, where no flow can be meant: %s", async (message, context) => {
    expect(await encodedFor(message, context)).toEqual([]);
  });

  it("a wish", async () => {
    expect(await encodedFor("I need a plane ticket", idle)).toContain("I need a plane ticket");
  });

  it("an answer that has words of another flow", async () => {
    expect(await encodedFor("check my booking", asking("destination"))).toContain("check my booking");
  });

  it("an answer that names no value, for its nearness to them", async () => {
    expect(await encodedFor("something affordable", asking("cabin"))).toContain("something affordable");
  });

  it("everything, for a list that other weights will decide about", async () => {
    expect(await encodedFor("yes", confirming, { encodes: "all" })).toContain("yes");
  });
});

describe("what is not encoded", () => {
  const folder = join(import.meta.dirname, "../../../../tests/understanding");

  it.each(["flight-booking.yaml", "banking.yaml"])(
    "changes no decision about the messages of %s, and no probability by more than 0.05",
    async (name) => {
      const judge = createFlowJudge(vectors);
      const plain = ({ confidence: _, alternatives: __, slotConfidence: ___, ...rest }: Weighed): unknown => rest;
      for (const { message, context } of readYamlRows(readFileSync(join(folder, name), "utf8"))) {
        const [needed, all] = await Promise.all(
          [{}, { encodes: "all" } as const].map(async (more) =>
            decide(await hypothesesOf({ message, context }, { vectors, judge, ...more }), fittedWeights),
          ),
        );
        expect(needed?.commands.map(plain), message).toEqual(all?.commands.map(plain));
        expect(Math.abs((needed?.confidence ?? 0) - (all?.confidence ?? 0)), message).toBeLessThan(0.05);
      }
    },
  );
});

type Weighed = Command & { confidence?: unknown; alternatives?: unknown; slotConfidence?: unknown };
