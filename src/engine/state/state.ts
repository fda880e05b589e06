import type { ActionRequest, ActionResult, RequestedAction } from "../assistant/action.ts";
import type { Command, CommandOf, CommandResult } from "../commands/command.ts";
import type { FlowId, PromptId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Vault } from "../secrets/vault.ts";
import type { ConversationState } from "./conversation-state.ts";
import type { Reply, TurnEvent } from "./event.ts";
import type { Frame } from "./frame.ts";
import type { SlotOrigin, Snapshot, Task } from "./task.ts";
import type { OutgoingMessage, Usage } from "./turn.ts";

export const schemaVersion = 5;

export type { Frame } from "./frame.ts";

export interface ArchivedFrame {
  readonly flowId: FlowId;
  readonly flow: string;
  readonly flowState: "completed" | "cancelled" | "abandoned" | "error";
  readonly outputs: JsonObject;
  readonly startedAt: number;
  readonly completedAt: number;
  readonly context: string | null;
  /** Slots that the user could set and an effect was done with: a later change is `already_done`. */
  readonly settled: readonly string[];
  /** The whole task, with its first frame: kept only for abandoned ones, so that the user can go on where they were. */
  readonly resume?: Omit<Snapshot, "settled"> & { readonly task: Task };
}

export interface ChoiceOption {
  readonly label: string;
  readonly command: Command;
  /** Executed after it, once this option is chosen. */
  readonly also?: readonly Command[];
}

/** What the conversation waits for; the only question that can be open. */
export type Pending =
  | {
      readonly kind: "slot";
      readonly slot: string;
      /** A value is shown with the question: a yes to this prompt takes it. */
      readonly offer?: PromptId;
    }
  | { readonly kind: "confirmation"; readonly promptId: PromptId; readonly turn: number }
  | { readonly kind: "cancel_confirmation"; readonly promptId: PromptId; readonly turn: number }
  | {
      readonly kind: "choice";
      readonly options: readonly ChoiceOption[];
      readonly slot?: string;
      /**
       * What the options are about, if it is not which flow is meant. `drop`: a task is given up for another. `value`: the user gave a
       * value for the slot that can be read in these ways. `meaning`: the message may mean these commands.
       */
      readonly asks?: "drop" | "value" | "meaning";
      /** When it was opened: nobody agrees to an offer that they have not seen. Absent: earlier. */
      readonly turn?: number;
    }
  | { readonly kind: "change" };

export interface HistoryMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
}

export interface Handoff {
  readonly reason: string | null;
  readonly queue: string | null;
  readonly since: number;
}

export interface Metadata {
  readonly completedFlows: readonly ArchivedFrame[];
  /** The last error, until a flow completes. */
  readonly error: string | null;
  readonly errorAt: number | null;
  readonly handoff: Handoff | null;
  readonly language: string | null;
  readonly turnsWithoutProgress: number;
  /** Consecutive messages that were not understood. */
  readonly misunderstood: number;
  /** Consecutive digressions that got no answer, while a flow waits. */
  readonly unanswered: number;
  /** What the user was asked about because of a doubt since the conversation last got anywhere: slots, and types of commands. */
  readonly doubted?: readonly string[];
}

/** A message on its way into a turn. */
export interface IncomingMessage {
  readonly messageId: string;
  readonly text: string;
  readonly at: number;
  /** Typed commands, instead of understanding the text. */
  readonly commands?: readonly Command[];
  /** `api`: the program around the assistant speaks, and may start flows without a trigger. */
  readonly origin: "user" | "api";
  /** What the channel vouches for; only on the way in, for the case that the conversation has yet to be created. */
  readonly session?: JsonObject;
  /** The user agreed that this turn may be learnt from; absent: they did not. */
  readonly training?: true;
  /** Its conversation was there when it was accepted: one that has been erased since is not begun anew by it. */
  readonly continues?: boolean;
  /** Nobody speaks: the session has timed out, and its tasks are put aside. Without a word. */
  readonly silence?: true;
  /** It was set aside after it had asked for these actions: asked for again, they keep their keys. */
  readonly requested?: readonly RequestedAction[];
}

/** An action that runs next, or has just run: for a step, or to pass the conversation to a person. */
export interface PendingAction {
  readonly purpose:
    | { readonly kind: "step"; readonly flowId: FlowId; readonly place: string }
    | {
        readonly kind: "handoff";
        readonly flowId: FlowId | null;
        /** The place of the step that wants it. */
        readonly place: string | null;
        readonly reason: string | null;
        readonly queue: string | null;
      };
  readonly request: ActionRequest;
  readonly result: ActionResult | null;
}

/** A message that leaves sentence by sentence: as it is, in other words, or as a model writes it from nothing but an instruction. */
export interface PendingText {
  /** With the text that goes out where no model has another: the template, filled. */
  readonly message: OutgoingMessage;
  readonly by:
    | { readonly kind: "template" }
    | { readonly kind: "rephrase"; readonly values: readonly string[] }
    | { readonly kind: "generate"; readonly flowId: FlowId; readonly place: string; readonly input: string };
}

/** Texts that are told next, in this order; then the turn goes on with its steps or its action, or is finished. */
export interface Writing {
  readonly texts: readonly PendingText[];
  readonly next: "go_on" | "finish";
}

export interface AskedBefore {
  readonly flowId: FlowId;
  readonly slot: string | null;
  readonly promptId: PromptId | null;
  /** What it showed. */
  readonly shown: string | null;
}

/** What is said about the message's doubts when its commands have run. */
export interface OpenDoubt {
  /** Asked about, the likeliest first; null: nothing is. */
  readonly ask: { readonly about: "value" | "meaning"; readonly commands: readonly Command[] } | null;
  /** The question that was open is asked again in plain words, or the one for this slot. */
  readonly again: { readonly slot?: string } | null;
  /** Values that are repeated to the user if they were taken. */
  readonly echo: readonly CommandOf<"set_slot" | "correct_slot">[];
}

/** Work in progress of the current turn: all that a crash in mid-turn must not lose. */
export interface TurnInProgress {
  readonly message: IncomingMessage;
  readonly understood: boolean;
  /** The question that was open when the message came, if it was one for a slot or a yes. */
  readonly asked?: AskedBefore | null;
  /** Commands not executed yet. */
  readonly queue: readonly Command[];
  /** Until the commands have run; absent: understanding had no doubt. */
  readonly doubt?: OpenDoubt;
  /** Run only this frame until it waits or ends, then go on with the queue. */
  readonly runOnly: FlowId | null;
  readonly action: PendingAction | null;
  /** Actions of this turn so far, the pending one included. */
  readonly requested?: readonly RequestedAction[];
  readonly messages: readonly OutgoingMessage[];
  /** Absent unless texts are written next. */
  readonly writing?: Writing;
  readonly commands: readonly CommandResult[];
  readonly events: readonly TurnEvent[];
  readonly usage: Usage | null;
  readonly timing: Readonly<Record<string, number>>;
  /** A slot stored, a step completed, a flow started or ended. */
  readonly progress: boolean;
  readonly digressed: boolean;
  /** Step entries in this turn without new input: the loop guard. */
  readonly repeats: Readonly<Record<string, number>>;
  /** Commands and steps of the turn so far; absent in a turn that an older version began. */
  readonly steps?: number;
}

export interface DialogueState {
  readonly schemaVersion: typeof schemaVersion;
  readonly conversationId: string;
  readonly assistantHash: string;
  readonly conversationState: ConversationState;
  readonly turnCount: number;
  readonly lastActiveAt: number;
  /** By the id of their first frame: those on the stack. */
  readonly tasks: Readonly<Record<FlowId, Task>>;
  /** Bottom to top; the top is active. */
  readonly flowStack: readonly Frame[];
  readonly flowSlots: Readonly<Record<FlowId, JsonObject>>;
  readonly provenance: Readonly<Record<FlowId, Readonly<Record<string, SlotOrigin>>>>;
  readonly pending: Pending | null;
  /** The task that is active again after another one ended or moved away: said once, when it next runs. */
  readonly resumed: FlowId | null;
  /** Facts that the channel vouches for; never written by user or model. */
  readonly session: JsonObject;
  readonly messages: readonly HistoryMessage[];
  /** When a timeout put tasks aside that the user has not been offered since. */
  readonly silentSince: number | null;
  /** When an understander was last asked. */
  readonly lastNluCall: number | null;
  /** Digressions since the flow last moved on; 0 without a flow. */
  readonly digressionDepth: number;
  readonly lastDigressionType: string | null;
  readonly metadata: Metadata;
  /** Numbers for the next flow and prompt id: deterministic, unique within the conversation. */
  readonly counters: { readonly flow: number; readonly prompt: number };
  readonly turn: TurnInProgress | null;
  /** What texts of the state, the transcript and the replies refer to instead of telling a secret. */
  readonly vault?: Vault;
  /** The last finished turn. Once it is read from a store, its reply says what was said; the rest is in the audit log. */
  readonly last: { readonly message: IncomingMessage; readonly reply: Reply } | null;
}
