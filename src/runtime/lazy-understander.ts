import { isReady } from "../understand/is-ready.ts";
import { noWorkers, type Understander } from "../understand/understander.ts";

/** Typed commands never need an understander: none is loaded before the first message does. */
export function lazyUnderstander(open: () => Promise<Understander>): Understander {
  let opening: Promise<Understander> | null = null;
  let opened: Understander | null = null;
  /** One that could not be opened is tried again: what was missing may be there by then. */
  const understander = async (): Promise<Understander> => {
    opening ??= open();
    try {
      opened = await opening;
      return opened;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  return {
    understand: async (request) => (opened ?? (await understander())).understand(request),
    ready: async () => (await understander()).ready?.(),
    probe: async () => isReady(await understander()),
    figures: () => opened?.figures?.() ?? noWorkers,
    forget: (conversationId) => opened?.forget?.(conversationId),
    remembered: () => opened?.remembered?.() ?? [],
    async close() {
      await (await opening)?.close?.();
    },
  };
}
