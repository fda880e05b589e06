import type { Command } from "../engine/commands/command.ts";
import type { JsonObject } from "../engine/json.ts";
import type { TurnResult } from "../engine/state/public-state.ts";
import type { Soni } from "../runtime/soni.ts";

/** What can be said to an assistant: a message, or something that the program around it does. */
export type DialogueInput =
  | { readonly kind: "message"; readonly text: string; readonly commands?: readonly Command[] }
  | { readonly kind: "start_flow"; readonly flow: string; readonly slots?: JsonObject; readonly inputs?: JsonObject }
  | { readonly kind: "open" }
  | { readonly kind: "release_handoff" };

export interface Spoken {
  readonly input: DialogueInput;
  /** Milliseconds that pass before it. */
  readonly after?: number;
  /** Default: m1, m2 and so on. */
  readonly messageId?: string;
}

/** One turn as it went: its result, or what it threw. */
export interface HeldTurn {
  readonly spoken: Spoken;
  readonly outcome:
    | { readonly ok: true; readonly result: TurnResult }
    | { readonly ok: false; readonly error: unknown };
}

/** The user's side of a dialogue: a script, a stored conversation, somebody with a goal. Null: they have nothing more to say. */
export interface Speaker {
  next(turns: readonly HeldTurn[]): Spoken | null | Promise<Spoken | null>;
}

export interface DialogueSetting {
  /** Asked before each turn: a test may give it a new runtime each time. */
  readonly soni: () => Soni;
  readonly conversationId: string;
  readonly session?: JsonObject;
  /** Moves the clock on. Without it no time passes. */
  readonly advance?: (milliseconds: number) => void;
  /** No dialogue goes on for ever. */
  readonly maxTurns?: number;
}

const usualMaxTurns = 200;

/**
 * Holds a dialogue with a real runtime, turn by turn: the one loop behind conversation tests, evaluated dialogues, simulated users
 * and replays. The caller looks at each turn as it comes, and stops the dialogue by not asking for the next.
 */
export async function* holdDialogue(speaker: Speaker, setting: DialogueSetting): AsyncGenerator<HeldTurn, void> {
  const turns: HeldTurn[] = [];
  const { maxTurns = usualMaxTurns } = setting;
  while (turns.length < maxTurns) {
    const spoken = await speaker.next(turns);
    if (spoken === null) return;
    setting.advance?.(spoken.after ?? 0);
    const turn: HeldTurn = { spoken, outcome: await take(spoken, setting, turns.length) };
    turns.push(turn);
    yield turn;
  }
}

async function take(spoken: Spoken, setting: DialogueSetting, index: number): Promise<HeldTurn["outcome"]> {
  const common = {
    conversationId: setting.conversationId,
    messageId: spoken.messageId ?? `m${index + 1}`,
    session: setting.session ?? {},
  };
  try {
    return { ok: true, result: await send(setting.soni(), spoken.input, common) };
  } catch (error) {
    return { ok: false, error };
  }
}

function send(
  soni: Soni,
  input: DialogueInput,
  common: { readonly conversationId: string; readonly messageId: string; readonly session: JsonObject },
): Promise<TurnResult> {
  switch (input.kind) {
    case "message": {
      const { text, commands } = input;
      return soni.processMessage({ ...common, text, ...(commands === undefined ? {} : { command: commands }) });
    }
    case "start_flow": {
      const { kind: _, ...given } = input;
      return soni.startFlow({ ...common, ...given });
    }
    case "open":
      return soni.openConversation(common);
    case "release_handoff":
      return soni.releaseHandoff(common.conversationId);
    default:
      return input satisfies never;
  }
}
