import { and, sql } from '../../../core/database/sql.ts';
import { listRecords } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { INCIDENTS } from './records.ts';

/** Lists the incidents of the alert rules of the caller. */
export const listAlertIncidents = endpoint('GET /api/v1/alerts/incidents', {
  allow: 'signed-in',

  async run(call) {
    const { limit, next, prev, alertId, open } = call.query;
    return listRecords(
      call,
      INCIDENTS,
      { limit, next, prev },
      {
        only: and([
          alertId === undefined ? sql`true` : sql`i.rule_id = ${alertId}`,
          open === undefined ? sql`true` : sql`(i.ended_at is null) = ${open}`,
        ]),
        parameters: { alertId, open },
      },
    );
  },
});
