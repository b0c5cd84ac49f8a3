import { asWritten, wordsStoredAsTheirs } from '@millrace/contract';
import { newId } from '../../../core/base/id.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { lockTenant } from '../../accounts/people/index.ts';
import { deliveryBody, type StoredEvent, subscribeTo } from '../outbox/index.ts';
import { neutralTypes, readEventFilter, requireKnownTypes, requireMayOwn } from '../webhooks/index.ts';
import { awaitEvents } from './await-events.ts';
import { insertListener, lockListener, removeListener, renewListener, selectListenerCount } from './rows.ts';
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

    const written = wordsStoredAsTheirs(eventTypes, wordsSent);
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

/**
 * Answers with the next events of a listener. It waits outside of a transaction.
 * @rule webhook-listeners.events.words
 */
export const listListenerEvents = endpoint('GET /api/v1/webhook-listeners/{id}/events', {
  allow: 'signed-in',
  transaction: 'none',

  async run({ db, actor, path, query, signal }) {
    const listener = await db.transaction((tx) => renewListener(tx, actor, path.id));
    const { after = listener.id, waitSeconds = 0 } = query;
    const { events, last } = await awaitEvents(db.reader, actor, listener, { after, milliseconds: waitSeconds * 1000, signal });
    const bodyOf = (event: StoredEvent) => JSON.parse(deliveryBody(event, true, listener.vendor_words.includes(event.type)));
    // A cursor is an id without hyphens.
    return { status: 200, body: { data: events.map(bodyOf), after: last.replaceAll('-', '') } };
  },
});

/** Deletes a listener of the caller. */
export const deleteWebhookListener = endpoint('DELETE /api/v1/webhook-listeners/{id}', {
  allow: 'signed-in',

  async run({ actor, tx, path }) {
    const { id } = await lockListener(tx, actor, path.id);

    await removeListener(tx, id);
    return { status: 204 };
  },
});
