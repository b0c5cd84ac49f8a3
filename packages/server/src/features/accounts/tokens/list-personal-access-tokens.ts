import { endpoint } from '../../../core/http/endpoint.ts';
import { toTokenJson } from './json.ts';
import { selectTokens } from './queries.ts';

/**
 * Lists the caller's own tokens.
 * @rule personal-access-tokens.create.own
 */
export const listPersonalAccessTokens = endpoint('GET /account/personal-access-tokens', {
  allow: 'signed-in',

  async run({ actor, tx }) {
    const rows = await selectTokens(tx, actor.id);
    return { status: 200, body: rows.map(toTokenJson) };
  },
});
