import { assign, createActor, fromPromise, type SnapshotFrom, setup, waitFor } from "xstate";
import type { Airline } from "../turn/booking/airline.ts";
import type { BookingAssistant } from "../turn/booking/booking-contender.ts";
import { booked, questions, type Slot, sorry, summary, type Trip } from "../turn/booking/script.ts";
import { openDocumentRows } from "../turn/document-rows.ts";

interface Context {
  readonly values: Partial<Record<Slot, string | number>>;
  readonly reference: string | null;
  readonly messages: readonly { readonly role: string; readonly text: string }[];
}

type BookingEvent =
  | { readonly type: "said"; readonly role: string; readonly text: string }
  | { readonly type: "start_flow" }
  | { readonly type: "set_slot"; readonly slot: Slot; readonly value: string | number }
  | { readonly type: "affirm" };

/** A state for each question, as the statechart of this booking would be drawn. */
function bookingMachine(airline: Airline) {
  const asks = <const Next extends string>(slot: Slot, next: Next) => ({
    on: { set_slot: { guard: { type: "answers" as const, params: { slot } }, target: next, actions: "keep" as const } },
  });
  return setup({
    types: { context: {} as Context, events: {} as BookingEvent },
    actors: { book: fromPromise<{ reference: string }, Trip>(({ input }) => airline.book(input)) },
    guards: { answers: ({ event }, { slot }: { slot: Slot }) => event.type === "set_slot" && event.slot === slot },
    actions: {
      keep: assign(({ context, event }) =>
        event.type === "set_slot" ? { values: { ...context.values, [event.slot]: event.value } } : {},
      ),
    },
  }).createMachine({
    context: { values: {}, reference: null, messages: [] },
    initial: "idle",
    on: {
      said: {
        actions: assign(({ context, event: { role, text } }) => ({
          messages: [...context.messages, { role, text }].slice(-50),
        })),
      },
    },
    states: {
      idle: { on: { start_flow: { target: "origin", actions: assign({ values: {}, reference: null }) } } },
      origin: asks("origin", "destination"),
      destination: asks("destination", "day"),
      day: asks("day", "passengers"),
      passengers: asks("passengers", "confirming"),
      confirming: { on: { affirm: "booking" } },
      booking: {
        invoke: {
          src: "book",
          input: ({ context }) => context.values as unknown as Trip,
          onDone: { target: "idle", actions: assign(({ event }) => ({ reference: event.output.reference })) },
        },
      },
    },
  });
}

function replyOf({ value, context }: SnapshotFrom<ReturnType<typeof bookingMachine>>): string {
  if (value === "confirming") return summary(context.values as unknown as Trip);
  if (value === "idle") return context.reference === null ? sorry : booked(context.reference);
  return questions[value as Slot];
}

/** Each turn restores the machine from its persisted snapshot, sends it the message and commits the next snapshot. */
export function open(path: string, airline: Airline): BookingAssistant {
  const rows = openDocumentRows(path);
  const machine = bookingMachine(airline);
  return {
    async reply(conversationId, { text, command }) {
      const stored = rows.read(conversationId);
      const actor = createActor(machine, stored === null ? {} : { snapshot: JSON.parse(stored) }).start();
      actor.send({ type: "said", role: "user", text });
      actor.send(command);
      const settled = actor.getSnapshot().matches("booking")
        ? await waitFor(actor, (snapshot) => !snapshot.matches("booking"))
        : actor.getSnapshot();
      const reply = replyOf(settled);
      actor.send({ type: "said", role: "assistant", text: reply });
      rows.write(conversationId, JSON.stringify(actor.getPersistedSnapshot()));
      actor.stop();
      return reply;
    },
    async close() {
      rows.close();
    },
  };
}
