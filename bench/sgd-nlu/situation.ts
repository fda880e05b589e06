import type { Awaiting, FlowInScope, SlotInScope, UnderstandingContext } from "../../src/understand/understander.ts";
import type { DialogueMemory } from "./dialogue-memory.ts";
import type { Row, Service, Services } from "./sgd-rows.ts";

/** Where a user's message falls: what the system's last acts mean for the answer. */
export interface Situation {
  readonly kind: "idle" | "request" | "confirm" | "offer" | "offer_intent";
  readonly service: string | null;
  readonly intent: string | null;
  readonly asksForMore: boolean;
  /** The system proposed a value with its question. */
  readonly suggests: boolean;
  readonly requested: readonly string[];
  /** Values predicted so far, by service. */
  readonly slots: DialogueMemory["slots"];
  readonly context: UnderstandingContext;
  /** Values that the system has just shown, by slot. */
  readonly shown: Readonly<Record<string, string>>;
}

export const flowName = (service: string, intent: string): string => `${service}__${intent}`;

/** The day on which the data's dialogues take place. */
const now = Date.parse("2019-03-01T12:00:00Z");

export function situationOf(row: Row, memory: DialogueMemory, services: Services): Situation {
  const kind = kindOf(row, memory);
  const act = row.lastSystem.find((candidate) => candidate.act !== "INFORM_COUNT");
  const serviceName =
    kind === "offer" ? (memory.offer?.service ?? act?.service ?? null) : (act?.service ?? memory.service);
  const service = serviceName === null ? undefined : services[serviceName];
  const offered = row.lastSystem.find((candidate) => candidate.act === "OFFER_INTENT")?.canonical[0];
  const remembered = serviceName === null ? undefined : memory.intents[serviceName];
  const requested = row.lastSystem.flatMap((candidate) =>
    candidate.act === "REQUEST" && candidate.slot !== undefined ? [candidate.slot] : [],
  );
  const intent =
    offered ??
    (service === undefined || remembered === undefined || !knows(service, remembered, requested) ? null : remembered);
  const shown = kind === "offer" ? (memory.offer?.values ?? {}) : kind === "confirm" ? shownBy(row, "CONFIRM") : {};
  const active =
    kind === "idle" || service === undefined || serviceName === null
      ? null
      : flowOf(serviceName, service, {
          intent: intent ?? firstIntent(service, requested),
          extra: [...requested, ...Object.keys(shown)],
        });
  return {
    kind,
    service: serviceName,
    intent,
    asksForMore: row.lastSystem.some((candidate) => candidate.act === "REQ_MORE"),
    suggests: row.lastSystem.some((candidate) => candidate.act === "REQUEST" && candidate.values.length > 0),
    requested,
    slots: memory.slots,
    context: {
      conversationId: row.id.split("#")[0] ?? row.id,
      assistantHash: "sgd",
      conversationState: kind === "idle" ? "idle" : kind === "request" ? "waiting_for_slot" : "confirming",
      awaiting: awaitingOf(kind, requested),
      flows: row.services.flatMap((name) => flowsOf(name, services[name])),
      active,
      paused: [],
      known: serviceName === null ? {} : (memory.slots[serviceName] ?? {}),
      history: row.history.map(
        (line) => ({ role: line.startsWith("U:") ? "user" : "assistant", text: line.slice(3) }) as const,
      ),
      commands: [],
      now,
      timezone: "UTC",
      language: "en",
    },
    shown,
  };
}

function kindOf(row: Row, memory: DialogueMemory): Situation["kind"] {
  const has = (act: string): boolean => row.lastSystem.some((candidate) => candidate.act === act);
  if (has("OFFER_INTENT")) return "offer_intent";
  if (has("CONFIRM")) return "confirm";
  if (has("OFFER")) return "offer";
  if (has("REQUEST")) return "request";
  if (has("INFORM") && !has("NOTIFY_SUCCESS") && memory.offer !== null) return "offer";
  return "idle";
}

function awaitingOf(kind: Situation["kind"], requested: readonly string[]): Awaiting {
  const [slot] = requested;
  if (kind === "request" && slot !== undefined) return { kind: "slot", slot };
  return kind === "idle" ? { kind: "message" } : { kind: "confirmation" };
}

/** Values of one act as shown, where they are names rather than choices. */
export function shownBy(row: Row, act: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    row.lastSystem.flatMap((candidate) =>
      candidate.act === act && candidate.slot !== undefined && candidate.values[0] !== undefined
        ? [[candidate.slot, candidate.values[0]]]
        : [],
    ),
  );
}

/** A system that asks for a slot which our intent does not have is about another one. */
function knows(service: Service, intent: string, requested: readonly string[]): boolean {
  const definition = service.intents[intent];
  return (
    definition !== undefined &&
    requested.every((slot) => definition.required.includes(slot) || slot in definition.optional)
  );
}

/** Without a prediction of ours: the first intent that knows what is asked. */
function firstIntent(service: Service, requested: readonly string[]): string {
  const fitting = Object.entries(service.intents).find(([, intent]) =>
    requested.every((slot) => intent.required.includes(slot) || slot in intent.optional),
  );
  return fitting?.[0] ?? Object.keys(service.intents)[0] ?? "";
}

const flowsOf = (name: string, service: Service | undefined): readonly FlowInScope[] =>
  service === undefined
    ? []
    : Object.keys(service.intents).map((intent) => flowOf(name, service, { intent, extra: [] }));

function settable(service: Service): ReadonlySet<string> {
  return new Set(
    Object.values(service.intents).flatMap((intent) => [...intent.required, ...Object.keys(intent.optional)]),
  );
}

function flowOf(
  name: string,
  service: Service,
  { intent, extra }: { readonly intent: string; readonly extra: readonly string[] },
): FlowInScope {
  const definition = service.intents[intent];
  const user = settable(service);
  const names = new Set([
    ...(definition?.required ?? []),
    ...Object.keys(definition?.optional ?? {}),
    ...extra.filter((slot) => user.has(slot)),
  ]);
  return {
    name: flowName(name, intent),
    description: definition?.d ?? "",
    examples: [],
    slots: [...names].map((slot) => slotOf(service, slot, definition?.required.includes(slot) ?? false)),
  };
}

export function slotOf(service: Service, name: string, required: boolean): SlotInScope {
  const definition = service.slots[name];
  const values = definition?.values ?? [];
  return {
    name,
    type: values.length > 0 ? "categorical" : "string",
    description: definition?.d ?? "",
    examples: definition?.ex ?? [],
    values: values.map((value) => ({ value, synonyms: [] })),
    required,
  };
}
