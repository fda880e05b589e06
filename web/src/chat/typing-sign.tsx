import type { ReactNode } from "react";

/** Three dots. Styles hold them back for a moment, so that quick answers do not flicker. */
export function TypingSign({ label }: { readonly label: string }): ReactNode {
  return (
    <div className="typing bubble assistant">
      <span className="visually-hidden">{label}</span>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </div>
  );
}
