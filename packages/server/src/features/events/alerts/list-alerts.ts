import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { ALERTS } from './records.ts';

/** Lists the alert rules of the caller. */
export const listAlerts = endpoint('GET /api/v1/alerts', {
  allow: 'signed-in',

  async run(call) {
    return listRecords(call, ALERTS, call.query);
  },
});
