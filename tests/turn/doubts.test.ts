import { describe, expect, it } from "vitest";
import { parseAssistant } from "../../src/config/parse-assistant.ts";
import type { Command } from "../../src/engine/commands/command.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import type { Soni } from "../../src/runtime/soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { Store } from "../../src/stores/store.ts";
import type { Understander, Understanding } from "../../src/understand/understander.ts";
import { type Host, onHost } from "../support/on-host.ts";

const yaml = (day = "date") => `
version: "1.0"
settings: { conversation: { max_turns_without_progress: 2 } }
patterns: { handoff: { action: call_person } }
slots:
  course: { type: string, label: course, prompt: Which course? }
  day: { type: ${day}, label: day, prompt: Which day?, validator: not_sunday }
  hall: { type: string, label: hall, prompt: Which hall? }
actions:
  enrol: { inputs: [course, day], outputs: [code], effect: true }
  find_hall: { inputs: [day], outputs: [found] }
  call_person: { inputs: [reason] }
flows:
  enrol:
    description: Enrol in a course
    trigger: { intents: [enrol] }
    steps:
      - { step: ask_course, type: collect, slot: course }
      - { step: ask_day, type: collect, slot: day }
      - { step: find, type: action, call: find_hall }
      - { step: ask_hall, type: collect, slot: hall }
      - { step: sure, type: confirm, message: "{course} on {day} in {hall} ({found})?" }
      - { step: enrol, type: action, call: enrol }
      - { step: done, type: say, message: "Enrolled." }
  drop:
    description: Drop a course
    trigger: { intents: [drop] }
    steps: [{ step: ask_course, type: collect, slot: course }, { step: done, type: say, message: "Dropped {course}." }]
`;

type Said = Readonly<Record<string, Omit<Understanding, "confidence"> & { readonly confidence?: number }>>;

const understanding = (said: Said): Understander => ({
  understand: async ({ message, context }) => {
    const { awaiting } = context;
    if (message === "the second" && awaiting.kind === "choice") {
      const option = awaiting.options[1];
      return { commands: option === undefined ? [] : [option.command], confidence: 1 };
    }
    return { confidence: 1, ...(said[message] ?? { commands: [] }) };
  },
});

const friday: Command = {
  type: "set_slot",
  slot: "day",
  value: "2026-11-20",
  confidence: 0.5,
  alternatives: [
    { value: "2026-11-27", confidence: 0.3 },
    { value: "2026-11-22", confidence: 0.1 },
  ],
};

const said: Said = {
  enrol: { commands: [{ type: "start_flow", flow: "enrol", slots: { course: "Algebra" } }] },
  friday: { commands: [friday] },
  yes: { commands: [{ type: "affirm" }] },
  no: { commands: [{ type: "deny" }] },
  hall: { commands: [{ type: "set_slot", slot: "hall", value: "A" }] },
  "hall and friday": {
    commands: [
      { type: "set_slot", slot: "hall", value: "B" },
      { ...friday, type: "correct_slot" },
    ],
  },
  why: { commands: [{ type: "clarify", topic: "day", kind: "clarification" }] },
  undo: { commands: [{ type: "undo" }] },
  "stop, friday": {
    commands: [
      { type: "cancel_flow", confidence: 0.3 },
      { type: "set_slot", slot: "day", value: "2026-11-20" },
    ],
  },
  "friday, I think": { commands: [{ type: "set_slot", slot: "day", value: "2026-11-20", confidence: 0.6 }] },
  logic: { commands: [{ type: "start_flow", flow: "enrol", newInstance: true, slots: { course: "Logic" } }] },
  drop: { commands: [{ type: "start_flow", flow: "drop" }] },
  "the other course": {
    commands: [{ type: "resume_flow", flow: "enrol", flowId: "enrol_1", confidence: 0.4 }],
    rivals: [
      { command: { type: "resume_flow", flow: "enrol", flowId: "enrol_2" }, confidence: 0.3 },
      { command: { type: "resume_flow", flow: "enrol", flowId: "enrol_9" }, confidence: 0.15 },
      { command: { type: "resume_flow", flow: "enrol" }, confidence: 0.1 },
    ],
  },
  stop: {
    commands: [{ type: "cancel_flow", confidence: 0.5 }],
    rivals: [
      { command: { type: "start_flow", flow: "drop" }, confidence: 0.3 },
      { command: { type: "set_slot", slot: "course", value: "Stop motion" }, confidence: 0.15 },
      { command: { type: "affirm" }, confidence: 0.1 },
    ],
  },
};

interface Opened {
  readonly store?: Store;
  readonly host?: Host;
  readonly day?: string;
  readonly done?: string[];
}

function open({ store = createMemoryStore(), host = "direct", day = "date", done = [] }: Opened = {}): Soni {
  const { assistant, findings } = parseAssistant([{ file: "soni.yaml", text: yaml(day) }]);
  if (assistant === null) throw new Error(JSON.stringify(findings));
  return createSoni({
    assistant: onHost(assistant, host),
    store,
    validators: { not_sunday: (value: unknown) => new Date(String(value)).getUTCDay() !== 0 },
    actions: {
      enrol: (input) => {
        done.push(JSON.stringify(input));
        return { code: "E-1" };
      },
      find_hall: ({ day: wanted }) => ({ found: `free on ${String(wanted)}` }),
      call_person: () => ({}),
    },
    understander: understanding(said),
  });
}

const tell = async (soni: Soni, text: string) => soni.processMessage({ conversationId: "c", text });
const texts = ({ messages }: Awaited<ReturnType<typeof tell>>): string => messages.map(({ text }) => text).join("\n");

describe.each(["direct", "langgraph"] as const)("a value in doubt on the host %s", (host) => {
  it("is offered in the user's terms, without what a validator refuses", async () => {
    const soni = open({ host });
    await tell(soni, "enrol");
    const { state, messages } = await tell(soni, "friday");
    expect(state.pending).toMatchObject({
      kind: "choice",
      slot: "day",
      asks: "value",
      options: [
        { label: "Friday, November 20, 2026", command: { type: "set_slot", slot: "day", value: "2026-11-20" } },
        { label: "Friday, November 27, 2026", command: { type: "set_slot", slot: "day", value: "2026-11-27" } },
      ],
    });
    expect(messages.at(-1)?.ui?.buttons?.map(({ command }) => command.type)).toEqual(["set_slot", "set_slot", "deny"]);
    expect(state.metadata).toMatchObject({ misunderstood: 0, turnsWithoutProgress: 0, handoff: null });
    expect(texts(await tell(soni, "the second"))).toBe("Which hall?");
    await soni.close();
  });

  it("is asked about again by a new process, and answered there", async () => {
    const store = createMemoryStore();
    const first = open({ host, store });
    await tell(first, "enrol");
    const asked = await tell(first, "friday");
    const second = open({ host, store });
    const again = await tell(second, "why");
    expect(again.messages.at(-1)?.text).toBe(asked.messages.at(-1)?.text);
    expect(again.state.pending).toEqual(asked.state.pending);
    const { state } = await tell(second, "yes");
    expect(state.flowSlots).toMatchObject({ enrol_1: { day: "2026-11-20" } });
    await second.close();
  });

  it("that corrects another is replayed once it is chosen, and a yes to it is none to the confirmation", async () => {
    const done: string[] = [];
    const soni = open({ host, done });
    for (const text of ["enrol", "friday", "the second", "hall"]) await tell(soni, text);
    const asked = await tell(soni, "hall and friday");
    expect(texts(asked)).toContain("For day, did you mean Friday, November 20, 2026?");
    expect(asked.state.flowSlots).toMatchObject({ enrol_1: { day: "2026-11-27", hall: "B" } });
    const chosen = await tell(soni, "yes");
    expect(chosen.state.pending?.kind).toBe("confirmation");
    expect(texts(chosen)).toContain("Algebra on November 20, 2026 in B (free on 2026-11-20)?");
    expect(done).toEqual([]);
    await tell(soni, "yes");
    expect(done).toEqual(['{"course":"Algebra","day":"2026-11-20"}']);
    await soni.close();
  });

  it("can be taken back with the answer that chose it", async () => {
    const soni = open({ host });
    for (const text of ["enrol", "friday", "yes"]) await tell(soni, text);
    const { state } = await tell(soni, "undo");
    expect(state.pending).toEqual({ kind: "slot", slot: "day" });
    expect(state.flowSlots).toEqual({ enrol_1: { course: "Algebra" } });
    await soni.close();
  });
});

describe("a doubt", () => {
  it("about an act offers what it may be instead, and never a yes", async () => {
    const soni = open();
    await tell(soni, "enrol");
    const { state } = await tell(soni, "stop");
    expect(state.pending).toMatchObject({ kind: "choice", asks: "meaning" });
    expect(state.pending?.kind === "choice" && state.pending.options.map(({ label }) => label)).toEqual([
      "Cancel: enrol in a course",
      "Drop a course",
      "Stop motion (course)",
    ]);
    const yes = await tell(soni, "yes");
    expect(yes.state.flowStack.map(({ flow }) => flow)).toEqual(["enrol"]);
    const chosen = await tell(soni, "the second");
    expect(chosen.state.flowStack.map(({ flow }) => flow)).toEqual(["enrol", "drop"]);
    await soni.close();
  });

  it("about a value that the flow has already leaves the open question open, and nothing goes on", async () => {
    const soni = open();
    await tell(soni, "enrol");
    const asked = await tell(soni, "stop, friday");
    expect(asked.state.pending?.kind).toBe("cancel_confirmation");
    const again = await tell(soni, "friday, I think");
    expect(again.state.pending?.kind).toBe("cancel_confirmation");
    expect(again.events.map(({ type }) => type)).not.toContain("action_started");
    await soni.close();
  });

  it("about one of several tasks names each by what tells it from the others, and offers nothing twice", async () => {
    const soni = open();
    for (const text of ["enrol", "logic", "drop"]) await tell(soni, text);
    const { state } = await tell(soni, "the other course");
    expect(state.pending?.kind === "choice" && state.pending.options.map(({ label }) => label)).toEqual([
      "Enrol in a course: Algebra",
      "Enrol in a course: Logic",
      "Enrol in a course",
    ]);
    await soni.close();
  });

  it("never leads to a person by itself, however often it is asked about", async () => {
    const soni = open();
    await tell(soni, "enrol");
    for (let turn = 0; turn < 6; turn += 1) {
      const { state } = await tell(soni, "friday");
      expect(state.metadata.handoff).toBeNull();
      expect(state.flowStack).toHaveLength(1);
    }
    await soni.close();
  });

  it("is dropped when an edited assistant cannot take its values any more", async () => {
    const store = createMemoryStore();
    const before = open({ store });
    await tell(before, "enrol");
    await tell(before, "friday");
    const after = open({ store, day: "integer" });
    const { state } = await tell(after, "yes");
    expect(state.pending).toEqual({ kind: "slot", slot: "day" });
    expect(state.flowSlots).toEqual({ enrol_1: { course: "Algebra" } });
    await after.close();
  });

  it("stays when the assistant is edited elsewhere", async () => {
    const store = createMemoryStore();
    const before = open({ store });
    await tell(before, "enrol");
    await tell(before, "friday");
    const after = open({ store, day: "date, examples: [friday]" });
    const { state } = await tell(after, "yes");
    expect(state.flowSlots).toMatchObject({ enrol_1: { day: "2026-11-20" } });
    await after.close();
  });
});
