import { draw, pick } from "./draw.ts";
import {
  agreeing,
  asking,
  cancelling,
  leads,
  type Phenomenon,
  phenomena,
  said,
  tails,
  wishes,
  words,
} from "./vocabulary.ts";

/** A row in the words of labelled messages: context, message, expected commands. */
export interface Row {
  readonly context: string;
  readonly message: string;
  readonly expected: readonly string[];
  readonly phenomenon: Phenomenon;
}

/** Where the rows are said. `labels` puts it at the head of a file of labelled messages. */
export const contexts = {
  idle: { awaiting: "message" },
  ask_bike: { awaiting: "slot bike", active: "book_repair", last: "Which bike?" },
  ask_fault: { awaiting: "slot fault", active: "book_repair", known: { bike: "road" }, last: "What is broken?" },
  ask_day: {
    awaiting: "slot day",
    active: "book_repair",
    known: { bike: "road", fault: "brakes" },
    last: "On which day?",
  },
  ask_days: { awaiting: "slot days", active: "rent_bike", known: { bike: "road" }, last: "For how many days?" },
  check: {
    awaiting: "confirmation",
    active: "book_repair",
    known: { bike: "road", fault: "brakes", day: "monday" },
    last: "Repair the brakes of the road bike on monday?",
  },
} as const;

/** How often each comes up in `rows`, in percent. */
const mix: Readonly<Record<Phenomenon, number>> = {
  answer: 14,
  start: 6,
  correction: 14,
  question: 12,
  interruption: 12,
  several: 12,
  cancel: 8,
  confirm: 6,
  handoff: 6,
  values: 10,
};

/** Labelled messages, all different; the same seed gives the same ones. */
export function rows(seed: number, count: number): readonly Row[] {
  const found = new Map<string, Row>();
  for (let round = 0; found.size < count; round += 1) {
    if (round > count * 200) throw new Error(`There are fewer than ${count} different messages.`);
    const row = rowOf(phenomenonAt(draw(seed, round, "phenomenon") * 100), (...parts) => [seed, round, ...parts]);
    if (!found.has(row.message)) found.set(row.message, row);
  }
  return [...found.values()];
}

function phenomenonAt(percent: number): Phenomenon {
  let passed = 0;
  for (const phenomenon of phenomena) {
    passed += mix[phenomenon];
    if (percent < passed) return phenomenon;
  }
  return "answer";
}

function rowOf(phenomenon: Phenomenon, key: (...parts: string[]) => readonly (string | number)[]): Row {
  const value = (slot: string, not?: string): string =>
    pick(
      (words[slot] ?? []).filter((word) => word !== not),
      ...key("value", slot),
    );
  const one = (items: readonly string[]): string => pick(items, ...key("one"));
  const say = (slot: string, of: string): string => said[slot]?.(of) ?? of;
  const row = (context: keyof typeof contexts, body: string, expected: readonly string[]): Row => ({
    context,
    message: `${pick(leads, ...key("lead"))}${body}${pick(tails, ...key("tail"))}`,
    expected,
    phenomenon,
  });
  switch (phenomenon) {
    case "answer": {
      const slot = one(["bike", "fault", "day", "days"]);
      const given = value(slot);
      return row(`ask_${slot}` as keyof typeof contexts, say(slot, given), [`set_slot ${slot}=${given}`]);
    }
    case "start": {
      const flow = one(Object.keys(wishes));
      return row("idle", `I want to ${wishes[flow]}`, [`start_flow ${flow}`]);
    }
    case "correction": {
      const slot = one(["bike", "fault"]);
      const given = value(slot, { bike: "road", fault: "brakes" }[slot]);
      const body = pick([`no sorry, ${given} instead`, `I meant ${given}`, `make that ${given}`], ...key("body"));
      return row("ask_day", body, [`correct_slot ${slot}=${given}`]);
    }
    case "question": {
      const slot = one(["bike", "fault", "day"]);
      return row(`ask_${slot}` as keyof typeof contexts, `why do you need the ${slot}`, [
        `clarify clarification ${slot}`,
      ]);
    }
    case "interruption": {
      const flow = one(["rent_bike", "report_theft"]);
      const where = pick(["ask_bike", "ask_fault", "ask_day"] as const, ...key("where"));
      return row(where, `before that, I want to ${wishes[flow]}`, [`start_flow ${flow}`]);
    }
    case "several": {
      const [fault, day] = [value("fault"), value("day")];
      return row("ask_fault", `${say("fault", fault)}, and ${say("day", day)}`, [
        `set_slot fault=${fault}`,
        `set_slot day=${day}`,
      ]);
    }
    case "cancel":
      return row(pick(["ask_bike", "ask_fault", "ask_day"] as const, ...key("where")), one(cancelling), [
        "cancel_flow",
      ]);
    case "confirm":
      return row("check", one(agreeing), ["affirm"]);
    case "handoff":
      return row(pick(["idle", "ask_fault", "ask_day"] as const, ...key("where")), one(asking), ["human_handoff"]);
    case "values": {
      const flow = one(Object.keys(wishes));
      const [bike, day] = [value("bike"), value("day")];
      return row("idle", `I want to ${wishes[flow]} with ${say("bike", bike)} ${say("day", day)}`, [
        `start_flow ${flow}`,
        `set_slot bike=${bike}`,
        `set_slot day=${day}`,
      ]);
    }
    default:
      return phenomenon satisfies never;
  }
}
