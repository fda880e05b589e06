import { corrections, plainAnswers } from "./long-form-contender.ts";
import { type BenchSize, freshIds, inTurn, measure, withContenders } from "./rounds.ts";
import { showRatio } from "./show.ts";

/** Answers and corrections by one process, in the same conversations, so that both are compiled and stored alike. */
export async function compareCorrection(size: BenchSize): Promise<void> {
  const { answer, correction } = await withContenders(["longForm"], size.folder, ({ longForm }) =>
    inTurn(["answer", "correction"], size, async (name, round) => {
      const ids = freshIds(`${round}`);
      if (name === "answer") return measure(longForm, ids, plainAnswers);
      const { microseconds } = await longForm.run({ ids, ...corrections });
      return microseconds / (ids.length * (corrections.to - corrections.from));
    }),
  );
  console.log("\nA form of more than fifty slots, direct host");
  showRatio("correction after 50 answers / plain answer", correction, answer, 3);
}
