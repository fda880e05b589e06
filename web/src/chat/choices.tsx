import type { ReactNode } from "react";
import type { UiButton } from "../../../src/engine/assistant/ui.ts";
import type { Pick } from "./message-log.tsx";

interface ChoicesProps {
  readonly buttons: readonly UiButton[];
  readonly label: string;
  /** Below each other with their numbers, for those who would rather say "the second". */
  readonly isNumbered: boolean;
  readonly onPick: Pick;
}

/** Picking one says its label and sends its command. */
export function Choices({ buttons, label, isNumbered, onPick }: ChoicesProps): ReactNode {
  if (buttons.length === 0) return null;
  const List = isNumbered ? "ol" : "ul";
  return (
    <List className={isNumbered ? "choices numbered" : "choices"} aria-label={label}>
      {buttons.map((button) => (
        <li key={`${button.label} ${JSON.stringify(button.command)}`}>
          <button type="button" className="button choice" onClick={() => onPick(button.label, button.command)}>
            {button.label}
          </button>
        </li>
      ))}
    </List>
  );
}
