import { endpoint } from '../../../core/http/endpoint.ts';
import { Problem } from '../../../core/base/problem.ts';
import { degraded, healthy } from './json.ts';
import { failings, weakestIsolation } from './readiness.ts';

/** Says whether the process can do its work, and if not, all that stands in the way. */
export const getReadiness = endpoint('GET /readyz', {
  allow: 'public',
  // What is asked has a connection of its own, which a slow call of somebody does not hold up.
  transaction: 'none',

  async run(call) {
    const found = await failings(call);
    const parts = found.map(({ part }) => part);
    const reason = found.map((one) => one.reason).join(' ');
    if (!found.every((one) => one.degrades)) throw new Problem(503, 'unavailable', reason, parts.join(' '));
    const isolation = await weakestIsolation(call);
    const body = found.length === 0 ? healthy() : degraded(reason, parts);
    return { status: 200, body: { ...body, ...(isolation && { isolation }) } };
  },
});
