import { describe, expect, it } from "vitest";
import { type Domain, type DomainRow, readDomains } from "../../bench/domains/read-domains.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import type { FlowInScope, SlotInScope } from "../../src/understand/understander.ts";

/** Form only: nothing is understood here, and a failure names a row by its number, so that held-out rows stay unread. */
const sets = { train: await readDomains("train"), "held-out": await readDomains("held-out") };

const sizes = {
  train: { english: 24, spanish: 4, rows: 40 },
  "held-out": { english: 6, spanish: 2, rows: 50 },
} as const;

describe.each(["train", "held-out"] as const)("the domains in %s", (set) => {
  const domains = sets[set];

  it("are as many as promised, in English and in Spanish", () => {
    const inLanguage = (language: string) =>
      domains.filter(({ assistant }) => assistant.settings.language.split("-")[0] === language).length;
    expect(inLanguage("en")).toBe(sizes[set].english);
    expect(inLanguage("es")).toBe(sizes[set].spanish);
    for (const { rows } of domains) expect(rows).toHaveLength(sizes[set].rows);
  });

  it.each(domains)("$name: commands name flows and slots that are there, with values of their type", (domain) => {
    expect(rowsWhere(domain, (row) => !row.accepted.concat([row.expected]).every((list) => fits(row, list)))).toEqual(
      [],
    );
  });

  it.each(domains)("$name: what is asked for is not known yet, and belongs to the active flow", ({ rows }) => {
    for (const { context, where } of rows) {
      const { awaiting, active, known } = context;
      const slots = active?.slots.map(({ name }) => name) ?? [];
      expect(slots, where).toEqual(expect.arrayContaining(Object.keys(known)));
      if (awaiting.kind !== "slot") continue;
      expect(known, where).not.toHaveProperty(awaiting.slot);
      expect(slots, where).toContain(awaiting.slot);
    }
  });

  it.each(domains)("$name: every flow is started, and some messages mean nothing to store", ({ rows }) => {
    const started = rows.flatMap(({ expected }) =>
      expected.flatMap((command) => (command.type === "start_flow" ? [command.flow] : [])),
    );
    expect(new Set(started)).toEqual(new Set(rows[0]?.context.flows.map(({ name }) => name)));
    expect(rows.filter(({ expected }) => expected.length === 0).length).toBeGreaterThanOrEqual(2);
  });
});

it("no message stands twice, neither in a set nor across them", () => {
  const all = Object.values(sets).flatMap((domains) =>
    domains.flatMap(({ rows }) => rows.map(({ message }) => message.toLowerCase())),
  );
  const twice = all.filter((message, index) => all.indexOf(message) !== index);
  expect(twice.filter((message) => message.length > 12)).toEqual([]);
  expect(twice.length).toBeLessThan(all.length / 50);
});

it("no two assistants have more than three names of slots in common", () => {
  const domains = [...sets.train, ...sets["held-out"]];
  for (const [place, one] of domains.entries()) {
    for (const other of domains.slice(place + 1)) {
      const shared = slotNames(one).filter((name) => slotNames(other).includes(name));
      expect(shared.length, `${one.name}, ${other.name}`).toBeLessThanOrEqual(3);
    }
  }
});

const slotNames = ({ rows }: Domain): readonly string[] => [
  ...new Set(rows[0]?.context.flows.flatMap(({ slots }) => slots.map(({ name }) => name))),
];

const rowsWhere = ({ rows }: Domain, wrong: (row: DomainRow) => boolean): readonly number[] =>
  rows.flatMap((row, index) => (wrong(row) ? [index] : []));

function fits({ context }: DomainRow, commands: readonly Command[]): boolean {
  const flow = (name: string): FlowInScope | undefined => context.flows.find((each) => each.name === name);
  const started = commands.flatMap((command) => (command.type === "start_flow" ? [flow(command.flow)] : []));
  const stack = [...(context.active === null ? [] : [context.active]), ...context.paused];
  const slotOf = (name: string): SlotInScope | undefined =>
    [...started, ...stack].flatMap((each) => each?.slots ?? []).find((slot) => slot.name === name);
  return commands.every((command) => {
    switch (command.type) {
      case "start_flow":
        return flow(command.flow) !== undefined && command.flow !== context.active?.name;
      case "resume_flow":
        return context.paused.some(({ name }) => name === command.flow);
      case "set_slot":
      case "correct_slot": {
        const slot = slotOf(command.slot);
        // A value that is known is corrected, one that is not is set.
        const known =
          command.slot in context.known &&
          started.every((each) => each?.slots.every(({ name }) => name !== command.slot));
        return (
          slot !== undefined && hasType(slot, String(command.value)) && known === (command.type === "correct_slot")
        );
      }
      case "skip_slot":
      case "clear_slot":
        return slotOf(command.slot) !== undefined;
      case "affirm":
      case "deny":
        return context.awaiting.kind === "confirmation";
      case "cancel_flow":
      case "restart_flow":
        return context.active !== null;
      default:
        return true;
    }
  });
}

function hasType({ type, values }: SlotInScope, value: string): boolean {
  switch (type) {
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);
    case "time":
      return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);
    case "integer":
      return /^\d+$/.test(value);
    case "float":
      return /^\d+(?:\.\d+)?$/.test(value);
    case "boolean":
      return value === "true" || value === "false";
    case "categorical":
      return values.some((each) => each.value === value);
    default:
      return value.trim() !== "";
  }
}
