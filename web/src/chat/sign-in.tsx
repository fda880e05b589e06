import type { ReactNode } from "react";
import { keepToken } from "../access-token.ts";
import type { textsIn } from "../texts.ts";

interface SignInProps {
  readonly texts: ReturnType<typeof textsIn>;
  readonly onDone: () => void;
}

/** For servers that ask for a token, opened without one. */
export function SignIn({ texts, onDone }: SignInProps): ReactNode {
  const take = (form: FormData): void => {
    keepToken(String(form.get("token") ?? "").trim());
    onDone();
  };
  return (
    <main className="sign-in">
      <form action={take}>
        <h1>{texts.signIn.title}</h1>
        <label htmlFor="token">{texts.signIn.token}</label>
        <input id="token" name="token" type="password" autoComplete="current-password" required />
        <button type="submit" className="button primary">
          {texts.signIn.go}
        </button>
      </form>
    </main>
  );
}
