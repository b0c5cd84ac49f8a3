import { endpoint } from '../../../core/http/endpoint.ts';
import { findAuditEntry } from './access.ts';
import { toAuditJson } from './json.ts';

/** Reads an entry as an event. */
export const getAudit = endpoint('GET /api/v1/audits/{id}', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx, publicUrl, path }) {
    return { status: 200, body: toAuditJson(await findAuditEntry(tx, actor, path.id), `${publicUrl()}/api/v1/audits`) };
  },
});
