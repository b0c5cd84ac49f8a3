/** Tests the filter of a webhook with real events, and saves it. */
import { useEffect, useState, type ReactNode } from 'react';
import type { BodyOf, Schema } from '@millrace/contract';
import { api, useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ScrollText } from '../../ui/scroll-areas.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { webhookMessages } from './messages.ts';
import styles from './webhooks.module.css';

/** A field for the filter, and the new events that match it. */
export function FilterTester({ webhook }: { webhook: Schema<'Webhook'> }): ReactNode {
  const text = useText(webhookMessages);
  const [{ filter, secret }, draft] = useDraft({ filter: webhook.filter ?? '', secret: '' });
  const { isListening, events, error, listen, stop } = useListener();
  const save = useChange('PUT /api/v1/webhooks/{id}', {
    refreshes: ['GET /api/v1/webhooks/{id}', 'GET /api/v1/webhooks'],
    notice: text('filterSaved'),
  });
  const isChanged = filter !== (webhook.filter ?? '');
  useUnsaved(isChanged && !save.isPending);
  return (
    <Card title={text('tester')}>
      <p className="hint">{text('testerHint')}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          listen({ eventTypes: webhook.eventTypes, level: webhook.level, ...(filter && { filter }) });
        }}
      >
        <TextField label={text('filter')} hint={text('filterHint')} {...draft.field('filter')} isDisabled={isListening} />
        {isChanged && webhook.secretKeyAdded && (
          <TextField
            label={text('sameSecret')}
            hint={text('sameSecretHint')}
            type="password"
            autoComplete="off"
            {...draft.field('secret')}
          />
        )}
        <ErrorNote error={error ?? save.error} />
        <div className="buttons">
          {/* The keys make these two separate elements. Otherwise a press of Stop would submit the form by the button that replaces it. */}
          {isListening ? (
            <ActionButton key="stop" onPress={stop}>
              {text('stopListening')}
            </ActionButton>
          ) : (
            <ActionButton key="listen" type="submit">
              {text('listen')}
            </ActionButton>
          )}
          <ActionButton
            isDisabled={!isChanged}
            isPending={save.isPending}
            onPress={() => save.mutate({ path: { id: webhook.id }, body: withFilter(webhook, filter, secret) })}
          >
            {text('saveFilter')}
          </ActionButton>
        </div>
      </form>
      <p role="status" className="hint">
        {isListening && (events.length === 0 ? text('listening') : text('received', { count: events.length }))}
      </p>
      <ul className={styles['receivedEvents']}>
        {events.map((event) => (
          <li key={event.id}>
            <details>
              <summary>
                <TimeText at={event.time} form="second" /> {event.type}
              </summary>
              <ScrollText label={event.type}>{JSON.stringify(event, undefined, 2)}</ScrollText>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The body that changes the filter. The operation replaces the whole webhook, so the body repeats all other values; the secret cannot be read. */
const withFilter = (
  { name, url, description, enabled, eventTypes, headers, encryptedHeaders, checkCertificateRevocation }: Schema<'Webhook'>,
  filter: string,
  secret: string,
): BodyOf<'PUT /api/v1/webhooks/{id}'> => ({
  name,
  url,
  enabled,
  eventTypes,
  headers,
  encryptedHeaders,
  checkCertificateRevocation,
  ...(description !== undefined && { description }),
  ...(filter !== '' && { filter }),
  ...(secret !== '' && { secret }),
});

const WAIT_SECONDS = 20;
const MAX_EVENTS = 50;

/** Listens for events in place of a webhook: starts and ends a listener. It also ends when the page is left. */
function useListener() {
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
          query: { waitSeconds: WAIT_SECONDS, ...(after !== undefined && { after }) },
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
