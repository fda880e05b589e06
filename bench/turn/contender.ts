/** One way to hold the scripted conversation. */
export interface Contender {
  turn(conversationId: string, number: number): Promise<void>;
  /** How often the world was changed so far, where the script has an action. */
  effects?(): number;
  /** Called outside the measurement: these conversations are over. */
  forget?(conversationIds: readonly string[]): Promise<void>;
  close(): Promise<void>;
}
