import type { FitMessage } from "../../src/optimize/fit/hypothesis-rows.ts";
import { isExact, rightActions, wrongActions } from "../domains/compare-row.ts";
import type { Domain } from "../domains/read-domains.ts";

/** The labelled messages of the assistants to fit on, judged by the rules of bench/domains. */
export const domainMessages = (domains: readonly Domain[]): readonly FitMessage[] =>
  domains.flatMap(({ name, rows }) =>
    rows.map((row) => ({
      domain: name,
      message: row.message,
      context: row.context,
      judge: (commands) => ({
        exact: isExact(row, commands),
        wrong: wrongActions(row, commands),
        right: rightActions(row, commands),
      }),
    })),
  );
