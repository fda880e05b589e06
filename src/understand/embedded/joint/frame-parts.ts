import type { SlotInScope } from "../../understander.ts";
import { chosenOption, refusesAll } from "../chosen-option.ts";
import type { Scene } from "../lattice/scene.ts";
import { flowWords, slotWords } from "../lattice/slot-words.ts";
import { marks, type Place } from "../lattice/span.ts";
import { namedInstance } from "../named-instance.ts";
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
  return isNamed
    ? [
        {
          commands: [{ type: "cancel_flow" }],
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
  const refuses = awaiting.slot === undefined && refusesAll(scene.message);
  const command = refuses ? ({ type: "deny" } as const) : chosenOption(scene.message, awaiting.options);
  if (command === null) return [];
  return [
    {
      commands: [command],
      features: { option_fit: 1 },
      covers: [whole(scene)],
      spans: [{ ...whole(scene), reading: "option", command: 0 }],
    },
  ];
}

function resumed(scene: Scene): readonly Part[] {
  const { paused, instances = [], active, awaiting } = scene.context;
  const [phrase] = scene.phrases.all("resume");
  const one = namedInstance(scene.message, instances);
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
  if (awaiting.kind === "choice" && place === null) return tasks;
  return [
    ...tasks,
    ...paused.flatMap((flow): readonly Part[] => {
      const own = flowWords(flow, scene.language);
      const isNamed = scene.words.some((word) => word !== null && !word.isLight && own.has(word.stem));
      if (place === null && (active === null || !isNamed || scene.contentWords > 4)) return [];
      if (!isNamed && paused.length > 1 && paused[0] !== flow) return [];
      return [
        {
          commands: [{ type: "resume_flow", flow: flow.name }],
          features: features(isNamed),
          covers,
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
  const [phrase] = scene.phrases.all("another");
  if (flow === undefined || phrase === undefined) return null;
  const own = flowWords(flow, scene.language);
  const isOwn = (word: Scene["words"][number]): boolean => word !== null && !word.isLight && own.has(word.stem);
  const isNamed = scene.words.slice(phrase.to, phrase.to + 3).some(isOwn);
  const isVerb = scene.words.slice(0, phrase.from).some(isOwn);
  return { flow, again: { isNamed, isVerb, place: placeOf(scene, phrase.from, phrase.to) } };
}

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
    return { slot, score: scene.words.filter((word) => word !== null && !word.isLight && own.has(word.stem)).length };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  return best === 0 ? [] : scored.filter(({ score }) => score === best).map(({ slot }) => slot);
}
