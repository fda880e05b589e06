import type { ReactNode } from "react";
import type { ChatState } from "../conversation/chat-state.ts";
import type { textsIn } from "../texts.ts";

interface FindingsBannerProps {
  readonly findings: ChatState["findings"];
  readonly texts: ReturnType<typeof textsIn>;
}

/** One mistake often causes many; the terminal shows them all. */
const most = 5;

/** What is wrong with the files of an assistant that is being built. Always there, so that screen readers notice. */
export function FindingsBanner({ findings, texts }: FindingsBannerProps): ReactNode {
  return (
    <div className="findings" role="alert">
      {findings.length > 0 && (
        <>
          <p>{texts.broken}</p>
          <ul>
            {findings.slice(0, most).map(({ code, message, file, line, column }) => (
              <li key={`${file}:${line}:${column}:${code}`}>
                <code>{`${file}:${line}:${column}`}</code> {message}
              </li>
            ))}
          </ul>
          {findings.length > most && <p>{texts.moreErrors(findings.length - most)}</p>}
        </>
      )}
    </div>
  );
}
