import { makeReadOnly } from "../../src/engine/json.ts";
import type { StoredState } from "../../src/engine/state/store.ts";
import { createMemoryStore } from "../../src/stores/memory/store.ts";
import type { AcceptResult, Lead, Store } from "../../src/stores/store.ts";

/** Whoever changes a state that was saved or read, instead of a copy, fails. */
export function freezingStore(): Store {
  const store = createMemoryStore();
  const frozen = (stored: StoredState | null): StoredState | null => {
    makeReadOnly(stored?.state);
    return stored;
  };
  const frozenLead = (lead: Lead): Lead => ({
    ...lead,
    get stored() {
      return frozen(lead.stored);
    },
  });
  const frozenAnswer = (answer: AcceptResult): AcceptResult =>
    "lead" in answer && answer.lead !== undefined ? { ...answer, lead: frozenLead(answer.lead) } : answer;
  return {
    ...store,
    accept: async (...given) => frozenAnswer(await store.accept(...given)),
    async lead(...given) {
      const lead = await store.lead(...given);
      return lead.kind === "lead" ? frozenLead(lead) : lead;
    },
    read: async (conversationId) => frozen(await store.read(conversationId)),
    save(stored, options) {
      makeReadOnly(stored.state);
      return store.save(stored, options);
    },
  };
}
