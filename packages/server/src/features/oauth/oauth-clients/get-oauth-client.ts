import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { clientsFor } from './records.ts';

/** Reads an OAuth client. */
export const getOauthClient = endpoint('GET /api/v1/oauth-clients/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, clientsFor(call.actor), call.path.id) };
  },
});
