import { join } from "node:path";
import type { Command } from "../../src/engine/commands/command.ts";
import { openSoni } from "../../src/index.ts";
import { type Calibration, calibrationOf } from "../../src/optimize/metrics/calibration.ts";
import { bootstrapEstimate, byGroup, type Estimate, type Grouped } from "../../src/optimize/metrics/intervals.ts";
import { type OutcomeShares, outcomeShares } from "../../src/optimize/metrics/outcomes.ts";
import { seededRandom } from "../../src/optimize/metrics/random.ts";
import { createEmbeddedUnderstander } from "../../src/understand/embedded/create-embedded-understander.ts";
import type { Understander, Understanding } from "../../src/understand/understander.ts";
import { type HeldRow, holdRow } from "./hold-row.ts";
import type { Domain } from "./read-domains.ts";

export interface MeasuredRow extends HeldRow {
  readonly domain: string;
  readonly language: string;
  readonly expected: readonly Command[];
}

/** When all labels say that it is: a Wednesday. */
const now = Date.parse("2026-11-18T10:00:00Z");

/** Runs the product as it is shipped over every row of an assistant; with other weights, if some are given. */
export async function measureDomain(
  { name, folder, assistant, rows }: Domain,
  weights?: Readonly<Record<string, number>>,
): Promise<readonly MeasuredRow[]> {
  const understander = recording(
    createEmbeddedUnderstander({
      cacheDirectory: join(process.env["SONI_CACHE"] ?? "", "vectors"),
      ...(weights === undefined ? {} : { weights }),
    }),
  );
  const { soni } = await openSoni(folder, { store: "memory", clock: { now: () => now }, understander });
  try {
    const measured: MeasuredRow[] = [];
    for (const [index, row] of rows.entries()) {
      const held = await holdRow(soni, row, { conversationId: `${name}-${index}`, understood: understander.last });
      measured.push({ ...held, domain: name, language: assistant.settings.language, expected: row.expected });
    }
    return measured;
  } finally {
    await soni.close();
  }
}

/** The embedded understander, and what it last said: the product keeps less of it than a measurement needs. */
function recording(inner: Understander): Understander & { last(): Understanding | null } {
  let last: Understanding | null = null;
  return {
    ...inner,
    last: () => last,
    async understand(request) {
      last = await inner.understand(request);
      return last;
    },
  };
}

export interface Totals {
  readonly rows: number;
  readonly misplaced: number;
  readonly degraded: number;
  readonly outcomes: OutcomeShares;
  /** Of the messages that something would be done with if nothing were asked: how sure, and whether all of it is right. */
  readonly messages: Calibration;
  /** Of single commands that were done. */
  readonly commands: Calibration;
  readonly awaited: { readonly right: number; readonly wrong: number };
}

export const totalsOf = (rows: readonly MeasuredRow[]): Totals => ({
  rows: rows.length,
  misplaced: rows.filter(({ isMisplaced }) => isMisplaced).length,
  degraded: rows.filter(({ isDegraded }) => isDegraded).length,
  outcomes: outcomeShares(
    rows.map(({ domain, outcome }) => ({ group: domain, value: outcome })),
    byAssistant,
  ),
  messages: calibrationOf(rows.flatMap(({ proposed }) => (proposed === null ? [] : [proposed]))),
  commands: calibrationOf(rows.flatMap(({ done }) => done)),
  awaited: {
    right: rows.filter(({ awaited }) => awaited === "right").length,
    wrong: rows.filter(({ awaited }) => awaited === "wrong").length,
  },
});

/** Messages to one assistant are alike: assistants are drawn, not messages. */
const byAssistant = (rows: readonly Grouped<boolean>[]): Estimate => {
  const groups = byGroup(rows).map((values) => ({ count: values.length, held: values.filter(Boolean).length }));
  const share = (drawn: typeof groups): number => {
    const count = drawn.reduce((sum, each) => sum + each.count, 0);
    return count === 0 ? 0 : drawn.reduce((sum, each) => sum + each.held, 0) / count;
  };
  const { value, low, high } = bootstrapEstimate(groups, (drawn) => share([...drawn]), {
    random: seededRandom("domains"),
  });
  return { value, low: Math.max(0, low), high: Math.min(1, high) };
};
