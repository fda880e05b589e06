import { affirm } from "./affirm.ts";
import { cancelFlow } from "./cancel-flow.ts";
import { chitchat } from "./chitchat.ts";
import { chooseFlow } from "./choose-flow.ts";
import { clarify } from "./clarify.ts";
import { clearSlot } from "./clear-slot.ts";
import type { CommandType } from "./command.ts";
import { correctSlot } from "./correct-slot.ts";
import { custom } from "./custom.ts";
import type { CommandDefinition } from "./define-command.ts";
import { deny } from "./deny.ts";
import { humanHandoff } from "./human-handoff.ts";
import { outOfScope } from "./out-of-scope.ts";
import { releaseHandoff } from "./release-handoff.ts";
import { repeat } from "./repeat.ts";
import { restartFlow } from "./restart-flow.ts";
import { resumeFlow } from "./resume-flow.ts";
import { setSlot } from "./set-slot.ts";
import { skipSlot } from "./skip-slot.ts";
import { startFlow } from "./start-flow.ts";

/** Every command there is. Typed over the union: one that is left out does not compile. */
export const commands: { readonly [Type in CommandType]: CommandDefinition<Type> } = {
  start_flow: startFlow,
  choose_flow: chooseFlow,
  set_slot: setSlot,
  correct_slot: correctSlot,
  clear_slot: clearSlot,
  skip_slot: skipSlot,
  affirm,
  deny,
  cancel_flow: cancelFlow,
  restart_flow: restartFlow,
  resume_flow: resumeFlow,
  clarify,
  chitchat,
  out_of_scope: outOfScope,
  repeat,
  human_handoff: humanHandoff,
  custom,
  release_handoff: releaseHandoff,
};

export const isCommandType = (name: string): name is CommandType => Object.hasOwn(commands, name);

/** In the order of the list. */
export const commandList = Object.values(commands) as readonly CommandDefinition[];
