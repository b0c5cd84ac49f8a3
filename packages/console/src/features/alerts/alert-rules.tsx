/** The alert rules of the signed-in person. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow, useChange } from '../../app/api.ts';
import { useCursorList } from '../../app/lists.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { alertMessages } from './messages.ts';

const ALERTS = 'GET /api/v1/alerts';
const HOUR = 3_600_000;
/** The hours for which a rule can be snoozed. */
const SNOOZE_HOURS = [1, 4, 24] as const;

/** The list of the rules, each with its actions. */
export function AlertRules(): ReactNode {
  const text = useText(alertMessages);
  return (
    <section className="card">
      <h2>{text('rules')}</h2>
      <ItemList
        label={text('rules')}
        list={useCursorList(ALERTS, {})}
        empty={
          <p>
            {text('empty')} <span className="hint">{text('emptyHint')}</span>
          </p>
        }
      >
        {(rule) => <AlertRule key={rule.id} rule={rule} />}
      </ItemList>
    </section>
  );
}

function AlertRule({ rule }: { rule: Schema<'Alert'> }): ReactNode {
  const { id, name, condition, enabled, snoozedUntil } = rule;
  const [isEditing, setIsEditing] = useState(false);
  const text = useText(alertMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const path = { id };
  const change = useChange('PATCH /api/v1/alerts/{id}', { refreshes: [ALERTS] });
  const snooze = useChange('POST /api/v1/alerts/{id}/actions/snooze', { refreshes: [ALERTS] });
  const remove = useChange('DELETE /api/v1/alerts/{id}', {
    refreshes: [ALERTS, 'GET /api/v1/alerts/incidents'],
    notice: text('deleted'),
  });
  const isSilent = snoozedUntil !== undefined && Date.parse(snoozedUntil) > serverNow();
  const snoozeUntil = (time: number): void => snooze.mutate({ path, body: { until: new Date(time).toISOString() } });
  const refusal = change.error ?? snooze.error;
  return (
    <li>
      <StatusMark tone={!enabled ? 'off' : isSilent ? 'waits' : 'good'}>{text(enabled ? 'on' : 'disabled')}</StatusMark>
      <strong dir="auto">{name}</strong>
      <span className="hint">
        {text(condition as 'run_failed')}
        {isSilent && ` · ${text('snoozed', { time: timeText(snoozedUntil, 'minute', language, zone) })}`}
      </span>
      <span className="row-end inline-actions">
        {isSilent ? (
          <ActionButton isPending={snooze.isPending} onPress={() => snoozeUntil(serverNow() - HOUR)}>
            {text('wake')}
          </ActionButton>
        ) : (
          <ActionMenu button={<ActionButton>{text('snooze')}</ActionButton>} label={text('snooze')}>
            {SNOOZE_HOURS.map((hours) => (
              <MenuAction key={hours} onAction={() => snoozeUntil(serverNow() + hours * HOUR)}>
                {text('snoozeHours', { count: hours })}
              </MenuAction>
            ))}
          </ActionMenu>
        )}
        <ActionButton aria-label={text('changeName', { name })} onPress={() => setIsEditing(true)}>
          {text('change')}
        </ActionButton>
        <ActionButton isPending={change.isPending} onPress={() => change.mutate({ path, body: { enabled: !enabled } })}>
          {text(enabled ? 'disable' : 'enable')}
        </ActionButton>
        <DeleteButton name={name} hint={text('deleteHint')} change={remove} onDelete={() => remove.mutate({ path })} />
      </span>
      <ErrorNote error={refusal} />
      {isEditing && <AlertDialog rule={rule} onClose={() => setIsEditing(false)} />}
    </li>
  );
}
