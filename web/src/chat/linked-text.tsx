import { Fragment, type ReactNode } from "react";
import { linkParts } from "../conversation/shown-text.ts";

/** Text as it was written, with its web addresses as links. */
export function LinkedText({ text }: { readonly text: string }): ReactNode {
  return linkParts(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
    <Fragment key={index}>
      {index % 2 === 0 ? (
        part
      ) : (
        <a href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      )}
    </Fragment>
  ));
}
