import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { AnswerGivenUp, HeldBack } from './answer-parts.ts';
import type { OwnLog } from './own-log.ts';
import type { Protocol } from './protocol.ts';

/** The same as the control plane's: an answer has no more parts with executions. */
const MOST_PARTS = 50;
/** How long single answers are asked for after one in parts did not come through: what stood in the way may be gone by then. */
const SINGLE_MILLISECONDS = 600_000;

type ClaimCalls = Pick<Protocol, 'claim' | 'streamClaims' | 'overdueMilliseconds'>;

/**
 * Asks for work: in one answer of many parts, or in an answer for each where the control plane is older or something in between holds answers back
 * until they end.
 */
export class WorkCalls {
  readonly #protocol: ClaimCalls;
  readonly #log: OwnLog;
  /** By the monotonic clock. */
  #singleUntil = -Infinity;

  constructor(protocol: ClaimCalls, log: OwnLog) {
    this.#protocol = protocol;
    this.#log = log;
  }

  /** How many parts with executions the answer to the next claim has at most: it ends when half of the room is given. */
  parts(free: number): number {
    return this.#inParts ? Math.max(1, Math.min(MOST_PARTS, Math.ceil(free / 2))) : 1;
  }

  /**
   * What the engine is to do, as it comes. It has to be read to its end, or the claim counts as given up. Work that was under way for too long is not
   * handed on: this process was suspended, or the network held the answer back, and the lease may be over.
   */
  async *ask(request: Schema<'ClaimRequest'>, signal: AbortSignal): AsyncGenerator<Schema<'Claims'>, void, void> {
    const asked = performance.now();
    for await (const answer of this.#answers(request, signal)) {
      // A control plane that is older does not say how long it has waited: not longer than it was asked to.
      const late = performance.now() - asked - (answer.waitedMilliseconds ?? request.waitMilliseconds);
      if (answer.executions.length > 0 && late > this.#protocol.overdueMilliseconds)
        throw new AnswerGivenUp(`it may have been under way for ${(late / 1000).toFixed(1)} s`);
      yield answer;
    }
  }

  async *#answers(request: Schema<'ClaimRequest'>, signal: AbortSignal): AsyncGenerator<Schema<'Claims'>, void, void> {
    if (this.#inParts) {
      try {
        return yield* this.#protocol.streamClaims(request, signal);
      } catch (error) {
        if (error instanceof HeldBack) {
          this.#askSingly();
          this.#log('info', error.message);
        }
        // A control plane that is older.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        this.#askSingly();
      }
    }
    yield await this.#protocol.claim(request, signal);
  }

  get #inParts(): boolean {
    return performance.now() >= this.#singleUntil;
  }

  #askSingly(): void {
    this.#singleUntil = performance.now() + SINGLE_MILLISECONDS;
  }
}
