import { endpoint } from '../../../core/http/endpoint.ts';
import { eventLinks, eventOrder } from './event-links.ts';
import { actionOfEventType, actionsOfSource } from './actions.ts';
import { selectEvents, type EventFilter } from './event-page.ts';
import { toAuditJson } from './json.ts';
import { periodOfEvents } from './rules.ts';

/** The path of the list. */
const PATH = '/api/v1/audits';

/**
 * Lists the entries of the tenant as events.
 * @rule audit-log.audits.filters
 * @rule audit-log.audits.sort
 */
export const listAudits = endpoint('GET /api/v1/audits', {
  allow: 'AUDIT_LOGS_VIEW',

  async run({ actor, tx, publicUrl, query }) {
    const period = periodOfEvents(query.eventTime);
    const order = eventOrder(query);
    // A type or source of another form selects nothing.
    const filter: EventFilter = {
      period,
      account: query.userId,
      ids: query.id?.split(','),
      action: query.eventType === undefined ? undefined : (actionOfEventType(query.eventType) ?? ''),
      actions: query.source === undefined ? undefined : (actionsOfSource(query.source) ?? { from: '', to: '' }),
    };
    const rows = await selectEvents(tx, actor, filter, { ...order.read, limit: order.limit + 1 });

    const address = publicUrl() + PATH;
    const { shown, links } = eventLinks(address, query, order, rows);
    return { status: 200, body: { data: shown.map((row) => toAuditJson(row, address)), links } };
  },
});
