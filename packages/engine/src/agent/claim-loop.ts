/** Claims work while there is free capacity, and starts and stops executions as the answers say. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import type { ClaimNumbers } from '../runs/claims.ts';
import type { CredentialKeeper } from '../control-plane/credential.ts';
import { AnswerGivenUp, EngineCredentialRejected } from '../control-plane/protocol.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import type { Incarnation } from '../runs/earlier-processes.ts';
import type { AgentParts } from './options.ts';

type ClaimLoopParts = AgentParts & {
  credentials: CredentialKeeper;
  numbers: ClaimNumbers;
  incarnation: Incarnation;
  waitMilliseconds: number;
  /** Aborted when the agent makes no further claims. */
  signal: AbortSignal;
};

/** The claims of an agent: one is open at a time. */
export class ClaimLoop {
  readonly #parts: ClaimLoopParts;
  #poll = new AbortController();
  #pollAsksForNothing = false;

  constructor(parts: ClaimLoopParts) {
    this.#parts = parts;
  }

  /**
   * Aborts the open claim when it asks for no work and capacity is free now; otherwise the capacity stays unused until the claim is answered.
   * A claim that asks for work is never aborted here, because its answer may hold executions.
   */
  refill(): void {
    if (this.#pollAsksForNothing && this.#claimable() > 0) this.#poll.abort(new Error('Capacity is free'));
  }

  /** Aborts the open claim when no run can begin. The next claim names it, so the control plane returns its executions to the queue. */
  healthChanged(): void {
    if (this.#claimable() === 0 && !this.#pollAsksForNothing) this.#poll.abort(new Error('No run can begin'));
    this.refill();
  }

  /** Claims until the signal is aborted or the engine is deleted. */
  async run(): Promise<void> {
    const { credentials, protocol, signal } = this.#parts;
    const backoff = new Backoff();
    while (!signal.aborted) {
      // Renew between claims: a claim that waits must not use a credential that has expired.
      await credentials.renewWhenDue(() => protocol.renewCredential(signal));
      try {
        await this.#claim();
        backoff.reset();
      } catch (error) {
        if (error instanceof EngineCredentialRejected) return void this.#parts.deleted();
        if (this.#poll.signal.aborted) continue;
        this.#logFailure(error);
        await sleepUnlessAborted(backoff.next(), signal);
      }
    }
  }

  /** Sends one claim and does what its answer says. Fails if there was no answer. */
  async #claim(): Promise<void> {
    const { protocol, numbers, held, incarnation, waitMilliseconds, signal } = this.#parts;
    const free = this.#claimable();
    const fields = numbers.next(free);
    const request = { free, waitMilliseconds, running: held.leases('running'), ...fields };
    const poll = new AbortController();
    this.#poll = poll;
    const stopPoll = () => poll.abort(signal.reason);
    signal.addEventListener('abort', stopPoll, { once: true });
    this.#pollAsksForNothing = free === 0;
    const askedAt = performance.now();
    try {
      const answer = await protocol.claim(request, poll.signal);
      numbers.answered();
      numbers.acknowledged(fields, askedAt);
      void incarnation.forget(fields.gone);
      const hasNews = this.#accept(answer);
      // Let the new executions start before the next claim uses this thread.
      if (answer.executions.length > 0) await nextTurn();
      // Without this pause, early answers without news would make this a busy loop.
      if (!hasNews && performance.now() - askedAt < Math.min(1000, waitMilliseconds / 2)) await sleepUnlessAborted(100, signal);
    } finally {
      this.#pollAsksForNothing = false;
      signal.removeEventListener('abort', stopPoll);
    }
  }

  /** Starts and stops executions as the answer says. Returns whether the answer held anything new. */
  #accept({ executions, stop: ended }: Schema<'Claims'>): boolean {
    const { held } = this.#parts;
    if (executions.length > 0) reachFaultPoint('engine.after-claim');
    for (const claim of executions) void held.accept(claim);
    // The shutdown may have begun while the answer was on its way.
    if (this.#parts.isShuttingDown()) held.shutDown();
    return held.terminate(ended) || executions.length > 0;
  }

  #claimable(): number {
    const { health, held } = this.#parts;
    return health.claimable(held.free, held.preparing);
  }

  #logFailure(error: unknown): void {
    const { log } = this.#parts;
    if (error instanceof ApiError) log('warn', 'The control plane refused a claim', { status: error.status, reason: error.message });
    if (error instanceof AnswerGivenUp) log('warn', error.message);
  }
}
