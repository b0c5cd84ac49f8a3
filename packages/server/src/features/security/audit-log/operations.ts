import { neutralWord } from '@millrace/contract';
import { linkPages, readCursorPage } from '../../../core/http/cursor-lists.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { answerPage, sliceOf } from '../../../core/http/paging.ts';
import { actionOfEventType, actionsOfSource, eventTypeOf, sourceOf } from './actions.ts';
import { type EventFilter, selectActions, selectEvents } from './event-page.ts';
import { toAuditJson, toAuditLogJson } from './json.ts';
import { findAuditEntry, isEntry, selectLogPage } from './rows.ts';
import { periodOfEvents, periodOfLogs } from './rules.ts';

/**
 * Lists the entries of the tenant, newest first.
 * @rule audit-log.all.permission
 */
export const listAuditLogs = endpoint('GET /security/audit/logs', {
  allow: 'AUDIT_LOGS_VIEW',
  transaction: 'read only',

  async run({ actor, tx, now, settings: { limits }, query }) {
    const period = periodOfLogs(query, now, limits.auditDays);
    if (query.fromDate === undefined && query.fromId !== undefined && !(await isEntry(tx, actor, query.fromId)))
      return answerPage({ total: 0, rows: [] }, query, toAuditLogJson);

    return answerPage(await selectLogPage(tx, actor, period, sliceOf(query)), query, toAuditLogJson);
  },
});

/** The path of the list of events. */
const PATH = '/api/v1/audits';
/** The forms of the values in a cursor: action and id. */
const FORMS = [/^[a-z.-]{1,200}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/];

/**
 * Lists the entries of the tenant as events.
 * @rule audit-log.audits.filters
 * @rule audit-log.audits.sort
 */
export const listAudits = endpoint('GET /api/v1/audits', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx, settings: { publicUrl }, query }) {
    const period = periodOfEvents(query.eventTime);
    const page = readCursorPage(query, FORMS);
    const { sort = '-eventTime', eventTime, eventType, source, userId, id } = query;
    // A type or source of another form selects nothing.
    const filter: EventFilter = {
      period,
      account: userId,
      ids: id?.split(','),
      action: eventType === undefined ? undefined : (actionOfEventType(neutralWord(eventType)) ?? ''),
      actions: source === undefined ? undefined : (actionsOfSource(neutralWord(source)) ?? { from: '', to: '' }),
    };
    const [action = '', last = ''] = page.after ?? [];
    const rows = await selectEvents(tx, actor, filter, {
      by: sort.endsWith('eventTime') ? 'time' : 'action',
      descending: sort.startsWith('-') !== page.backwards,
      after: page.after && { action, id: last },
      limit: page.limit + 1,
    });

    const address = publicUrl() + PATH;
    const parameters = { eventTime, eventType, source, userId, id, sort: query.sort };
    const { shown, links } = linkPages({ address, parameters, query }, page, rows, (row) => [row.action, row.id]);
    return { status: 200, body: { data: shown.map((row) => toAuditJson(row, address)), links } };
  },
});

/** Reads an entry as an event. */
export const getAudit = endpoint('GET /api/v1/audits/{id}', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx, settings: { publicUrl }, path }) {
    return { status: 200, body: toAuditJson(await findAuditEntry(tx, actor, path.id), publicUrl() + PATH) };
  },
});

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

/** Lists the sources of the events of the tenant. */
export const listAuditSources = endpoint('GET /api/v1/audits/sources', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx }) {
    return { status: 200, body: { data: [...new Set((await selectActions(tx, actor)).map(sourceOf))] } };
  },
});
