import type { JsonObject } from "../engine/json.ts";
import type { EventOf } from "../engine/state/event.ts";
import { authorFrames } from "../project-code/author-frames.ts";
import { type Console, painter, writeLine } from "./console.ts";

type Failure = Omit<EventOf<"code_failed">, "type">;

const reasons: Readonly<Record<Failure["code"], string>> = {
  threw: "threw",
  timeout: "timed out",
  bad_result: "gave a bad result",
  too_large: "gave too much",
};

/** What an author needs to repair their code: what failed, where, why, and what it was given. */
export function showFailure({ port, name, code, message, place, stack, input }: Failure): string {
  return [
    `${place === null ? "" : `${place} `}${port.replaceAll("_", " ")} ${name} ${reasons[code]}: ${message}`,
    ...stack.map((frame) => `    at ${frame}`),
    ...(input === null ? [] : [`    given ${input}`]),
  ].join("\n");
}

/** The same of a line of the log, as a terminal shows it. */
function showLoggedError(message: string, data: JsonObject): string {
  const { place, error, stack, input, turn, conversationId, action, name } = data;
  const subject = [action ?? name].filter((each) => typeof each === "string").join("");
  const inTurn = typeof turn === "number" ? `, turn ${turn}` : "";
  const where = typeof conversationId === "string" ? ` (conversation ${conversationId}${inTurn})` : "";
  return [
    `${typeof place === "string" ? `${place} ` : ""}${message}${subject === "" ? "" : ` '${subject}'`}: ${String(error ?? "")}${where}`,
    ...(typeof stack === "string" ? authorFrames(stack) : Array.isArray(stack) ? stack : []).map(
      (frame) => `    at ${String(frame)}`,
    ),
    ...(typeof input === "string" ? [`    given ${input}`] : []),
  ].join("\n");
}

/** For a log of errors that a person reads. */
export const showErrors =
  ({ errors }: Pick<Console, "errors">) =>
  (message: string, data: JsonObject): void =>
    writeLine(errors, painter(errors)("red", showLoggedError(message, data)));
