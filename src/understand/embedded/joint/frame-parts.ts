import type { SlotInScope } from "../../understander.ts";
import { chosenOption, refusesAll } from "../chosen-option.ts";
import type { Scene } from "../lattice/scene.ts";
import { contentStems, flowWords, slotWords } from "../lattice/slot-words.ts";
import { marks, type Place } from "../lattice/span.ts";
import { namedInstance } from "../named-instance.ts";
import { wordsOfName } from "../text/tokens.ts";
import type { Start } from "./flow-parts.ts";
import type { Part } from "./part.ts";

/** Wishes about tasks and values themselves: go back, one more, that is wrong, take it out, this option. */
export const frameParts = (scene: Scene): readonly Part[] => [
  ...options(scene),
  ...resumed(scene),
  ...aboutSlots(scene),
  ...unwanted(scene),
];

/** "I don't want to send money any more": the task that is going on is the one that is not wished. */
function unwanted(scene: Scene): readonly Part[] {
  const { active } = scene.context;
  const clause = scene.clauses.find(({ isUnwanted }) => isUnwanted);
  if (active === null || clause === undefined) return [];
  const own = flowWords(active, scene.language);
  const isNamed = scene.words.some(
    (word) =>
      word !== null && !word.isLight && clause.start <= word.start && word.end <= clause.end && own.has(word.stem),
  );
  // What a confirmation asks about is refused there, and its flow says what comes of that.
  const isConfirming = scene.context.awaiting.kind === "confirmation";
  return isNamed
    ? [
        {
          commands: [{ type: isConfirming ? "deny" : "cancel_flow" }],
          features: { frame_bias: 1, cancel_unwanted: 1 },
          covers: [],
          spans: [{ start: clause.start, end: clause.end, reading: "unwanted", command: 0 }],
          flows: [active],
        },
      ]
    : [];
}

const placeOf = ({ chart }: Scene, from: number, to: number): Place => ({
  start: chart.tokens[from]?.start ?? 0,
  end: chart.tokens[to - 1]?.end ?? 0,
});

const whole = ({ message }: Scene): Place => ({ start: 0, end: message.length });

function options(scene: Scene): readonly Part[] {
  const { awaiting } = scene.context;
  if (awaiting.kind !== "choice") return [];
  const refuses =
    (awaiting.slot === undefined || awaiting.asks === "value") && refusesAll(scene.message, scene.language);
  const command = refuses ? ({ type: "deny" } as const) : chosenOption(scene.message, awaiting.options, scene.language);
  if (command === null) return awaiting.slot === undefined ? [] : unlisted(scene, awaiting.slot);
  return [
    {
      commands: [command],
      features: { option_fit: 1 },
      covers: [whole(scene)],
      spans: [{ ...whole(scene), reading: "option", command: 0 }],
    },
  ];
}

const figures = /(?<![\p{L}\d])\p{L}{0,4}\d(?:[\d:.,-]{0,20}\d)?/gu;
const mostWords = 3;

/** A list shows a part of what there is: another page may be wanted, or something on it that a figure tells. */
function unlisted(scene: Scene, slot: string): readonly Part[] {
  const [page] = scene.phrases.all("page").map(({ from, to }) => placeOf(scene, from, to));
  const figure = [...scene.message.matchAll(figures)].find((each) => !isCount(scene, each[0], each.index));
  const places = [
    ...(page === undefined || scene.contentWords > mostWords ? [] : [page]),
    ...(figure === undefined ? [] : [{ start: figure.index, end: figure.index + figure[0].length }]),
  ];
  return places.map(
    (place): Part => ({
      commands: [{ type: "set_slot", slot, value: scene.message.slice(place.start, place.end) }],
      features: { option_unlisted: 1 },
      covers: [place],
      spans: [{ ...place, reading: "option", command: 0 }],
    }),
  );
}

/** "2 adults", "2 of us": a number of something is no place in the list. "12 please" may be one. */
function isCount({ chart, phrases }: Scene, figure: string, start: number): boolean {
  const next = chart.tokens.findIndex((token) => token.start === start) + 1;
  return /^\d{1,2}$/.test(figure) && chart.tokens[next]?.kind === "word" && phrases.from("ending", next) === null;
}

function resumed(scene: Scene): readonly Part[] {
  const { paused, instances = [], awaiting } = scene.context;
  const [phrase] = scene.phrases.all("resume");
  const one = namedInstance(scene.message, instances, scene.language);
  const place = phrase === undefined ? null : placeOf(scene, phrase.from, phrase.to);
  const features = (isNamed: boolean): Part["features"] =>
    marks({
      frame_bias: true,
      resume_phrase: place !== null,
      resume_named: isNamed,
      resume_alone: paused.length === 1 && !isNamed,
    });
  const covers = place === null ? [] : [place];
  const spans = covers.map((each) => ({ ...each, reading: "resume", command: 0 }));
  const tasks: Part[] =
    one === null || one.active
      ? []
      : [
          {
            commands: [{ type: "resume_flow", flow: one.flow, flowId: one.flowId }],
            features: { ...features(true), ...marks({ resume_instance: true }) },
            covers: [...covers, whole(scene)],
            spans,
          },
        ];
  if (awaiting.kind === "choice") return place === null ? [] : named(scene, { place, features, covers, spans });
  return [...tasks, ...named(scene, { place, features, covers, spans })];
}

interface Resuming extends Pick<Part, "covers" | "spans"> {
  readonly place: Place | null;
  readonly features: (isNamed: boolean) => Part["features"];
}

function named(scene: Scene, { place, features, covers, spans }: Resuming): readonly Part[] {
  const { paused, active } = scene.context;
  const any: Part[] =
    place === null || paused.length === 0
      ? []
      : [{ commands: [{ type: "resume_flow" }], features: { ...features(false), resume_any: 1 }, covers, spans }];
  return [
    ...any,
    ...paused.flatMap((flow): readonly Part[] => {
      const own = flowWords(flow, scene.language);
      const turning = scene.phrases.all("turn");
      const content = scene.words.filter(
        (word, at) => word !== null && !word.isLight && !turning.some(({ from, to }) => from <= at && at < to),
      );
      const names = contentStems(wordsOfName(flow.name), scene.language);
      const isNamed = content.some((word) => own.has(word?.stem ?? ""));
      // Without a word for going back, it has to be all that is said.
      const isAll = content.every((word) => own.has(word?.stem ?? ""));
      // "The visit first", "let's get the visit sorted first": another task is turned to, and the words name it.
      const isTurned = turning.length > 0;
      const isSaid = place !== null || (active !== null && (isAll || isTurned) && !scene.form.mark && !scene.form.asks);
      if (!isNamed || !isSaid) return [];
      return [
        {
          commands: [{ type: "resume_flow", flow: flow.name }],
          features: {
            ...features(isNamed),
            ...marks({
              resume_name: content.some((word) => names.has(word?.stem ?? "")),
              resume_turned: place === null && isTurned,
            }),
          },
          covers: [...covers, ...turning.map(({ from, to }) => placeOf(scene, from, to))],
          spans,
          flows: [flow],
        },
      ];
    }),
  ];
}

/** Words for another one of what is active, where it may be started once more. */
export function anotherIn(scene: Scene): (Pick<Start, "flow"> & Required<Pick<Start, "again">>) | null {
  const { active, flows } = scene.context;
  const flow = flows.find(({ name }) => name === active?.name);
  const [another] = scene.phrases.all("another");
  const also = scene.phrases
    .all("second")
    .find(({ from, to }) => to - from > 0 && alsoWords.has(scene.chart.tokens[to - 1]?.text ?? ""));
  const phrase = another ?? also;
  if (flow === undefined || phrase === undefined) return null;
  const slots = flow.slots.map((slot) => slotWords(slot, scene.language));
  const own = flowWords(flow, scene.language);
  const isOwn = (word: Scene["words"][number]): boolean =>
    word !== null && !word.isLight && own.has(word.stem) && !slots.some((words) => words.has(word.stem));
  const isNamed = scene.words.slice(phrase.to, phrase.to + (another === undefined ? 6 : 3)).some(isOwn);
  const isVerb = scene.words.slice(0, phrase.from).some(isOwn);
  const isList = scene.context.awaiting.kind === "choice" && scene.context.awaiting.slot !== undefined;
  if ((another === undefined && !isNamed) || (isList && !isVerb)) return null;
  return {
    flow,
    again: { isNamed, isVerb, isAlso: another === undefined, place: placeOf(scene, phrase.from, phrase.to) },
  };
}

/** Among the words that begin a second wish, those that say that it comes on top. */
const alsoWords = new Set(["also", "plus", "tambien", "ademas"]);

function aboutSlots(scene: Scene): readonly Part[] {
  const { active, awaiting, known } = scene.context;
  if (active === null) return [];
  const isAsked = awaiting.kind === "change";
  return (["wrong", "clear"] as const).flatMap((table) => {
    const [phrase] = scene.phrases.all(table);
    if (phrase === undefined && !(isAsked && table === "wrong" && scene.contentWords <= 3)) return [];
    const place = phrase === undefined ? null : placeOf(scene, phrase.from, phrase.to);
    return namedSlots(scene, active.slots)
      .filter(({ name }) => isAsked || awaiting.kind === "confirmation" || known[name] !== undefined)
      .map(
        (slot): Part => ({
          commands: [{ type: table === "wrong" ? "deny" : "clear_slot", slot: slot.name }],
          features: marks({
            frame_bias: true,
            slot_wrong: table === "wrong",
            slot_clear: table === "clear",
            slot_asked: isAsked,
          }),
          covers: place === null ? [] : [place],
          spans: place === null ? [] : [{ ...place, reading: table, command: 0 }],
          slots: [slot],
        }),
      );
  });
}

/** The slots that are named best by their own words. */
function namedSlots(scene: Scene, slots: readonly SlotInScope[]): readonly SlotInScope[] {
  const scored = slots.map((slot) => {
    const own = slotWords(slot, scene.language);
    const named = contentStems(wordsOfName(slot.name), scene.language);
    const count = (words: ReadonlySet<string>): number =>
      scene.words.filter((word) => word !== null && !word.isLight && words.has(word.stem)).length;
    return { slot, score: count(own) + 2 * count(named) };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ slot }) => slot);
}
