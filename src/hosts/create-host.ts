import type { Settings } from "../engine/assistant/settings.ts";
import type { Stages } from "../turn/stages.ts";
import { createDirectHost } from "./direct.ts";
import type { SaveState, TurnHost } from "./turn-host.ts";

/** The host that the settings name. */
export const createHost = (name: Settings["runtime"]["host"], stages: Stages, save: SaveState): TurnHost =>
  name === "direct" ? createDirectHost(stages, save) : lazyGraphHost(stages, save);

/** Loading LangGraph takes a second: not before the first conversation is touched. */
function lazyGraphHost(stages: Stages, save: SaveState): TurnHost {
  let opening: Promise<TurnHost> | null = null;
  const host = (): Promise<TurnHost> => {
    opening ??= import("./langgraph/graph.ts").then(({ createGraphHost }) => createGraphHost(stages, save));
    return opening;
  };
  return {
    take: async (from, message, setAside) => (await host()).take(from, message, setAside),
    finish: async (from, setAside) => (await host()).finish(from, setAside),
  };
}
