import { scriptedUnderstander } from "../../src/testing/scripted-understander.ts";
import type { ReceivedRequest, ScriptedReply } from "../model/scripted-server.ts";
import { inPieces } from "../model/streamed-answer.ts";
import type { Host } from "../support/on-host.ts";

/**
 * A text as it is, one by a model, an action, and one in other words: ten sentences. The action may run again: a kill from outside may
 * hit it, and the turn has to end as if there had been none.
 */
export const guideYaml = (host: Host) => `
settings:
  runtime: { host: ${host} }
  models: { generate: { provider: openai_compatible, model: writer, base_url_env: SONI_TEST_WRITER } }
slots:
  city: { type: string, prompt: "Which city?" }
actions:
  look_up: { inputs: [city], outputs: [count], idempotent: true }
flows:
  guide:
    description: tell about a city
    trigger: { intents: [tell me about a city] }
    steps:
      - { step: intro, type: say, message: "Here is {city}." }
      - { step: write, type: generate, instruction: Tell about the city, context: [city] }
      - { step: look, type: action, call: look_up }
      - { step: found, type: say, message: "There are {count} hotels." }
      - { step: booked, type: say, message: "The table is booked. It is for 4 people at 20:30. The bill is 99 euros.", rephrase: true }
      - { step: bye, type: say, message: "Ask me anything." }
`;

export const sentencesPerTurn = 1 + 5 + 1 + 3;

export const guideUnderstander = scriptedUnderstander({
  "tell me about Rome": [{ type: "start_flow", flow: "guide", slots: { city: "Rome" } }],
});

/** Every request is answered in its own words: what was told by another one cannot be told again by this one. */
export function writeGuide({ prompt, number }: ReceivedRequest): ScriptedReply {
  const [, template] = /<message>\n"(.*)"\n<\/message>/.exec(prompt) ?? [];
  if (template !== undefined) {
    const opener = number % 2 === 0 ? "Great, your" : "Okay, your";
    return { kind: "stream", pieces: inPieces(template.trim().replaceAll(/\bThe\b/g, opener), 5), bytes: 11 };
  }
  const told = [...prompt.matchAll(/Part (\d) of/g)].length;
  const parts = [1, 2, 3, 4, 5].slice(told).map((part) => `Part ${part} of request ${number} — ¡olé 🙂!`);
  return { kind: "stream", pieces: inPieces(parts.join(" "), 6), bytes: 11 };
}
