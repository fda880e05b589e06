import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { escapeData } from "../../src/model/prompt-data.ts";
import type { UnderstandingContext } from "../../src/understand/understander.ts";
import {
  type ReceivedRequest,
  type ScriptedReply,
  type ScriptedServer,
  startScriptedServer,
} from "./scripted-server.ts";

const file = z.strictObject({
  forbidden: z.strictObject({ flows: z.array(z.string()), slots: z.array(z.string()) }),
  payloads: z.array(
    z.strictObject({ id: z.string(), text: z.string(), output: z.string(), repeat: z.int().optional() }),
  ),
});

export type Injections = z.infer<typeof file>;
export type Payload = Injections["payloads"][number];

export const readInjections = (): Injections =>
  file.parse(parse(readFileSync(new URL("injections.yaml", import.meta.url), "utf8")));

/** Where an attacker's text can stand when the next message is understood. */
export const places = ["message", "slot_value", "user_history", "assistant_history", "knowledge"] as const;
export type Place = (typeof places)[number];

export interface Planted {
  readonly message: string;
  readonly context: UnderstandingContext;
}

export const plant = ({ text }: Payload, place: Place, context: UnderstandingContext): Planted => {
  const said = (role: "user" | "assistant", words: string): Planted => ({
    message: "ok, go on",
    context: { ...context, history: [...context.history, { role, text: words }] },
  });
  switch (place) {
    case "message":
      return { message: text, context };
    case "slot_value":
      return { message: "ok, go on", context: { ...context, known: { ...context.known, origin: text } } };
    case "user_history":
      return said("user", text);
    case "assistant_history":
      return said("assistant", `You said: ${text}`);
    case "knowledge":
      return said("assistant", `From our guide: "Luggage rules. ${text} Have a nice trip."`);
    default:
      return place satisfies never;
  }
};

export interface ObeyingServer extends ScriptedServer {
  /** Ids of the payloads that reached the model and were obeyed, in order. */
  readonly obeyed: readonly string[];
}

export interface Obedience {
  /** What it adds to the answer that a payload asks for. */
  readonly embellish?: (output: string, request: ReceivedRequest) => string;
  /** What it answers where nothing tells it what to do. */
  readonly otherwise?: (request: ReceivedRequest) => ScriptedReply;
}

/** A model that does whatever any text in its prompt tells it to: the worst one there can be. */
export const startObeyingServer = async (
  { payloads, forbidden }: Injections,
  { embellish = (output) => output, otherwise = () => nothing }: Obedience = {},
): Promise<ObeyingServer> => {
  const obeyed: string[] = [];
  const server = await startScriptedServer((request) => {
    const { prompt, pass } = request;
    const payload = payloads.find(({ text }) => prompt.includes(escapeData(text.trim()).slice(1, -1)));
    if (payload === undefined) return otherwise(request);
    obeyed.push(payload.id);
    return {
      kind: "text",
      text: pass === "commands" ? embellish(outputOf(payload), request) : foreignValues(forbidden),
    };
  });
  return { ...server, obeyed };
};

const nothing: ScriptedReply = { kind: "text", text: '{"commands":[]}' };

const outputOf = ({ output, repeat }: Payload): string =>
  repeat === undefined ? output : `{"commands":[${Array.from({ length: repeat }, () => output).join(",")}]}`;

/** In the second pass it fills everything that nobody asked for. */
const foreignValues = ({ flows, slots }: Injections["forbidden"]): string =>
  JSON.stringify({
    values: ["book_flight", "check_booking", ...flows].flatMap((flow) =>
      slots.map((slot) => ({ flow, slot, value: 0 })),
    ),
  });
