import { hash } from "node:crypto";
import { SoniError } from "../engine/errors.ts";
import type { Understander, Understanding, UnderstandRequest } from "../understand/understander.ts";

/** One answer of a model, with what helps a reader to see what it answers. */
export interface RecordedAnswer extends Pick<Understanding, "commands" | "confidence"> {
  readonly message: string;
  readonly awaiting: string;
}

/** Answers by the key of what was asked. */
export type Recording = Readonly<Record<string, RecordedAnswer>>;

/**
 * Where the dialogue stands and what is said: another prompt, another model or another day asks the same question. Descriptions of
 * flows and slots are not part of it either, so that a better wording does not lose the answers.
 */
function recordingKey({ message, context }: UnderstandRequest): string {
  const { conversationState, awaiting, active, known, paused, instances, flows, commands, language } = context;
  const situation = {
    message,
    conversationState,
    awaiting: "options" in awaiting ? { ...awaiting, options: awaiting.options.map(({ label }) => label) } : awaiting,
    active: active?.name ?? null,
    known,
    paused: paused.map(({ name }) => name),
    instances: (instances ?? []).map(({ label, active: isActive }) => [label, isActive]),
    flows: flows.map(({ name }) => name),
    commands: commands.map(({ name }) => name),
    language,
  };
  return hash("sha256", JSON.stringify(situation)).slice(0, 24);
}

/** Answers from a recording. What is not in it is a failure of the test that says how to record it. */
export const recordedUnderstander = (recording: Recording): Understander => ({
  async understand(request) {
    const key = recordingKey(request);
    const answer = Object.hasOwn(recording, key) ? recording[key] : undefined;
    if (answer === undefined)
      throw new SoniError(
        "test.not_recorded",
        `No answer is recorded for ${JSON.stringify(request.message)} here. Record it with 'soni test --record'.`,
      );
    return { commands: answer.commands, confidence: answer.confidence, source: "recorded" };
  },
});

/** Where every model failed, these answer: theirs are not the model's answers. */
const lastResort: ReadonlySet<string> = new Set(["embedded", "keywords", "none"]);

/** Asks the real one, and keeps what it answers. */
export function recordingUnderstander(
  asked: Understander,
  keep: (key: string, answer: RecordedAnswer) => void,
): Understander {
  return {
    ...asked,
    async understand(request) {
      const answer = await asked.understand(request);
      const { awaiting } = request.context;
      const slot = "slot" in awaiting && awaiting.slot !== undefined ? ` ${awaiting.slot}` : "";
      if (answer.unavailable === undefined && !lastResort.has(answer.source ?? ""))
        keep(recordingKey(request), {
          message: request.message,
          awaiting: `${awaiting.kind}${slot}`,
          commands: answer.commands,
          confidence: answer.confidence,
        });
      return answer;
    },
  };
}
