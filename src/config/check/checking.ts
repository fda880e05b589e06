import type { Compiled } from "../compile/assistant.ts";
import type { Draft } from "../draft/draft.ts";
import type { LoadOptions } from "../options.ts";
import type { Report } from "../report.ts";

/** What every check gets to see. */
export interface Checking {
  readonly draft: Draft;
  readonly compiled: Compiled;
  readonly report: Report;
  readonly options: LoadOptions;
}
