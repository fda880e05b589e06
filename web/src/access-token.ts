const key = "soni:token";

/** Given after the # of the address, which no server and no log sees, and kept while the tab is open. */
export function takeToken(): void {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given === null) return;
  keepToken(given);
  history.replaceState(null, "", location.pathname + location.search);
}

export const keepToken = (token: string): void => sessionStorage.setItem(key, token);
export const currentToken = (): string | null => sessionStorage.getItem(key);
