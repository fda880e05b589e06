import { slotKindOf } from "../../slot-kind.ts";
import type { SlotInScope } from "../../understander.ts";
import type { Scene } from "../lattice/scene.ts";
import { contentStems, slotWords } from "../lattice/slot-words.ts";
import { marks } from "../lattice/span.ts";
import { wordsOfName } from "../text/tokens.ts";
import { awaitedSlot } from "./act-parts.ts";
import type { Part } from "./part.ts";

const confirming = new Set(["confirmation", "cancel_confirmation", "change"]);

/** A question, about a slot or about anything. */
export function questionParts(scene: Scene): readonly Part[] {
  const { context, form, message } = scene;
  const slot = awaitedSlot(scene);
  const text = message.replace(/(?<![.?!\s])[.?!\s]+$/, "");
  const hasForm = form.mark || form.asks;
  const common = marks({
    question_bias: true,
    question_at_slot: slot !== undefined,
    question_at_confirm: confirming.has(context.awaiting.kind),
    question_mark: form.mark,
    question_impersonal: hasForm && !form.isPersonal,
    question_form: form.asks,
    question_no_form: !hasForm,
    question_request: form.requests && !form.mark,
  });
  const named = namedTopics(scene);
  const part = (topic: string, features: Part["features"]): Part => ({
    commands: [{ type: "clarify", topic, kind: "question", text }],
    features: { ...common, ...features },
    covers: [],
    spans: [{ start: 0, end: message.length, reading: "question", command: 0 }],
    ...(hasForm ? { isAll: true } : {}),
  });
  return [
    part(text, marks({ topic_free: slot !== undefined || named.length > 0 })),
    ...named.map(({ each, words, isNamed, isOther }) =>
      part(
        each.name,
        marks({
          question_topic: Math.min(2, words),
          question_name: isNamed,
          topic_near: scene.topics.get(each.name) ?? 0,
          role_fit: isRole(scene, each),
          question_other: isOther,
          topic_awaited: each.name === slot?.name,
        }),
      ),
    ),
    ...(slot === undefined || named.some(({ each }) => each.name === slot.name) || !mayBeAbout(scene, slot)
      ? []
      : [part(slot.name, marks({ topic_awaited: true, topic_near: scene.topics.get(slot.name) ?? 0 }))]),
  ];
}

/** "Which cities do you fly to?" asks for the end. */
function isRole({ phrases, context }: Scene, slot: SlotInScope): boolean {
  const { role } = slotKindOf(slot, context.language);
  const starts = phrases.all("from").length > 0;
  const ends = phrases.all("to").length + phrases.all("toPlace").length > 0;
  return role !== null && starts !== ends && (role === "start") === starts;
}

const nearTopic = 0.3;

/** A question without a word of the slot may be about it if it is near in meaning, or says nothing of its own. */
const mayBeAbout = (scene: Scene, { name }: SlotInScope): boolean =>
  scene.topics.size === 0 || scene.contentWords <= 1 || (scene.topics.get(name) ?? 0) >= nearTopic;

const mostTopics = 3;

/** Slots of the active flow, and of others, that the question has words of. */
function namedTopics(scene: Scene): readonly {
  readonly each: SlotInScope;
  readonly words: number;
  readonly isNamed: boolean;
  readonly isOther: boolean;
}[] {
  const { active, flows } = scene.context;
  const said = contentStems(scene.message, scene.language);
  const seen = new Set<string>();
  return [...(active === null ? [] : [active]), ...flows]
    .flatMap((flow) => flow.slots.map((each) => ({ each, isOther: flow.name !== active?.name })))
    .filter(({ each }) => !seen.has(each.name) && seen.add(each.name))
    .map(({ each, isOther }) => {
      const names = contentStems(wordsOfName(each.name), scene.language);
      return {
        each,
        isOther,
        words: [...slotWords(each, scene.language)].filter((word) => said.has(word)).length,
        isNamed: [...names].some((word) => said.has(word)),
      };
    })
    .filter(({ words }) => words > 0)
    .toSorted(
      (left, right) =>
        Number(right.isNamed) - Number(left.isNamed) ||
        right.words - left.words ||
        Number(left.isOther) - Number(right.isOther),
    )
    .slice(0, mostTopics);
}

/** Nothing that the assistant is for. */
export function talkParts(scene: Scene, outOfScope: number): readonly Part[] {
  const { context, message } = scene;
  const slot = awaitedSlot(scene);
  const common = marks({
    talk_bias: true,
    talk_at_slot: slot !== undefined,
    talk_at_text: slot !== undefined && slotKindOf(slot, context.language).freeText !== "none",
    talk_at_short: slot !== undefined && scene.contentWords <= 3,
    talk_empty: scene.contentWords === 0,
    talk_at_confirm: confirming.has(context.awaiting.kind),
    talk_out: logit(outOfScope),
    talk_question_form: scene.form.asks || scene.form.mark,
    talk_personal:
      context.active === null &&
      scene.form.isPersonal &&
      !(scene.form.asks || scene.form.mark || scene.form.requests) &&
      scene.contentWords >= 2,
  });
  const social = scene.phrases.all("social")[0];
  const [first, last] = [scene.chart.tokens[social?.from ?? 0], scene.chart.tokens[(social?.to ?? 1) - 1]];
  const isWish =
    scene.form.requests || scene.form.asks || scene.form.mark || (context.active === null && scene.contentWords >= 3);
  const isAll =
    social !== undefined &&
    first !== undefined &&
    last !== undefined &&
    scene.contentIn(first.start, last.end) === scene.contentWords;
  // In the middle of a task a question is one, whatever it is about: documents may answer it.
  const isQuestion = context.active !== null && scene.form.mark;
  const outside: Part[] = isQuestion
    ? []
    : [
        {
          // Without the form of a wish or a question it may be noise: then nothing was understood.
          commands: isWish ? [{ type: "out_of_scope", topic: message }] : [],
          features: { ...common, ...marks({ talk_request: scene.form.requests }) },
          covers: [],
          spans: [],
        },
      ];
  return [
    ...outside,
    {
      commands: [{ type: "chitchat" }],
      features: { ...common, ...marks({ talk_chat: true, talk_social: social !== undefined, talk_social_all: isAll }) },
      covers:
        social === undefined || first === undefined || last === undefined
          ? []
          : [{ start: first.start, end: last.end }],
      spans: [],
    },
  ];
}

/** Odds on a scale that sums well, cut where they say enough. */
export const logit = (probability: number): number => {
  const bounded = Math.min(0.98, Math.max(0.02, probability));
  return Math.log(bounded / (1 - bounded));
};
