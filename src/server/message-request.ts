import type { Principal } from "./access/principal.ts";
import type { SendMessage } from "./protocol.ts";

/** A message and whoever sent it, before anything is known of its conversation. */
export interface MessageRequest {
  readonly principal: Principal;
  /** As clients know it. */
  readonly conversationId: string;
  readonly message: Pick<SendMessage, "text" | "command">;
  readonly messageId: string;
  /** A conversation that is not there is begun, instead of refused. For doors whose clients know no creating. */
  readonly create?: boolean;
}
