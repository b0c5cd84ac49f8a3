/** Tries out a filter with real events. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { webhookMessages } from './messages.ts';
import { useHeardEvents } from './use-heard-events.ts';
import './webhooks.css';

/** A field for the filter, and the events that fit from now on. */
export function FilterTester({ webhook }: { webhook: Schema<'Webhook'> }): ReactNode {
  const text = useText(webhookMessages);
  const [filter, setFilter] = useState(webhook.filter ?? '');
  const { isListening, events, error, listen, stop } = useHeardEvents();
  return (
    <section className="card">
      <h2>{text('tester')}</h2>
      <p className="hint">{text('testerHint')}</p>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          listen({ eventTypes: webhook.eventTypes, level: webhook.level, ...(filter && { filter }) });
        }}
      >
        <TextField label={text('filter')} hint={text('filterHint')} value={filter} onChange={setFilter} isDisabled={isListening} />
        {error && <ErrorNote error={error} />}
        <div className="buttons">
          {isListening ? (
            <ActionButton onPress={stop}>{text('stop')}</ActionButton>
          ) : (
            <ActionButton type="submit">{text('listen')}</ActionButton>
          )}
        </div>
      </form>
      <p role="status" className="hint">
        {isListening && (events.length === 0 ? text('listening') : text('received', { count: events.length }))}
      </p>
      <ul className="heard">
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
    </section>
  );
}
