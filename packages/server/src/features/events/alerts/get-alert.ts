import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { ALERTS } from './records.ts';

/** Reads an alert rule of the caller. */
export const getAlert = endpoint('GET /api/v1/alerts/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, ALERTS, call.path.id) };
  },
});
