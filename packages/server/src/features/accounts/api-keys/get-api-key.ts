import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { API_KEYS } from './records.ts';

/** Reads an API key. */
export const getApiKey = endpoint('GET /api/v1/api-keys/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, API_KEYS, call.path.id) };
  },
});
