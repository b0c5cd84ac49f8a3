import { endpoint } from '../../../core/http/endpoint.ts';
import { Problem } from '../../../core/base/problem.ts';
import { degraded, healthy } from './json.ts';
import { failingParts, weakestIsolation } from './readiness.ts';

/** Answers the readiness probe: whether the process can do its work, and if not, all reasons. */
export const getReadiness = endpoint('GET /readyz', {
  allow: 'public',
  // The checks use a database connection of their own, which slow requests do not delay.
  transaction: 'none',

  async run(call) {
    const failing = await failingParts(call);
    const parts = failing.map(({ part }) => part);
    const reason = failing.map((failure) => failure.reason).join(' ');
    if (!failing.every(({ degrades }) => degrades)) throw new Problem(503, 'unavailable', reason, parts.join(' '));
    const isolation = await weakestIsolation(call);
    const body = failing.length === 0 ? healthy() : degraded(reason, parts);
    return { status: 200, body: { ...body, ...(isolation && { isolation }) } };
  },
});
