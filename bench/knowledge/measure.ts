import type { EmbeddedKnowledgeBase } from "../../src/digress/knowledge/create-embedded-knowledge-base.ts";
import type { Question } from "./questions.ts";

export interface KnowledgeFigures {
  /** Of the answerable questions: the right passage is first, whether or not it was thought good enough. */
  readonly rightFirst: number;
  /** Of the answerable questions: the right passage is first and shown. */
  readonly rightShown: number;
  /** Of the answerable questions: a wrong passage is shown. */
  readonly wrongShown: number;
  /** Of the unanswerable questions: "I don't know". */
  readonly refused: number;
}

/** All figures are percentages. */
export async function measure(
  knowledge: Pick<EmbeddedKnowledgeBase, "rank" | "search">,
  questions: readonly Question[],
): Promise<KnowledgeFigures> {
  const counts = { rightFirst: 0, rightShown: 0, wrongShown: 0, refused: 0 };
  const answerable = questions.filter(({ passages }) => passages.length > 0);
  for (const { ask, passages } of questions) {
    const [first] = await knowledge.rank(ask);
    const [shown] = await knowledge.search(ask, { limit: 1 });
    if (passages.length === 0) counts.refused += shown === undefined ? 1 : 0;
    else {
      const isRight = (source: string | undefined): boolean => source !== undefined && passages.includes(source);
      if (isRight(first?.passage.source)) counts.rightFirst++;
      if (isRight(shown?.source)) counts.rightShown++;
      else if (shown !== undefined) counts.wrongShown++;
    }
  }
  const share = (count: number, all: number): number => (100 * count) / all;
  return {
    rightFirst: share(counts.rightFirst, answerable.length),
    rightShown: share(counts.rightShown, answerable.length),
    wrongShown: share(counts.wrongShown, answerable.length),
    refused: share(counts.refused, questions.length - answerable.length),
  };
}
