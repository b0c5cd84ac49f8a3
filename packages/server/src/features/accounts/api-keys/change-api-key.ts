import { endpoint } from '../../../core/http/endpoint.ts';
import { readPatch } from '../../../core/http/json-patch.ts';
import { renameToken } from '../tokens/index.ts';
import { lockOwnKey } from './access.ts';

/** Changes the description of an API key of the caller. */
export const changeApiKey = endpoint('PATCH /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path, body }) {
    const steps = readPatch(body, { '/description': { ops: ['replace'], value: 'ApiKeyDescription' } });
    const key = await lockOwnKey(tx, actor, path.id);

    for (const { value } of steps) await renameToken(tx, actor, key.id, value.trim());
    return { status: 204 };
  },
});
