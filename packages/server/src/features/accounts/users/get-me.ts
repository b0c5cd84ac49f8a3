import { endpoint } from '../../../core/http/endpoint.ts';
import { toMeJson } from './json.ts';
import { selectAccount } from './queries.ts';

/**
 * Tells the caller who the token belongs to and what it may do.
 * @rule users.me.read
 */
export const getMe = endpoint('GET /account/me', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    return { status: 200, body: toMeJson(actor, await selectAccount(tx, actor)) };
  },
});
