/** Filters of webhooks: the condition for the events of its types that a webhook receives. */
import { readScimFilter, scimFilterFault, type ScimFilter } from '../../../core/http/scim-filter.ts';

/** The fields of an event that a filter can use. The attributes `id` and `topLevelResourceId` are both the id of its record. */
export type FilteredEvent = { spaceId: string | null; topLevelResourceId: string | null; data: unknown };

/** The only event type whose data a filter can compare. */
const RELOAD_FINISHED = 'com.service.v1.app.reload.finished';

type Reader = (event: FilteredEvent) => string | null;

const READERS: Readonly<Record<string, Reader>> = {
  id: (event) => event.topLevelResourceId,
  spaceid: (event) => event.spaceId,
  toplevelresourceid: (event) => event.topLevelResourceId,
  'data.status': ({ data }) => {
    const status: unknown = (data as { status?: unknown } | null)?.status;
    return typeof status === 'string' ? status : null;
  },
};

/** Returns whether an event fits. */
type EventPredicate = (event: FilteredEvent) => boolean;

/**
 * Reads the filter of a webhook with these event types, or refuses it.
 * @rule webhooks.create.filter
 * @rule webhooks.create.reload-status
 */
export function readEventFilter(text: string, eventTypes: readonly string[]): EventPredicate {
  return predicateOf(readScimFilter(text), eventTypes.length === 1 && eventTypes[0] === RELOAD_FINISHED ? STATUSES : 'refused');
}

/** Reads the stored filter of a webhook, which may be older than a check; without a filter, all events fit. */
export const storedEventFilter = (filter: string | null): EventPredicate =>
  filter === null ? () => true : predicateOf(readScimFilter(filter), 'any');

/** The values with which a filter can compare data.status. */
type AcceptedStatuses = ReadonlySet<string> | 'any' | 'refused';

const STATUSES: AcceptedStatuses = new Set(['ok', 'error']);

function predicateOf(filter: ScimFilter, statuses: AcceptedStatuses): EventPredicate {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const parts = filter.parts.map((part) => predicateOf(part, statuses));
    return filter.kind === 'and' ? (event) => parts.every((fits) => fits(event)) : (event) => parts.some((fits) => fits(event));
  }
  if (filter.kind !== 'compare') throw scimFilterFault(`only comparisons by eq and ne are possible here`, filter.at);
  const { path, operator, value, at } = filter;
  const name = path.sub === undefined ? path.attribute : `${path.attribute}.${path.sub}`;
  const read = path.schema === undefined && Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) throw scimFilterFault(`events have no attribute '${name}' to compare; expected id, spaceId or topLevelResourceId`, at);
  if (name === 'data.status' && statuses === 'refused')
    throw scimFilterFault(`data.status can be compared only if ${RELOAD_FINISHED} is the only event type`, at);
  if (operator !== 'eq' && operator !== 'ne') throw scimFilterFault(`the operator ${operator} is not possible here; expected eq or ne`, at);
  if (typeof value !== 'string') throw scimFilterFault(`${JSON.stringify(value)} is not a text; write it in double quotes`, at);
  const wanted = value.toLowerCase();
  if (name === 'data.status' && typeof statuses !== 'string' && !statuses.has(wanted))
    throw scimFilterFault(`data.status is never ${JSON.stringify(value)}; expected "ok" or "error"`, at);
  const isEqual = operator === 'eq';
  return (event) => (read(event)?.toLowerCase() === wanted) === isEqual;
}
