import type { Contender } from "./contender.ts";
import { openDocumentRows } from "./document-rows.ts";
import { messageAt, slots } from "./script.ts";

interface FormState {
  form: string | null;
  values: Record<string, string>;
  messages: { role: string; text: string }[];
}

/** What one would write by hand: the state as JSON, read, changed and committed once a turn. No recovery, no audit. */
export function loopContender(path: string): Contender {
  const rows = openDocumentRows(path);
  return {
    async turn(conversationId, number) {
      const stored = rows.read(conversationId);
      const state: FormState = stored === null ? { form: null, values: {}, messages: [] } : JSON.parse(stored);
      const { text, command } = messageAt(number, "form_3");
      if (command.type === "start_flow") {
        state.form = command.flow;
        state.values = {};
      } else if (command.type === "set_slot") state.values[command.slot] = String(command.value);
      const missing = slots.find((slot) => state.values[slot] === undefined);
      const reply =
        missing === undefined
          ? `Thank you, ${state.values["name"]} of ${state.values["city"]}.`
          : `What is your ${missing}?`;
      if (missing === undefined) state.form = null;
      state.messages = [...state.messages, { role: "user", text }, { role: "assistant", text: reply }].slice(-50);
      rows.write(conversationId, JSON.stringify(state));
    },
    async close() {
      rows.close();
    },
  };
}
