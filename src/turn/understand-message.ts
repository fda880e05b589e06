import type { Command } from "../engine/commands/command.ts";
import { refuseAll } from "../engine/commands/execute.ts";
import { flowLabel } from "../engine/describe.ts";
import { SoniError } from "../engine/errors.ts";
import { enterBySystem } from "../engine/flow/enter.ts";
import { markDigressed, record } from "../engine/flow/record.ts";
import { startableFlows } from "../engine/flow/startable.ts";
import { aboutScope, pattern } from "../engine/flow/values.ts";
import { makeReadOnly } from "../engine/json.ts";
import { maskCommand } from "../engine/secrets/mask.ts";
import { maskRead, withGiven } from "../engine/secrets/redact-turn.ts";
import type { Change } from "../engine/state/change.ts";
import type { Outcome } from "../engine/state/outcome.ts";
import type { ChoiceOption, DialogueState, IncomingMessage } from "../engine/state/state.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import { describeError } from "../project-code/describe-error.ts";
import type { Understander, Understanding, UnderstandRequest } from "../understand/understander.ts";
import { decideDoubt } from "./doubt.ts";
import { doubtGround } from "./doubt-ground.ts";
import { offerPerson } from "./hand-off.ts";
import { orderCommands } from "./order-commands.ts";
import { otherLanguage } from "./other-language.ts";
import { soundUnderstanding } from "./sound-understanding.ts";
import { addTime, changeTurn, contextOf, observing, type Stages, type TurnStages, withOutcomes } from "./stages.ts";
import { understandingContext } from "./understanding-context.ts";

/** Turns the message into a queue of commands; what the model proposes is checked when it is executed. */
export async function understandMessage(work: Change, message: IncomingMessage, stages: Stages): Promise<Change> {
  const { state } = work;
  if (message.commands !== undefined) return typed(work, message, stages);
  if (state.metadata.handoff !== null) return enqueue(work, [], stages);
  const { messageLength } = stages.assistant.settings.limits;
  if (message.text.trim() === "") return withOutcomes(enqueue(work, [], stages), [pattern("message_empty")]);
  if (message.text.length > messageLength) {
    return withOutcomes(enqueue(work, [], stages), [
      pattern("message_too_long", { limit: { value: messageLength, type: "integer" } }),
    ]);
  }
  const started = stages.stopwatch();
  const understood = await ask(state, message, stages);
  const milliseconds = stages.stopwatch() - started;
  const timing = addTime(state.turn?.timing ?? {}, "understand", milliseconds);
  // A secret that may be meant is a secret.
  const rivals = understood.rivals?.map(({ command }) => command) ?? [];
  const held = rivals.length === 0 ? state : withGiven(state, rivals, stages.assistant);
  const timed = changeTurn({ ...held, lastNluCall: message.at }, { usage: understood.usage ?? null, timing });
  const { commands: shown, ...reasons } = maskRead(state, understood, { message, assistant: stages.assistant });
  const count = understood.commands.length;
  const { turnCount: turn } = state;
  const tell = observing(state, stages);
  const { rivals: _, evidence: __, ...told } = understood;
  tell({ ...told, ...reasons, type: "understood", turn, count, commands: shown, milliseconds });
  if (understood.unavailable !== undefined) {
    const event = { type: "understanding_unavailable", reason: understood.unavailable } as const;
    tell({ ...event, turn });
    return notNow({ ...work, state: record(timed, event) });
  }
  const { confidence, program } = understood;
  const by = program === undefined ? {} : { program };
  const noted = record(timed, { type: "understood", count, commands: count, confidence, ...by, ...reasons });
  return weigh({ ...work, state: noted }, understood, stages);
}

/** Commands of a channel are meant, unless it says itself how likely they are: speech may have been heard badly. */
function typed(work: Change, { commands = [], origin }: IncomingMessage, stages: Stages): Change {
  const isWeighed = origin === "user" && commands.some((command) => "confidence" in command);
  if (!isWeighed || work.state.metadata.handoff !== null) return enqueue(work, commands, stages);
  return weigh(work, { commands, confidence: 1 }, stages);
}

/** Does what is meant for sure, and keeps what is not for a question. */
function weigh(work: Change, understood: Understanding, stages: Stages): Change {
  const { state } = work;
  const ground = doubtGround(state, stages);
  const { queue, open, doubted, asked } = decideDoubt(understood, ground);
  const noted = doubted.reduce(
    (now, each) => record(now, { type: "doubted", ...each, command: maskCommand(each.command, stages.assistant) }),
    withDoubted(withGiven(state, understood.commands, stages.assistant), asked),
  );
  if (open === null && queue.length === 0) return misunderstood({ ...work, state: noted }, stages);
  const queued = enqueue({ ...work, state: noted }, queue, stages);
  return open === null ? queued : { ...queued, state: changeTurn(queued.state, { doubt: open }) };
}

/** Absent where there is nothing. */
function withDoubted(state: DialogueState, topics: readonly string[]): DialogueState {
  const { doubted: _, ...metadata } = state.metadata;
  return { ...state, metadata: topics.length === 0 ? metadata : { ...metadata, doubted: topics } };
}

/** An understander that fails or takes too long is harmless: the user is asked to send the message again. */
async function ask(state: DialogueState, message: IncomingMessage, stages: Stages): Promise<Understanding> {
  try {
    const context = understandingContext(state, stages, message.at);
    makeReadOnly(context);
    return await stages.understander.understand({ message: message.text, context });
  } catch (error) {
    stages.log("understanding failed", { error: describeError(error) });
    const isLate = error instanceof SoniError && error.code === "understander.timeout";
    return { commands: [], confidence: 0, source: "none", unavailable: isLate ? "timeout" : "failed" };
  }
}

/** No model is asked for other words: it may be what failed. */
const unavailable: Outcome = { kind: "pattern", pattern: "understanding_unavailable", values: {}, rephrase: false };

/**
 * Nobody could read the message. The user hears that and may send it again; what was asked stays open, and nothing
 * counts: this is neither an unclear answer nor a turn that got nowhere.
 */
const notNow = (work: Change): Change =>
  withOutcomes({ ...work, state: changeTurn(markDigressed(work.state), { understood: true }) }, [unavailable]);

function misunderstood(work: Change, stages: Stages): Change {
  const { state } = work;
  const metadata = { ...state.metadata, misunderstood: state.metadata.misunderstood + 1 };
  const { fallbackFlow } = stages.assistant.settings.conversation;
  const noted: Change = { ...work, state: changeTurn({ ...state, metadata }, { understood: true }) };
  if (fallbackFlow !== undefined && state.flowStack.length === 0) {
    // It needs no trigger: the system starts it, not the user.
    const started = enterBySystem(noted.state, contextOf(state, stages), { flow: fallbackFlow });
    return { ...noted, state: started.state };
  }
  return escalate(noted, stages);
}

/** First the user is asked to rephrase, then told what can be done, then offered a person, if there is one. */
function escalate(work: Change, stages: Stages): Change {
  const { state } = work;
  const context = contextOf(state, stages);
  const { misunderstanding, flows } = stages.assistant.patterns;
  // An unclear answer to a confirmation has a rule of its own, `patterns.confirmation`, unless a flow comes in between.
  const times =
    state.pending?.kind === "confirmation" && flows.misunderstanding === undefined ? 1 : state.metadata.misunderstood;
  if (times >= misunderstanding.handoffAfter) {
    const offered = offerPerson(work, context, "not understood");
    if (offered !== null) return offered;
  }
  const again = times >= misunderstanding.optionsAfter;
  const options = again && state.pending === null ? optionsIn(state, stages) : [];
  const outcome: Outcome = {
    kind: "pattern",
    pattern: again ? "not_understood_again" : "not_understood",
    values: aboutScope(state, context),
    ...(options.length === 0 ? {} : { options }),
    ...otherLanguage(state, stages),
  };
  return withOutcomes(work, [outcome]);
}

/** What can be started, to be picked by a button or a number. */
const optionsIn = (state: DialogueState, stages: Stages): readonly ChoiceOption[] =>
  startableFlows(state, contextOf(state, stages))
    .slice(0, mostOptions)
    .map((flow) => ({ label: flowLabel(flow), command: { type: "start_flow", flow: flow.name } }));

const mostOptions = 8;

/** At most so many commands a message; the rest is refused, and the log says so. */
function enqueue(work: Change, commands: readonly Command[], stages: Stages): Change {
  const { commandsPerMessage } = stages.assistant.settings.limits;
  const refused = commands.slice(commandsPerMessage);
  const state = withGiven(work.state, commands, stages.assistant);
  const metadata = commands.length > 0 ? { ...state.metadata, misunderstood: 0 } : state.metadata;
  const taken = commands.slice(0, commandsPerMessage);
  const queue = taken.length < 2 ? taken : orderCommands(state, taken, stages);
  const queued = changeTurn({ ...state, metadata }, { understood: true, queue });
  const context = contextOf(queued, stages);
  return { ...work, state: refuseAll(queued, refused, { context, code: "command.too_many" }) };
}

/** The understander, own or built in, within what is left of the turn's time. Rejects if it does not answer. */
export const understandInTime = ({ understander, caller }: TurnStages): Understander => ({
  async understand({ message, context }) {
    const called = await callProjectCode(
      {
        port: "understander",
        name: "understand",
        run: (call) => {
          const request: UnderstandRequest = {
            message,
            context,
            // Made for understanders that look at it.
            get signal() {
              return call.signal;
            },
          };
          return understander.understand(request);
        },
        read: (answer) => ({ ok: true, value: soundUnderstanding(answer as never, message) }),
      },
      caller,
    );
    if (called.ok) return called.value;
    throw new SoniError(`understander.${called.code}`, called.message, { cause: called.error });
  },
});
