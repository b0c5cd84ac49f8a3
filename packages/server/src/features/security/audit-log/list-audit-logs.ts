import { endpoint } from '../../../core/http/endpoint.ts';
import { pageHeaders, sliceOf } from '../../../core/http/paging.ts';
import { isEntry } from './access.ts';
import { toAuditLogJson } from './json.ts';
import { selectLogPage } from './log-page.ts';
import { periodOfLogs } from './rules.ts';

/**
 * Lists the entries of the tenant, newest first.
 * @rule audit-log.all.permission
 */
export const listAuditLogs = endpoint('GET /security/audit/logs', {
  allow: 'AUDIT_LOGS_VIEW',
  transaction: 'read only',

  async run({ actor, tx, now, limits, query }) {
    const period = periodOfLogs(query, now, limits.auditDays);
    if (query.fromDate === undefined && query.fromId !== undefined && !(await isEntry(tx, actor, query.fromId)))
      return { status: 200, headers: pageHeaders({ total: 0, rows: [] }, query), body: [] };

    const page = await selectLogPage(tx, actor, period, sliceOf(query));
    return { status: 200, headers: pageHeaders(page, query), body: page.rows.map(toAuditLogJson) };
  },
});
