import type { MessageSource, OutgoingMessage } from "../engine/state/turn.ts";
import type { TurnContent } from "./conversation-schema.ts";
import { listDifference, show } from "./difference.ts";
import { equalData } from "./equal-data.ts";

type Bot = NonNullable<TurnContent["bot"]>;
type ExpectedMessage = Exclude<Bot, readonly unknown[]>;

/** Every message of the turn, in order. */
export function checkMessages(expected: Bot, messages: readonly OutgoingMessage[]): readonly string[] {
  const list = Array.isArray(expected) ? expected : [expected];
  return listDifference(list, messages.map(shown), {
    matches: (wanted, index) => {
      const message = messages[index];
      return message !== undefined && isMessage(wanted, message);
    },
    show,
  });
}

function isMessage(expected: ExpectedMessage, message: OutgoingMessage): boolean {
  if (typeof expected === "string") {
    return expected.startsWith("~") ? message.text.includes(expected.slice(1)) : message.text === expected;
  }
  const { text, contains, matches, about, buttons } = expected;
  return (
    (text === undefined || message.text === text) &&
    (contains === undefined || message.text.includes(contains)) &&
    (matches === undefined || new RegExp(matches).test(message.text)) &&
    (about === undefined || namesOf(message.source).includes(about)) &&
    (buttons === undefined || equalData(buttons, labelsOf(message)))
  );
}

/** Whatever the user can press. */
const labelsOf = ({ ui }: OutgoingMessage): readonly string[] =>
  [...(ui?.buttons ?? []), ...(ui?.quickReplies ?? [])].map((button) => button.label);

function shown(message: OutgoingMessage): string {
  const labels = labelsOf(message);
  return `${show(message.text)} (${sourceOf(message.source)})${labels.length === 0 ? "" : ` ${show(labels)}`}`;
}

const sourceOf = (source: MessageSource): string => namesOf(source)[0] ?? "";

/** All that `about` may call it. */
function namesOf(source: MessageSource): readonly string[] {
  switch (source.kind) {
    case "step":
      return [`${source.flow}.${source.step}`, source.step];
    case "pattern":
      return [source.pattern];
    case "digression":
      return [source.digression, "digression"];
    default:
      return source satisfies never;
  }
}
