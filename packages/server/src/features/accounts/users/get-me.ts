import { endpoint } from '../../../core/http/endpoint.ts';
import { toMeJson } from './json.ts';
import { selectAccount } from './queries.ts';

/**
 * Reads the account of the caller, with its roles and permissions.
 * @rule users.me.read
 */
export const getMe = endpoint('GET /account/me', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    return { status: 200, body: toMeJson(actor, await selectAccount(tx, actor)) };
  },
});
