import { z } from "zod";
import { ProblemError } from "../problems.ts";

/** A message of a chat client's history. Both doors have the same shape; all that counts of it is what users said. */
export const ChatMessage = z
  .looseObject({
    id: z.string().optional(),
    role: z.string(),
    content: z
      .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))])
      .nullish()
      .meta({ description: "A text, or parts; only those of type `text` are read." }),
  })
  .meta({ example: { role: "user", content: "Hello" } });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** What was said last. The rest of the history is the server's own, and is not believed to clients. */
export function lastSaid(messages: readonly ChatMessage[]): { readonly id: string | undefined; readonly text: string } {
  const last = messages.findLast(({ role }) => role === "user");
  if (last === undefined) throw new ProblemError("message.blank", "There is no message of role 'user'.");
  return { id: last.id, text: textOf(last) };
}

export const textOf = ({ content }: ChatMessage): string =>
  typeof content === "string"
    ? content
    : (content ?? []).flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n");
