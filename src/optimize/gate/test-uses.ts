import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

/**
 * Each time that a gate has looked at test rows. A test set that chose between many programs has been learnt from, whatever its
 * single p-values say; so its uses are counted, in a file beside the programs.
 */
const useSchema = z.object({
  run: z.string(),
  program: z.string(),
  accepted: z.boolean(),
  rows: z.array(z.string()),
});
export type TestUse = z.infer<typeof useSchema>;

/** Two test sets are the same one if they share at least this many of their rows: rows come and go. */
const sharedAtLeast = 0.5;

/** Earlier uses of these rows, by other runs. */
export const earlierUses = (uses: readonly TestUse[], run: string, rows: readonly string[]): readonly TestUse[] => {
  const now = new Set(rows);
  return uses.filter(({ run: other, rows: then }) => {
    const shared = then.filter((id) => now.has(id)).length;
    return other !== run && shared >= sharedAtLeast * Math.min(then.length, now.size) && shared > 0;
  });
};

/** A line that is none, such as one that a kill cut short, is left out. */
export const readTestUses = (file: string): readonly TestUse[] => {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      const read = useSchema.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
};

/** A run that is resumed after its gate is counted once. */
export const noteTestUse = (file: string, use: TestUse): void => {
  if (readTestUses(file).some(({ run, program }) => run === use.run && program === use.program)) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(use)}\n`);
};
