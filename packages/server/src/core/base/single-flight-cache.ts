/** Answers that are dear or slow, shared by all who ask at about the same time. */
import { setTimeout as wait } from 'node:timers/promises';
import { monotonicMilliseconds } from './clock.ts';

/** Nothing came in the time that the asker has. */
export class Overdue extends Error {}

/** Something that is asked once at a time, whose answer is kept for a while, and for which nobody waits longer than a while, in milliseconds. */
export type Question<Of, Answer> = { ask(of: Of): Promise<Answer>; keep: number; patience: number };

type Known = { asked: Promise<unknown> | undefined; answer: { value: unknown; at: number } | undefined };

/** The answers of one process. */
export class Fresh {
  readonly #known = new Map<object, Known>();

  /** The answer; fails with what the asking failed with, or `Overdue`. A failure is not kept. */
  async get<Of, Answer>(question: Question<Of, Answer>, of: Of): Promise<Answer> {
    let known = this.#known.get(question);
    if (!known) this.#known.set(question, (known = { asked: undefined, answer: undefined }));
    if (known.answer && monotonicMilliseconds() - known.answer.at < question.keep) return known.answer.value as Answer;
    // One that hangs is not asked again until it ends: each of its kind may hold a thread or a connection.
    known.asked ??= begin(known, () => question.ask(of));
    const over = new AbortController();
    try {
      return (await Promise.race([known.asked, giveUp(question.patience, over.signal)])) as Answer;
    } finally {
      over.abort();
    }
  }

  /** Lets go of every answer: the next who asks gets a new one. */
  forget(): void {
    for (const known of this.#known.values()) known.answer = undefined;
  }
}

async function begin(known: Known, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    const value = await Promise.resolve().then(ask);
    known.answer = { value, at: monotonicMilliseconds() };
    return value;
  } finally {
    known.asked = undefined;
  }
}

async function giveUp(patience: number, signal: AbortSignal): Promise<never> {
  await wait(patience, undefined, { signal, ref: false });
  throw new Overdue(`No answer within ${patience} ms`);
}
