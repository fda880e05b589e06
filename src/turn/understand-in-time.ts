import { SoniError } from "../engine/errors.ts";
import { callProjectCode } from "../project-code/call-project-code.ts";
import type { Understander, UnderstandRequest } from "../understand/understander.ts";
import { soundUnderstanding } from "./sound-understanding.ts";
import type { TurnStages } from "./stages.ts";

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
        read: (answer) => ({ ok: true, value: soundUnderstanding(answer as never) }),
      },
      caller,
    );
    if (called.ok) return called.value;
    throw new SoniError(`understander.${called.code}`, called.message, { cause: called.error });
  },
});
