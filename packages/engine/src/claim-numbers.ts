import type { Schema } from '@millrace/contract';

type ClaimFields = Required<Pick<Schema<'ClaimRequest'>, 'incarnation' | 'number' | 'unanswered' | 'gone'>>;

/** The time for which the control plane may still process a claim after the engine gave it up. */
const FORGET_AFTER_MILLISECONDS = 60_000;
/** The largest numbers of claims and incarnations that the protocol lets a claim name. */
const MAX_NAMED = { unanswered: 1000, gone: 100 } as const;

/**
 * Numbers the claims of one engine process and remembers those whose answers did not arrive. Later claims name them, so that the control plane hands
 * their executions out again without waiting for the leases to expire.
 */
export class ClaimNumbers {
  readonly #incarnation: string;
  readonly #forgetAfter: number;
  /** The numbers of the claims without an answer, each with the time at which it was sent. */
  readonly #unanswered = new Map<number, number>();
  #gone: readonly string[];
  /** The number of the last claim. */
  #last = 0;

  /** `gone` are the incarnations of earlier processes of this engine that were killed. */
  constructor(incarnation: string, gone: readonly string[], forgetAfterMilliseconds: number = FORGET_AFTER_MILLISECONDS) {
    this.#incarnation = incarnation;
    this.#gone = gone.slice(0, MAX_NAMED.gone);
    this.#forgetAfter = forgetAfterMilliseconds;
  }

  /** The fields that identify the next claim. A claim with `free` 0 receives no executions, so its number is not remembered. */
  next(free: number): ClaimFields {
    const unanswered = [...this.#unanswered.keys()].slice(-MAX_NAMED.unanswered);
    this.#last += 1;
    if (free > 0) this.#unanswered.set(this.#last, performance.now());
    return { incarnation: this.#incarnation, number: this.#last, unanswered, gone: [...this.#gone] };
  }

  /** The control plane has received the unanswered claims and gone incarnations that a claim named. `sentAt` is by the monotonic clock. */
  acknowledged({ unanswered, gone }: ClaimFields, sentAt: number): void {
    const forgetBefore = sentAt - this.#forgetAfter;
    for (const number of unanswered) if ((this.#unanswered.get(number) ?? Infinity) < forgetBefore) this.#unanswered.delete(number);
    this.#gone = this.#gone.filter((id) => !gone.includes(id));
  }

  /** The answer to the last claim has arrived. */
  answered(): void {
    this.#unanswered.delete(this.#last);
  }

  /** Whether the control plane has yet to receive unanswered claims or gone incarnations. */
  get hasUnacknowledged(): boolean {
    return this.#unanswered.size > 0 || this.#gone.length > 0;
  }
}
