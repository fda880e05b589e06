import type { Assignment } from "../../../engine/assistant/step.ts";
import { checkValue } from "../slot.ts";
import { placeIn, type StepCompiler, slotsIn } from "../step-context.ts";
import { compileAssignment } from "../text.ts";

export const compileSet: StepCompiler<"set"> = (content, base, context) => {
  const slots: Record<string, Assignment> = {};
  for (const [name, value] of Object.entries(content.slots)) {
    const at = placeIn(context, "slots", name);
    const assignment = compileAssignment(value, at);
    if (assignment === null) continue;
    slots[name] = assignment;
    const slot = context.scope.slot(name);
    if (assignment.kind === "literal" && slot !== undefined) {
      checkValue(slot, assignment.value, { ...at, code: "slot.bad_value" });
    }
  }
  return {
    ...base,
    type: "set",
    slots,
    reads: slotsIn(context.scope, Object.values(slots)),
    writes: Object.keys(content.slots),
  };
};
