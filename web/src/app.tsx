import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { ChatPanel } from "./chat/chat-panel.tsx";
import { SignIn } from "./chat/sign-in.tsx";
import type { Page } from "./page.ts";
import { textsIn } from "./texts.ts";

/** Loaded when it is first shown: customers never pay for it. */
const Inspector = lazy(() => import("./inspector/inspector.tsx"));

const narrow = "(max-width: 900px)";

export function App({ chat, client }: Page): ReactNode {
  const state = useSyncExternalStore(chat.subscribe, chat.current);
  // A developer has room for it beside the chat, or opens it in place of the chat.
  const [isInspecting, inspect] = useState(() => !matchMedia(narrow).matches);
  const [asked, ask] = useState<string | null>(null);
  const isDeveloper = state.assistant?.developer === true;
  const language = state.assistant?.language;
  const name = state.assistant?.name;

  useEffect(() => {
    if (language !== undefined) document.documentElement.lang = language;
    if (name !== undefined) document.title = name;
  }, [language, name]);

  if (state.phase === "no_access")
    return <SignIn texts={textsIn(navigator.language)} onDone={() => location.reload()} />;
  const why = (messageId: string): void => {
    ask(messageId);
    inspect(true);
  };
  return (
    <div className="app" data-inspecting={isDeveloper && isInspecting}>
      <ChatPanel
        chat={chat}
        state={state}
        {...(isDeveloper ? { inspector: { isOpen: isInspecting, toggle: () => inspect(!isInspecting), why } } : {})}
      />
      {isDeveloper && isInspecting && (
        <Suspense fallback={<div className="inspector" aria-busy="true" />}>
          <Inspector client={client} state={state} asked={asked} onAsk={ask} onClose={() => inspect(false)} />
        </Suspense>
      )}
    </div>
  );
}
