/** A field that chooses event types. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useEventTypeName } from './event-type-name.ts';
import { webhookMessages } from './messages.ts';
import styles from './webhooks.module.css';

type EventTypeListProps = { level: Schema<'WebhookLevel'>; values: readonly string[]; onChange: (types: string[]) => void };

/** The types that a webhook of a level can receive, with a search field. Chosen types are always shown. */
export function EventTypeList({ level, values, onChange }: EventTypeListProps): ReactNode {
  const text = useText(webhookMessages);
  const [typed, setTyped] = useState('');
  const { data, error } = useRead('GET /api/v1/webhooks/event-types', {});
  const nameOf = useEventTypeName();
  const fits = ({ name, title, category }: Schema<'EventType'>): boolean =>
    `${name} ${nameOf(name) ?? ''} ${title} ${category}`.toLowerCase().includes(typed.trim().toLowerCase());
  const shown = (data?.data ?? []).filter((type) => type.levels.includes(level) && (values.includes(type.name) || fits(type)));
  if (error) return <ErrorNote error={error} />;
  return (
    <div className={styles['eventTypes']}>
      <TextField
        type="search"
        aria-label={text('types')}
        placeholder={text('types')}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
      />
      <div className={styles['eventTypesList']}>
        <CheckList
          label={text('typeCount', { count: values.length })}
          values={values}
          options={shown.map(({ name, title }) => ({ id: name, name: nameOf(name) ?? title, hint: name }))}
          onChange={onChange}
        />
        {data && shown.length === 0 && <p className="hint">{text('nothingFits')}</p>}
      </div>
    </div>
  );
}
