import type { Command } from "../../src/engine/commands/command.ts";
import type { EngineResult } from "../../src/understand/embedded/engine-input.ts";
import { slotKindOf } from "../../src/understand/slot-kind.ts";
import type { Services } from "./sgd-rows.ts";
import { flowName, type Situation, slotOf } from "./situation.ts";

/** A command in the names of the data. */
export interface Prediction {
  readonly type: string;
  readonly flow_name?: string;
  readonly slot?: string;
  readonly value?: string;
  readonly new_value?: string;
  readonly topic?: string;
  readonly service?: string;
  readonly of?: string;
}

/**
 * Fixed rules, the same for every dialogue. In the data an offer is refused by any new wish about the same search
 * and accepted by any other request; a change at a confirmation refuses it; a yes to an offered intent starts it.
 */
export function translate(result: EngineResult, place: Place): readonly Prediction[] {
  const { situation, services } = place;
  const { kind, service, intent } = situation;
  const active = situation.context.active?.name;
  const found = result.commands.filter(({ type }) => type !== "out_of_scope");
  const starts = found.flatMap((command) => (command.type === "start_flow" ? [command.flow] : []));
  const predictions = result.commands.flatMap((command, index) =>
    predictionsOf(command, { ...place, said: saidBy(result, index, place.message) }),
  );
  const has = (type: Command["type"]): boolean => found.some((command) => command.type === type);
  const values = predictions.filter(
    (prediction) => prediction.type === "set_slot" || prediction.type === "correct_slot",
  );
  const own = values.filter((value) => value.service === service && starts.length === 0);
  const { shown } = situation;
  const heard = situation.context.history.at(-1)?.text.toLowerCase() ?? "";
  const selects = (value: Prediction): boolean => {
    const text = (value.value ?? value.new_value ?? "").toLowerCase();
    const offered = shown[value.slot ?? ""];
    // Choosing one of the names that the system listed is no change.
    return (
      offered !== undefined &&
      (offered.toLowerCase() === text || (text.length > 3 && !/\d/.test(text) && heard.includes(text)))
    );
  };
  const changes = own.filter((value) => !selects(value));
  const selected = values.some((value) => selects(value) && nameSlot(value, services));
  const asks = predictions.some((prediction) => prediction.type === "clarify");
  const refused = has("deny") || has("cancel_flow");
  const of = { service: service ?? "" };
  switch (kind) {
    case "offer": {
      if (starts.length > 0) return selected ? predictions : [{ type: "affirm", of: "offer", ...of }, ...predictions];
      if (changes.length > 0) return [{ type: "deny", of: "offer", ...of }, ...predictions];
      if (own.length > 0) return predictions;
      if (refused) return [{ type: "deny", of: "offer", ...of }, ...predictions];
      if (asks) return predictions;
      return has("affirm") || has("chitchat") || found.length === 0
        ? [{ type: "affirm", of: "offer", ...of }, ...predictions]
        : predictions;
    }
    case "confirm":
      if (changes.length > 0 && !(has("affirm") && !refused))
        return [{ type: "deny", of: "confirm", ...of }, ...predictions];
      if (refused) return [{ type: "deny", of: "confirm", ...of }, ...predictions];
      return has("affirm") || found.length === 0 || has("chitchat") || asks
        ? [{ type: "affirm", of: "confirm", ...of }, ...predictions]
        : predictions;
    case "offer_intent": {
      if (starts.some((flow) => flow !== active))
        return refused ? [{ type: "deny", of: "offer_intent", ...of }, ...predictions] : predictions;
      if (refused || has("deny") || (has("chitchat") && !has("affirm") && own.length === 0))
        return [
          { type: "deny", of: "offer_intent", ...of },
          ...predictions.filter((prediction) => prediction.type !== "set_slot"),
        ];
      if (asks && !has("affirm")) return predictions;
      return [{ type: "start_flow", flow_name: flowName(service ?? "", intent ?? ""), ...of }, ...predictions];
    }
    case "request": {
      const suggested = situation.suggests && has("affirm");
      return suggested ? [{ type: "affirm", of: "suggestion", ...of }, ...predictions] : predictions;
    }
    default:
      return refused && situation.asksForMore && starts.length === 0
        ? [{ type: "deny", of: "req_more", ...of }, ...predictions]
        : predictions;
  }
}

/** A slot that takes names rather than choices, days or numbers. */
function nameSlot(value: Prediction, services: Services): boolean {
  const definition = services[value.service ?? ""];
  if (definition === undefined || value.slot === undefined) return false;
  const { names } = slotKindOf(slotOf(definition, value.slot, true), "en");
  return names === "person" || names === "thing";
}

interface Place {
  readonly situation: Situation;
  readonly services: Services;
  readonly message: string;
}

/** The user's words for each value of a command: its evidence, in the order of its values. */
const saidBy = ({ evidence }: EngineResult, index: number, message: string): readonly string[] =>
  evidence
    .filter(({ command, reading }) => command === index && !reading.startsWith("wish "))
    .map(({ start, end }) => message.slice(start, end));

function predictionsOf(
  command: Command,
  { situation, services, said }: Place & { readonly said: readonly string[] },
): readonly Prediction[] {
  const own = situation.service ?? "";
  switch (command.type) {
    case "start_flow": {
      const service = command.flow.split("__")[0] ?? "";
      return [
        { type: "start_flow", flow_name: command.flow, service },
        ...Object.entries(command.slots ?? {}).map(([slot, value], index) =>
          predictionOf({ slot, value: String(value), said: said[index], service }, situation, services),
        ),
      ];
    }
    case "set_slot":
    case "correct_slot":
      return [
        predictionOf(
          { slot: command.slot, value: String(command.value), said: said[0], service: own },
          situation,
          services,
        ),
      ];
    case "skip_slot":
      return [{ type: "set_slot", slot: command.slot, value: "dontcare", service: own }];
    case "clarify":
      return command.kind === "question" && services[own]?.slots[command.topic] !== undefined
        ? [{ type: "clarify", topic: command.topic, service: own }]
        : [];
    default:
      return [];
  }
}

interface Given {
  readonly slot: string;
  readonly value: string;
  readonly said: string | undefined;
  readonly service: string;
}

function predictionOf(
  { slot, value: read, said, service }: Given,
  situation: Situation,
  services: Services,
): Prediction {
  const isListed = (services[service]?.slots[slot]?.values?.length ?? 0) > 0;
  const value = isListed ? read : (said ?? read);
  // A slot that the system asks for has no value yet, whatever we believed.
  const before = situation.requested.includes(slot) ? undefined : situation.slots[service]?.[slot];
  return before === undefined || before.toLowerCase() === value.toLowerCase()
    ? { type: "set_slot", slot, value, service }
    : { type: "correct_slot", slot, new_value: value, service };
}
