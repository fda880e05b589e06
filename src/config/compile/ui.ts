import type { UiButtonDefinition, UiCardDefinition, UiDefinition } from "../../engine/assistant/ui.ts";
import type { Command, CommandType } from "../../engine/commands/command.ts";
import { commands } from "../../engine/commands/commands.ts";
import type { Path } from "../locate.ts";
import { type ButtonContent, type CardContent, type CommandContent, inYaml, type UiContent } from "../schema/ui.ts";
import type { At } from "./scope.ts";
import { checkValue } from "./slot.ts";
import { compileTemplate } from "./text.ts";

interface UiAt extends At {
  /** The slot that the step asks for: a button may then just give a value. */
  readonly slot?: string | undefined;
}

export function compileUi(content: UiContent, at: UiAt): UiDefinition {
  const inside = (...keys: Path): UiAt => ({ ...at, path: [...at.path, ...keys] });
  const { buttons, quick_replies, card, carousel, image } = content;
  const compiledCard = card === undefined ? null : compileCard(card, inside("card"));
  const url = image === undefined ? null : compileTemplate(image.url, inside("image", "url"));
  const alt = image === undefined ? null : compileTemplate(image.alt, inside("image", "alt"));
  return {
    ...(buttons === undefined ? {} : { buttons: compileButtons(buttons, inside("buttons")) }),
    ...(quick_replies === undefined ? {} : { quickReplies: compileButtons(quick_replies, inside("quick_replies")) }),
    ...(compiledCard === null ? {} : { card: compiledCard }),
    ...(carousel === undefined
      ? {}
      : {
          carousel: carousel.flatMap((each, index) => compileCard(each, inside("carousel", index)) ?? []),
        }),
    ...(url === null || alt === null ? {} : { image: { url, alt } }),
  };
}

function compileCard(content: CardContent, at: UiAt): UiCardDefinition | null {
  const inside = (key: string): UiAt => ({ ...at, path: [...at.path, key] });
  const title = compileTemplate(content.title, inside("title"));
  const text = content.text === undefined ? null : compileTemplate(content.text, inside("text"));
  const image = content.image === undefined ? null : compileTemplate(content.image, inside("image"));
  const buttons = compileButtons(content.buttons, inside("buttons"));
  if (title === null) return null;
  return { title, ...(text === null ? {} : { text }), ...(image === null ? {} : { image }), buttons };
}

const compileButtons = (contents: readonly ButtonContent[], at: UiAt): readonly UiButtonDefinition[] =>
  contents.flatMap((content, index) => compileButton(content, { ...at, path: [...at.path, index] }) ?? []);

function compileButton(content: ButtonContent, at: UiAt): UiButtonDefinition | null {
  const { scope, path, slot } = at;
  const { label, value, command } =
    typeof content === "string" ? { label: content, value: content, command: undefined } : content;
  const text = compileTemplate(label, typeof content === "string" ? at : { ...at, path: [...path, "label"] });
  if (value !== undefined && command !== undefined) {
    scope.report.add({ code: "config.conflicting_keys", path, message: "A button has either 'value' or 'command'." });
    return null;
  }
  if (command !== undefined) {
    const sent = compileCommand(command, { ...at, path: [...path, "command"] });
    return text === null ? null : { label: text, command: sent };
  }
  if (value === undefined || slot === undefined) {
    const remedy =
      slot === undefined ? "Only on a collect can it have a 'value' instead." : "Give it 'value' or 'command'.";
    scope.report.add({ code: "config.missing_key", path, message: `This button has no 'command'. ${remedy}` });
    return null;
  }
  const declared = scope.slot(slot);
  if (declared !== undefined) checkValue(declared, value, { ...at, code: "slot.bad_value" });
  return text === null ? null : { label: text, command: { type: "set_slot", slot, value } };
}

function compileCommand(content: CommandContent | CommandType, at: UiAt): Command {
  if (typeof content === "string") return { type: content } as Command;
  const { scope, path } = at;
  const { flows } = scope.draft;
  const { flow, slot } = content;
  if (typeof flow === "string" && !flows.has(flow)) {
    const unknown = { kind: "flow", name: flow, valid: flows.keys() };
    scope.report.unknown({ code: "flow.unknown", path: [...path, "flow"], ...unknown });
  }
  if (typeof slot === "string" && !scope.names.has(slot)) {
    const unknown = { kind: "slot", name: slot, valid: scope.names };
    scope.report.unknown({ code: "slot.unknown", path: [...path, "slot"], ...unknown });
  }
  const fields = Object.keys(commands[content.type].fields).flatMap((field) => {
    const given = content[inYaml(field)];
    return given === undefined ? [] : [[field, given]];
  });
  return { type: content.type, ...Object.fromEntries(fields) } as Command;
}
