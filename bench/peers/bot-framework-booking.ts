import {
  type Activity,
  ActivityTypes,
  BotAdapter,
  ConversationState,
  type ResourceResponse,
  type Storage,
  type StoreItems,
  TurnContext,
} from "botbuilder";
import {
  DialogSet,
  DialogTurnStatus,
  TextPrompt,
  WaterfallDialog,
  type WaterfallStepContext,
} from "botbuilder-dialogs";
import type { Airline } from "../turn/booking/airline.ts";
import type { BookingAssistant } from "../turn/booking/booking-contender.ts";
import {
  type BookingMessage,
  booked,
  questions,
  type Slot,
  slots,
  sorry,
  summary,
  type Trip,
} from "../turn/booking/script.ts";
import { type DocumentRows, openDocumentRows } from "../turn/document-rows.ts";

/** Delivers nothing anywhere: the replies stay with the turn that sent them. */
class CollectingAdapter extends BotAdapter {
  readonly sent = new WeakMap<TurnContext, string[]>();

  override async sendActivities(context: TurnContext, activities: Partial<Activity>[]): Promise<ResourceResponse[]> {
    const texts = activities.flatMap(({ text }) => (text === undefined ? [] : [text]));
    this.sent.set(context, [...(this.sent.get(context) ?? []), ...texts]);
    return activities.map((_, index) => ({ id: String(index) }));
  }
  override async updateActivity(): Promise<undefined> {}
  override async deleteActivity(): Promise<void> {}
  override async continueConversation(): Promise<void> {
    throw new Error("Nobody continues a conversation in this bench.");
  }
}

/** Bot Framework's storage port over a row for each conversation. */
const rowStorage = (rows: DocumentRows): Storage => ({
  async read(keys) {
    const items: StoreItems = {};
    for (const key of keys) {
      const stored = rows.read(key);
      if (stored !== null) items[key] = JSON.parse(stored);
    }
    return items;
  },
  async write(changes) {
    for (const [key, item] of Object.entries(changes)) rows.write(key, JSON.stringify(item));
  },
  async delete() {
    throw new Error("Nobody deletes a conversation in this bench.");
  },
});

/** Prompts of text only: what a text means is scripted, so that no recognizer is paid for. */
const understood = ({ text, command }: BookingMessage): string => {
  if (command.type === "set_slot") return String(command.value);
  return command.type === "affirm" ? "yes" : text;
};

function bookingDialog(airline: Airline): WaterfallDialog {
  const keep = (step: WaterfallStepContext, slot: Slot): void => {
    const values = step.values as Partial<Record<Slot, string | number>>;
    values[slot] = slot === "passengers" ? Number(step.result) : String(step.result);
  };
  return new WaterfallDialog("booking", [
    ...slots.map((slot, index) => (step: WaterfallStepContext) => {
      const before = slots[index - 1];
      if (before !== undefined) keep(step, before);
      return step.prompt("text", questions[slot]);
    }),
    (step) => {
      keep(step, "passengers");
      return step.prompt("text", summary(step.values as unknown as Trip));
    },
    async (step) => {
      if (step.result !== "yes") await step.context.sendActivity(sorry);
      else {
        const { reference } = await airline.book(step.values as unknown as Trip);
        await step.context.sendActivity(booked(reference));
      }
      return step.endDialog();
    },
  ]);
}

export function open(path: string, airline: Airline): BookingAssistant {
  const rows = openDocumentRows(path);
  const adapter = new CollectingAdapter();
  const conversation = new ConversationState(rowStorage(rows));
  const history = conversation.createProperty<{ role: string; text: string }[]>("messages");
  const dialogs = new DialogSet(conversation.createProperty("dialogs"));
  dialogs.add(new TextPrompt("text")).add(bookingDialog(airline));
  return {
    async reply(conversationId, message) {
      const activity: Partial<Activity> = {
        type: ActivityTypes.Message,
        text: understood(message),
        channelId: "bench",
        serviceUrl: "https://bench.invalid",
        from: { id: "user", name: "user" },
        recipient: { id: "bot", name: "bot" },
        conversation: { id: conversationId, isGroup: false, conversationType: "", name: "" },
      };
      const context = new TurnContext(adapter, activity);
      const dialog = await dialogs.createContext(context);
      const { status } = await dialog.continueDialog();
      if (status === DialogTurnStatus.empty) await dialog.beginDialog("booking");
      const reply = (adapter.sent.get(context) ?? []).join(" ");
      const said = [
        { role: "user", text: message.text },
        { role: "assistant", text: reply },
      ];
      await history.set(context, [...((await history.get(context)) ?? []), ...said].slice(-50));
      await conversation.saveChanges(context);
      return reply;
    },
    async close() {
      rows.close();
    },
  };
}
