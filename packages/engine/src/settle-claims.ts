import type { ClaimNumbers } from './claim-numbers.ts';
import { EngineDeleted, type Protocol } from './protocol.ts';
import { Backoff, pause } from './waiting.ts';

/** Says at the end which claims were given up: what they took would wait for its lease otherwise. */
export async function settleClaims(numbers: ClaimNumbers, protocol: Pick<Protocol, 'claim'>, signal: AbortSignal): Promise<void> {
  const backoff = new Backoff();
  while (numbers.owing && !signal.aborted) {
    const names = numbers.next(0);
    try {
      await protocol.claim({ free: 0, waitMilliseconds: 0, ...names }, signal);
      numbers.heard(names, Infinity);
      numbers.ended();
    } catch (error) {
      if (error instanceof EngineDeleted) return;
      await pause(backoff.next(), signal);
    }
  }
}
