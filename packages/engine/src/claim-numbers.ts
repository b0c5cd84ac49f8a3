import type { Schema } from '@millrace/contract';

type Named = Required<Pick<Schema<'ClaimRequest'>, 'incarnation' | 'number' | 'unanswered' | 'gone'>>;

/** How long the control plane may still process a claim after the engine gave it up. */
const FORGET_AFTER_MILLISECONDS = 60_000;
/** How many claims and incarnations the protocol lets a claim name. */
const MAX_NAMED = { unanswered: 1000, gone: 100 } as const;

/**
 * Numbers the claims of one engine process and remembers those whose answers did not arrive. Later claims name them, so that the control plane hands
 * their executions out again without waiting for the leases to expire.
 */
export class ClaimNumbers {
  readonly #incarnation: string;
  readonly #forgetAfter: number;
  readonly #givenUp = new Map<number, number>();
  #gone: readonly string[];
  /** The first and the last number of the last claim. */
  #first = 0;
  #last = 0;

  /** `gone` are the incarnations of earlier processes of this engine that were killed. */
  constructor(incarnation: string, gone: readonly string[], forgetAfterMilliseconds: number = FORGET_AFTER_MILLISECONDS) {
    this.#incarnation = incarnation;
    this.#gone = gone.slice(0, MAX_NAMED.gone);
    this.#forgetAfter = forgetAfterMilliseconds;
  }

  /**
   * The fields that identify the next claim. `parts` is the largest number of parts with executions in its answer; each part takes one number.
   * A number counts as unanswered until its part arrives. A claim with `free` 0 receives no executions, so its numbers are not remembered.
   */
  next(free: number, parts = 1): Named {
    const unanswered = [...this.#givenUp.keys()].slice(-MAX_NAMED.unanswered);
    this.#first = this.#last + 1;
    this.#last += parts;
    if (free > 0) for (let one = this.#first; one <= this.#last; one += 1) this.#givenUp.set(one, performance.now());
    return { incarnation: this.#incarnation, number: this.#first, unanswered, gone: [...this.#gone] };
  }

  /** The control plane has received the unanswered claims and gone incarnations that a claim named. `sentAt` is by the monotonic clock. */
  acknowledged({ unanswered, gone }: Named, sentAt: number): void {
    for (const one of unanswered) if ((this.#givenUp.get(one) ?? Infinity) < sentAt - this.#forgetAfter) this.#givenUp.delete(one);
    this.#gone = this.#gone.filter((one) => !gone.includes(one));
  }

  /** The next part with executions of the last claim has arrived. */
  partReceived(): void {
    this.#givenUp.delete(this.#first);
    // No number is used twice, even if the answer has more parts than announced.
    this.#last = Math.max(this.#last, this.#first);
    this.#first += 1;
  }

  /** The answer to the last claim is complete. */
  answerEnded(): void {
    for (let one = this.#first; one <= this.#last; one += 1) this.#givenUp.delete(one);
  }

  /** Whether the control plane has yet to receive unanswered claims or gone incarnations. */
  get hasUnacknowledged(): boolean {
    return this.#givenUp.size > 0 || this.#gone.length > 0;
  }
}
