import { asPlainText } from "../../respond/plain-text.ts";
import { type Console, painter, writeLine } from "../console.ts";
import { showFailure } from "../show-failure.ts";
import type { Answer } from "./session.ts";
import { showHelp } from "./show-help.ts";
import { showState } from "./show-state.ts";
import { showResult, showTurn } from "./show-turn.ts";

export type PrintAnswer = (answer: Answer) => void;

/** For people: the messages as text, and what was refused, which a message alone may not tell. */
export const printText = ({ output, errors }: Console): PrintAnswer => {
  const paint = painter(output);
  return (answer) => {
    switch (answer.kind) {
      case "turn": {
        for (const message of answer.result.messages) writeLine(output, asPlainText(message));
        for (const event of answer.result.events)
          if (event.type === "code_failed") writeLine(errors, painter(errors)("red", showFailure(event)));
        // Piped output holds the replies only.
        if (output.isTTY !== true) return;
        for (const command of answer.result.commands.filter(({ result }) => result === "refused"))
          writeLine(
            output,
            paint(
              "dim",
              showResult(command, (_, text) => text),
            ),
          );
        if (answer.result.state.conversationState === "handed_off")
          writeLine(output, paint("dim", "A person has this conversation. /release gives it back to the assistant."));
        return;
      }
      case "state":
        return writeLine(output, showState(answer.state, paint));
      case "why":
        return writeLine(
          output,
          answer.explained === null ? "Nothing has been said yet." : showTurn(answer.explained, paint),
        );
      case "saved":
        return writeLine(output, `Saved as ${answer.file}. 'soni test' holds it again.`);
      case "help":
        return writeLine(output, showHelp(answer.assistant, paint));
      case "mistake":
        return writeLine(errors, `${painter(errors)("red", "soni:")} ${answer.problem}`);
      case "nothing":
      case "quit":
        return;
      default:
        return answer satisfies never;
    }
  };
};

/** For scripts: one JSON value a line. */
export const printJson = ({ output }: Console): PrintAnswer => {
  const print = (value: unknown): void => writeLine(output, JSON.stringify(value));
  return (answer) => {
    switch (answer.kind) {
      case "turn":
        return print(answer.result);
      case "state":
        return print({ state: answer.state });
      case "why":
        return print({ turn: answer.explained?.audit ?? null });
      case "saved":
        return print({ saved: answer.file });
      case "mistake":
        return print({ error: { code: answer.code, message: answer.problem } });
      case "help":
      case "nothing":
      case "quit":
        return;
      default:
        return answer satisfies never;
    }
  };
};
