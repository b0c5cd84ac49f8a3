import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { AnswerGivenUp, FirstPartOverdue } from './answer-parts.ts';
import type { OwnLog } from './own-log.ts';
import type { Protocol } from './protocol.ts';

/** The most parts with executions in an answer; the control plane has the same limit. */
const MAX_PARTS = 50;
/** How long the engine polls without streaming after streaming failed; then it tries streaming again. */
const STREAMING_PAUSE_MILLISECONDS = 600_000;

type ClaimCalls = Pick<Protocol, 'claim' | 'streamClaims' | 'overdueMilliseconds'>;

/**
 * Asks for work by a streamed answer of many parts, or by single answers if the control plane is older or a proxy buffers answers.
 */
export class WorkCalls {
  readonly #protocol: ClaimCalls;
  readonly #log: OwnLog;
  /** By the monotonic clock. */
  #streamingPausedUntil = -Infinity;

  constructor(protocol: ClaimCalls, log: OwnLog) {
    this.#protocol = protocol;
    this.#log = log;
  }

  /** The most parts with executions in the answer to the next claim: the control plane ends the answer when half of the free capacity is used. */
  parts(free: number): number {
    return this.#usesStreaming ? Math.max(1, Math.min(MAX_PARTS, Math.ceil(free / 2))) : 1;
  }

  /**
   * Yields the parts of the answer as they arrive. A reader that stops before the end gives the claim up. Throws `AnswerGivenUp` for work that was in
   * transit for too long (this process was suspended, or the network delayed the answer), because its lease may have expired.
   */
  async *ask(request: Schema<'ClaimRequest'>, signal: AbortSignal): AsyncGenerator<Schema<'Claims'>, void, void> {
    const askedAt = performance.now();
    for await (const answer of this.#answers(request, signal)) {
      // An older control plane does not say how long it has waited; then assume the longest wait that was asked for.
      const inTransit = performance.now() - askedAt - (answer.waitedMilliseconds ?? request.waitMilliseconds);
      if (answer.executions.length > 0 && inTransit > this.#protocol.overdueMilliseconds)
        throw new AnswerGivenUp(`it may have been in transit for ${(inTransit / 1000).toFixed(1)} s`);
      yield answer;
    }
  }

  async *#answers(request: Schema<'ClaimRequest'>, signal: AbortSignal): AsyncGenerator<Schema<'Claims'>, void, void> {
    if (this.#usesStreaming) {
      try {
        return yield* this.#protocol.streamClaims(request, signal);
      } catch (error) {
        if (error instanceof FirstPartOverdue) {
          this.#pauseStreaming();
          this.#log('info', error.message);
        }
        // An older control plane answers 404.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        this.#pauseStreaming();
      }
    }
    yield await this.#protocol.claim(request, signal);
  }

  get #usesStreaming(): boolean {
    return performance.now() >= this.#streamingPausedUntil;
  }

  #pauseStreaming(): void {
    this.#streamingPausedUntil = performance.now() + STREAMING_PAUSE_MILLISECONDS;
  }
}
