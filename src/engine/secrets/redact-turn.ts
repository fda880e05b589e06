import type { Assistant } from "../assistant/assistant.ts";
import { hidden } from "../assistant/slot.ts";
import type { Ui, UiButton, UiCard } from "../assistant/ui.ts";
import type { Command } from "../commands/command.ts";
import type { Json } from "../json.ts";
import type { Reply } from "../state/event.ts";
import type { Evidence, Rival } from "../state/evidence.ts";
import type { DialogueState, HistoryMessage, IncomingMessage } from "../state/state.ts";
import type { OutgoingMessage } from "../state/turn.ts";
import { longestFirst, replaceSecrets, spansOf, tellingValues } from "./find-secrets.ts";
import {
  awaitedSecret,
  declaredSlots,
  hasSecrets,
  maskCommand,
  maskKnown,
  secretsOf,
  withHeldSecrets,
} from "./mask.ts";
import { mapLeaves, referencesIn, referenceTo } from "./references.ts";
import { pruneVault, remember, rememberValue, secretsIn, type Vault } from "./vault.ts";

/** Around a secret in a rendered text, until the turn is done. */
const opening = "\uFDD2";
const closing = "\uFDD3";
const marked = /\uFDD2([^\uFDD2\uFDD3]*)\uFDD3/g;

/** A value that was put into a text for its sensitive slot. */
export const markSecret = (shown: string): string => (shown === "" ? "" : `${opening}${shown}${closing}`);

/** A text while it is worked on by code that knows nothing of marks. */
const withoutMarks = (text: string): string => text.replaceAll(/[\uFDD2\uFDD3]/g, "");

/**
 * A finished turn as it may be remembered: in the user's message and in the replies every secret is a reference into the
 * vault, in commands and events it is masked. `isRead` is false if nobody got as far as reading the message.
 */
export function redactTurn(state: DialogueState, assistant: Assistant, { isRead }: { isRead: boolean }): DialogueState {
  if (state.last === null || state.turn !== null || !hasSecrets(assistant)) return state;
  const { message, reply } = state.last;
  const at = message.at;
  let vault: Vault | undefined = state.vault;
  const keep = (value: string | number, kind: "value" | "text"): string => {
    const kept = remember(vault, { value, kind, at });
    vault = kept.vault;
    return referenceTo(kept.id);
  };
  for (const value of offeredIn(reply, assistant)) keep(value, "value");
  const values = tellingValues(vault);
  const given = givenIn(state);
  const told = (text: string): string =>
    replaceSecrets(
      text.replaceAll(marked, (_, shown: string) => keep(shown, "text")),
      values,
      (said) => keep(said, "text"),
    );
  const said = redactSaid(message, { isRead, isAsked: isAsked(state), given, keep, told });
  const offered = (value: Json): Json => (isLeaf(value) ? keep(value, "text") : value);
  const messages = reply.messages.map((each) => redactMessage(each, { told, offered, assistant }));
  const mask = maskKnown(vault);
  const redacted: Reply = {
    ...reply,
    messages,
    commands: mask.data(reply.commands.map((each) => ({ ...each, command: maskCommand(each.command, assistant) }))),
    events: mask.data(reply.events),
  };
  const commands = message.commands?.map((command) =>
    maskCommand(command, assistant, (value) => (isLeaf(value) ? keep(value, "value") : value)),
  );
  const remembered: IncomingMessage = { ...message, text: said, ...(commands === undefined ? {} : { commands }) };
  const history = state.messages.map(
    (each): HistoryMessage =>
      each.role === "user" && each.text === message.text ? { ...each, text: said } : { ...each, text: told(each.text) },
  );
  const done: DialogueState = {
    ...state,
    messages: history,
    last: { message: remembered, reply: redacted },
  };
  if (vault === undefined) return done;
  return { ...done, vault: pruneVault(vault, at, referencesIn([done.messages, done.last])) };
}

const isLeaf = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** What the user gave in this turn for sensitive slots, refused or not. */
const givenIn = ({ vault, turnCount }: DialogueState): readonly (string | number)[] =>
  longestFirst(
    Object.values(vault?.secrets ?? {}).flatMap(({ value, given }) => (given === turnCount ? secretsIn(value) : [])),
  );

/** The message answers the question for a secret: `withAnswer` put it into the vault. */
const isAsked = ({ vault, turnCount, last }: DialogueState): boolean =>
  Object.values(vault?.secrets ?? {}).some(
    ({ kind, value, given }) => kind === "text" && given === turnCount && value === last?.message.text,
  );

/** When a turn begins: if a secret was asked for, whatever the user says now may be it. */
export function withAnswer(state: DialogueState, { text, at }: IncomingMessage, assistant: Assistant): DialogueState {
  if (!hasSecrets(assistant)) return state;
  const held = withHeldSecrets(state, assistant);
  if (text === "" || awaitedSecret(state, assistant) === null) return held;
  const { vault } = remember(held.vault, { value: text, kind: "text", at, given: state.turnCount });
  return { ...held, vault };
}

/** When the message is read: what it gives for sensitive slots is a secret, whether it will be taken or refused. */
export function withGiven(state: DialogueState, commands: readonly Command[], assistant: Assistant): DialogueState {
  if (!hasSecrets(assistant)) return state;
  const when = { at: state.lastActiveAt, given: state.turnCount };
  const vault = commands
    .flatMap((command) => secretsOf(command, assistant))
    .reduce((now, value) => rememberValue(now, value, when), state.vault);
  return vault === undefined || vault === state.vault ? state : { ...state, vault };
}

/** What was said, for models and actions that are asked while the turn is under way. */
export function maskSaid(state: DialogueState, text: string, assistant: Assistant): string {
  if (!hasSecrets(assistant)) return text;
  const known = maskKnown(state.vault).text(withoutMarks(text));
  return replaceSecrets(known, givenIn(state), () => hidden);
}

/** What a message was read as. */
interface Read {
  readonly commands: readonly Command[];
  readonly rivals?: readonly Rival[];
  readonly evidence?: readonly Evidence[];
}

/**
 * What a message was read as, for those who watch. Of a message that tells a secret there is no evidence: it is not shown as it was
 * said, and what a part of it looked like may be the secret.
 */
export function maskRead(
  state: DialogueState,
  { commands, rivals, evidence }: Read,
  { message, assistant }: { readonly message: IncomingMessage; readonly assistant: Assistant },
): Read {
  const reasons = { ...(rivals === undefined ? {} : { rivals }), ...(evidence === undefined ? {} : { evidence }) };
  if (!hasSecrets(assistant)) return { commands, ...reasons };
  const others = rivals?.map(({ command }) => command) ?? [];
  const { vault } = withGiven(state, [...commands, ...others], assistant);
  const { text, data } = maskKnown(vault);
  const shown = data({
    commands: commands.map((command) => maskCommand(command, assistant)),
    ...(rivals === undefined
      ? {}
      : { rivals: rivals.map((rival) => ({ ...rival, command: maskCommand(rival.command, assistant) })) }),
  });
  const tells =
    awaitedSecret(state, assistant) !== null ||
    [...commands, ...others].some((command) => secretsOf(command, assistant).length > 0) ||
    text(message.text) !== message.text;
  return { ...shown, ...(evidence === undefined || tells ? {} : { evidence }) };
}

/** A sentence that leaves while its turn is under way: with references into a vault that is made for it, if need be. */
export function redactSentence(
  state: DialogueState,
  text: string,
  assistant: Assistant,
): { readonly text: string; readonly vault?: Vault } {
  if (!hasSecrets(assistant)) return { text };
  let { vault } = withHeldSecrets(state, assistant);
  const keep = (value: string): string => {
    const kept = remember(vault, { value, kind: "text", at: state.lastActiveAt });
    vault = kept.vault;
    return referenceTo(kept.id);
  };
  const told = replaceSecrets(
    text.replaceAll(marked, (_, shown: string) => keep(shown)),
    tellingValues(vault),
    keep,
  );
  return { text: told, ...(vault === undefined ? {} : { vault }) };
}

interface Redacting {
  readonly isRead: boolean;
  readonly isAsked: boolean;
  readonly given: readonly (string | number)[];
  readonly keep: (value: string, kind: "text") => string;
  readonly told: (text: string) => string;
}

/** The span that gave a value, if it can be found; the whole message, if it cannot, or if the secret was asked for. */
function redactSaid({ text }: IncomingMessage, { isRead, isAsked, given, keep, told }: Redacting): string {
  if (text === "") return text;
  if (!isRead || isAsked || given.some((value) => spansOf(text, value).length === 0)) return keep(text, "text");
  return told(replaceSecrets(text, given, (said) => keep(said, "text")));
}

/** The values that buttons offer for sensitive slots; those that the assistant's YAML lists are no secrets before one is chosen. */
function offeredIn({ messages }: Reply, assistant: Assistant): readonly (string | number)[] {
  const listed = new Set(declaredSlots(assistant).flatMap(({ values }) => values.map(({ value }) => value)));
  const found: Json[] = [];
  const look = (value: Json): Json => {
    found.push(value);
    return value;
  };
  for (const { ui } of messages) mapCommands(ui, (command) => maskCommand(command, assistant, look));
  return found.flatMap(secretsIn).filter((value) => !listed.has(String(value)));
}

interface Telling {
  readonly told: (text: string) => string;
  readonly offered: (value: Json) => Json;
  readonly assistant: Assistant;
}

function redactMessage(message: OutgoingMessage, { told, offered, assistant }: Telling): OutgoingMessage {
  const ui = mapCommands(message.ui, (command) => maskCommand(command, assistant, offered));
  const text = told(message.text);
  const said = message.sentences === undefined ? {} : { sentences: redactSentences(message.sentences, text, told) };
  if (ui === undefined) return { ...message, text, ...said };
  const leaf = (each: string | number, key: string): Json =>
    typeof each === "number" || key === "type" ? each : told(each);
  return { ...message, text, ...said, ui: mapLeaves(ui, leaf) };
}

/** A secret that goes over the end of a sentence is found in the whole text only: then the first one has all of it. */
function redactSentences(
  sentences: readonly string[],
  text: string,
  told: (text: string) => string,
): readonly string[] {
  const each = sentences.map(told);
  return each.join("") === text ? each : sentences.map((_, index) => (index === 0 ? text : ""));
}

function mapCommands(ui: Ui | undefined, change: (command: Command) => Command): Ui | undefined {
  if (ui === undefined) return undefined;
  const buttons = (list: readonly UiButton[]) => list.map((each) => ({ ...each, command: change(each.command) }));
  const card = (each: UiCard): UiCard => ({ ...each, buttons: buttons(each.buttons) });
  return {
    ...ui,
    ...(ui.buttons === undefined ? {} : { buttons: buttons(ui.buttons) }),
    ...(ui.quickReplies === undefined ? {} : { quickReplies: buttons(ui.quickReplies) }),
    ...(ui.card === undefined ? {} : { card: card(ui.card) }),
    ...(ui.carousel === undefined ? {} : { carousel: ui.carousel.map(card) }),
  };
}
