import type { Json, JsonObject } from "../../../src/engine/json.ts";

/** One request as a service receives it. */
export interface ServiceRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: JsonObject;
  /** Of the body, in bytes. */
  readonly size: number;
}

/** Something that a service refuses. */
export interface Rule {
  readonly name: string;
  /** Where the provider says so. */
  readonly page: string;
  /** 400 unless given. */
  readonly status?: number;
  /** What is wrong with the request; null if the rule is kept. */
  refuses(request: ServiceRequest): string | null;
  /** The sound request, changed so that it breaks this rule and none before it. */
  broken(sound: ServiceRequest): ServiceRequest;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** The same request with other entries in its body. */
export const withBody = (request: ServiceRequest, changes: JsonObject): ServiceRequest => ({
  ...request,
  body: { ...request.body, ...changes },
});

export const without = (request: ServiceRequest, key: string): ServiceRequest => {
  const { [key]: _, ...body } = request.body;
  return { ...request, body };
};

/** The first rule that the request breaks. */
export const firstBroken = (
  rules: readonly Rule[],
  request: ServiceRequest,
): { readonly rule: Rule; readonly message: string } | null => {
  for (const rule of rules) {
    const message = rule.refuses(request);
    if (message !== null) return { rule, message };
  }
  return null;
};

/** Every text of a prompt, in the order in which it is sent. */
export const textsIn = (value: Json | undefined): readonly string[] => {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((each: Json) => textsIn(each));
  if (!isObject(value)) return [];
  return [...textsIn(value["text"]), ...textsIn(value["content"])];
};
