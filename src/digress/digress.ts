import type { Slot } from "../engine/assistant/slot.ts";
import type { ClarifyKind } from "../engine/commands/command.ts";
import { type Outcome, type PatternName, type TemplateValues, text } from "../engine/state/outcome.ts";
import { courtesyIn } from "../language/courtesy.ts";
import { courtesyKinds } from "../language/texts.ts";
import { type Caller, callProjectCode } from "../project-code/call-project-code.ts";
import { plainCopy, type Reading } from "../project-code/plain-copy.ts";
import { asksForAnother, asksWhich, heldAbout } from "./asked-subject.ts";
import type { DigressionView } from "./digression-view.ts";
import {
  aboutSlot,
  answered,
  awaitedSlot,
  capabilities,
  held,
  help,
  isDeclared,
  isInformative,
  status,
  why,
} from "./help.ts";
import { restOfFollowUp } from "./knowledge/follow-up.ts";
import { conceptsIn } from "./knowledge/words/concepts.ts";
import { vocabularyFor } from "./knowledge/words/vocabulary-for.ts";
import type { KnowledgeBase, Passage } from "./knowledge-base.ts";
import { hasNoSubject, matchSlot, sharesWord } from "./match-slot.ts";
import { webAddress } from "./web-address.ts";

/** What was asked: `text` is the user's own wording, `topic` what it was understood to be about. */
interface Clarification {
  readonly kind: ClarifyKind;
  readonly topic: string;
  readonly text: string;
}

export interface DigressionRequest {
  readonly digression:
    | Clarification
    | { readonly kind: "chitchat"; readonly hint: string | null; readonly text: string }
    | { readonly kind: "out_of_scope"; readonly topic: string | null };
  readonly view: DigressionView;
  /** What the user asked before, oldest first. */
  readonly before?: readonly string[];
}

export interface DigressionDependencies {
  readonly knowledgeBase?: KnowledgeBase;
  readonly caller: Caller;
}

/** With what was asked before, which only documents need. */
interface Asking extends DigressionDependencies {
  readonly before: readonly string[];
}

/** Answers without touching the stack: it is given plain data and returns facts to be worded. */
export async function answerDigression(
  { digression, view, before = [] }: DigressionRequest,
  given: DigressionDependencies,
): Promise<Outcome[]> {
  const dependencies: Asking = { ...given, before };
  switch (digression.kind) {
    case "help":
      return [help(view)];
    case "status":
      return [status(view)];
    case "clarification":
      return [(await explain(digression, view, dependencies)) ?? unknown(digression, view)];
    case "question":
      return [(await answer(digression, view, dependencies)) ?? unknown(digression, view)];
    case "chitchat":
      return [answered("chitchat", smallTalk(digression), wayOn(view))];
    case "out_of_scope":
      return [(await readAbout(digression.topic, dependencies)) ?? outOfScope(digression.topic, view)];
    default:
      return digression satisfies never;
  }
}

/** The kind as it was understood, or as it was said: not every understander tells them apart. */
function smallTalk({ hint, text: said }: { readonly hint: string | null; readonly text: string }): PatternName {
  const courtesy = courtesyKinds.find((kind) => kind === hint) ?? courtesyIn(said) ?? courtesyIn(hint ?? "");
  return courtesy === null ? "chitchat" : `chitchat_${courtesy}`;
}

/** "Why do you need it?" is about the open question unless it names another. */
async function explain(asked: Clarification, view: DigressionView, dependencies: Asking): Promise<Outcome | null> {
  const { active } = view;
  if (active === null) return answer(asked, view, dependencies);
  const slot = matchSlot(asked.topic, ownSlots(view)) ?? awaitedSlot(view);
  if (slot !== null) return why(slot, active);
  return (await read(asked, dependencies)) ?? help(view);
}

/** So good must a passage be to answer a question that mentions a slot but asks for more: "when does the card arrive?" */
const surePassage = 0.62;

/**
 * What the task holds first, for a question without a subject of its own. Then the assistant's own data, where they answer: choices of
 * a slot, or examples of one of the running task. Then documents; a slot of which there is only a description is better than nothing,
 * but worse than a passage, and says nothing to a question that has none of its words.
 */
async function answer(asked: Clarification, view: DigressionView, dependencies: Asking): Promise<Outcome | null> {
  const wording = wordingOf(asked);
  const words = vocabularyFor(view.language);
  // "And in May?" has the subject of the question before.
  const isFollowUp = dependencies.before.length > 0 && restOfFollowUp(wording, words.followUps) !== null;
  const followed = isFollowUp ? await read(asked, dependencies) : null;
  if (followed !== null) return followed;
  const isBare = !isFollowUp && (hasNoSubject(wording) || conceptsIn(wording, words).every(({ weak }) => weak));
  const told = isBare ? heldAbout(wording, view) : null;
  if (told !== null) return told;
  const others = view.flows.flatMap((flow) => flow.slots).filter(isDeclared);
  const slots = [...ownSlots(view), ...others];
  const slot = matchSlot(asked.topic, slots);
  const isElsewhere = slot !== null && asksForAnother(wording, slot, view.language);
  // "How much is it?" is about the task that is going on, and not about the day that was asked for.
  if (isBare && (slot === null || isElsewhere)) return (await read(asked, dependencies, surePassage)) ?? held(view);
  if (slot === null) return isFollowUp ? null : read(asked, dependencies);
  const isNamed = isBare || matchSlot(wording, slots) !== null;
  // Examples of an amount say nothing to someone who is not asked for it: "how much can I transfer per day?"
  const aside = slot.values.length === 0 && !ownSlots(view).includes(slot);
  const isOwn = !aside && isInformative(slot);
  if (isNamed && isOwn) return aboutSlot(slot, view);
  const isNear = isNamed || (!aside && sharesWord(wording, slot));
  const found = isFollowUp ? null : await read(asked, dependencies, isNear && isOwn ? surePassage : 0);
  const mayChoose = slot.values.length > 0 && !isElsewhere && asksWhich(wording, view.language);
  return found ?? (isNear || mayChoose ? aboutSlot(slot, view) : null);
}

const wordingOf = ({ topic, text: wording }: Pick<Clarification, "topic" | "text">): string => wording.trim() || topic;

/** What no flow does may still stand in the documents: "do I need a passport?" */
async function readAbout(topic: string | null, dependencies: Asking): Promise<Outcome | null> {
  return topic === null || topic === "" ? null : read({ topic, text: topic }, dependencies);
}

function outOfScope(topic: string | null, view: DigressionView): Outcome {
  return answered("out_of_scope", "out_of_scope", { ...topicOf(topic), ...capabilities(view) });
}

/** Where the knowledge base fails, the user is told that we don't know, and the log why. */
async function read(
  asked: Pick<Clarification, "topic" | "text">,
  { knowledgeBase, caller, before }: Asking,
  atLeast = 0,
): Promise<Outcome | null> {
  if (knowledgeBase === undefined) return null;
  const called = await callProjectCode(
    {
      port: "knowledge_base",
      name: "search",
      run: () => knowledgeBase.search(wordingOf(asked), { limit: 1, before }),
      read: readBest,
    },
    caller,
  );
  const best = called.ok ? called.value : null;
  if (best === null || best.score < atLeast) return null;
  const source = best.title || best.source || null;
  return { kind: "passage", text: best.text, source, ...(best.url === undefined ? {} : { url: best.url }) };
}

/** The first passage: it may be plain data of any shape. */
function readBest(answer: unknown): Reading<Passage | null> {
  const plain = plainCopy(answer);
  if (!plain.ok) return plain;
  if (!Array.isArray(plain.value)) return { ok: false, code: "bad_result", message: "expected a list of passages" };
  const [best] = plain.value as readonly unknown[];
  if (best === undefined) return { ok: true, value: null };
  const given = (best ?? {}) as Partial<Record<keyof Passage, unknown>>;
  const { text: words, score, title = "", source = "", url = "" } = given;
  const address = typeof url === "string" ? webAddress(url) : null;
  if (url !== "" && address === null) {
    return { ok: false, code: "bad_result", message: "the url of a passage is an http or https address" };
  }
  return typeof words === "string" &&
    typeof score === "number" &&
    typeof title === "string" &&
    typeof source === "string"
    ? { ok: true, value: { text: words, score, title, source, ...(address === null ? {} : { url: address }) } }
    : { ok: false, code: "bad_result", message: "a passage has a text, a title, a source and a score" };
}

/** The slot that is being asked for is the likeliest subject. */
function ownSlots(view: DigressionView): readonly Slot[] {
  const awaited = awaitedSlot(view);
  const others = (view.active?.slots ?? []).filter((slot) => slot !== awaited && isDeclared(slot));
  return awaited === null ? others : [awaited, ...others];
}

function unknown({ kind, topic }: Clarification, view: DigressionView): Outcome {
  return answered(kind, "dont_know", { ...topicOf(topic), ...wayOn(view) });
}

/** In the middle of a flow its question follows: no list of other things to do. */
function wayOn(view: DigressionView): TemplateValues {
  return view.active === null ? capabilities(view) : {};
}

function topicOf(topic: string | null): TemplateValues {
  return topic === null || topic === "" ? {} : { topic: text(topic) };
}
