import { openDocumentRows } from "../document-rows.ts";
import type { Airline } from "./airline.ts";
import type { BookingAssistant } from "./booking-contender.ts";
import { type BookingCommand, booked, questions, type Slot, slots, sorry, summary, type Trip } from "./script.ts";

interface BookingState {
  flow: string | null;
  values: Partial<Record<Slot, string | number>>;
  confirming: boolean;
  messages: { role: string; text: string }[];
}

/** What one would write by hand: the state as JSON, read, changed and committed once a turn. No recovery, no audit. */
export function loopBooking(path: string, airline: Airline): BookingAssistant {
  const rows = openDocumentRows(path);
  async function act(state: BookingState, command: BookingCommand): Promise<string> {
    if (command.type === "start_flow") {
      state.flow = command.flow;
      state.values = {};
      state.confirming = false;
    } else if (command.type === "set_slot") state.values[command.slot] = command.value;
    else if (state.confirming) {
      const { reference } = await airline.book(state.values as unknown as Trip);
      state.flow = null;
      state.confirming = false;
      return booked(reference);
    }
    if (state.flow === null) return sorry;
    const missing = slots.find((slot) => state.values[slot] === undefined);
    if (missing !== undefined) return questions[missing];
    state.confirming = true;
    return summary(state.values as unknown as Trip);
  }
  return {
    async reply(conversationId, { text, command }) {
      const stored = rows.read(conversationId);
      const state: BookingState =
        stored === null ? { flow: null, values: {}, confirming: false, messages: [] } : JSON.parse(stored);
      const reply = await act(state, command);
      state.messages = [...state.messages, { role: "user", text }, { role: "assistant", text: reply }].slice(-50);
      rows.write(conversationId, JSON.stringify(state));
      return reply;
    },
    async close() {
      rows.close();
    },
  };
}
