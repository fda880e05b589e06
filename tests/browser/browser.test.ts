import { accessibilityTests } from "./accessibility.ts";
import { conversationTests } from "./conversation.ts";
import { devTests } from "./dev.ts";
import { inspectorTests } from "./inspector.ts";
import { reconnectTests } from "./reconnect.ts";
import { widgetTests } from "./widget.ts";
import { withBrowser } from "./with-browser.ts";

/** One file, so that all share one browser and one server of each kind. */
await withBrowser((stage) => {
  conversationTests(stage);
  inspectorTests(stage);
  accessibilityTests(stage);
  widgetTests(stage);
  reconnectTests(stage);
  devTests(stage);
});
