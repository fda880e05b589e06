const percent = (share: number): string => `${Math.round(share * 100)}%`;

const doubts = {
  asked: "the user was asked",
  asked_again: "the question was asked again",
  left_out: "left out",
  echoed: "done, and repeated to the user",
} as const;

/** The inspector's words. It is for developers, who read YAML in English anyway: one language. */
export const words = {
  title: "Inspector",
  close: "Back to the chat",
  turn: "Turn",
  turnOf: (turn: number, last: number) => `Turn ${turn} of ${last}`,
  earlier: "Earlier turn",
  later: "Later turn",
  nothingYet: "Nothing has been said yet.",
  failed: "The server does not tell what happened. Trying again with the next turn.",
  flow: "Flow",
  diagramOf: (flow: string) => `Diagram of the flow ${flow}`,
  pathTaken: (path: readonly string[], current: string | null) =>
    [
      path.length === 0 ? "No step is done yet." : `Steps done: ${path.join(", ")}.`,
      current === null ? "" : `It waits at ${current}.`,
    ]
      .join(" ")
      .trim(),
  stack: "Stack",
  stackEmpty: "No flow is running.",
  slots: "Slots",
  slotsEmpty: "No slot is filled.",
  slotHeads: ["Slot", "Value", "Where it came from"],
  commands: "Commands",
  commandsEmpty: "No commands in this turn.",
  evidence: "Why it was read like that",
  doubt: (outcome: "asked" | "asked_again" | "left_out" | "echoed", confidence: number, needed: number) =>
    `${doubts[outcome]}: ${percent(confidence)} likely, ${percent(needed)} needed`,
  rival: "May mean instead:",
  likely: (confidence: number) => `${percent(confidence)} likely`,
  feature: (name: string, contribution: number) =>
    `${name} ${contribution < 0 ? "−" : "+"}${Math.abs(contribution).toFixed(2)}`,
  trace: "Trace",
  moment: (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " "),
  times: "Time per stage",
  timesEmpty: "Nothing took a measurable time.",
  tokens: "Tokens",
  milliseconds: (time: number) => `${time < 10 && time > 0 ? Math.round(time * 10) / 10 : Math.round(time)} ms`,
  why: "Why did it say that?",
  whyClose: "Close the explanation",
  afterWords: (text: string) => (text === "" ? "Nobody had said anything." : `The user had said “${text}”.`),
  from: {
    step: (step: string, flow: string) => `Step ${step} of the flow ${flow} says this.`,
    pattern: (pattern: string) => `It is the system text ${pattern}, which responses may replace.`,
    digression: (kind: string) => `It is an answer aside (${kind}); the flow stays where it was.`,
  },
  provenance: {
    user: (turn: number) => `user, turn ${turn}`,
    action: (action: string | null) => `action ${action ?? ""}`.trim(),
    default: "default",
    input: "input of the flow",
    set: "set by a step",
    confirm: "confirmed by the user",
    generate: "written by a model",
    call: (flow: string | null) => `result of ${flow ?? "a flow"}`,
    api: "program",
  },
} as const;
