/** How a claim that waits is woken. */

/** A bell that was rung while nobody listened is heard by the next who waits. */
export class Bell {
  #rung = false;
  #heard: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#heard?.();
  }

  hush(): void {
    this.#rung = false;
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (this.#rung || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#heard = resolve;
    const timer = setTimeout(resolve, milliseconds);
    const leave = (): void => resolve();
    signal.addEventListener('abort', leave, { once: true });
    await promise;
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
    this.#heard = undefined;
  }
}
