/** A flag by which a wake-up reaches a waiting claim. */

/** A flag that stays set until it is consumed, so that a wake-up between two waits is not lost. */
export class WakeupFlag {
  #isSet = false;
  #endWait: (() => void) | undefined;

  set(): void {
    this.#isSet = true;
    this.#endWait?.();
  }

  /** Clears the flag; true if it was set. */
  consume(): boolean {
    const wasSet = this.#isSet;
    this.#isSet = false;
    return wasSet;
  }

  /** Waits until the flag is set, the time is over or the signal aborts; true if the flag is set then. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (this.#isSet || signal.aborted) return this.#isSet;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#endWait = resolve;
    const timer = setTimeout(resolve, milliseconds);
    const abort = (): void => resolve();
    signal.addEventListener('abort', abort, { once: true });
    await promise;
    signal.removeEventListener('abort', abort);
    clearTimeout(timer);
    this.#endWait = undefined;
    return this.#isSet;
  }
}
