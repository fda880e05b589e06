import type { CompiledFlow } from "../compile/flow.ts";
import type { Report } from "../report.ts";
import { strongComponents } from "./strong-components.ts";

interface Call {
  readonly from: string;
  readonly to: string;
  readonly type: "call" | "link";
  readonly path: readonly (string | number)[];
}

/** A flow that calls itself, directly or through others, would never come back. A circle of links alone replaces frames: see link-circle.ts. */
export function checkCallCycles(flows: readonly CompiledFlow[], report: Report): void {
  const calls = flows.flatMap(({ flow, draft }) =>
    draft.steps.flatMap(({ name, path }): readonly Call[] => {
      const step = flow.steps.get(name);
      return step?.type === "call" || step?.type === "link"
        ? [{ from: flow.name, to: step.flow, type: step.type, path }]
        : [];
    }),
  );
  const names = flows.map(({ flow }) => flow.name);
  const next = (name: string) => calls.filter(({ from }) => from === name).map(({ to }) => to);
  for (const cycle of strongComponents(names, next)) {
    const inside = calls.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to));
    const [first] = inside.filter(({ type }) => type === "call");
    if (first === undefined) continue;
    const way = [...shortestWay(first, inside)].join(" -> ");
    report.add({
      code: "flow.call_cycle",
      path: [...first.path, "type"],
      message: `Flows call each other in a circle: ${way}. Use 'link' to start over, or a loop within one flow.`,
    });
  }
}

/** The names on the way from a call back to the flow that made it. */
function shortestWay(first: Call, calls: readonly Call[]): readonly string[] {
  const before = new Map<string, string>();
  const open = [first.to];
  for (let name = open.shift(); name !== undefined && name !== first.from; name = open.shift()) {
    for (const { from, to } of calls) {
      if (from !== name || before.has(to)) continue;
      before.set(to, name);
      open.push(to);
    }
  }
  const way = [first.from];
  for (let name = first.from; name !== first.to; ) {
    const previous = before.get(name);
    if (previous === undefined) break;
    way.unshift(previous);
    name = previous;
  }
  return [first.from, ...way];
}
