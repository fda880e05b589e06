import { z } from "zod";
import type { Path } from "../locate.ts";
import { isRecord } from "../source.ts";

/** The keys that the schema allows at a place, for suggestions. */
export function keysOf(schema: z.ZodType, path: Path, data: unknown): readonly string[] {
  const [part, ...rest] = path;
  const plain = unwrap(schema);
  if (plain instanceof z.ZodUnion) {
    const options = plain.options as readonly z.ZodType[];
    return options.filter((option) => fits(option, data)).flatMap((option) => keysOf(option, path, data));
  }
  if (part === undefined) return plain instanceof z.ZodObject ? Object.keys(plain.shape) : [];
  const inner = innerOf(plain, part);
  if (inner === undefined) return [];
  const value = Array.isArray(data) ? data[Number(part)] : isRecord(data) ? data[String(part)] : undefined;
  return keysOf(inner, rest, value);
}

function innerOf(schema: z.ZodType, part: string | number): z.ZodType | undefined {
  if (schema instanceof z.ZodObject) return (schema.shape as Record<string, z.ZodType>)[String(part)];
  if (schema instanceof z.ZodRecord) return schema.valueType as z.ZodType;
  if (schema instanceof z.ZodArray) return schema.element as z.ZodType;
  return undefined;
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  return schema;
}

/** With a discriminator, only the alternative that it names. */
function fits(schema: z.ZodType, data: unknown): boolean {
  const plain = unwrap(schema);
  if (!(plain instanceof z.ZodObject) || !isRecord(data)) return true;
  const type = (plain.shape as Record<string, z.ZodType>)["type"];
  return !(type instanceof z.ZodLiteral) || type.value === data["type"];
}
