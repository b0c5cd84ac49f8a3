/** The process of a peer: it receives questions from the benchmark and answers them (see processes.ts). */

/** Reports that the peer is ready, answers each question, and stops the peer on SIGTERM. */
export function serve<Question>(peer: { answer(question: Question): Promise<unknown>; stop(): Promise<unknown> }): void {
  process.on('message', (message: { question: Question }) => {
    peer.answer(message.question).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  const end = (): void => void peer.stop().finally(() => process.exit(0));
  process.once('SIGTERM', end);
  // The benchmark has ended without stopping this process.
  process.once('disconnect', end);
  process.send?.({ answer: 'ready' });
}

/** The number of jobs to run, and how many run at a time. The jobs do nothing. With `batch`, so many are added by one call, one call at a time. */
export type Jobs = { count: number; width: number; batch?: number };

/** Returns the address of the database of this peer. */
export function databaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is missing: only the scripts of bench/ start this program.');
  return url;
}

/** Counts ended jobs, and resolves a promise when all have ended. */
export class Countdown {
  #left = 0;
  #empty: (() => void) | undefined;

  /** Returns a promise that resolves when `count` jobs have ended. */
  expect(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => (this.#empty = resolve));
  }

  /** Counts one ended job. */
  count(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#empty?.();
  }
}
