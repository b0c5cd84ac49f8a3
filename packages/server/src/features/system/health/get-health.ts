import { endpoint } from '../../../core/http/endpoint.ts';
import { healthy } from './json.ts';

/** Says that the process lives; it asks nothing else, so that a database that is away does not get the process killed. */
export const getHealth = endpoint('GET /healthz', {
  allow: 'public',
  transaction: 'none',

  async run() {
    return { status: 200, body: healthy() };
  },
});
