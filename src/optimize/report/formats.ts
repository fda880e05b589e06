import type { Markup } from "../../report/markup.ts";
import { chip } from "../../report/table.ts";
import { formatCommand } from "../../understand/command-text.ts";
import type { WrongRow } from "../evaluate/summarise.ts";
import type { Estimate } from "../metrics/intervals.ts";

export const grouped = (count: number): string => count.toLocaleString("en");

export const percent = (share: number): string => `${(share * 100).toFixed(1).replace(/\.0$/, "")}%`;

export const points = (difference: number): string =>
  `${difference < 0 ? "−" : "+"}${Math.abs(difference * 100).toFixed(1)}`;

export const range = ({ low, high }: Estimate): string => `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}%`;

export const chips = ({
  correct,
  missed,
  invented,
}: Pick<WrongRow, "correct" | "missed" | "invented">): readonly Markup[] => [
  ...correct.map((command) => chip(formatCommand(command), "good")),
  ...invented.map((command) => chip(formatCommand(command), "bad")),
  ...missed.map((command) => chip(formatCommand(command), "missed")),
];
