import { SoniError } from "../../engine/errors.ts";
import { type Coverage, shareOf } from "../../testing/coverage.ts";

const kinds = ["flows", "steps", "branches", "refusals", "patterns"] as const satisfies readonly (keyof Coverage)[];

interface Required {
  readonly kind: (typeof kinds)[number];
  readonly least: number;
}

/** Reads `steps>=0.95,branches>=0.8`; a percentage is fine too. */
export function parseRequired(text: string | undefined): readonly Required[] {
  if (text === undefined) return [];
  return text.split(",").map((part) => {
    const [name = "", value = "", ...more] = part.split(">=").map((each) => each.trim());
    const kind = kinds.find((each) => each === name);
    const number = value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : Number(value);
    if (kind === undefined || more.length > 0 || value === "" || !(number >= 0 && number <= 1))
      throw new SoniError(
        "cli.bad_figures",
        `'${part}' can't be required. Write one of ${kinds.join(", ")} as in steps>=0.95.`,
      );
    return { kind, least: number };
  });
}

/** A line for each figure that was not reached. */
export const missedFigures = (required: readonly Required[], coverage: Coverage): readonly string[] =>
  required.flatMap(({ kind, least }) => {
    const share = shareOf(coverage[kind]);
    const shown = (value: number): string => `${(value * 100).toFixed(1)} %`;
    return share >= least ? [] : [`The tests cover ${shown(share)} of ${kind}; ${shown(least)} are required.`];
  });
