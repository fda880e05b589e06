import type { UiButton, UiCard, UiSource } from "../../../src/engine/assistant/ui.ts";
import type { Command } from "../../../src/engine/commands/command.ts";
import { type ChatEntry, type ChatState, isWaiting, offersOf } from "../conversation/chat-state.ts";
import { isNumbered, linkParts, shownText } from "../conversation/shown-text.ts";
import type { Message } from "../conversation/wire.ts";
import { problemText, type textsIn } from "../texts.ts";
import { element } from "./element.ts";

export interface Drawing {
  readonly state: ChatState;
  readonly texts: ReturnType<typeof textsIn>;
  readonly pick: (label: string, command: Command) => void;
  readonly tryAgain: (messageId: string) => void;
}

/** What each block was drawn from: the same data again is left alone, so that screen readers hear only what is new. */
const drawnFrom = new WeakMap<Element, string>();

/** Brings the log up to date, touching only what changed. */
export function drawEntries(log: HTMLElement, drawing: Drawing): void {
  const { state } = drawing;
  const offering = offersOf(state)?.messageId;
  const blocks = state.entries.map((entry): [key: string, draw: () => Node[]] => {
    const isOffering = entry.messageId === offering;
    return [JSON.stringify([entry, isOffering]), () => drawEntry(entry, isOffering, drawing)];
  });
  if (isWaiting(state) && state.phase === "open") blocks.push(["typing", () => [typing(drawing.texts.typing)]]);
  blocks.forEach(([key, draw], index) => {
    const block = log.children[index] ?? log.appendChild(element("div", { class: "entry" }));
    if (drawnFrom.get(block) === key) return;
    drawnFrom.set(block, key);
    block.replaceChildren(...draw());
  });
  while (log.children.length > blocks.length) log.lastElementChild?.remove();
  log.scrollTop = log.scrollHeight;
}

function drawEntry(entry: ChatEntry, isOffering: boolean, { texts, pick, tryAgain }: Drawing): Node[] {
  const { user, messages, progress, messageId } = entry;
  const said = user === "" ? [] : [bubble("user", user)];
  const answers = messages.flatMap((message) => drawMessage(message, isOffering ? pick : null));
  if (progress.kind !== "failed") return [...said, ...answers];
  const again = element("button", { type: "button" }, [texts.tryAgain]);
  again.addEventListener("click", () => tryAgain(messageId));
  const failure = element("p", { class: "failure" }, [problemText(texts, progress.code), " "]);
  if (progress.code === "internal") failure.append(again);
  return [...said, ...answers, failure];
}

function drawMessage(message: Message, pick: Drawing["pick"] | null): Node[] {
  const { ui = {} } = message;
  const text = pick === null ? message.text : shownText(message);
  return [
    ...(text === "" ? [] : [bubble("assistant", text, ui.source)]),
    ...(ui.image === undefined ? [] : [element("img", { src: ui.image.url, alt: ui.image.alt })]),
    ...(ui.card === undefined ? [] : [drawCard(ui.card, pick)]),
    ...(ui.carousel === undefined
      ? []
      : [
          element(
            "div",
            { class: "carousel" },
            ui.carousel.map((card) => drawCard(card, pick)),
          ),
        ]),
    ...choices(ui.buttons ?? [], pick, isNumbered(message)),
    ...choices(ui.quickReplies ?? [], pick, false),
  ];
}

function drawCard({ title, text, image, buttons }: UiCard, pick: Drawing["pick"] | null): Node {
  return element("article", { class: "card" }, [
    ...(image === undefined ? [] : [element("img", { src: image, alt: "" })]),
    element("h3", {}, [title]),
    ...(text === undefined ? [] : [element("p", {}, [text])]),
    ...choices(buttons, pick, false),
  ]);
}

function choices(buttons: readonly UiButton[], pick: Drawing["pick"] | null, areNumbered: boolean): Node[] {
  if (pick === null || buttons.length === 0) return [];
  const made = buttons.map(({ label, command }, index) => {
    const button = element("button", { type: "button" }, [areNumbered ? `${index + 1}. ${label}` : label]);
    button.addEventListener("click", () => pick(label, command));
    return button;
  });
  return [element("div", { class: areNumbered ? "choices numbered" : "choices" }, made)];
}

const bubble = (who: "user" | "assistant", text: string, source?: UiSource): Node =>
  element(
    "div",
    { class: `bubble ${who}` },
    linkParts(text, source).map((part) =>
      typeof part === "string"
        ? part
        : element("a", { href: part.url, target: "_blank", rel: "noopener noreferrer" }, [part.label]),
    ),
  );

const typing = (label: string): Node =>
  element("div", { class: "bubble assistant typing", "aria-label": label }, ["…"]);
