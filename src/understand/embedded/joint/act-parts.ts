import type { Command } from "../../../engine/commands/command.ts";
import type { Act } from "../../../language/acts.ts";
import type { Found } from "../../../language/fold-text.ts";
import type { SlotInScope } from "../../understander.ts";
import { holderOf } from "../lattice/cover.ts";
import type { Scene } from "../lattice/scene.ts";
import { contentStems, flowWords } from "../lattice/slot-words.ts";
import { marks, type Place } from "../lattice/span.ts";
import type { FeatureValues } from "./features.ts";
import type { Part } from "./part.ts";
import { courtesyIn, isConfirming, isSocial } from "./plain-yes.ts";

/** How much of the message an act is. */
function standing(scene: Scene, { start, end }: Place): FeatureValues {
  const { from, to } = scene.tokensIn(start, end);
  const tokens = to - from;
  const rest = scene.contentWords - scene.contentIn(start, end);
  const isFirst = scene.message.slice(0, start).trim() === "" || scene.contentIn(0, start) === 0;
  return marks({
    act_bias: true,
    act_share: scene.words.length === 0 ? 0 : tokens / scene.words.length,
    act_strong: rest === 0,
    act_begins: isFirst && rest > 0,
    act_inside: !isFirst && rest > 0,
  });
}

const part = (
  scene: Scene,
  act: Place & { readonly value: string },
  command: Command,
  features: FeatureValues,
): Part => ({
  commands: [command],
  features: { ...standing(scene, act), ...features },
  covers: [act],
  spans: [{ start: act.start, end: act.end, reading: `act ${act.value}`, command: 0 }],
});

/** The slot that was asked for, if one was. */
export function awaitedSlot({ context: { awaiting, active } }: Scene): SlotInScope | undefined {
  const name = awaiting.kind === "slot" || awaiting.kind === "choice" ? awaiting.slot : undefined;
  return name === undefined ? undefined : active?.slots.find((slot) => slot.name === name);
}

/** What people do whatever the flow is about, as far as the message says it. */
export function actParts(scene: Scene): readonly Part[] {
  const seen = new Set<Act>();
  const isLoud = scene.acts.some(({ value }) => loud.has(value));
  return scene.acts.flatMap((act) => {
    if (act.value === "wait" && (isLoud || announcesQuestion(scene, act))) return [];
    // "Next friday" skips nothing.
    if (isPageTurn(scene, act) || holderOf(scene, act) !== undefined) return [];
    if (act.value === "undo" && scene.context.paused.length > 0 && isResuming(scene, act)) return [];
    if (
      act.value === "unknown" &&
      scene.acts.some((other) => other.value === "cancel" && other.start === act.start && other.end >= act.end)
    )
      return [];
    if (isSocial(act) && (isAnswer(scene, act) || isOffered(scene, act))) return [];
    const longer = scene.acts.find(
      (other) => other.value === act.value && other.end - other.start > act.end - act.start,
    );
    if (seen.has(act.value) || longer !== undefined || isPartOfCorrection(scene, act)) return [];
    seen.add(act.value);
    return partsOf(scene, act);
  });
}

/** "Wait, is breakfast included?": the question is what is said. */
const announcesQuestion = ({ form, contentIn, message }: Scene, { end }: Place): boolean =>
  (form.mark || form.asks) && contentIn(end, message.length) > 0;

/** It is part of a yes or no, or stands beside one that was asked for: "ok thx" says ok. */
const isAnswer = (scene: Scene, { start, end }: Place): boolean =>
  scene.answers.some((answer) => isConfirming(scene) || (answer.start <= start && end <= answer.end));

/** "Evening" greets nobody where the question is "Morning, afternoon or evening?". */
function isOffered(scene: Scene, { start, end }: Place): boolean {
  const { awaiting } = scene.context;
  const labels = awaiting.kind === "choice" ? awaiting.options.map(({ label }) => label) : [];
  const values = awaitedSlot(scene)?.values.flatMap(({ value, synonyms }) => [value, ...synonyms]) ?? [];
  const said = scene.words.filter((word) => word !== null && start <= word.start && word.end <= end);
  const offered = contentStems([...labels, ...values].join(" "), scene.language);
  return said.some((word) => word !== null && offered.has(word.stem));
}

/** In a list, "next" is the next page. */
function isPageTurn({ context: { awaiting }, tokensIn, phrases }: Scene, { start, end }: Place): boolean {
  const { from, to } = tokensIn(start, end);
  return awaiting.kind === "choice" && awaiting.slot !== undefined && phrases.from("page", from) === to;
}

/** With another task to return to, "go back" means that one. */
function isResuming(scene: Scene, act: Place): boolean {
  const { from, to } = scene.tokensIn(act.start, act.end);
  return scene.phrases.all("resume").some((phrase) => phrase.from < to && from < phrase.to);
}

const loud: ReadonlySet<Act> = new Set(["cancel", "repeat", "restart", "undo", "person", "help", "status", "why"]);

/** "40. No wait, 60": what announces a correction asks for nothing itself. */
const isPartOfCorrection = (scene: Scene, act: Found<Act>): boolean =>
  (act.value === "wait" || act.value === "repeat" || act.value === "undo") &&
  scene.contentIn(act.end, scene.message.length) > 0 &&
  scene.acts.some((other) => other.value === "correction" && other.start < act.end && act.start < other.end);

/**
 * "Cancel it", where the question is "Cancel your booking?": the word names what the task does, and ends the task only where a no is beside it.
 * Alone it can be meant either way.
 */
function aboutOwnEnd(scene: Scene, act: Found<Act>): readonly Part[] | null {
  const { active, awaiting } = scene.context;
  if (awaiting.kind !== "confirmation" || active === null) return null;
  const own = flowWords(active, scene.language);
  const { from, to } = scene.tokensIn(act.start, act.end);
  if (!scene.words.slice(from, to).some((word) => word !== null && own.has(word.stem))) return null;
  const isRefused = scene.answers.some(({ value }) => value === "no") || scene.has("negation");
  if (isRefused) return [part(scene, act, { type: "deny" }, marks({ deny_asked: true }))];
  if (scene.answers.some(({ value }) => value === "yes")) return [];
  return [{ ...part(scene, act, { type: "affirm" }, marks({ affirm_asked: true })), isVagueYes: true }];
}

function partsOf(scene: Scene, act: Found<Act>): readonly Part[] {
  const { awaiting, active } = scene.context;
  const slot = awaitedSlot(scene);
  const topic = slot?.name ?? "";
  switch (act.value) {
    case "cancel": {
      const own = aboutOwnEnd(scene, act);
      if (own !== null) return own;
      return [
        part(
          scene,
          act,
          awaiting.kind === "cancel_confirmation" ? { type: "affirm" } : { type: "cancel_flow" },
          marks({
            cancel_bias: true,
            cancel_idle: active === null,
            cancel_words: scene.contentIn(act.start, act.end) > 1,
          }),
        ),
      ];
    }
    case "repeat":
      return [part(scene, act, { type: "repeat" }, {})];
    case "restart":
      return [part(scene, act, { type: "restart_flow" }, marks({ cancel_idle: active === null }))];
    case "undo": {
      const undo = part(scene, act, { type: "undo" }, marks({ cancel_idle: active === null }));
      // "No wait, not that": what announces it belongs to it.
      const announced = scene.acts.filter(({ value }) => value === "correction" || value === "wait");
      return [{ ...undo, covers: [...undo.covers, ...announced] }];
    }
    case "person":
      return [part(scene, act, { type: "human_handoff" }, { handoff_bias: 1 })];
    case "help":
      return [part(scene, act, { type: "clarify", topic: "help", kind: "help" }, {})];
    case "status":
      return [part(scene, act, { type: "clarify", topic: "status", kind: "status" }, {})];
    case "why":
      return [
        {
          ...part(
            scene,
            act,
            { type: "clarify", topic: topic === "" ? "why" : topic, kind: "clarification" },
            marks({ why_idle: slot === undefined }),
          ),
          slots: slot === undefined ? [] : [slot],
        },
      ];
    case "unknown":
    case "skip":
      return slot === undefined
        ? [part(scene, act, { type: "chitchat" }, marks({ talk_unsure: true, unsure_idle: active === null }))]
        : slot.required
          ? [part(scene, act, { type: "clarify", topic, kind: "clarification" }, { talk_unsure: 1, skip_required: 1 })]
          : [
              part(
                scene,
                act,
                { type: "skip_slot", slot: slot.name },
                marks({ skip_optional: true, talk_unsure: act.value === "unknown" }),
              ),
            ];
    case "wait":
      return [
        part(
          scene,
          act,
          { type: "chitchat", hint: "wait" },
          marks({ talk_unsure: true, unsure_idle: active === null }),
        ),
      ];
    case "thanks":
    case "greeting":
    case "goodbye":
      return [part(scene, act, { type: "chitchat", hint: act.value }, { talk_social: 1 })];
    default:
      return [];
  }
}

/** Yes and no, where they are no value. */
export function answerParts(scene: Scene): readonly Part[] {
  const { awaiting } = scene.context;
  const isAsked =
    awaiting.kind === "confirmation" ||
    awaiting.kind === "cancel_confirmation" ||
    awaiting.kind === "change" ||
    (awaiting.kind === "choice" && awaiting.slot === undefined);
  const slot = awaitedSlot(scene);
  // "None" to a list says something about what is listed.
  const isList = awaiting.kind === "choice" && awaiting.slot !== undefined;
  const asks = scene.form.asks || scene.form.mark;
  const contradicted = new Set(scene.answers.map(({ value }) => value)).size > 1;
  const first = (value: "yes" | "no"): (typeof scene.answers)[number] | undefined =>
    scene.answers
      .filter((answer) => answer.value === value)
      .toSorted(
        (left, right) =>
          scene.contentIn(right.start, right.end) - scene.contentIn(left.start, left.end) || left.start - right.start,
      )[0];
  const [yes, no] = [first("yes"), first("no")];
  const courtesy = isConfirming(scene) ? courtesyIn(scene) : [];
  const covers = (value: "yes" | "no"): readonly Place[] => [
    ...scene.answers.filter((answer) => answer.value === value),
    ...courtesy,
  ];
  return [
    ...(yes === undefined
      ? []
      : [
          {
            ...part(
              scene,
              yes,
              { type: "affirm" },
              marks({
                affirm_asked: isAsked,
                affirm_unasked: !isAsked,
                act_contradicted: contradicted,
                answer_question: asks,
              }),
            ),
            covers: covers("yes"),
          },
        ]),
    ...(no === undefined
      ? []
      : [
          ...(isList
            ? []
            : [
                {
                  ...part(
                    scene,
                    no,
                    { type: "deny" },
                    marks({
                      deny_asked: isAsked,
                      deny_at_change: awaiting.kind === "change",
                      deny_unasked: !isAsked,
                      act_contradicted: contradicted,
                      answer_question: asks,
                    }),
                  ),
                  covers: covers("no"),
                },
              ]),
          ...(slot === undefined || slot.required || slot.type === "boolean"
            ? []
            : [
                {
                  ...part(scene, no, { type: "skip_slot", slot: slot.name }, { skip_optional: 1, skip_by_no: 1 }),
                  covers: covers("no"),
                },
              ]),
        ]),
  ];
}
