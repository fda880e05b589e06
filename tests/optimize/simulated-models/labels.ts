import { stringify } from "yaml";
import { contexts, type Row } from "./rows.ts";

/** The rows as a file of labelled messages for the workshop's assistant. */
export const labels = (rows: readonly Row[]): string =>
  stringify({
    now: "2026-11-18T10:00:00+01:00",
    contexts,
    cases: rows.map(({ context, message, expected }) => [context, message, expected]),
  });
