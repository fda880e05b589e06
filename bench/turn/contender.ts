/** One way to hold the scripted conversation. */
export interface Contender {
  turn(conversationId: string, number: number): Promise<void>;
  close(): Promise<void>;
}
