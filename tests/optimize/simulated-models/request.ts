import { z } from "zod";

/** The only file that knows what the product's prompts look like. README.md says what it relies on. */

const content = z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))]).nullish();
export const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content })).min(1),
  n: z.int().min(1).max(16).optional(),
  stream: z.literal(false).optional(),
  response_format: z.object({ json_schema: z.object({ schema: z.unknown() }).optional() }).optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

export interface Demonstration {
  readonly message: string;
  readonly output: unknown;
}

/** What a model is asked for: commands, values of started flows, or both. */
export interface UnderstandingTask {
  readonly kind: "understand";
  readonly wants: { readonly commands: boolean; readonly values: boolean };
  readonly instruction: string;
  readonly demonstrations: readonly Demonstration[];
  readonly message: string;
  /** State, history and message as they stand, with escapes undone: where injected text can be. */
  readonly data: string;
  /** All of it: two requests that differ in anything differ here. */
  readonly prompt: string;
}

export interface WritingTask {
  readonly kind: "write";
  readonly prompt: string;
  readonly schema: unknown;
}

export function readRequest(request: ChatRequest): UnderstandingTask | WritingTask {
  // An assistant's message in the prompt is a demonstration's answer.
  const prompt = request.messages
    .map(({ role, content }) => (role === "assistant" ? `Answer: ${textOf(content)}` : textOf(content)))
    .join("\n");
  const schema = request.response_format?.json_schema?.schema;
  const commands = hasProperty(schema, "commands");
  const values = hasProperty(schema, "values");
  if (!commands && !values && !prompt.trimEnd().endsWith("</message>")) return { kind: "write", prompt, schema };
  const start = Math.max(prompt.lastIndexOf("<state>"), 0);
  const [program, situation] = [prompt.slice(0, start), prompt.slice(start)];
  const second = situation.includes('"started_flows"');
  return {
    kind: "understand",
    wants: commands || values ? { commands, values } : { commands: !second, values: second },
    ...readProgram(program),
    message: String(parsed(blocks(situation, "message").at(-1) ?? '""')),
    data: situation.replaceAll(/\\u([0-9a-f]{4})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    prompt,
  };
}

/** Instruction and demonstrations in the fixed part of a prompt. */
function readProgram(text: string): Pick<UnderstandingTask, "instruction" | "demonstrations"> {
  const demonstrations = [...text.matchAll(/<message>\n(.*)\n<\/message>\nAnswer: (.*)/g)].map(
    ([, message = '""', output = "null"]): Demonstration => ({
      message: String(parsed(message)),
      output: parsed(output),
    }),
  );
  const instruction = text.replaceAll(/<([a-z_]+)>\n.*\n<\/\1>/g, "").replaceAll(/^(?:Answer|Example):.*$/gm, "");
  return { instruction, demonstrations };
}

const blocks = (text: string, tag: string): readonly string[] =>
  [...text.matchAll(new RegExp(`<${tag}>\\n(.*)\\n</${tag}>`, "g"))].map(([, inside = ""]) => inside);

const textOf = (value: z.infer<typeof content>): string =>
  typeof value === "string" ? value : (value ?? []).map(({ text = "" }) => text).join("\n");

const hasProperty = (schema: unknown, name: string): boolean =>
  typeof schema === "object" &&
  schema !== null &&
  "properties" in schema &&
  typeof schema.properties === "object" &&
  schema.properties !== null &&
  name in schema.properties;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
