import { asWritten, writtenAmong } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTenant } from '../../accounts/users/index.ts';
import { subscribeTo } from '../outbox/index.ts';
import { requireKnownTypes, requireMayOwn, neutralTypes, readEventFilter } from '../webhooks/index.ts';
import { insertListener, selectListenerCount } from './queries.ts';
import { requireRoomForListener } from './rules.ts';

/**
 * Creates a listener of the caller.
 * @rule webhook-listeners.create.level
 */
export const createWebhookListener = endpoint('POST /api/v1/webhook-listeners', {
  allow: 'signed-in',

  async run({ actor, tx, body, wordsSent }) {
    const { level = 'user' } = body;
    const filter = body.filter || undefined;
    const eventTypes = neutralTypes(body.eventTypes);
    requireMayOwn(actor, level, undefined);
    requireKnownTypes(eventTypes, level);
    if (filter !== undefined) readEventFilter(filter, eventTypes);
    await lockTenant(tx, actor);
    requireRoomForListener((await selectListenerCount(tx, actor)).count);

    const written = writtenAmong(eventTypes, wordsSent);
    const listener = { id: newId(), level, event_types: eventTypes, vendor_words: written, filter: filter ?? null };
    const row = await insertListener(tx, actor, listener);
    await subscribeTo(tx, { tenant: actor.tenant, kind: 'listener', id: row.id }, eventTypes);
    return {
      status: 201,
      body: {
        id: row.id,
        eventTypes: asWritten(eventTypes, written),
        level,
        ...(filter !== undefined && { filter }),
        expiresAt: row.expires_at.toISOString(),
      },
    };
  },
});
