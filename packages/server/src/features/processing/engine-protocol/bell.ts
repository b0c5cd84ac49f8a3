/** How a claim that waits is woken. */

/** A bell that was rung while nobody listened is heard by the next who waits. */
export class Bell {
  #rung = false;
  #heard: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#heard?.();
  }

  /** Whether it was rung since the last call. */
  consume(): boolean {
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  /** Waits until it is rung; false where it was not. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (this.#rung || signal.aborted) return this.#rung;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heard = resolve;
    const timer = setTimeout(resolve, milliseconds);
    const leave = (): void => resolve();
    signal.addEventListener('abort', leave, { once: true });
    await promise;
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    this.#heard = undefined;
    return this.#rung;
  }
}
