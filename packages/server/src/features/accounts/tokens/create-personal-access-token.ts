import { endpoint } from '../../../core/http/endpoint.ts';
import { newId } from '../../../core/base/id.ts';
import { toTokenJson } from './json.ts';
import { insertToken, removeExpired } from './queries.ts';

/**
 * Creates a token of the caller. Only this answer contains its secret.
 * @rule personal-access-tokens.create.once
 * @rule personal-access-tokens.create.expiry
 */
export const createPersonalAccessToken = endpoint('POST /account/personal-access-tokens', {
  allow: 'signed-in',

  async run({ actor, tx, tokens, body }) {
    await removeExpired(tx, actor.id);
    const { secret, hash } = tokens.create('personal');
    const row = await insertToken(tx, { id: newId(), account: actor.id, name: body.name.trim(), hash, days: body.expiresInDays ?? null });
    return { status: 201, body: { ...toTokenJson(row), token: secret } };
  },
});
