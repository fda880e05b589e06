import type { Command } from "../../../engine/commands/command.ts";
import type { FlowInScope, SlotInScope } from "../../../understand/understander.ts";
import { pickFrom, type Random } from "../../metrics/random.ts";
import type { Situation } from "../situation.ts";
import type { Phrases } from "./phrases.ts";
import type { DialogueState } from "./states.ts";
import type { SaidValue } from "./values.ts";
import type { Wish } from "./wishes.ts";

/** A row before it has an id. */
export interface Draft {
  readonly pattern: string;
  /** What it was made of: rows of one template are twins. */
  readonly template: string;
  readonly situation: Situation;
  readonly message: string;
  readonly expected: readonly Command[];
}

/** What patterns are crossed with. */
export interface Ground {
  readonly phrases: Phrases;
  readonly states: readonly DialogueState[];
  readonly startable: readonly FlowInScope[];
  readonly valuesOf: (slot: SlotInScope) => readonly SaidValue[];
  readonly nounOf: (slot: SlotInScope) => string;
  /** One wish of every intent, with other values each time it is called. */
  readonly wishes: () => readonly Wish[];
  readonly random: Random;
}

type Pattern = (ground: Ground) => readonly Draft[];
type Words = Readonly<Record<string, string>>;

const fill = (template: string, words: Words): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place);

const idle = ({ states }: Ground): readonly DialogueState[] => states.filter(({ flow }) => flow === null);
const busy = ({ states }: Ground): readonly DialogueState[] => states.filter(({ flow }) => flow !== null);
const asking = (ground: Ground, kind: string): readonly DialogueState[] =>
  ground.states.filter(({ situation }) => situation.awaiting.split(" ")[0] === kind);

/** The same words in every state. */
const said = (
  states: readonly DialogueState[],
  phrases: readonly string[],
  expected: (state: DialogueState) => readonly Command[],
): readonly Omit<Draft, "pattern">[] =>
  states.flatMap((state) =>
    phrases.map((phrase) => ({
      template: phrase,
      situation: state.situation,
      message: phrase,
      expected: expected(state),
    })),
  );

const named =
  (name: string, make: (ground: Ground) => readonly Omit<Draft, "pattern">[]): Pattern =>
  (ground) =>
    make(ground).map((draft) => ({ pattern: name, ...draft }));

const startedAnew = named("start", (ground) =>
  idle(ground).flatMap(({ situation }) =>
    ground.phrases.openings.flatMap((opening) =>
      ground.wishes().map(({ intent, text, commands }) => ({
        template: intent,
        situation,
        message: fill(opening, { wish: text }),
        expected: commands,
      })),
    ),
  ),
);

const slotValue = named("slot_value", (ground) =>
  asking(ground, "slot").flatMap(({ situation, asked }) => {
    if (asked === null) return [];
    const { any = [], [asked.type]: own = [] } = ground.phrases.slotValue;
    return ground.valuesOf(asked).flatMap((value) => {
      // A synonym is said as it is; only the plain name of a value goes into a sentence.
      const isPlain = asked.type !== "categorical" || value.text === value.value;
      return [...any, ...(isPlain ? [...own, ...ground.phrases.namedValue] : [])].map((phrase) => ({
        template: `${phrase}|${asked.name}`,
        situation,
        message: sentence(ground, phrase, asked, { value: value.text }),
        expected: [{ type: "set_slot" as const, slot: asked.name, value: value.value }],
      }));
    });
  }),
);

/** One that names the slot has to agree with its number. */
const sentence = ({ phrases, nounOf }: Ground, phrase: string, slot: SlotInScope, words: Words): string => {
  const noun = nounOf(slot);
  return phrases.plural(fill(phrase, { noun, ...words }), noun);
};

const severalValues = named("several", (ground) => {
  const answers = asking(ground, "slot").flatMap(({ situation, asked, flow, known }) => {
    const others = (flow?.slots ?? []).filter(({ name }) => name !== asked?.name && !known.has(name));
    return others.flatMap((other) =>
      ground.phrases.twoValues.flatMap((phrase) => {
        const value = asked === null ? undefined : pickFrom(plainValues(ground, asked), ground.random);
        const second = pickFrom(plainValues(ground, other), ground.random);
        if (asked === null || value === undefined || second === undefined || value.text === second.text) return [];
        return [
          {
            template: `${phrase}|${asked.name}|${other.name}`,
            situation,
            message: sentence(ground, phrase, other, { value: value.text, other: second.text }),
            expected: [setSlot(asked, value), setSlot(other, second)],
          },
        ];
      }),
    );
  });
  const wishes = idle(ground).flatMap(({ situation }) =>
    ground.wishes().flatMap((wish) =>
      wish.flow.slots
        .filter(({ name }) => !wish.slots.has(name))
        .flatMap((slot) => {
          const value = pickFrom(plainValues(ground, slot), ground.random);
          const phrase = pickFrom(ground.phrases.wishWithValue, ground.random);
          if (value === undefined || phrase === undefined) return [];
          return [
            {
              template: `${phrase}|${wish.intent}`,
              situation,
              message: sentence(ground, phrase, slot, { wish: wish.text, value: value.text }),
              expected: [...wish.commands, setSlot(slot, value)],
            },
          ];
        }),
    ),
  );
  return [...answers, ...wishes];
});

const setSlot = ({ name }: SlotInScope, { value }: SaidValue): Command => ({ type: "set_slot", slot: name, value });

/** Whole answers such as "can't find it" or "three of us" fit into no other sentence. */
const plainValues = ({ valuesOf }: Ground, slot: SlotInScope): readonly SaidValue[] =>
  valuesOf(slot).filter(({ text, value }) => {
    if (slot.type === "categorical") return text === value;
    return (slot.type !== "integer" && slot.type !== "float") || !text.includes(" ");
  });

const choice = named("choice", (ground) =>
  asking(ground, "choice").flatMap(({ situation }) =>
    ground.phrases.choice.flatMap(([phrase, place]) => {
      const at = { first: 0, second: 1, third: 2, last: situation.options.length - 1 }[place];
      const option = situation.options[at];
      return option === undefined ? [] : [{ template: phrase, situation, message: phrase, expected: [option.command] }];
    }),
  ),
);

const correction = named("correction", (ground) =>
  busy(ground)
    .filter(({ situation }) => situation.awaiting !== "cancel_confirmation")
    .flatMap(({ situation, flow, known }) =>
      [...known].flatMap(([name, old]) => {
        const slot = flow?.slots.find((candidate) => candidate.name === name);
        if (slot === undefined) return [];
        const others = plainValues(ground, slot).filter(({ value }) => value !== old.value);
        return [...ground.phrases.correction, ...ground.phrases.correctionFrom].flatMap((phrase) => {
          const value = pickFrom(others, ground.random);
          // What is masked is not repeated.
          const isMasked = phrase.includes("{old}") && situation.known[name] !== old.value;
          if (value === undefined || isMasked) return [];
          return [
            {
              template: phrase,
              situation,
              message: sentence(ground, phrase, slot, { value: value.text, old: old.text }),
              expected: [{ type: "correct_slot" as const, slot: name, value: value.value }],
            },
          ];
        });
      }),
    ),
);

const interruption = named("interruption", (ground) =>
  busy(ground)
    .filter(({ situation }) => situation.awaiting !== "cancel_confirmation")
    .flatMap(({ situation, flow }) =>
      ground.wishes().flatMap((wish) => {
        const phrase = pickFrom(ground.phrases.interruption, ground.random);
        // A flow is never started again while it is active, nor the one that called the active flow.
        if (phrase === undefined || wish.flow.name === flow?.name || !isStartable(ground, flow)) return [];
        return [
          {
            template: wish.intent,
            situation,
            message: fill(phrase, { wish: wish.text }),
            expected: wish.commands,
          },
        ];
      }),
    ),
);

const isStartable = ({ startable }: Ground, flow: FlowInScope | null): boolean =>
  startable.some(({ name }) => name === flow?.name);

const digression = named("digression", (ground) => {
  const { why, options, help, status } = ground.phrases;
  const about = [...asking(ground, "slot"), ...asking(ground, "choice")].flatMap(({ situation, asked }) => {
    if (asked === null) return [];
    const questions = asked.values.length > 0 || situation.options.length > 0 ? options : [];
    const draft = (phrase: string, kind: "clarification" | "question") => ({
      template: phrase,
      situation,
      message: sentence(ground, phrase, asked, {}),
      expected: [{ type: "clarify" as const, kind, topic: asked.name }],
    });
    return [
      ...why.map((phrase) => draft(phrase, "clarification")),
      ...questions.map((phrase) => draft(phrase, "question")),
    ];
  });
  return [
    ...about,
    ...said(ground.states, help, () => [{ type: "clarify", kind: "help", topic: "" }]),
    ...said(busy(ground), status, () => [{ type: "clarify", kind: "status", topic: "" }]),
  ];
});

const cancellation = named("cancellation", (ground) =>
  said(
    busy(ground).filter(({ situation }) => situation.awaiting !== "cancel_confirmation"),
    ground.phrases.cancellation,
    () => [{ type: "cancel_flow" }],
  ),
);

const confirmation = named("confirmation", (ground) => {
  const { affirm, deny, denySlot, affirmAndWish } = ground.phrases;
  const open = [...asking(ground, "confirmation"), ...asking(ground, "cancel_confirmation")];
  const wrongSlots = asking(ground, "confirmation").flatMap(({ situation, flow, known }) =>
    (flow?.slots ?? [])
      .filter(({ name }) => known.has(name))
      .flatMap((slot) =>
        denySlot.map((phrase) => ({
          template: phrase,
          situation,
          message: sentence(ground, phrase, slot, {}),
          expected: [{ type: "deny" as const, slot: slot.name }],
        })),
      ),
  );
  const more = asking(ground, "confirmation").flatMap(({ situation, flow }) =>
    ground
      .wishes()
      .filter((wish) => wish.flow.name !== flow?.name)
      .flatMap((wish) =>
        affirmAndWish.map((phrase) => ({
          template: wish.intent,
          situation,
          message: fill(phrase, { wish: wish.text }),
          expected: [{ type: "affirm" as const }, ...wish.commands],
        })),
      ),
  );
  return [
    ...said(open, affirm, () => [{ type: "affirm" }]),
    ...said(open, deny, () => [{ type: "deny" }]),
    ...wrongSlots,
    ...more,
  ];
});

const control = named("control", (ground) => {
  const { restart, undo, repeat, skip, skipNamed, clear, resume } = ground.phrases;
  const optional = ground.states.filter(({ asked }) => asked?.required === false);
  const moving = busy(ground).filter(({ situation }) => situation.awaiting !== "cancel_confirmation");
  const slotsOf = (state: DialogueState, keep: (slot: SlotInScope) => boolean): readonly SlotInScope[] =>
    (state.flow?.slots ?? []).filter(keep);
  const aboutSlots = moving.flatMap((state) => [
    ...slotsOf(state, ({ name }) => state.known.has(name)).flatMap((slot) =>
      clear.map((phrase) => ({
        template: phrase,
        situation: state.situation,
        message: sentence(ground, phrase, slot, {}),
        expected: [{ type: "clear_slot" as const, slot: slot.name }],
      })),
    ),
    ...slotsOf(state, ({ name, required, type }) => !required && type !== "object" && !state.known.has(name)).flatMap(
      (slot) =>
        skipNamed.map((phrase) => ({
          template: phrase,
          situation: state.situation,
          message: sentence(ground, phrase, slot, {}),
          expected: [{ type: "skip_slot" as const, slot: slot.name }],
        })),
    ),
  ]);
  const paused = asking(ground, "slot").flatMap((state) =>
    ground.startable
      .filter(({ name }) => name !== state.flow?.name)
      .flatMap((flow) =>
        resume.map((phrase) => ({
          template: phrase,
          situation: { ...state.situation, paused: [flow.name] },
          message: fill(phrase, { task: taskOf(flow) }),
          expected: [{ type: "resume_flow" as const, flow: flow.name }],
        })),
      ),
  );
  return [
    ...said(moving, restart, () => [{ type: "restart_flow" }]),
    ...said(moving, undo, () => [{ type: "undo" }]),
    ...said(busy(ground), repeat, () => [{ type: "repeat" }]),
    ...said(optional, skip, ({ asked }) => [{ type: "skip_slot", slot: asked?.name ?? "" }]),
    ...aboutSlots,
    ...paused,
  ];
});

/** "Book a flight" as a part of a sentence. */
const taskOf = ({ description }: FlowInScope): string => {
  const plain = description.replace(/[.!]$/, "");
  return plain.charAt(0).toLowerCase() + plain.slice(1);
};

const smallTalk = named("small_talk", (ground) => [
  ...said(idle(ground), ground.phrases.chitchat, () => [{ type: "chitchat" }]),
  ...said(ground.states, ground.phrases.handoff, () => [{ type: "human_handoff" }]),
]);

const outOfScope = named("out_of_scope", (ground) => {
  const about = ground.startable
    .flatMap(({ description, examples }) => [description, ...examples])
    .join(" ")
    .toLowerCase();
  const known = new Set(about.match(/\p{L}{4,}/gu) ?? []);
  // A request that one of the flows may well serve is no example of the opposite.
  const foreign = ground.phrases.outOfScope.filter(
    (phrase) => !(phrase.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => known.has(word)),
  );
  return said([...idle(ground), ...asking(ground, "slot")], foreign, () => [{ type: "out_of_scope" }]);
});

const ambiguity = named("ambiguity", (ground) => {
  // "to block a lost or stolen card or to ..." has one "or" too many.
  const clear = ground.startable.filter(({ description }) => !/\b(?:or|o)\b/i.test(description));
  const flows = clear.length > 1 ? clear : ground.startable;
  return idle(ground).flatMap(({ situation }) =>
    flows.flatMap((flow, index) =>
      flows.slice(index + 1).flatMap((other) =>
        ground.phrases.eitherOr.map((phrase) => ({
          template: `${phrase}|${flow.name}|${other.name}`,
          situation,
          message: fill(phrase, { task: taskOf(flow), other: taskOf(other) }),
          expected: [{ type: "choose_flow" as const, flows: [flow.name, other.name] }],
        })),
      ),
    ),
  );
});

export const patterns: readonly Pattern[] = [
  startedAnew,
  slotValue,
  severalValues,
  choice,
  correction,
  interruption,
  digression,
  cancellation,
  confirmation,
  control,
  smallTalk,
  outOfScope,
  ambiguity,
];
