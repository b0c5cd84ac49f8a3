/** Cursors of the pages of events: the place of an event in the order, unreadable for clients. */
import { invalid } from '../../../core/base/problem.ts';

/** The place of an event: its action and its id. */
export type EventPlace = { action: string; id: string };

/** Writes a cursor. */
export const toCursor = ({ action, id }: EventPlace): string => Buffer.from(`${id} ${action}`).toString('base64url');

/**
 * Reads a cursor.
 * @rule audit-log.audits.cursor
 */
export function readCursor(cursor: string): EventPlace {
  const [, id, action] = /^([0-9a-f-]{36}) ([a-z.-]{1,200})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (id !== undefined && action !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return { id, action };
  throw invalid('malformed_request', 'The cursor is not one of this list: follow the links of an answer.');
}
