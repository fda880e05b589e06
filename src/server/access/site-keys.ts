import { SoniError } from "../../engine/errors.ts";

/**
 * A key in the pages of a site, where everyone can read it. It begins the session of a visitor and does nothing
 * else.
 */
export interface SiteKey {
  /** Visitors belong to the name, so that a key can be replaced. */
  readonly name: string;
  readonly key: string;
  /** Whose pages may use it. None: those that may use the server. */
  readonly origins?: readonly string[];
}

const shortest = 16;

/** `name:key` or `name:key:origin+origin`, separated by commas or spaces: what SONI_SITE_KEYS holds. */
export function parseSiteKeys(text: string): readonly SiteKey[] {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const keys = entries.map((entry, index) => {
    const [, name, key, listed] = /^([^:]+):([^:]+)(?::(.+))?$/.exec(entry) ?? [];
    if (name === undefined || key === undefined) {
      throw new SoniError(
        "access.bad_site_keys",
        `Site key ${index + 1} is not of the form name:key or name:key:https://shop.example.`,
      );
    }
    return { name, key, ...(listed === undefined ? {} : { origins: listed.split("+") }) };
  });
  checkSiteKeys(keys);
  return keys;
}

export function checkSiteKeys(keys: readonly SiteKey[]): void {
  const refuse = (what: string): never => {
    throw new SoniError("access.bad_site_keys", what);
  };
  for (const { name, key, origins = [] } of keys) {
    if (key.length < shortest) refuse(`The site key of '${name}' is shorter than ${shortest} characters.`);
    const wrong = origins.find((each) => !isOrigin(each));
    if (wrong !== undefined) {
      refuse(`'${wrong}' of site '${name}' is no origin. Write it like https://shop.example, without a path.`);
    }
  }
  if (new Set(keys.map(({ key }) => key)).size < keys.length) refuse("Two site keys are the same. Give each its own.");
}

export const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
