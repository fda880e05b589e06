import type { Caution } from "../engine/assistant/settings.ts";
import type { Alternative, Command, CommandOf } from "../engine/commands/command.ts";
import { equalJson } from "../engine/flow/digest.ts";
import type { JsonObject } from "../engine/json.ts";
import type { EventOf } from "../engine/state/event.ts";
import type { Rival } from "../engine/state/evidence.ts";
import type { OpenDoubt } from "../engine/state/state.ts";

/** What it costs to do something that was not meant. */
export type Cost =
  /** One sentence puts it right. */
  | "usual"
  /** A value that an action takes which changes the world. */
  | "effect"
  /** It agrees to something, ends it, or calls a person. */
  | "costly";

/**
 * How likely a command has to be to be done: where an error weighs as much as a needless question, twice as much, or four times. What
 * is costly weighs about twice as much again. docs/decisions/0058-doubt-asks.md has the figures behind it.
 */
export const needed: Readonly<Record<Caution, Readonly<Record<Cost, number>>>> = {
  low: { usual: 0.5, effect: 0.55, costly: 0.65 },
  normal: { usual: 0.65, effect: 0.7, costly: 0.8 },
  high: { usual: 0.8, effect: 0.85, costly: 0.9 },
};

/** From here on a value is taken without a word. */
const certain = 0.9;
/** Talk and questions change nothing: they need no more than to have been heard. */
const heard = 0.45;
/** Less likely than this, nothing is worth a question of its own. */
const worthAsking = 0.25;
/** Less likely than this, nothing is offered beside what is. */
const worthOffering = 0.05;
const mostOptions = 3;

export type SlotCommand = CommandOf<"set_slot" | "correct_slot">;

/** What the decision has to know of the conversation. */
export interface Ground {
  readonly caution: Caution;
  /** A question is open that can be asked again. */
  readonly isAsking: boolean;
  /** The slot that was asked for, if one was. */
  readonly awaited: string | null;
  /** The slot that the flow itself asks for where it stands, whatever was asked beside it. */
  readonly own: string | null;
  /** A confirmation is open. */
  readonly isConfirming: boolean;
  readonly costOf: (command: Command) => Cost;
  /** `active`: of the task that is going on. `started`: of a flow that the message starts. */
  readonly placeOf: (command: SlotCommand, started: readonly string[]) => "active" | "started" | "elsewhere";
  /** Whether a value for it may be shown: it is no secret, and not one of a list that is shown anyway. */
  readonly isShowable: (command: SlotCommand) => boolean;
  readonly isFilled: (command: SlotCommand) => boolean;
  /** What the user was asked about since the conversation last got anywhere. */
  readonly doubted: readonly string[];
}

type Outcome = EventOf<"doubted">["outcome"];
export type Doubted = Pick<EventOf<"doubted">, "command" | "confidence" | "needed" | "outcome">;

export interface Decision {
  /** Done, in this order. */
  readonly queue: readonly Command[];
  readonly open: OpenDoubt | null;
  /** What was not simply done. */
  readonly doubted: readonly Doubted[];
  /** For `Ground.doubted` of the next turn. */
  readonly asked: readonly string[];
}

interface Judged {
  readonly command: Command;
  readonly confidence: number;
  readonly needed: number;
  readonly isOwn: boolean;
}

/** What a doubt is about: a second one about the same is no reason to ask the same question. */
export const topicOf = (command: Command): string =>
  command.type === "set_slot" || command.type === "correct_slot" ? `slot ${command.slot}` : command.type;

/** Without what was only said to decide about it. */
function plainCommand(command: Command): Command {
  if ("alternatives" in command) {
    const { alternatives: _, ...rest } = command;
    return rest;
  }
  if ("slotConfidence" in command) {
    const { slotConfidence: _, ...rest } = command;
    return rest;
  }
  return command;
}

const talk: ReadonlySet<Command["type"]> = new Set(["clarify", "chitchat", "out_of_scope", "repeat", "choose_flow"]);
/** After one of these, another task is active, or none. */
const turns: ReadonlySet<Command["type"]> = new Set([
  "start_flow",
  "resume_flow",
  "restart_flow",
  "choose_flow",
  "cancel_flow",
  "human_handoff",
]);

/** Beside a yes in one message, one of these may take it back. */
const takesBack: ReadonlySet<Command["type"]> = new Set([
  "deny",
  "cancel_flow",
  "restart_flow",
  "undo",
  "set_slot",
  "correct_slot",
  "clear_slot",
  "skip_slot",
]);

interface Understood {
  readonly commands: readonly Command[];
  /** Of commands that say none of their own. */
  readonly confidence: number;
  readonly rivals?: readonly Rival[];
}

/**
 * The one place that decides what becomes of a command that may not be meant: done, done and repeated to the user, asked about, or
 * left out. Pure. A question is asked about one thing at a time: first a value, then a wish, then an act.
 */
export function decideDoubt({ commands, confidence, rivals = [] }: Understood, ground: Ground): Decision {
  const judged = commands.map((command): Judged => {
    const own = command.type === "release_handoff" ? undefined : command.confidence;
    const cost = own === undefined ? "usual" : ground.costOf(command);
    return {
      command,
      confidence: own ?? confidence,
      needed: talk.has(command.type) ? heard : needed[ground.caution][cost],
      isOwn: own !== undefined,
    };
  });
  const isSure = (each: Judged): boolean => each.confidence >= each.needed;
  const sure = judged.filter(isSure);
  const unsure = judged.filter((each) => !isSure(each));
  const offered = offeredInstead(judged, { rivals, ground });
  if (offered !== null) return offered;
  const started = judged.flatMap(({ command }) => (command.type === "start_flow" ? [command.flow] : []));
  // Nobody is asked about a slot for which the same message has a value that is certain.
  const given = sure.flatMap((each) => (isValue(each) ? [each.command.slot] : []));
  const values = unsure.filter(
    (each): each is JudgedValue =>
      isValue(each) && !given.includes(each.command.slot) && ground.placeOf(each.command, started) === "active",
  );
  const value = values.find(({ command }) => command.slot === ground.awaited) ?? values[0];
  const isTakenBack =
    ground.isConfirming && (value !== undefined || unsure.some(({ command }) => takesBack.has(command.type)));
  const done = sure.filter(({ command }) => !(isTakenBack && command.type === "affirm"));
  const doubt = openDoubt({ value, unsure, done, rivals, ground });
  const queue = [...done.map(({ command }) => withoutDoubtfulSlots(command, ground)), ...doubt.queue];
  const echoed = done.filter((each): each is JudgedValue => isValue(each) && isEchoed(each, ground));
  const echo = echoed.map(({ command }) => plainCommand(command) as SlotCommand);
  const heldBack = sure.filter((each) => !done.includes(each));
  const isNothing = doubt.ask === null && doubt.again === null && echo.length === 0;
  return {
    queue: queue.map(plainCommand),
    open: isNothing ? null : { ask: doubt.ask, again: doubt.again, echo },
    doubted: [
      ...echoed.map((each) => doubted(each, "echoed")),
      ...heldBack.map((each) => doubted(each, "left_out")),
      ...unsure.map((each) => doubted(each, each === doubt.about ? doubt.outcome : "left_out")),
    ],
    asked: askedAbout(doubt, ground),
  };
}

type JudgedValue = Judged & { readonly command: SlotCommand };

const isValue = (each: Judged): each is JudgedValue =>
  each.command.type === "set_slot" || each.command.type === "correct_slot";

const doubted = ({ command, confidence, needed: least }: Judged, outcome: Outcome): Doubted => ({
  command: plainCommand(command),
  confidence,
  needed: least,
  outcome,
});

/** Only a value of which somebody said how likely it is: what stands for the whole message says little about it. */
const isEchoed = ({ command, confidence, isOwn }: JudgedValue, ground: Ground): boolean =>
  isOwn && confidence < certain && ground.isShowable(command) && !ground.isFilled(command);

/** What a flow starts with and may not be meant is left out: the flow asks for it. */
function withoutDoubtfulSlots(command: Command, { caution }: Ground): Command {
  if (command.type !== "start_flow" || command.slots === undefined || command.slotConfidence === undefined)
    return command;
  const { slotConfidence } = command;
  const kept = Object.entries(command.slots).filter(([slot]) => (slotConfidence[slot] ?? 1) >= needed[caution].usual);
  const { slots: _, ...bare } = command;
  return kept.length === 0 ? bare : { ...bare, slots: Object.fromEntries(kept) };
}

interface Doubting {
  readonly value: JudgedValue | undefined;
  readonly unsure: readonly Judged[];
  readonly done: readonly Judged[];
  readonly rivals: readonly Rival[];
  readonly ground: Ground;
}

interface Doubt extends Pick<OpenDoubt, "ask" | "again"> {
  /** The command that is asked about. */
  readonly about: Judged | undefined;
  readonly outcome: Outcome;
  /** Questions that are commands themselves. */
  readonly queue: readonly Command[];
}

const nothing: Doubt = { ask: null, again: null, about: undefined, outcome: "left_out", queue: [] };

function openDoubt(doubting: Doubting): Doubt {
  const { value, unsure, done } = doubting;
  if (value !== undefined) return doubtAboutValue(value, doubting);
  const starts = unsure.filter(({ command }) => command.type === "start_flow");
  if (starts.length > 0) return doubtAboutWish(starts, doubting);
  // It was about a task that is no longer the active one.
  if (done.some(({ command }) => turns.has(command.type))) return nothing;
  const act = unsure.find((each) => !isValue(each) && !talk.has(each.command.type));
  return act === undefined ? nothing : doubtAboutAct(act, doubting);
}

/**
 * Its readings are offered. A second time, or where they cannot be shown, the question that is open is asked again, if it is the one
 * for the slot; another slot is offered again, since the flow would go on without it.
 */
function doubtAboutValue(value: JudgedValue, { unsure, ground }: Doubting): Doubt {
  const { command } = value;
  const isOwn = command.slot === ground.own;
  const isAskedBefore = isOwn && ground.doubted.includes(topicOf(command));
  const { alternatives: _, confidence: __, ...plain } = command;
  const readings = readingsOf(
    unsure.filter((each): each is JudgedValue => isValue(each) && isSameSlot(each.command, command)),
  );
  if ((readings[0]?.confidence ?? 0) < worthAsking) return nothing;
  if (isAskedBefore || !ground.isShowable(command))
    return { ...nothing, again: isOwn ? { slot: command.slot } : {}, about: value, outcome: "asked_again" };
  const commands = readings.map((reading): SlotCommand => ({ ...plain, value: reading.value }));
  return { ...nothing, ask: { about: "value", commands }, about: value, outcome: "asked" };
}

const isSameSlot = (one: SlotCommand, other: SlotCommand): boolean =>
  one.slot === other.slot && one.flow === other.flow && one.flowId === other.flowId;

/** The likeliest first, each once. */
const readingsOf = (values: readonly JudgedValue[]): readonly Alternative[] =>
  values
    .flatMap(({ command: { value, alternatives = [] }, confidence }) => [{ value, confidence }, ...alternatives])
    .toSorted((one, other) => other.confidence - one.confidence)
    .filter((each, index, all) => index === all.findIndex((other) => equalJson(other.value, each.value)))
    .filter((each, index) => index === 0 || each.confidence >= worthOffering)
    .slice(0, mostOptions);

/** The flows that may be meant are named; where something else may be meant as well, that is too. */
function doubtAboutWish(starts: readonly Judged[], { rivals, ground }: Doubting): Doubt {
  const options = likeliest([...starts, ...rivals]);
  const about = starts[0];
  if (options.length === 0) return nothing;
  const commands = options.map(({ command }) => withoutDoubtfulSlots(command, ground));
  const flows = commands.flatMap((command) => (command.type === "start_flow" ? [command] : []));
  // Which flow is meant says nothing about a second task of it, and one flow is no choice.
  if (
    flows.length < Math.max(2, commands.length) ||
    flows.some(({ newInstance, drop }) => newInstance === true || drop !== undefined)
  )
    return { ...nothing, ask: { about: "meaning", commands: commands.map(unweighed) }, about, outcome: "asked" };
  return { ...nothing, queue: [whichFlow(flows)], about, outcome: "asked" };
}

const whichFlow = (starts: readonly CommandOf<"start_flow">[]): Command => {
  const slots: JsonObject = Object.assign({}, ...starts.map((start) => start.slots ?? {}));
  return {
    type: "choose_flow",
    flows: starts.map(({ flow }) => flow),
    ...(Object.keys(slots).length === 0 ? {} : { slots }),
    unsure: true,
  };
};

/**
 * A yes or no is never offered as an option: whoever agrees agrees to the question itself, which is asked again. Anything else is
 * offered beside what it may be instead.
 */
function doubtAboutAct(act: Judged, { unsure, rivals, ground }: Doubting): Doubt {
  const { command, confidence } = act;
  const again: Doubt = { ...nothing, again: {}, about: act, outcome: "asked_again" };
  const options = likeliest([...unsure, ...rivals]);
  const isAskable = options.length > 0 && (options[0]?.confidence ?? 0) >= worthAsking;
  if (!isAskable || !isOffered(command) || ground.doubted.includes(topicOf(command)))
    return ground.isAsking && confidence >= worthAsking ? again : nothing;
  const commands = options.map((each) => unweighed(each.command));
  return { ...nothing, ask: { about: "meaning", commands }, about: act, outcome: "asked" };
}

const isOffered = ({ type }: Command): boolean =>
  type !== "affirm" && type !== "deny" && type !== "custom" && type !== "release_handoff" && !talk.has(type);

const likeliest = (readings: readonly Pick<Judged, "command" | "confidence">[]): readonly Rival[] =>
  readings
    .flatMap(({ command, confidence }) => (isOffered(command) ? [{ command, confidence }] : []))
    .toSorted((one, other) => other.confidence - one.confidence)
    .filter((each, index, all) => index === all.findIndex(({ command }) => isSameWish(command, each.command)))
    .filter((each, index) => index === 0 || each.confidence >= worthOffering)
    .slice(0, mostOptions);

const isSameWish = (one: Command, other: Command): boolean =>
  one.type === "start_flow" && other.type === "start_flow"
    ? one.flow === other.flow
    : equalJson(unweighed(one) as never, unweighed(other) as never);

/** As an option: whoever chooses it is sure. */
function unweighed(command: Command): Command {
  const { confidence: _, ...rest } = plainCommand(command) as Command & { readonly confidence?: number };
  return rest as Command;
}

/** Small talk that may well be a wish: the flows are offered instead of an answer. */
function offeredInstead(
  judged: readonly Judged[],
  { rivals, ground }: { readonly rivals: readonly Rival[]; readonly ground: Ground },
): Decision | null {
  const least = needed[ground.caution].usual;
  const isSmallTalk = ({ command, confidence }: Judged): boolean =>
    talk.has(command.type) && command.type !== "choose_flow" && confidence < least;
  if (judged.length === 0 || !judged.every(isSmallTalk)) return null;
  const starts = likeliest(rivals.filter(({ command }) => command.type === "start_flow"));
  if ((starts[0]?.confidence ?? 0) < worthAsking) return null;
  const flows = starts.map(({ command }) => withoutDoubtfulSlots(command, ground) as CommandOf<"start_flow">);
  return {
    ...(flows.length > 1
      ? { queue: [whichFlow(flows)], open: null }
      : { queue: [], open: { ask: { about: "meaning", commands: flows.map(unweighed) }, again: null, echo: [] } }),
    doubted: judged.map((each) => doubted({ ...each, needed: least }, "asked")),
    asked: ground.doubted,
  };
}

/** Asked in plain words, the slot may be asked about again after that. */
function askedAbout({ about, outcome }: Doubt, { doubted: before }: Ground): readonly string[] {
  if (about === undefined) return before;
  const topic = topicOf(about.command);
  const others = before.filter((each) => each !== topic);
  return outcome === "asked" ? [...others, topic] : others;
}
