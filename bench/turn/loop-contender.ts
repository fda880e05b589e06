import { DatabaseSync } from "node:sqlite";
import type { Contender } from "./contender.ts";
import { messageAt, slots } from "./script.ts";

interface FormState {
  form: string | null;
  values: Record<string, string>;
  messages: { role: string; text: string }[];
}

/** What one would write by hand: the state as JSON, read, changed and committed once a turn. No recovery, no audit. */
export function loopContender(path: string): Contender {
  const database = new DatabaseSync(path);
  database.exec(
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; CREATE TABLE conversations (id TEXT PRIMARY KEY, state TEXT NOT NULL)",
  );
  const read = database.prepare("SELECT state FROM conversations WHERE id = ?");
  const write = database.prepare(
    "INSERT INTO conversations (id, state) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
  );
  return {
    async turn(conversationId, number) {
      const row = read.get(conversationId) as { state: string } | undefined;
      const state: FormState = row === undefined ? { form: null, values: {}, messages: [] } : JSON.parse(row.state);
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
      write.run(conversationId, JSON.stringify(state));
    },
    async close() {
      database.close();
    },
  };
}
