import { endpoint } from '../../../core/endpoint.ts';
import { Problem } from '../../../core/problem.ts';
import { healthy } from './json.ts';
import { failings } from './readiness.ts';

/** Says whether the process can do its work, and if not, all that stands in the way. */
export const getReadiness = endpoint('GET /readyz', {
  allow: 'public',
  // What is asked has a connection of its own, which a slow call of somebody does not hold up.
  transaction: 'none',

  async run(call) {
    const found = await failings(call);
    if (found.length > 0)
      throw new Problem(503, 'unavailable', found.map(({ reason }) => reason).join(' '), found.map(({ part }) => part).join(' '));
    return { status: 200, body: healthy() };
  },
});
