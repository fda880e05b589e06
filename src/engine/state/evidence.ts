import type { Command } from "../commands/command.ts";

/** Another command that a message may mean instead, and how likely. */
export interface Rival {
  readonly command: Command;
  /** 0 to 1. */
  readonly confidence: number;
}

/** A stretch of a message and what it was read as: why the message was understood as it was. */
export interface Evidence {
  /** In characters of the message. */
  readonly start: number;
  /** The first character after it. */
  readonly end: number;
  /** What it was read as, for people who look for a mistake: `date 2026-11-20`. */
  readonly reading: string;
  /** The place of the command that it speaks for; absent: for none of them. */
  readonly command?: number;
  /** What spoke for the reading and against it. The contributions add up to its score. */
  readonly features: readonly Feature[];
}

export interface Feature {
  readonly name: string;
  readonly contribution: number;
}
