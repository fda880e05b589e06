import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from "react";
import type { textsIn } from "../texts.ts";

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly texts: ReturnType<typeof textsIn>;
  readonly limit: number;
  readonly onSend: (text: string) => void;
}

/** Enter sends, with Shift it begins a line. Writing goes on while an answer is awaited. */
export function Composer({ field, texts, limit, onSend }: ComposerProps): ReactNode {
  const [text, write] = useState("");
  const send = (): void => {
    if (text.trim() === "") return;
    onSend(text.trim());
    write("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  useEffect(() => {
    // On a phone the keyboard would cover what the assistant says first.
    if (matchMedia("(hover: hover)").matches) field.current?.focus();
  }, [field]);
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor="message" className="visually-hidden">
        {texts.yourMessage}
      </label>
      <textarea
        id="message"
        ref={field}
        rows={1}
        value={text}
        maxLength={limit}
        placeholder={texts.placeholder}
        enterKeyHint="send"
        autoComplete="off"
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="button primary" disabled={text.trim() === ""}>
        {texts.send}
      </button>
    </form>
  );
}
