import { Fragment, type ReactNode } from "react";
import type { UiSource } from "../../../src/engine/assistant/ui.ts";
import { linkParts } from "../conversation/shown-text.ts";

interface LinkedTextProps {
  readonly text: string;
  /** The page that the text was read from. */
  readonly source?: UiSource | undefined;
}

/** Text as it was written, with its web addresses and its source as links. */
export function LinkedText({ text, source }: LinkedTextProps): ReactNode {
  return linkParts(text, source).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {typeof part === "string" ? (
        part
      ) : (
        <a href={part.url} target="_blank" rel="noopener noreferrer">
          {part.label}
        </a>
      )}
    </Fragment>
  ));
}
