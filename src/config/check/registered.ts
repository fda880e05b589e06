import type { Path } from "../locate.ts";
import type { RuleCode } from "../rules.ts";
import type { Checking } from "./checking.ts";

/** Every name that YAML expects of code is registered, as far as it is known what is. */
export function checkRegistered({ draft, compiled, report, options }: Checking): void {
  const { actions, validators, normalizers } = options;
  const expect = (name: string | undefined, path: Path, registry: Registry): void => {
    if (name === undefined || registry.names === undefined) return;
    const names = new Set(registry.names);
    if (names.has(name)) return;
    const { code, kind, remedy } = registry;
    report.unknown({ code, path, kind: `registered ${kind}`, name, valid: names, remedy });
  };
  const remedy = (file: string, record: string) => `Add it to '${record}' in ${file}.`;
  const action: Registry = {
    code: "action.not_registered",
    kind: "action",
    names: actions,
    remedy: remedy("actions.ts", "actions"),
  };
  const validator: Registry = {
    code: "validator.unknown",
    kind: "validator",
    names: validators,
    remedy: remedy("validators.ts", "validators"),
  };
  const normalizer: Registry = {
    code: "normalizer.unknown",
    kind: "normalizer",
    names: normalizers,
    remedy: remedy("validators.ts", "normalizers"),
  };

  const slots = [...draft.slots.values(), ...[...draft.flows.values()].flatMap((flow) => [...flow.slots.values()])];
  for (const { content, path } of slots) {
    // What a flow's slot takes over from the global one is reported there.
    expect(content.validator, [...path, "validator"], validator);
    expect(content.normalizer, [...path, "normalizer"], normalizer);
  }
  for (const { draft: flow } of compiled.flows) {
    for (const { content, path } of flow.steps) {
      if (content.type === "collect") expect(content.validator, [...path, "validator"], validator);
      // An action that is not even declared is reported as unknown.
      if (content.type === "action" && draft.actions.has(content.call)) expect(content.call, [...path, "call"], action);
    }
  }
  const handoff = draft.patterns.handoff.action;
  if (handoff !== undefined && draft.actions.has(handoff)) expect(handoff, ["patterns", "handoff", "action"], action);
}

interface Registry {
  readonly code: RuleCode;
  readonly kind: string;
  readonly names: Iterable<string> | undefined;
  readonly remedy: string;
}
