import type { RuleCode } from "../rules.ts";
import { hint, nearest } from "../suggest.ts";
import { type At, locals } from "./scope.ts";

interface PathsAt extends At {
  readonly code: RuleCode & ("expression.unknown_name" | "template.unknown_name");
  readonly source: string;
  /** Where the source begins in the text of the file. */
  readonly shift: number;
}

/** Constants of other languages. */
const constants: ReadonlyMap<string, string> = new Map([
  ["True", "true"],
  ["TRUE", "true"],
  ["False", "false"],
  ["FALSE", "false"],
  ["None", "null"],
  ["nil", "null"],
  ["undefined", "null"],
  ["NULL", "null"],
]);
const namespaces = new Set(["slots", "slot", "state", "context"]);

/** Whether every name exists; the names of slots are noted as used. */
export function checkPaths(paths: readonly (readonly string[])[], at: PathsAt): boolean {
  return paths.map((path) => checkPath(path, at)).every(Boolean);
}

function checkPath(path: readonly string[], at: PathsAt): boolean {
  const [root = "", ...rest] = path;
  const { scope } = at;
  if (scope.names.has(root)) {
    scope.use(root);
    return true;
  }
  if (root === "session" || (locals as readonly string[]).includes(root)) return true;
  if (root === "outputs") return checkOutputs(rest, at);
  const valid = [...scope.names, ...locals, "session", "outputs"];
  const inner = namespaces.has(root) && rest[0] !== undefined && scope.names.has(rest[0]) ? rest.join(".") : undefined;
  const suggestion = constants.get(root) ?? inner ?? nearest(root, valid);
  return refuse(`No slot named '${root}' here.${hint(suggestion, scope.names)}`, suggestion, { ...at, name: root });
}

/** `outputs.<flow>.<name>`: what the last completed run of that flow left. */
function checkOutputs([flow, output]: readonly string[], at: PathsAt): boolean {
  const { flows } = at.scope.draft;
  if (flow === undefined) {
    return refuse("'outputs' is read by flow and name: outputs.book_flight.booking_reference.", undefined, {
      ...at,
      name: "outputs",
    });
  }
  const draft = flows.get(flow);
  if (draft === undefined) {
    const suggestion = nearest(flow, flows.keys());
    return refuse(`No flow named '${flow}'.${hint(suggestion, flows.keys())}`, suggestion, { ...at, name: flow });
  }
  if (output === undefined || !draft.whole || draft.content.outputs.includes(output)) return true;
  const suggestion = nearest(output, draft.content.outputs);
  const way = hint(suggestion, draft.content.outputs);
  return refuse(`The flow '${flow}' has no output '${output}'.${way}`, suggestion, { ...at, name: output });
}

function refuse(message: string, suggestion: string | undefined, at: PathsAt & { readonly name: string }): false {
  const { scope, path, code, atKey = false, source, shift, name } = at;
  const offset = Math.max(source.indexOf(name), 0) + shift;
  scope.report.add({ code, path, atKey, message, suggestion, offset });
  return false;
}
