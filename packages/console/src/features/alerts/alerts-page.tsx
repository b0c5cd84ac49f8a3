/** The alert rules of the person, and their incidents. */
import type { Schema } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { serverNow, useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { shellMessages } from '../../app/shell-messages.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { NameLink } from '../../ui/links.tsx';
import { DeleteButton, useDialogButton } from '../../ui/dialogs.tsx';
import { Card, EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, TimeText, useZone } from '../../ui/time-text.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { alertMessages } from './messages.ts';

/** The page. */
export function AlertsPage(): ReactNode {
  const text = useText(alertMessages);
  const shell = useText(shellMessages);
  const { environments } = useEnvironment();
  const creation = useDialogButton(text('new'), (close) => <AlertDialog onClose={close} />);
  // A rule watches something of an environment that the person sees.
  const seesNone = environments?.length === 0;
  return (
    <>
      <PageHead title={text('alerts')}>{!seesNone && creation.button}</PageHead>
      {seesNone && <p className="hint">{`${shell('noWorkspace')}. ${shell('noWorkspaceHint')}`}</p>}
      <AlertRules />
      <AlertIncidentTable />
      {creation.dialog}
    </>
  );
}

const ALERTS = 'GET /api/v1/alerts';
const HOUR = 3_600_000;
/** The hours for which a rule can be snoozed. */
const SNOOZE_HOURS = [1, 4, 24] as const;

/** The list of the alert rules of the signed-in person, each with its actions. */
function AlertRules(): ReactNode {
  const text = useText(alertMessages);
  return (
    <Card title={text('rules')}>
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
    </Card>
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
        <DeleteButton name={name} hint={text('deleteHint')} change={remove} input={{ path }} />
      </span>
      <ErrorNote error={refusal} />
      {isEditing && <AlertDialog rule={rule} onClose={() => setIsEditing(false)} />}
    </li>
  );
}

const REFRESH_INTERVAL = 5000;

/** The table of the incidents of the alert rules of the person. It is refreshed while it is visible. */
function AlertIncidentTable(): ReactNode {
  const text = useText(alertMessages);
  const { filters, chosen } = useFilters('/alerts');
  const query = { open: filters.incidents === 'open' ? true : undefined, alertId: filters.rule };
  return (
    <Card
      title={text('incidents')}
      actions={
        <FilterChoice
          label={text('incidents')}
          isLabelHidden
          any={text('all')}
          {...chosen('incidents')}
          options={[{ id: 'open', name: text('openIncidents') }]}
        />
      }
    >
      <DataTable
        text={text}
        label={text('incidents')}
        list={useCursorList('GET /api/v1/alerts/incidents', { query }, { every: REFRESH_INTERVAL })}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'status',
            width: '8rem',
            render: ({ endedAt }) => (
              <StatusMark tone={endedAt === undefined ? 'bad' : 'good'}>{text(endedAt === undefined ? 'open' : 'ended')}</StatusMark>
            ),
          },
          {
            id: 'name',
            render: ({ name, executionId }, focus) =>
              executionId === undefined ? (
                <span {...focus} dir="auto" title={name}>
                  {name}
                </span>
              ) : (
                <NameLink {...focus} to="/runs/$executionId" params={{ executionId }} name={name} />
              ),
          },
          { id: 'opened', width: '11rem', isWide: true, render: ({ openedAt }) => <TimeText at={openedAt} /> },
          {
            id: 'endedAt',
            width: '11rem',
            isWide: true,
            render: ({ endedAt }) => (endedAt === undefined ? text('lasts') : <TimeText at={endedAt} />),
          },
          { id: 'notified', width: '11rem', isWide: true, render: ({ toldAt }) => <TimeText at={toldAt} /> },
          { id: 'failures', width: '5.5rem', align: 'end', isWide: true, render: ({ failures }) => failures },
        ]}
        empty={<EmptyState title={text('noIncidents')} hint={text('noIncidentsHint')} />}
      />
    </Card>
  );
}
