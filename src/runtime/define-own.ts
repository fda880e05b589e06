import type { z } from "zod";
import type { CustomCommandEffect, CustomCommandView } from "../engine/assistant/custom-command.ts";
import type { SlotTypeCode } from "../engine/slot-types/own-type.ts";
import type { OwnStep, StepCode } from "../engine/steps/own.ts";
import type { CustomCommandDefinition } from "./custom-command.ts";

/** Types for an entry of the record that commands.ts exports: the handler gets what the schema makes of the arguments. */
export const defineCommand = <Schema extends z.ZodType>(command: {
  readonly description: string;
  readonly schema: Schema;
  handle(
    argumentsGiven: z.output<Schema>,
    state: CustomCommandView,
  ): CustomCommandEffect | Promise<CustomCommandEffect>;
}): CustomCommandDefinition => command as unknown as CustomCommandDefinition;

/** Types for an entry of the record that steps.ts exports: input and result have the keys of the step type. */
export const defineStep = <const Keys extends OwnStep["keys"]>(step: StepCode<Keys>): StepCode =>
  step as unknown as StepCode;

/** Types for an entry of the record that slot-types.ts exports. */
export const defineSlotType = (type: SlotTypeCode): SlotTypeCode => type;
