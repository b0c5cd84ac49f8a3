/** The incidents of the alert rules of the person. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { DataTable, NameLink } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { alertMessages } from './messages.ts';

const REFRESH_INTERVAL = 5000;

/** The table. It is refreshed while it is visible. */
export function AlertIncidentTable(): ReactNode {
  const text = useText(alertMessages);
  const { filters, chosen } = useFilters('/alerts');
  const query = { open: filters.incidents === 'open' ? true : undefined, alertId: filters.rule };
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('incidents')}</h2>
        <FilterChoice
          label={text('incidents')}
          isLabelHidden
          any={text('all')}
          {...chosen('incidents')}
          options={[{ id: 'open', name: text('openIncidents') }]}
        />
      </div>
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
          { id: 'opened', width: '13.5rem', isWide: true, render: ({ openedAt }) => <TimeText at={openedAt} /> },
          {
            id: 'endedAt',
            width: '13.5rem',
            isWide: true,
            render: ({ endedAt }) => (endedAt === undefined ? text('lasts') : <TimeText at={endedAt} />),
          },
          { id: 'notified', width: '13.5rem', isWide: true, render: ({ toldAt }) => <TimeText at={toldAt} /> },
          { id: 'failures', width: '5.5rem', align: 'end', isWide: true, render: ({ failures }) => failures },
        ]}
        empty={
          <EmptyState title={text('noIncidents')}>
            <p>{text('noIncidentsHint')}</p>
          </EmptyState>
        }
      />
    </section>
  );
}
