import { endpoint } from '../../../core/http/endpoint.ts';
import { eventTypeOf } from './actions.ts';
import { selectActions } from './event-page.ts';

/**
 * Lists the types of the events of the tenant.
 * @rule audit-log.audits.types
 */
export const listAuditTypes = endpoint('GET /api/v1/audits/types', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx }) {
    return { status: 200, body: { data: (await selectActions(tx, actor)).map(eventTypeOf) } };
  },
});
