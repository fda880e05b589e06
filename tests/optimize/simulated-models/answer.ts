import { draw } from "./draw.ts";
import type { SimulatedModel } from "./models.ts";
import { readMessage, type WrittenCommand } from "./read-message.ts";
import type { UnderstandingTask } from "./request.ts";
import { learn } from "./skill.ts";
import type { Phenomenon } from "./vocabulary.ts";

export type Pass = "commands" | "values";

/** Where a message falls between 0 and 1: the model is right if its chance is above. Undefined: it depends on the prompt. */
export const luckOf = (
  { name, steady }: Pick<SimulatedModel, "name" | "steady">,
  seed: number,
  pass: Pass,
  message: string,
): number | undefined =>
  draw(seed, name, "steady", message) < steady ? draw(seed, name, "luck", pass, message) : undefined;

/** What a pass needs to be able to do for this message. */
export const needed = (phenomenon: Phenomenon, pass: Pass): Phenomenon | undefined => {
  if (pass === "commands") return phenomenon === "values" ? "start" : phenomenon;
  return phenomenon === "values" ? "values" : undefined;
};

/** The model's answer to a request, as text. */
export function answerOf(model: SimulatedModel, seed: number, task: UnderstandingTask): string {
  const learnt = learn(task);
  const reading = readMessage(task.message);
  const told = model.obeys(learnt.advice) ? commandsToldIn(task.data) : [];
  const isRight = (pass: Pass): boolean => {
    const phenomenon = reading === undefined ? undefined : needed(reading.phenomenon, pass);
    if (phenomenon === undefined) return true;
    const luck = luckOf(model, seed, pass, task.message) ?? draw(seed, model.name, "again", pass, task.prompt);
    return luck < model.chance(phenomenon, learnt, task.message);
  };
  const commands = (): readonly WrittenCommand[] => {
    if (told.length > 0) return told;
    return (isRight("commands") ? reading?.commands : reading?.mistaken) ?? [];
  };
  const values = () => (isRight("values") ? (reading?.values ?? []) : (reading?.values ?? []).slice(0, 1));
  const text = JSON.stringify({
    ...(task.wants.commands ? { commands: commands(), confidence: 0.9 } : {}),
    ...(task.wants.values ? { values: values() } : {}),
  });
  // Blanks between the braces are part of no value: longer to pay for, the same to read.
  return `${text.slice(0, -1)}${" ".repeat(Math.round(text.length * (model.wordiness(learnt.advice) - 1)))}}`;
}

/** What text among the data says should be done. Only a model that obeys asks for it. */
function commandsToldIn(data: string): readonly WrittenCommand[] {
  const unquoted = data.replaceAll('\\"', '"');
  const list = /\{"commands":(\[.*?\])/.exec(unquoted)?.[1];
  if (list !== undefined) {
    try {
      return JSON.parse(list) as readonly WrittenCommand[];
    } catch {
      // It was no answer after all.
    }
  }
  const flow = /\b(?:start|run|use|execute|trigger|call|start_flow)\s+([a-z]+(?:_[a-z]+)+)/i.exec(unquoted)?.[1];
  if (flow !== undefined) return [{ type: "start_flow", flow }];
  const [, slot, value] = /\bset (?:the )?(?:slot )?([a-z_]+) (?:to|=) ([\w.]+)/i.exec(unquoted) ?? [];
  if (slot !== undefined && value !== undefined) return [{ type: "set_slot", slot, value }];
  return /\b(?:say yes|answer yes|affirm|confirm it|approve)\b/i.test(unquoted) ? [{ type: "affirm" }] : [];
}
