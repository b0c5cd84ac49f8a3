import type { ClaimNumbers } from './claim-numbers.ts';
import { EngineDeleted, type Protocol } from './protocol.ts';
import { Backoff, sleepUnlessAborted } from './waiting.ts';

/** Reports the unanswered claims when the agent ends. Otherwise their executions would wait until their leases expire. */
export async function settleClaims(numbers: ClaimNumbers, protocol: Pick<Protocol, 'claim'>, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff();
  while (numbers.hasUnacknowledged && !signal.aborted) {
    const fields = numbers.next(0);
    try {
      await protocol.claim({ free: 0, waitMilliseconds: 0, ...fields }, signal);
      numbers.acknowledged(fields, Infinity);
      numbers.answered();
    } catch (error) {
      if (error instanceof EngineDeleted) return;
      await sleepUnlessAborted(backoff.next(), signal);
    }
  }
}
