import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { createToken } from '../tokens/index.ts';
import { API_KEYS } from './records.ts';
import { requireOwnSubject } from './rules.ts';

/** Creates an API key of the caller. Only this answer contains its secret. */
export const createApiKey = endpoint('POST /api/v1/api-keys', {
  allow: 'signed-in',

  async run(call) {
    const { actor, body } = call;
    requireOwnSubject(actor, body.sub);
    const { row, secret } = await createToken(call, { name: body.description, expiry: body.expiry });
    return { status: 201, body: { ...(await readRecord(call, API_KEYS, row.id)), token: secret } };
  },
});
