/** Messages from another thread, in their order. */
export class Mailbox<Message> {
  readonly #arrived: Message[] = [];
  #next = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  add(message: Message): void {
    this.#arrived.push(message);
    this.#next.resolve();
  }

  /** No message comes any more: `take` rejects with the error of the first call. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#next.resolve();
  }

  async take(): Promise<Message> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure.error;
      const message = this.#arrived.shift();
      if (message !== undefined) return message;
      this.#next = Promise.withResolvers();
      await this.#next.promise;
    }
  }
}
