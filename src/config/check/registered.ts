import type { Path } from "../locate.ts";
import type { RuleCode } from "../rules.ts";
import type { Checking } from "./checking.ts";

/** Every name that YAML expects of code is registered, as far as it is known what is. */
export function checkRegistered({ draft, compiled, report, options }: Checking): void {
  const { actions, validators, normalizers } = options;
  const expect = (name: string | undefined, path: Path, registry: Registry): void => {
    const { code, kind, names, remedy } = registry;
    if (name === undefined || names === undefined || names.has(name)) return;
    report.unknown({ code, path, atKey: kind === "action", kind: `registered ${kind}`, name, valid: names, remedy });
  };
  const known = (names: Iterable<string> | undefined) => (names === undefined ? undefined : new Set(names));
  const remedy = (file: string, record: string) => `Add it to '${record}' in ${file}.`;
  const action: Registry = {
    code: "action.not_registered",
    kind: "action",
    names: known(actions),
    remedy: remedy("actions.ts", "actions"),
  };
  const validator: Registry = {
    code: "validator.unknown",
    kind: "validator",
    names: known(validators),
    remedy: remedy("validators.ts", "validators"),
  };
  const normalizer: Registry = {
    code: "normalizer.unknown",
    kind: "normalizer",
    names: known(normalizers),
    remedy: remedy("validators.ts", "normalizers"),
  };

  const slots = [...draft.slots.values(), ...[...draft.flows.values()].flatMap((flow) => [...flow.slots.values()])];
  for (const { content, place } of slots) {
    expect(content.validator, place("validator"), validator);
    expect(content.normalizer, place("normalizer"), normalizer);
  }
  for (const { draft: flow } of compiled.flows) {
    for (const { content, path } of flow.steps) {
      if (content.type === "collect")
        expect(content["validator"] as string | undefined, [...path, "validator"], validator);
    }
  }
  // Also one that no flow calls: a contract without code is a promise that nobody keeps.
  for (const [name, { path }] of draft.actions) expect(name, path, action);
}

interface Registry {
  readonly code: RuleCode;
  readonly kind: string;
  readonly names: ReadonlySet<string> | undefined;
  readonly remedy: string;
}
