/** Everything stored in state is plain JSON: no class, no Date, no BigInt, no undefined. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
