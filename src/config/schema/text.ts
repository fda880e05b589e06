import { z } from "zod";
import { longestLabel } from "../../engine/describe.ts";

/** Words shared by all schemas. What a text means (template, expression, target) is checked when it is compiled. */
export const template = z.string().describe("Text; {slot} and {slot.path} are replaced by their values.");

/** `condition: true` is YAML for a boolean; it means the expression of the same letters. */
export const expression = z
  .union([z.string(), z.boolean(), z.number()])
  .describe("Expression such as: len(flights) == 0 and cabin != 'business'");

/** A few words that fit into any text: they are shown as they are. */
export const label = z
  .string()
  .refine(
    (words) => words.trim() !== "" && words.length <= longestLabel && !/[{}\n]/.test(words),
    `a label is a few words, at most ${longestLabel} characters and without braces`,
  );

export const target = z.string().describe("A step of this flow, or: continue, end, error, cancel.");

export const seconds = z.number().min(0);
export const count = z.int().min(0);
export const positive = z.int().min(1);

/** `name`, or `name?` for one that may be missing. */
export const optionalName = z.string().describe("A name; with ? at the end it may be missing.");

export const assignments = z
  .union([z.record(z.string(), z.json()), z.array(optionalName)])
  .describe("Input to value: a slot's name, a literal or '{{ expression }}'; or a list of slots with the same names.");
