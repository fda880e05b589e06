import type { StepType } from "../assistant/step.ts";
import { action } from "./action.ts";
import { branch } from "./branch.ts";
import { call } from "./call.ts";
import { collect } from "./collect.ts";
import { confirm } from "./confirm.ts";
import type { StepDefinition } from "./define-step.ts";
import { generate } from "./generate.ts";
import { handoff } from "./handoff.ts";
import { link } from "./link.ts";
import { own } from "./own.ts";
import { say } from "./say.ts";
import { set } from "./set.ts";
import { whileStep } from "./while.ts";

/** Every step type there is, in the order in which authors are told of them. */
const list = [collect, say, action, confirm, branch, whileStep, set, call, link, generate, handoff, own] as const;

/** A step type that is not in the list does not compile here. */
const all: StepType extends (typeof list)[number]["type"] ? readonly StepDefinition[] : never =
  list as unknown as readonly StepDefinition[];

/** By type. */
export const steps = Object.fromEntries(all.map((definition) => [definition.type, definition])) as Readonly<
  Record<StepType, StepDefinition>
>;
