import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { WEBHOOKS } from './records.ts';

/** Reads a webhook. */
export const getWebhook = endpoint('GET /api/v1/webhooks/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, WEBHOOKS, call.path.id) };
  },
});
