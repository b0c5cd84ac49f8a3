import { endpoint } from '../../../core/http/endpoint.ts';
import { deliveryBody, type StoredEvent } from '../outbox/index.ts';
import { renewListener } from './access.ts';
import { awaitEvents } from './await-events.ts';

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
    return { status: 200, body: { data: events.map(bodyOf), after: last.replaceAll('-', '') } };
  },
});
