import type { Understander } from "../understand/understander.ts";

/** Typed commands never need an understander: none is loaded before the first message does. */
export function lazyUnderstander(open: () => Promise<Understander>): Understander {
  let opening: Promise<Understander> | null = null;
  let opened: Understander | null = null;
  return {
    async understand(request) {
      opening ??= open();
      opened = await opening;
      return opened.understand(request);
    },
    async ready() {
      opening ??= open();
      await (await opening).ready?.();
    },
    forget: (conversationId) => opened?.forget?.(conversationId),
    remembered: () => opened?.remembered?.() ?? [],
    async close() {
      await (await opening)?.close?.();
    },
  };
}
