import { endpoint } from '../../../core/http/endpoint.ts';
import { createToken } from './create-token.ts';
import { toTokenJson } from './json.ts';

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
