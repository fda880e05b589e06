import type { TurnEvent } from "../../engine/state/event.ts";
import { showCommand, showValue } from "./show-command.ts";

const doubts = { asked: "asked about", asked_again: "asked again", left_out: "left out", echoed: "done and repeated" };

/** One thing that happened in a turn, in a line. */
export function showEvent(event: TurnEvent): string {
  switch (event.type) {
    case "understood":
      return [
        `understood ${event.count} command(s)`,
        ...(event.confidence === undefined ? [] : [`confidence ${event.confidence}`]),
        ...(event.program === undefined ? [] : [`program ${event.program}`]),
      ].join(", ");
    case "doubted":
      return `doubted ${showCommand(event.command)}: ${doubts[event.outcome]} (${event.confidence} of ${event.needed})`;
    case "state_changed":
      return `state ${event.from} -> ${event.to}`;
    case "flow_started":
      return `flow ${event.flow} started (by ${event.by})`;
    case "flow_paused":
      return `flow ${event.flow} paused`;
    case "flow_resumed":
      return `flow ${event.flow} resumed`;
    case "flow_ended":
      return `flow ${event.flow} ${event.flowState}${event.reason === undefined ? "" : `: ${event.reason}`}`;
    case "slot_set":
      return `slot ${event.flow}.${event.slot} = ${showValue(event.value)} (by ${event.by})`;
    case "slot_cleared":
      return `slot ${event.flow}.${event.slot} emptied`;
    case "slot_rejected":
      return `slot ${event.slot} rejected: ${event.code}${event.value === undefined ? "" : `, value ${showValue(event.value)}`}`;
    case "slot_asked":
      return `asked for ${event.flow}.${event.slot}${event.step === null ? "" : ` at ${event.step}`}`;
    case "step_completed":
      return `step ${event.flow}.${event.step} done`;
    case "step_failed":
      return `step ${event.flow}.${event.step} failed: ${event.code}${event.message === "" ? "" : `, ${event.message}`}`;
    case "expression_failed":
      return `expression ${event.expression} failed: ${event.message}`;
    case "rewound":
      return `flow ${event.flow} went back to ${event.to}, because of ${event.because}`;
    case "confirmation_asked":
      return `asked to confirm ${event.flow}.${event.step}`;
    case "confirmation_answered":
      return `${event.flow}.${event.step} ${event.answer}`;
    case "action_started":
      return `action ${event.action} started`;
    case "action_ended":
      return `action ${event.action} ${event.result}${event.code === undefined ? "" : ` (${event.code})`}: ${event.attempts} attempt(s), ${Math.round(event.milliseconds)} ms`;
    case "digressed":
      return `aside: ${event.kind} ${event.topic}`.trimEnd();
    case "handed_off":
      return `handed off${event.reason === null ? "" : `: ${event.reason}`}`;
    case "quarantined":
      return `message set aside after ${event.attempts} attempts${event.during === null ? "" : `, during ${event.during}`}`;
    case "session_expired":
      return `session expired, ${event.flows} flow(s) put aside`;
    case "understanding_unavailable":
      return `understanding unavailable: ${event.reason}`;
    case "sentence":
      return `sentence ${event.index + 1} of message ${event.message} told`;
    case "custom":
      return `${event.name} ${JSON.stringify(event.data)}`;
    default:
      return event satisfies never;
  }
}
