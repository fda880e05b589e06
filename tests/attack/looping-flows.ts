import type { RandomNumbers } from "../support/random-numbers.ts";

/** Flows that never end by themselves. */
export interface LoopingFlows {
  readonly name: string;
  /** The flow to start. */
  readonly start: string;
  readonly flows: Readonly<Record<string, object>>;
  /** No value decides whether it ends, so the check can say so before anybody talks. */
  readonly isPlain: boolean;
}

type Steps = readonly Readonly<Record<string, unknown>>[];

/** Goes to another step while the condition holds, else on or to the end. */
const turn = (step: string, condition: string, to: readonly [whileTrue: string, otherwise: string]) => ({
  step,
  type: "branch",
  // biome-ignore lint/suspicious/noThenProperty: the word that the language uses; nobody awaits it.
  when: [{ condition, then: to[0] }, { else: to[1] }],
});

/** Steps that end at once: something to get through on the way round. */
function filling(random: RandomNumbers, prefix: string): Steps {
  const kinds = [
    (step: string) => ({ step, type: "set", slots: { count: "{{ count + 1 }}" } }),
    (step: string) => ({ step, type: "say", message: "Still here." }),
    (step: string) => turn(step, "count < 0", ["end", "continue"]),
  ];
  return Array.from({ length: random(3) }, (_, index) => {
    const kind = kinds[random(kinds.length)] as (step: string) => Readonly<Record<string, unknown>>;
    return kind(`${prefix}_fill_${index}`);
  });
}

type Kind = (random: RandomNumbers, name: string) => Omit<LoopingFlows, "name">;

const flow = (description: string, steps: Steps): object => ({
  description,
  trigger: { intents: [`begin ${description}`] },
  steps,
});

/** A flow for each place of the circle; `leave` is the step that goes to the next one. */
function circle(
  random: RandomNumbers,
  name: string,
  leave: (to: string, index: number) => Readonly<Record<string, unknown>>,
) {
  const length = 2 + random(4);
  const names = Array.from({ length }, (_, index) => `${name}_${index}`);
  const flows = names.map((each, index) => {
    const next = names[(index + 1) % length] as string;
    return [each, flow(each.replaceAll("_", " "), [...filling(random, each), leave(next, index)])] as const;
  });
  return { start: names[0] as string, flows: Object.fromEntries(flows) };
}

/** No step of the circle looks at a value. */
const isWithoutChoice = ({ flows }: Pick<LoopingFlows, "flows">): boolean =>
  Object.values(flows).every((each) => (each as { steps: Steps }).steps.every(({ type }) => type !== "branch"));

const kinds: Readonly<Record<string, Kind>> = {
  links: (random, name) => {
    const made = circle(random, name, (target) => ({ step: "go", type: "link", flow: target }));
    // A branch on its way may lead out of it: that is for the server to find.
    return { ...made, isPlain: isWithoutChoice(made) };
  },
  calls: (random, name) => ({
    ...circle(random, name, (target) => ({ step: "go", type: "call", flow: target })),
    isPlain: true,
  }),
  "links under a condition": (random, name) => ({
    ...circle(random, name, (target) => ({ step: "go", type: "link", flow: target, when: "count >= 0" })),
    isPlain: false,
  }),
  "links and calls": (random, name) => ({
    ...circle(random, name, (target, index) => ({
      step: "go",
      type: index % 2 === 0 ? "call" : "link",
      flow: target,
      when: "count >= 0",
    })),
    isPlain: false,
  }),
  while: (random, name) => ({
    start: name,
    flows: {
      [name]: flow(name, [
        {
          step: "round",
          type: "while",
          condition: "count >= 0",
          do: [{ step: "more", type: "set", slots: { count: "{{ count + 1 }}" } }],
        },
        ...filling(random, name),
        { step: "done", type: "say", message: "Done." },
      ]),
    },
    isPlain: false,
  }),
  "a link in a while": (random, name) => ({
    start: name,
    flows: {
      [name]: flow(name, [
        ...filling(random, name),
        {
          step: "round",
          type: "while",
          condition: "count >= 0",
          do: [{ step: "go", type: "link", flow: name, when: "count >= 0" }],
        },
      ]),
    },
    isPlain: false,
  }),
  jumps: (random, name) => ({
    start: name,
    flows: {
      [name]: flow(name, [
        { step: "first", type: "set", slots: { count: "{{ count + 1 }}" } },
        ...filling(random, name),
        turn("back", "count >= 0", ["first", "end"]),
      ]),
    },
    isPlain: false,
  }),
  "an error that leads back": (random, name) => ({
    start: name,
    flows: {
      [name]: flow(name, [
        { step: "try", type: "action", call: "fail", on_error: "again" },
        { step: "done", type: "say", message: "Done.", jump_to: "end" },
        { step: "again", type: "set", slots: { count: "{{ count + 1 }}" } },
        ...filling(random, name),
        turn("back", "count >= 0", ["try", "end"]),
      ]),
    },
    isPlain: false,
  }),
  "an error that links": (random, name) => ({
    start: name,
    flows: {
      [name]: flow(name, [
        ...filling(random, name),
        { step: "try", type: "action", call: "fail", on_error: "again" },
        { step: "done", type: "say", message: "Done.", jump_to: "end" },
        { step: "again", type: "link", flow: name },
      ]),
    },
    isPlain: false,
  }),
};

/** The kinds one after the other, each time with other steps and lengths. */
export function loopingFlows(random: RandomNumbers, count: number): readonly LoopingFlows[] {
  const makers = Object.entries(kinds);
  return Array.from({ length: count }, (_, index) => {
    const [name, make] = makers[index % makers.length] as (typeof makers)[number];
    return { name: `${name} ${index}`, ...make(random, `loop_${index}`) };
  });
}
