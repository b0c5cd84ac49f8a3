import type { Schema } from '@millrace/contract';

type Named = Required<Pick<Schema<'ClaimRequest'>, 'incarnation' | 'number' | 'unanswered' | 'gone'>>;

/** How long the control plane may still be busy with a claim after the engine gave it up. */
const AFTERLIFE_MILLISECONDS = 60_000;
/** What the protocol lets a claim name. */
const MOST = { unanswered: 1000, gone: 100 } as const;

/**
 * Counts the claims of one engine process and remembers those whose answers it never saw: it names them, so that what they were given does not
 * wait for the end of its lease.
 */
export class ClaimNumbers {
  readonly #incarnation: string;
  readonly #afterlife: number;
  readonly #givenUp = new Map<number, number>();
  #gone: readonly string[];
  /** The first and the last number of the last claim. */
  #first = 0;
  #last = 0;

  /** `gone` are earlier processes of this engine that have ended without a word. */
  constructor(incarnation: string, gone: readonly string[], afterlifeMilliseconds: number = AFTERLIFE_MILLISECONDS) {
    this.#incarnation = incarnation;
    this.#gone = gone.slice(0, MOST.gone);
    this.#afterlife = afterlifeMilliseconds;
  }

  /**
   * The names under which the next claim goes out. Its answer can come in so many parts with executions, each of which takes a number. Unless they are
   * answered they count as given up; a claim that asks for nothing is given nothing.
   */
  next(free: number, parts = 1): Named {
    const unanswered = [...this.#givenUp.keys()].slice(-MOST.unanswered);
    this.#first = this.#last + 1;
    this.#last += parts;
    if (free > 0) for (let one = this.#first; one <= this.#last; one += 1) this.#givenUp.set(one, performance.now());
    return { incarnation: this.#incarnation, number: this.#first, unanswered, gone: [...this.#gone] };
  }

  /** Notes that the control plane knows what a claim named. */
  heard({ unanswered, gone }: Named, sentAt: number): void {
    for (const one of unanswered) if ((this.#givenUp.get(one) ?? Infinity) < sentAt - this.#afterlife) this.#givenUp.delete(one);
    this.#gone = this.#gone.filter((one) => !gone.includes(one));
  }

  /** Notes that the next part with executions of the last claim has come. */
  answered(): void {
    this.#givenUp.delete(this.#first);
    // Whatever the control plane has done, no number serves twice.
    this.#last = Math.max(this.#last, this.#first);
    this.#first += 1;
  }

  /** Notes that the answer to the last claim has come to its end. */
  ended(): void {
    for (let one = this.#first; one <= this.#last; one += 1) this.#givenUp.delete(one);
  }

  /** Whether claims are still to be named. */
  get owing(): boolean {
    return this.#givenUp.size > 0 || this.#gone.length > 0;
  }
}
