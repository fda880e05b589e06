import { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** `before`: the process dies before the checkpoint is handed to the store; `after`: before anyone learns it was saved. */
export type Death = { readonly put: number; readonly when: "before" | "after" } | null;

/** A saver whose process dies at its n-th `put`: from then on nothing reaches the store. */
export class MortalSaver extends BaseCheckpointSaver {
  puts = 0;
  #dead = false;
  readonly #saver: BaseCheckpointSaver;
  readonly #death: Death;

  constructor(saver: BaseCheckpointSaver, death: Death) {
    super(saver.serde);
    this.#saver = saver;
    this.#death = death;
  }

  override async getTuple(...given: Parameters<BaseCheckpointSaver["getTuple"]>) {
    this.#live();
    return this.#saver.getTuple(...given);
  }

  override async *list(...given: Parameters<BaseCheckpointSaver["list"]>) {
    this.#live();
    yield* this.#saver.list(...given);
  }

  override async put(...given: Parameters<BaseCheckpointSaver["put"]>) {
    this.puts += 1;
    this.#dead ||= this.#death?.when === "before" && this.#death.put === this.puts;
    this.#live();
    const config = await this.#saver.put(...given);
    this.#dead ||= this.#death?.when === "after" && this.#death.put === this.puts;
    this.#live();
    return config;
  }

  override async putWrites(...given: Parameters<BaseCheckpointSaver["putWrites"]>) {
    this.#live();
    await this.#saver.putWrites(...given);
  }

  override async deleteThread(conversationId: string) {
    this.#live();
    await this.#saver.deleteThread(conversationId);
  }

  #live(): void {
    if (this.#dead) {
      throw new Error("The process is dead.");
    }
  }
}
