import type { EngineResult, FoundCommand } from "../../src/understand/embedded/engine-input.ts";
import { profileOf } from "../../src/understand/embedded/slots/slot-profile.ts";
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
export function translate(result: EngineResult, situation: Situation, services: Services): readonly Prediction[] {
  const found = result.found
    .filter(({ command }) => command.type !== "out_of_scope")
    .flatMap((entry) => [entry, ...(entry.values ?? [])]);
  const { alternatives } = result;
  const { kind, service, intent } = situation;
  const active = situation.context.active?.name;
  const starts = found.flatMap(({ command }) => (command.type === "start_flow" ? [command.flow] : []));
  const predictions = found.flatMap((entry) => valueOrTopic(entry, { situation, services, found }));
  const acts = new Set<string>(result.acts);
  const has = (type: string): boolean =>
    type === "affirm" || type === "deny"
      ? acts.has(type)
      : type === "chitchat"
        ? acts.has("thanks") || acts.has("goodbye")
        : found.some(({ command }) => command.type === type);
  const values = predictions.filter(
    (prediction) => prediction.type === "set_slot" || prediction.type === "correct_slot",
  );
  const own = values.filter((value) => value.service === service && starts.length === 0);
  const shown = situation.hints.shown ?? {};
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
  const refused = firstAnswer(result) === "deny" || has("cancel_flow");
  const of = { service: service ?? "" };
  switch (kind) {
    case "offer": {
      if (starts.length > 0) return selected ? predictions : [{ type: "affirm", of: "offer", ...of }, ...predictions];
      if (alternatives || changes.length > 0) return [{ type: "deny", of: "offer", ...of }, ...predictions];
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
  const { kind } = profileOf(slotOf(definition, value.slot, true));
  return kind === "title" || kind === "person";
}

const firstAnswer = (result: EngineResult): string | undefined =>
  result.acts.find((act) => act === "affirm" || act === "deny");

interface Place {
  readonly situation: Situation;
  readonly services: Services;
  readonly found: readonly FoundCommand[];
}

function valueOrTopic(entry: FoundCommand, { situation, services, found }: Place): readonly Prediction[] {
  const { command } = entry;
  const owner = (): string => {
    const index = found.indexOf(entry);
    const start = found.slice(0, index).findLast((other) => other.command.type === "start_flow")?.command;
    return start?.type === "start_flow" ? (start.flow.split("__")[0] ?? "") : (situation.service ?? "");
  };
  switch (command.type) {
    case "start_flow":
      return [{ type: "start_flow", flow_name: command.flow, service: command.flow.split("__")[0] ?? "" }];
    case "set_slot":
    case "correct_slot": {
      const service = owner();
      const categorical = (services[service]?.slots[command.slot]?.values?.length ?? 0) > 0;
      const value = categorical ? String(command.value) : (entry.text ?? String(command.value));
      // A slot that the system asks for has no value yet, whatever we believed.
      const requested = situation.requested.includes(command.slot);
      const before = requested ? undefined : situation.slots[service]?.[command.slot];
      return [
        before === undefined || before.toLowerCase() === value.toLowerCase()
          ? { type: "set_slot", slot: command.slot, value, service }
          : { type: "correct_slot", slot: command.slot, new_value: value, service },
      ];
    }
    case "skip_slot":
      return [{ type: "set_slot", slot: command.slot, value: "dontcare", service: owner() }];
    case "clarify":
      return command.kind === "question" && services[situation.service ?? ""]?.slots[command.topic] !== undefined
        ? [{ type: "clarify", topic: command.topic, service: situation.service ?? "" }]
        : [];
    default:
      return [];
  }
}
