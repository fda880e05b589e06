import { type Finding, formatFinding } from "./finding.ts";
import type { Locate, Path } from "./locate.ts";
import type { RuleCode } from "./rules.ts";
import { hint, nearest } from "./suggest.ts";

export interface Problem {
  readonly code: RuleCode;
  readonly path: Path;
  readonly message: string;
  readonly severity?: "error" | "warning";
  readonly suggestion?: string | undefined;
  /** Point at the key rather than at its value. */
  readonly atKey?: boolean;
  /** Characters into the text that the path leads to. */
  readonly offset?: number;
}

interface UnknownName {
  readonly code: RuleCode;
  readonly path: Path;
  /** "slot", "flow": how to call what was not found. */
  readonly kind?: string;
  /** Instead of "No slot named 'orign'." */
  readonly message?: string;
  readonly severity?: "warning";
  readonly name: string;
  readonly valid: Iterable<string>;
  readonly atKey?: boolean;
  readonly offset?: number;
  /** A remedy to add when nothing is near. */
  readonly remedy?: string;
}

/** Collects findings; checks go on after each, so that all errors are reported at once. */
export interface Report {
  readonly findings: Finding[];
  add(problem: Problem): void;
  /** No slot named 'orign'. Did you mean 'origin'? */
  unknown(name: UnknownName): void;
}

export function createReport(locate: Locate): Report {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const add = (problem: Problem): void => {
    const place = locate(problem.path, {
      ...(problem.atKey === undefined ? {} : { atKey: problem.atKey }),
      ...(problem.offset === undefined ? {} : { offset: problem.offset }),
    });
    const finding: Finding = {
      code: problem.code,
      severity: problem.severity ?? "error",
      message: problem.message,
      ...place,
      ...(problem.suggestion === undefined ? {} : { suggestion: problem.suggestion }),
    };
    // The same mistake reached by two ways (an alias, a slot used by several flows) is told once.
    const key = formatFinding(finding);
    if (seen.has(key)) return;
    seen.add(key);
    findings.push(finding);
  };
  return {
    findings,
    add,
    unknown({ kind, name, valid, remedy, message = `No ${kind} named '${name}'.`, ...problem }) {
      const names = [...valid];
      const suggestion = nearest(name, names);
      const way = suggestion === undefined && remedy !== undefined ? ` ${remedy}` : hint(suggestion, names);
      add({ ...problem, message: `${message}${way}`, suggestion });
    },
  };
}
