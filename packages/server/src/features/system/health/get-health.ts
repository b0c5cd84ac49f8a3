import { endpoint } from '../../../core/http/endpoint.ts';
import { healthy } from './json.ts';

/** Answers the liveness probe. It checks nothing else: an unavailable database must not get the process killed. */
export const getHealth = endpoint('GET /healthz', {
  allow: 'public',
  transaction: 'none',

  async run() {
    return { status: 200, body: healthy() };
  },
});
