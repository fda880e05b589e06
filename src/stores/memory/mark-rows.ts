import type { MarkName, MarkRows } from "../mark-rows.ts";

export const createMemoryMarks = (): MarkRows => {
  const marks = new Map<MarkName, number>();
  return {
    read: async (name) => marks.get(name) ?? null,
    async write(name, value) {
      marks.set(name, Math.trunc(value));
    },
  };
};
