import type { ProjectPort } from "../project-code/call-project-code.ts";
import type { SoniOptions } from "./create-soni.ts";
import type { MessageInput, Soni } from "./soni.ts";

/** `data`: nothing that could be called. `trusted`: without it there is no conversation to protect. */
type Kind = ProjectPort | "data" | "trusted";

/**
 * Every place where a program hands functions over, and the port by which `callProjectCode` guards them. A new member
 * does not compile until it is classified here; tests/turn runs every port through every way to misbehave.
 */
export const projectPorts = {
  assistant: "data",
  history: "data",
  places: "data",
  retryPause: "data",
  actions: "action",
  validators: "validator",
  normalizers: "normalizer",
  commands: "command",
  steps: "step",
  slotTypes: "slot_type",
  stackLimits: "stack_limit",
  understander: "understander",
  knowledgeBase: "knowledge_base",
  migrations: "migration",
  onAbandoned: "abandoned",
  writingModel: "writing_model",
  rephraseBudget: "data",
  actionRunner: "action_runner",
  store: "trusted",
  clock: "trusted",
  ids: "trusted",
  models: "trusted",
  log: "log",
  debug: "log",
} as const satisfies Record<keyof Required<SoniOptions>, Kind>;

/** The same for the functions that come with a message or a call. */
export const callPorts = {
  check: "check",
  observe: "observer",
} as const satisfies Record<FunctionsOf<Required<MessageInput>> | TakesFunction<Soni>, ProjectPort>;

type FunctionsOf<Record> = { [Key in keyof Record]: Record[Key] extends Callable ? Key : never }[keyof Record];

/** Methods that are given a function. */
type TakesFunction<Record> = {
  [Key in keyof Record]: Record[Key] extends (first: infer First) => unknown
    ? First extends Callable
      ? Key
      : never
    : never;
}[keyof Record];

type Callable = (...given: never[]) => unknown;
