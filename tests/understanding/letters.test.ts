import { describe, expect, it } from "vitest";
import { normaliseText } from "../../src/language/normalise-text.ts";
import { createEngine } from "../../src/understand/embedded/engine.ts";
import { situations } from "./growth/situations.ts";

const engine = createEngine(null);

/** The value that a message gives for the slot that was asked for. */
async function valueFor(slot: string, text: string): Promise<unknown> {
  const context = situations.get(`slot ${slot}`);
  if (context === undefined) throw new Error(slot);
  const message = normaliseText(text);
  const { commands } = await engine.understand({ message, context: { ...context, known: {} } });
  return commands.flatMap((command) =>
    command.type === "set_slot" && command.slot === slot ? [command.value] : [],
  )[0];
}

describe("names are read whole, in every script and in both Unicode forms", () => {
  it.each([
    ["José García", "José García"],
    ["Nguyễn Văn An", "Nguyễn Văn An"],
    ["Ana   Maria", "Ana Maria"],
    ["Zoë Müller-Lüdenscheidt", "Zoë Müller-Lüdenscheidt"],
    ["Łukasz Żółć", "Łukasz Żółć"],
    ["Şule İnce", "Şule İnce"],
    ["अनिता शर्मा", "अनिता शर्मा"],
    ["Ñandú\u200b Peña", "Ñandú Peña"],
  ])("%s", async (written, name) => {
    expect(await valueFor("guest", written.normalize("NFC"))).toBe(name);
    expect(await valueFor("guest", written.normalize("NFD"))).toBe(name);
    expect(await valueFor("guest", `the guest is ${written.normalize("NFD")}`)).toBe(name);
  });
});
