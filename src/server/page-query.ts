import { z } from "zod";

/** Of what grows with every turn, a page is read at a time. */
export const PageQuery = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: "Only turns after this one: `next` of the page before." }),
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({ description: "How many turns, at most." }),
});

/** How a page ends. */
export const pageEnd = {
  next: z.int().nullable().meta({ description: "`after` of the next page; null: this was the last." }),
};
