/** The side of a peer's process that takes questions from the script and answers them (see processes.ts). */

/** Says that the peer is ready, answers each question, and stops the peer on SIGTERM. */
export function serve<Question>(peer: { answer(question: Question): Promise<unknown>; stop(): Promise<unknown> }): void {
  process.on('message', (message: { question: Question }) => {
    peer.answer(message.question).then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
  const end = (): void => void peer.stop().finally(() => process.exit(0));
  process.once('SIGTERM', end);
  // The script died: nobody would stop this process any more.
  process.once('disconnect', end);
  process.send?.({ answer: 'ready' });
}

/** How many no-op jobs to run, and how many at a time. */
export type Jobs = { count: number; width: number };

/** The database that the script gives this peer. */
export function databaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url) throw new Error('DATABASE_URL is missing: this program is started by the scripts of bench/.');
  return url;
}

/** Counts jobs that end and tells when all have. */
export class Countdown {
  #left = 0;
  #empty: (() => void) | undefined;

  /** Settles once `count` jobs have ended. */
  expect(count: number): Promise<void> {
    this.#left = count;
    return new Promise((resolve) => (this.#empty = resolve));
  }

  /** One more has ended. */
  one(): void {
    this.#left -= 1;
    if (this.#left === 0) this.#empty?.();
  }
}
