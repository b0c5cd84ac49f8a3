import { endpoint } from '../../../core/http/endpoint.ts';
import { sourceOf } from './actions.ts';
import { selectActions } from './event-page.ts';

/** Lists the sources of the events of the tenant. */
export const listAuditSources = endpoint('GET /api/v1/audits/sources', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx }) {
    return { status: 200, body: { data: [...new Set((await selectActions(tx, actor)).map(sourceOf))] } };
  },
});
