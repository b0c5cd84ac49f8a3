import { notFound } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { createToken } from './creation.ts';
import { toTokenJson } from './json.ts';
import { removeToken, selectTokens } from './rows.ts';

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

/**
 * Creates a token of the caller. Only this answer contains its secret.
 * @rule personal-access-tokens.create.once
 * @rule personal-access-tokens.create.expiry
 */
export const createPersonalAccessToken = endpoint('POST /account/personal-access-tokens', {
  allow: 'signed-in',

  async run(call) {
    const { name, expiresInDays: days } = call.body;
    const { row, secret } = await createToken(call, { name, ...(typeof days === 'number' && { expiry: `P${days}D` }) });
    return { status: 201, body: { ...toTokenJson(row), token: secret } };
  },
});

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
