import { readRecord } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { webNotificationsAt } from './records.ts';

/** Reads a notification of the caller. */
export const getWebNotification = endpoint('GET /api/v1/web-notifications/{id}', {
  allow: 'signed-in',

  async run(call) {
    return { status: 200, body: await readRecord(call, webNotificationsAt(call.publicUrl()), call.path.id) };
  },
});
