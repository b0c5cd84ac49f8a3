import { endpoint } from '../../../core/http/endpoint.ts';
import { notFound } from '../../../core/base/problem.ts';
import { removeToken } from './queries.ts';

/**
 * Revokes a token of the caller; further requests with it are refused.
 * @rule personal-access-tokens.delete.at-once
 * @rule personal-access-tokens.delete.unknown
 */
export const revokePersonalAccessToken = endpoint('DELETE /account/personal-access-tokens/{tokenId}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    if (!(await removeToken(tx, actor, actor.id, path.tokenId))) throw notFound('Personal access token', path.tokenId);
    return { status: 204 };
  },
});
