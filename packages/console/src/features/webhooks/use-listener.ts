/** Listens for events in place of a webhook. */
import { useEffect, useState } from 'react';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';

const WAIT = 20;
const MAX_EVENTS = 50;

/** Starts and ends a listener. It also ends when the page is left. */
export function useListener() {
  const [request, setRequest] = useState<Schema<'WebhookListenerRequest'>>();
  const [events, setEvents] = useState<readonly Schema<'ListenedEvent'>[]>([]);
  const [error, setError] = useState<Error>();
  useEffect(() => {
    if (!request) return undefined;
    const end = new AbortController();
    let id: string | undefined;
    async function follow(body: Schema<'WebhookListenerRequest'>): Promise<void> {
      ({ id } = (await api.call('POST /api/v1/webhook-listeners', { body })).body);
      for (let after: string | undefined; !end.signal.aborted;) {
        const answer = await api.call('GET /api/v1/webhook-listeners/{id}/events', {
          path: { id },
          query: { waitSeconds: WAIT, ...(after !== undefined && { after }) },
          signal: end.signal,
        });
        ({ after } = answer.body);
        const { data } = answer.body;
        if (data.length > 0) setEvents((earlier) => [...data.toReversed(), ...earlier].slice(0, MAX_EVENTS));
      }
    }
    follow(request).catch((problem: unknown) => {
      if (end.signal.aborted) return;
      setError(problem instanceof Error ? problem : new Error(String(problem)));
      setRequest(undefined);
    });
    return () => {
      end.abort();
      // The deletion may fail: a listener that no longer asks for events ends anyway.
      if (id !== undefined) api.call('DELETE /api/v1/webhook-listeners/{id}', { path: { id } }).catch(() => undefined);
    };
  }, [request]);
  return {
    isListening: request !== undefined,
    events,
    error,
    listen: (body: Schema<'WebhookListenerRequest'>) => {
      setError(undefined);
      setEvents([]);
      setRequest(body);
    },
    stop: () => setRequest(undefined),
  };
}
