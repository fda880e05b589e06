/** Characters of the hash that names a user who has signed in. */
export const ownerLength = 22;

const owned = new RegExp(`^[\\w-]{${ownerLength}}:`);

/**
 * Whom a conversation counts for where users share something: a server puts the hash of its user before the id, so that
 * all conversations of one user are one. An id without it is of a user of its own.
 */
export const userOf = (conversationId: string): string =>
  owned.test(conversationId) ? conversationId.slice(0, ownerLength) : conversationId;
