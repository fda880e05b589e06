import type { Assistant } from "../../engine/assistant/assistant.ts";
import type { ExpressionNode } from "../../engine/assistant/expression.ts";
import type { Json } from "../../engine/json.ts";

/** How the YAML uses a value: what it must look like for every branch to be taken. */
export interface Use {
  /** By the path below the name, joined with dots; "" is the value itself. */
  readonly compared: ReadonlyMap<string, ReadonlySet<Json>>;
  /** Paths below the name that are read. */
  readonly fields: ReadonlySet<string>;
  readonly isList: boolean;
  /** It is a condition by itself: `enough`, `not blocked`. */
  readonly isCondition: boolean;
}

interface Collected {
  readonly compared: Map<string, Set<Json>>;
  readonly fields: Set<string>;
  isList: boolean;
  isCondition: boolean;
}

/** Every name that expressions and texts of the assistant read. */
export function usesOfNames(assistant: Assistant): ReadonlyMap<string, Use> {
  const uses = new Map<string, Collected>();
  const of = (name: string): Collected => {
    const use = uses.get(name) ?? { compared: new Map(), fields: new Set(), isList: false, isCondition: false };
    uses.set(name, use);
    return use;
  };
  const read = ([name, ...fields]: readonly string[]): Collected | null => {
    if (name === undefined || name === "session") return null;
    const use = of(name);
    if (fields.length > 0) use.fields.add(fields.join("."));
    return use;
  };
  const compare = (path: ExpressionNode, other: ExpressionNode): void => {
    if (path.kind !== "path") return;
    const [, ...fields] = path.path;
    const use = read(path.path);
    const literals =
      other.kind === "literal" ? [other.value] : other.kind === "list" ? other.items.flatMap(literal) : [];
    const key = fields.join(".");
    for (const value of literals) use?.compared.set(key, new Set([...(use.compared.get(key) ?? []), value]));
  };
  const look = (node: ExpressionNode, isCondition: boolean): void => {
    switch (node.kind) {
      case "literal":
        return;
      case "list":
        for (const item of node.items) look(item, false);
        return;
      case "path": {
        const use = read(node.path);
        if (use !== null && isCondition && node.path.length === 1) use.isCondition = true;
        return;
      }
      case "unary":
        look(node.operand, node.operator === "not");
        return;
      case "binary": {
        const isLogic = node.operator === "and" || node.operator === "or";
        look(node.left, isLogic && isCondition);
        look(node.right, isLogic && isCondition);
        compare(node.left, node.right);
        compare(node.right, node.left);
        return;
      }
      case "call":
        for (const argument of node.arguments) {
          look(argument, false);
          if (node.name === "len" && argument.kind === "path" && argument.path.length === 1)
            of(argument.path[0] ?? "").isList = true;
        }
        return;
      default:
        node satisfies never;
    }
  };
  eachExpression([assistant.flows, assistant.slots], look, (path) => void read(path));
  for (const flow of assistant.flows.values())
    for (const step of flow.steps.values()) {
      if (step.type !== "collect" || step.from?.root.kind !== "path") continue;
      const list = of(step.from.root.path[0] ?? "");
      list.isList = true;
      const chosen = uses.get(step.slot);
      for (const field of chosen?.fields ?? []) list.fields.add(field);
      for (const part of step.display?.parts ?? []) if (part.kind === "path") list.fields.add(part.path.join("."));
    }
  return uses;
}

const literal = (node: ExpressionNode): readonly Json[] => (node.kind === "literal" ? [node.value] : []);

/** Compiled expressions have a `root`, templates have `parts`. */
function eachExpression(
  data: unknown,
  look: (root: ExpressionNode, isCondition: boolean) => void,
  read: (path: readonly string[]) => void,
): void {
  if (typeof data !== "object" || data === null) return;
  const values = data instanceof Map ? [...data.values()] : Object.values(data);
  if ("root" in data && "source" in data) {
    look(data.root as ExpressionNode, true);
    return;
  }
  if ("kind" in data && data.kind === "path" && "path" in data) {
    read(data.path as readonly string[]);
    return;
  }
  // In `display`, names are fields of the item that is shown.
  const shown = "type" in data && data.type === "collect" && "display" in data ? data.display : undefined;
  for (const value of values) if (value !== shown) eachExpression(value, look, read);
}
