import { z } from "zod";
import type { TurnResult } from "../../engine/state/public-state.ts";
import { CommandSchema, type NumberedEvent } from "../protocol.ts";
import { statusOf } from "../views.ts";
import { ChatMessage } from "./said-text.ts";
import type { TextPiece, ToldTexts } from "./told-texts.ts";

/** As much of AG-UI's input as a conversation has use for: tools and state of the client's own are not. */
export const AgUiInput = z
  .looseObject({
    threadId: z.string().meta({ description: "The conversation." }),
    runId: z.string().min(1).max(200).meta({ description: "The turn, as the client calls it." }),
    messages: z.array(ChatMessage).meta({ description: "Only the last one of role `user` counts." }),
    forwardedProps: z
      .looseObject({
        command: z
          .union([CommandSchema, z.array(CommandSchema).min(1).max(10)])
          .optional()
          .meta({ description: "What a button of `soni.ui` carries, instead of understanding the text." }),
      })
      .nullish(),
  })
  .meta({ id: "AgUiInput" });

interface Run {
  readonly threadId: string;
  readonly runId: string;
}

/** What happens on the way: actions are steps. */
export function stepEvents(event: NumberedEvent): readonly object[] {
  if (event.type === "action_started") return [{ type: "STEP_STARTED", stepName: event.action }];
  if (event.type === "action_ended") return [{ type: "STEP_FINISHED", stepName: event.action }];
  return [];
}

export const runStarted = ({ threadId, runId }: Run) => ({ type: "RUN_STARTED", threadId, runId });

/** A piece of a message: the first one opens it. */
export const textEvents = ({ message, text, isFirst }: TextPiece): readonly object[] => [
  ...(isFirst ? [{ type: "TEXT_MESSAGE_START", messageId: message, role: "assistant" }] : []),
  ...(text === "" ? [] : [{ type: "TEXT_MESSAGE_CONTENT", messageId: message, delta: text }]),
];

/** What was said and has not been sent, with buttons for those who can show them, and where the conversation stands. */
export function replyEvents(result: TurnResult, { threadId, runId }: Run, told: ToldTexts): readonly object[] {
  const { messages, state, turn, duplicate, usage } = result;
  const used =
    usage === undefined
      ? {}
      : {
          usage: [
            {
              inputTokens: usage.inputTokens,
              outputTokens: usage.outputTokens,
              cachedInputTokens: usage.cachedInputTokens,
              ...(usage.model === undefined ? {} : { model: usage.model }),
            },
          ],
        };
  return [
    ...messages.flatMap((message) => [
      ...textEvents(told.rest(message)),
      { type: "TEXT_MESSAGE_END", messageId: message.id },
      ...(message.ui === undefined
        ? []
        : [{ type: "CUSTOM", name: "soni.ui", value: { messageId: message.id, text: message.text, ui: message.ui } }]),
    ]),
    { type: "STATE_SNAPSHOT", snapshot: statusOf(state) },
    { type: "RUN_FINISHED", threadId, runId, result: { turn, duplicate }, outcome: { type: "success" }, ...used },
  ];
}
