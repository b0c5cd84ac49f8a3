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
  #last = 0;

  /** `gone` are earlier processes of this engine that have ended without a word. */
  constructor(incarnation: string, gone: readonly string[], afterlifeMilliseconds: number = AFTERLIFE_MILLISECONDS) {
    this.#incarnation = incarnation;
    this.#gone = gone.slice(0, MOST.gone);
    this.#afterlife = afterlifeMilliseconds;
  }

  /** The names under which the next claim goes out. Unless it is answered it counts as given up; one that asks for nothing is given nothing. */
  next(free: number): Named {
    const unanswered = [...this.#givenUp.keys()].slice(-MOST.unanswered);
    this.#last += 1;
    if (free > 0) this.#givenUp.set(this.#last, performance.now());
    return { incarnation: this.#incarnation, number: this.#last, unanswered, gone: [...this.#gone] };
  }

  /** Notes that a claim was answered, and that the control plane knows what it named. */
  answered({ number, unanswered, gone }: Named, sentAt: number): void {
    this.#givenUp.delete(number);
    for (const one of unanswered) if ((this.#givenUp.get(one) ?? Infinity) < sentAt - this.#afterlife) this.#givenUp.delete(one);
    this.#gone = this.#gone.filter((one) => !gone.includes(one));
  }

  /** Whether claims are still to be named. */
  get owing(): boolean {
    return this.#givenUp.size > 0 || this.#gone.length > 0;
  }
}
