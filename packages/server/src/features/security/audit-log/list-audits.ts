import { neutralWord } from '@millrace/contract';
import { endpoint } from '../../../core/http/endpoint.ts';
import { linkPages, readCursorPage } from '../../../core/http/cursors.ts';
import { actionOfEventType, actionsOfSource } from './actions.ts';
import { selectEvents, type EventFilter } from './event-page.ts';
import { toAuditJson } from './json.ts';
import { periodOfEvents } from './rules.ts';

/** The path of the list. */
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

  async run({ actor, tx, publicUrl, query }) {
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
