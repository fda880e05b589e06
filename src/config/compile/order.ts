import type { Step } from "../../engine/assistant/step.ts";
import type { UnorderedStep } from "../../engine/steps/define-step.ts";
import type { FlowDraft } from "../draft/draft.ts";
import type { Report } from "../report.ts";

export interface Ordered {
  readonly steps: ReadonlyMap<string, Step>;
  readonly first: string | null;
}

/**
 * What follows each step when nothing jumps. Steps of a loop follow each other in its own order, the last one
 * leads back to the loop; all others follow in the order of the file, past the steps that belong to loops.
 */
export function orderSteps(steps: readonly UnorderedStep[], flow: FlowDraft, report: Report): Ordered {
  const loops = loopsOf(flow, report);
  const next = new Map<string, string | null>();
  const outside = flow.steps.map(({ name }) => name).filter((name) => !loops.has(name));
  for (const [index, name] of outside.entries()) next.set(name, outside[index + 1] ?? null);
  for (const { name: loop, body } of flow.steps) {
    const inside = body.filter((name) => loops.get(name) === loop);
    for (const [index, name] of inside.entries()) next.set(name, inside[index + 1] ?? loop);
  }
  const ordered = new Map<string, Step>();
  for (const step of steps) {
    const loop = loops.get(step.name);
    const body = step.type === "while" ? { body: wholeBody(step.name, loops, flow) } : {};
    ordered.set(step.name, {
      ...step,
      ...body,
      next: next.get(step.name) ?? null,
      ...(loop === undefined ? {} : { loop }),
    } as Step);
  }
  return { steps: ordered, first: outside[0] ?? null };
}

/** The loop that each step belongs to. */
function loopsOf(flow: FlowDraft, report: Report): ReadonlyMap<string, string> {
  const loops = new Map<string, string>();
  for (const { name: loop, body, path } of flow.steps) {
    for (const [index, name] of body.entries()) {
      const other = name === loop ? name : loops.get(name);
      if (other === undefined) loops.set(name, loop);
      else {
        const message =
          name === loop
            ? `The loop '${loop}' can't contain itself.`
            : `'${name}' already belongs to the loop '${other}'.`;
        report.add({ code: "flow.shared_loop_step", path: [...path, "do", index], message });
      }
    }
  }
  return loops;
}

/** With the steps of loops inside it: a new round begins all of them anew. */
function wholeBody(loop: string, loops: ReadonlyMap<string, string>, flow: FlowDraft): readonly string[] {
  const found = [...(flow.steps.find(({ name }) => name === loop)?.body ?? [])];
  for (const { name } of flow.steps) {
    const around = loops.get(name);
    if (around !== undefined && around !== loop && isInside(name, loop, loops)) found.push(name);
  }
  return found;
}

function isInside(name: string, loop: string, loops: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let around = loops.get(name); around !== undefined && !seen.has(around); around = loops.get(around)) {
    if (around === loop) return true;
    seen.add(around);
  }
  return false;
}
