// Drives the real runtime with the gold commands of the replay data. Its rules are the same for every dialogue.

import { parseAssistant } from "../../src/config/parse-assistant.ts";
import { createSoni } from "../../src/runtime/create-soni.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import { createSqliteStore } from "../../src/stores/sqlite/store.ts";
import { alternativeOf, assistantOf, offerSlot, somethingElse } from "./assistant.mjs";

export function create(services) {
  const { assistant, findings } = parseAssistant([{ file: "sgd.yaml", text: JSON.stringify(assistantOf(services)) }]);
  if (assistant === null) throw new Error(findings.map((finding) => finding.message).join("\n"));
  const store = process.env.SONI_STORE
    ? createSqliteStore({ path: process.env.SONI_STORE, synchronous: "normal" })
    : createMemoryStore();
  const clock = { now: () => Date.UTC(2019, 2, 1) };
  let calls = [];
  let answer = null;
  let dialogue = null;
  let turnsDone = 0;
  const contracts = [...assistant.actions.values()];
  const isTransaction = (flow) => assistant.actions.get(flow)?.effect === true;
  const actions = Object.fromEntries([
    ...contracts.map(({ name }) => [name, (input) => serve(name, input)]),
    ...contracts
      .filter(({ effect }) => effect)
      .map(({ name }) => [alternativeOf(name), () => ({ alternative: offeredBy(dialogue, turnsDone, name) })]),
  ]);
  const soni = createSoni({ assistant, actions, store, clock });
  let conversationId = "";
  let state = null;

  /** The service's answer; a value of `dontcare` is no parameter. */
  function serve(flow, input) {
    const params = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== "dontcare"));
    calls.push({ flow, params });
    const { failed, results = [], n = results.length } = answer(flow, params);
    // A failed search has simply found nothing.
    if (failed && isTransaction(flow)) throw new Error(n > 0 ? somethingElse : "failed");
    return { results };
  }

  return {
    start(next) {
      dialogue = next;
      turnsDone = 0;
      conversationId = dialogue.id.replaceAll("/", ".");
      state = null;
    },
    async turn(commands, onAction) {
      calls = [];
      answer = onAction;
      const command = translate(commands, state, isTransaction);
      turnsDone += 1;
      const result = await soni.processMessage({ conversationId, text: "", command });
      state = result.state;
      const { pending } = state;
      const asked = pending?.kind === "slot" && pending.slot !== offerSlot ? [pending.slot] : [];
      // A failed transaction that offers an alternative is an offer, not the confirmation of a request.
      const confirming = pending?.kind === "confirmation" && state.currentStep === "check";
      return { asked, confirming, calls };
    },
  };
}

/** What the service offers after a failure. The data has it only in the turn that takes the offer: the next answer to one. */
function offeredBy({ turns }, turnsDone, flow) {
  const isAnswer = ({ type, of, service }) =>
    (type === "affirm" || type === "deny") && of === "offer" && flow.startsWith(`${service}__`);
  const answer = turns.slice(turnsDone).find(({ commands }) => commands.some(isAnswer));
  const taken = (answer?.commands ?? []).filter(({ src }) => src === "offer");
  return Object.fromEntries(taken.map(({ slot, value }) => [slot, value]));
}

/** The data's commands in ours. Answers to an offer carry what the assistant itself proposed: it knows that already. */
function translate(commands, state, isTransaction) {
  const stack = state?.flowStack ?? [];
  const started = commands.filter((command) => command.type === "start_flow").map((command) => command.flow_name);
  const translated = commands.flatMap((command) => translateOne(command, { commands, stack, started, isTransaction }));
  return translated.length > 0 ? translated : [{ type: "chitchat" }];
}

function translateOne(command, { commands, stack, started, isTransaction }) {
  const top = stack.at(-1);
  // A slot belongs to the topmost open flow of its service, or to the one that this message starts.
  const flow =
    started.findLast((name) => name.startsWith(`${command.service}__`)) ??
    stack.findLast((frame) => frame.flow.startsWith(`${command.service}__`))?.flow;
  const changes = commands.some(
    (other) =>
      (other.type === "set_slot" || other.type === "correct_slot") &&
      other.src === undefined &&
      other.service === command.service,
  );
  switch (command.type) {
    case "start_flow":
      // A search that already made its offer is asked anew, with what the data carries over.
      return [
        {
          type: "start_flow",
          flow: command.flow_name,
          slots: command.slots,
          newInstance: top?.flow === command.flow_name && top.step === "offer",
        },
      ];
    case "set_slot":
    case "correct_slot": {
      const chosen = command.src === "offer" || command.selected === true;
      const answersOffer =
        chosen && flow !== undefined && !started.includes(flow) && (!isTransaction(flow) || top?.step === "offer");
      if (answersOffer) return [];
      const value = command.value ?? command.new_value;
      return [{ type: command.type, slot: command.slot, value, ...(flow === undefined ? {} : { flow }) }];
    }
    case "affirm":
      if (command.of === "confirm") return [{ type: "affirm" }];
      // Taking the alternative of a failed transaction is a yes; taking a search's offer changes nothing.
      return command.of === "offer" && top?.step === "offer" && isTransaction(top.flow) ? [{ type: "affirm" }] : [];
    case "deny":
      if (command.of === "confirm")
        return [{ type: "deny", ...(command.slot_to_change === undefined ? {} : { slot: command.slot_to_change }) }];
      return command.of === "offer" && top?.step === "offer" && isTransaction(top.flow) && !changes
        ? [{ type: "deny" }]
        : [];
    case "clarify":
      return [{ type: "clarify", topic: command.topic, kind: "question" }];
    case "cancel_flow":
      return [{ type: "cancel_flow" }];
    default:
      return [];
  }
}
