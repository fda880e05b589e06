// Builds one Soni assistant from the services of the Schema-Guided Dialogue data: a flow for each intent.

/** Flow, action and their slots share the name that the data uses: `Buses_1__FindBus`. */
export const flowName = (service, intent) => `${service}__${intent}`;

/** The slot on which a search stays open: its answer is never given, so the user can refine the search at any time. */
export const offerSlot = "offer_answer";

export const alternativeOf = (name) => `${name}__alternative`;

/** The error of a call that failed but has something else to offer. */
export const somethingElse = "something else";

export function assistantOf(services) {
  const actions = {};
  const flows = {};
  for (const { service, slots, intents } of Object.values(services)) {
    for (const [intent, definition] of Object.entries(intents)) {
      const name = flowName(service, intent);
      const optional = Object.keys(definition.optional);
      actions[name] = {
        description: definition.d,
        inputs: [...definition.required, ...optional.map((slot) => `${slot}?`)],
        outputs: ["results"],
        ...(definition.transactional ? { effect: true } : {}),
      };
      if (definition.transactional)
        actions[alternativeOf(name)] = {
          description: "What a failed call offers instead",
          inputs: [],
          outputs: ["alternative"],
        };
      const own = Object.fromEntries([
        ...definition.required.map((slot) => [slot, slotOf(slots, slot)]),
        ...optional.map((slot) => [slot, { ...slotOf(slots, slot), ...optionalOf(definition, slot) }]),
      ]);
      flows[name] = definition.transactional ? transaction(name, definition, own) : search(name, definition, own);
    }
  }
  return { version: "1.0", settings, patterns, actions, flows };
}

const settings = {
  timezone: "UTC",
  flow_management: { max_stack_depth: 20, on_limit_reached: "reject_new" },
  conversation: { session_timeout: 86_400, max_turns_without_progress: 1000, on_no_progress: "retry" },
  limits: { commands_per_message: 50 },
};

// Refused or unclear answers never end a flow here: the data has no such turn.
const patterns = {
  clarification: { max_depth: 1000, fallback: "retry" },
  confirmation: { max_retries: 1000, on_max_retries: "cancel" },
};

/** Values of the data are texts in its own canonical form, `dontcare` included: the adapter passes them as they are. */
const slotOf = (slots, name) => ({
  type: "string",
  description: slots[name]?.d ?? name,
  prompt: `${slots[name]?.d ?? name}?`,
});

/** Defaults belong to transactions only; in a search an optional slot counts when the user names it. */
const optionalOf = (definition, slot) => ({
  required: false,
  ...(definition.transactional ? { default: definition.optional[slot] } : {}),
});

const ask = (slot) => ({ step: `ask_${slot}`, type: "collect", slot });

function search(name, definition, own) {
  return {
    description: definition.d,
    trigger: { intents: [] },
    slots: {
      ...own,
      [offerSlot]: { type: "string", description: "Whether the offer is taken", prompt: "What do you think?" },
    },
    steps: [
      ...definition.required.map(ask),
      { step: "call", type: "action", call: name },
      { step: "offer", type: "collect", slot: offerSlot },
    ],
  };
}

/** Confirms and calls; a call that failed may have something else to offer, which is shown and needs a yes of its own. */
function transaction(name, definition, own) {
  const details = Object.keys(own)
    .map((slot) => `{${slot}}`)
    .join(" ");
  const takeIt = Object.keys(own).map((slot) => ({
    step: `take_${slot}`,
    type: "set",
    slots: { [slot]: `{{ alternative.${slot} }}` },
    when: `alternative.${slot} != null`,
  }));
  return {
    description: definition.d,
    trigger: { intents: [] },
    slots: own,
    steps: [
      ...definition.required.map(ask),
      { step: "check", type: "confirm", message: `Please confirm: ${details}` },
      { step: "call", type: "action", call: name, on_error: "failed", jump_to: "end" },
      {
        step: "failed",
        type: "branch",
        // biome-ignore lint/suspicious/noThenProperty: a key of the language
        when: [{ condition: `_error_message == '${somethingElse}'`, then: "look" }, { else: "error" }],
      },
      { step: "look", type: "action", call: alternativeOf(name) },
      ...takeIt,
      { step: "offer", type: "confirm", message: `That failed. This instead: ${details}?`, on_deny: "end" },
      { step: "again", type: "branch", when: [{ else: "call" }] },
    ],
  };
}
