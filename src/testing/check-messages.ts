import type { Assistant } from "../engine/assistant/assistant.ts";
import type { MessageSource, OutgoingMessage } from "../engine/state/turn.ts";
import type { OneMessage, TurnContent } from "./conversation-schema.ts";
import { listDifference, show } from "./difference.ts";
import { equalData } from "./equal-data.ts";

type Bot = NonNullable<TurnContent["bot"]>;
type ExpectedMessage = Exclude<Bot, readonly unknown[]>;

/** Every message of the turn, in order. */
export function checkMessages(
  expected: Bot,
  messages: readonly OutgoingMessage[],
  assistant: Pick<Assistant, "flows">,
): readonly string[] {
  const list = Array.isArray(expected) ? expected : [expected];
  return listDifference(list, messages.map(shown), {
    matches: (wanted, index) => {
      const message = messages[index];
      return message !== undefined && isMessage(wanted, message, assistant);
    },
    show,
  });
}

function isMessage(
  expected: ExpectedMessage | OneMessage,
  message: OutgoingMessage,
  assistant: Pick<Assistant, "flows">,
): boolean {
  if (typeof expected === "string") {
    return expected.startsWith("~") ? message.text.includes(expected.slice(1)) : message.text === expected;
  }
  const { text, contains, matches, about, response, buttons } = expected;
  const anyOf = "any_of" in expected ? expected.any_of : undefined;
  return (
    (text === undefined || message.text === text) &&
    (contains === undefined || message.text.includes(contains)) &&
    (matches === undefined || new RegExp(matches).test(message.text)) &&
    (anyOf === undefined || anyOf.some((each) => isMessage(each, message, assistant))) &&
    (response === undefined || responseOf(message.source, assistant) === response) &&
    (about === undefined || namesOf(message.source).includes(about)) &&
    (buttons === undefined || equalData(buttons, labelsOf(message)))
  );
}

/** The named response that a step says, if it says one. */
function responseOf(source: MessageSource, { flows }: Pick<Assistant, "flows">): string | undefined {
  if (source.kind !== "step") return undefined;
  const step = flows.get(source.flow)?.steps.get(source.step);
  return step?.type === "say" ? step.response : undefined;
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
