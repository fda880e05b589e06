import type { Engine } from "../../src/understand/embedded/engine.ts";
import { type DialogueMemory, emptyMemory } from "./dialogue-memory.ts";
import { revealedIntent } from "./revealed-intent.ts";
import type { Row, Services } from "./sgd-rows.ts";
import { flowName, type Situation, shownBy, situationOf } from "./situation.ts";
import { type Prediction, translate } from "./translate.ts";

export interface PredictedRow {
  readonly id: string;
  readonly commands: readonly Prediction[];
}

export async function predictAll(
  rows: readonly Row[],
  services: Services,
  engine: Engine,
  options: { readonly repair: boolean },
): Promise<readonly PredictedRow[]> {
  const predicted: PredictedRow[] = [];
  let dialogue = "";
  let memory = emptyMemory;
  for (const row of rows) {
    const id = row.id.split("#")[0] ?? "";
    if (id !== dialogue) {
      dialogue = id;
      memory = emptyMemory;
    }
    memory = heard(memory, row);
    const revealed = options.repair ? revealedIntent(row, memory, services) : null;
    if (revealed !== null) memory = { ...memory, intents: { ...memory.intents, [revealed.service]: revealed.intent } };
    const situation = situationOf(row, memory, services);
    const result = await engine.understand({ message: row.userText, context: situation.context });
    const understood = translate(result, { situation, services, message: row.userText });
    const commands = [
      ...(revealed === null || understood.some((command) => command.type === "start_flow")
        ? []
        : [{ type: "start_flow", flow_name: flowName(revealed.service, revealed.intent), service: revealed.service }]),
      ...understood,
    ];
    predicted.push({ id: row.id, commands });
    memory = said(memory, commands, { situation, row });
  }
  return predicted;
}

/** What the system's acts change: a new offer, or the end of one. */
function heard(memory: DialogueMemory, row: Row): DialogueMemory {
  const acts = new Set(row.lastSystem.map((act) => act.act));
  const service = row.lastSystem[0]?.service ?? memory.service;
  if (acts.has("OFFER"))
    return { ...memory, service, offer: { service: service ?? "", values: shownBy(row, "OFFER") } };
  if (acts.has("INFORM") && !acts.has("NOTIFY_SUCCESS")) return { ...memory, service };
  return { ...memory, service, offer: null };
}

/** What our own prediction changes: intents, slots, and the values of an offer or a confirmation that was accepted. */
function said(
  memory: DialogueMemory,
  commands: readonly Prediction[],
  { situation, row }: { readonly situation: Situation; readonly row: Row },
): DialogueMemory {
  const slots: Record<string, Record<string, string>> = Object.fromEntries(
    Object.entries(memory.slots).map(([service, values]) => [service, { ...values }]),
  );
  const intents = { ...memory.intents };
  let service = situation.service;
  if (commands.some((command) => command.type === "affirm") && situation.service !== null) {
    const accepted =
      situation.kind === "offer" ? memory.offer?.values : situation.kind === "confirm" ? shownBy(row, "CONFIRM") : {};
    const own = new Set(situation.context.active?.slots.map((slot) => slot.name));
    for (const [slot, value] of Object.entries(accepted ?? {})) {
      const known = slots[situation.service] ?? {};
      slots[situation.service] = known;
      if (own.has(slot) && known[slot] === undefined) known[slot] = value;
    }
  }
  for (const command of commands) {
    if (command.type === "start_flow" && command.flow_name !== undefined) {
      const [name = "", intent = ""] = command.flow_name.split("__");
      intents[name] = intent;
      service = name;
    }
    const value = command.value ?? command.new_value;
    if (command.slot === undefined || value === undefined || command.service === undefined) continue;
    slots[command.service] = { ...slots[command.service], [command.slot]: value };
  }
  return { ...memory, slots, intents, service };
}
