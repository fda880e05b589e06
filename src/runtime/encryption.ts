/** For what is stored outside a store: encrypted as within. */
export { createEncryption, type Encryption, encryptedError, isEncrypted } from "../stores/encryption.ts";
