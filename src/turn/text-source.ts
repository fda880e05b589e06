import { hasSecrets } from "../engine/secrets/mask.ts";
import type { DialogueState, PendingText } from "../engine/state/state.ts";
import type { RecordedText } from "../engine/state/task.ts";
import type { Sentence, Usage } from "../engine/state/turn.ts";
import { timeLeft } from "../project-code/call-project-code.ts";
import { recordedText, textRequest, tokensLeft } from "./generate.ts";
import type { TurnStages } from "./stages.ts";

type Part = Omit<Sentence, "message">;

interface Ended {
  readonly usages: readonly (Usage | null)[];
  /** Of a text that a model writes for a step. */
  readonly result: RecordedText | null;
}

/** The sentences of a text that are still to be told, as they come, and what it took. */
export interface TextSource {
  readonly parts: AsyncIterable<Part>;
  readonly end: Promise<Ended>;
}

interface Surroundings {
  readonly state: DialogueState;
  readonly stages: TurnStages;
  /** Texts that share the tokens of the turn. */
  readonly count: number;
}

/** Requests for one text: where an answer broke off half-way, the rest of it is asked for once. */
const requestsAtMost = 2;

export function sourceOf(text: PendingText, told: readonly Sentence[], around: Surroundings): TextSource {
  const { message, by } = text;
  const before = told.map((sentence) => sentence.text).join("");
  if (told.at(-1)?.isLast === true) {
    const result = by.kind === "generate" ? ({ ok: true, text: before } as const) : null;
    return partsOf(async () => ({ usages: [], result }));
  }
  switch (by.kind) {
    case "template":
      return partsOf(async (push) => {
        push({ text: message.text, isLast: true });
        return { usages: [], result: null };
      });
    case "rephrase":
      return partsOf((push) => rephrased({ ...text, by }, { from: told.at(-1)?.upTo ?? 0, push, ...around }));
    case "generate":
      return partsOf((push) => generated({ ...text, by }, { before, push, ...around }));
    default:
      return by satisfies never;
  }
}

type TextBy<Kind extends PendingText["by"]["kind"]> = PendingText & {
  readonly by: Extract<PendingText["by"], { readonly kind: Kind }>;
};

/** In other words as far as they are right; from there on as it is. */
async function rephrased(
  { message, by }: TextBy<"rephrase">,
  { from, push, state, stages, count }: Surroundings & { readonly from: number; readonly push: (part: Part) => void },
): Promise<Ended> {
  const { assistant, rephrase, caller } = stages;
  const { settings } = assistant;
  const usages: (Usage | null)[] = [];
  const end = message.text.length;
  let upTo = from;
  const tellUpTo = (next: number, text: string): void => {
    upTo = next;
    push({ text, upTo, ...(upTo === end ? { isLast: true } : {}) });
  };
  for (let requests = 1; rephrase !== undefined && upTo < end && requests <= requestsAtMost; requests += 1) {
    const begin = upTo;
    const request = {
      text: message.text.slice(begin),
      values: by.values.filter((value) => message.text.slice(begin).includes(value)),
      tone: settings.models.rephrase.tone,
      language: state.metadata.language ?? settings.language,
      // Where users are asked for secrets, any message may hold one: then no model that writes sees what was said.
      history: hasSecrets(assistant) ? [] : state.messages,
      milliseconds: timeLeft(caller),
      caller,
      tokens: Math.floor(tokensLeft(state, stages) / count),
    };
    const answer = await rephrase(request, (part) => tellUpTo(begin + part.upTo, part.text));
    usages.push(answer.usage);
    // Where nothing was said, the model has had its attempts.
    if (!answer.isCut || upTo === begin) break;
  }
  if (upTo < end) tellUpTo(end, message.text.slice(upTo));
  return { usages, result: null };
}

async function generated(
  { by }: TextBy<"generate">,
  given: Surroundings & { readonly before: string; readonly push: (part: Part) => void },
): Promise<Ended> {
  const { state, stages, count, push } = given;
  const gone = { ok: false, code: "generate.failed", message: "the step is not there any more" } as const;
  const usages: (Usage | null)[] = [];
  let told = given.before;
  let result: RecordedText = gone;
  for (let requests = 1; requests <= requestsAtMost; requests += 1) {
    const before = told;
    const request = textRequest(state, stages, by.flowId);
    if (request === null || stages.write === undefined) break;
    const asked = { ...request, tokens: Math.floor(request.tokens / count), ...(told === "" ? {} : { told }) };
    const answer = await stages.write(asked, ({ text, isLast }) => {
      told += text;
      push({ text, ...(isLast ? { isLast } : {}) });
    });
    usages.push(answer.usage);
    result = recordedText(answer);
    if (answer.ok || told === before) break;
  }
  return { usages, result };
}

/** Runs at once, and keeps its parts for whoever asks for them. */
function partsOf(run: (push: (part: Part) => void) => Promise<Ended>): TextSource {
  const waiting: Part[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const end = run((part) => {
    waiting.push(part);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // Whoever waits for the end hears of it.
  end.catch(() => undefined);
  async function* parts(): AsyncGenerator<Part> {
    for (;;) {
      const part = waiting.shift();
      if (part !== undefined) yield part;
      else if (isOver) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return { parts: parts(), end };
}
