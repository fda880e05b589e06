/** For what is stored outside a store: encrypted as within. */
export { createSeal, isSealed, type Seal, sealedError } from "../checkpoint/seal.ts";
