/** The incidents of the alert rules of the person. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useCursorList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { alertMessages } from './messages.ts';

const route = getRouteApi('/alerts');

const REFRESH_INTERVAL = 5000;

/** The table. It is refreshed while it is visible. */
export function AlertIncidentTable(): ReactNode {
  const text = useText(alertMessages);
  const { incidents, rule } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { open: incidents === 'open' ? true : undefined, alertId: rule };
  const { rows, error, isPending, hasMore, onEnd } = useCursorList('GET /api/v1/alerts/incidents', query, { every: REFRESH_INTERVAL });
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('incidents')}</h2>
        <ChoiceField
          label={text('incidents')}
          isLabelHidden
          value={incidents ?? 'all'}
          options={[
            { id: 'all', name: text('all') },
            { id: 'open', name: text('openIncidents') },
          ]}
          onChange={(id) =>
            void navigate({ search: (search) => ({ ...search, incidents: id === 'open' ? id : undefined }), replace: true })
          }
        />
      </div>
      {error && <ErrorNote error={error} />}
      <DataTable
        label={text('incidents')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState title={text('noIncidents')}>
            <p>{text('noIncidentsHint')}</p>
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsOf = (text: TextOf<typeof alertMessages>): TableColumn<Schema<'AlertIncident'>>[] => [
  {
    id: 'state',
    header: text('status'),
    width: '8rem',
    cell: ({ endedAt }) => (
      <StatusMark tone={endedAt === undefined ? 'bad' : 'good'}>{text(endedAt === undefined ? 'open' : 'ended')}</StatusMark>
    ),
  },
  {
    id: 'name',
    header: text('name'),
    cell: ({ name, executionId }, focus) =>
      executionId === undefined ? (
        <span {...focus} dir="auto" title={name}>
          {name}
        </span>
      ) : (
        <Link {...focus} to="/runs/$executionId" params={{ executionId }} dir="auto" title={name}>
          {name}
        </Link>
      ),
  },
  { id: 'opened', header: text('opened'), width: '13.5rem', isWide: true, cell: ({ openedAt }) => <TimeText at={openedAt} /> },
  {
    id: 'ended',
    header: text('endedAt'),
    width: '13.5rem',
    isWide: true,
    cell: ({ endedAt }) => (endedAt === undefined ? text('lasts') : <TimeText at={endedAt} />),
  },
  { id: 'notified', header: text('notified'), width: '13.5rem', isWide: true, cell: ({ toldAt }) => <TimeText at={toldAt} /> },
  { id: 'failures', header: text('failures'), width: '5.5rem', align: 'end', isWide: true, cell: ({ failures }) => failures },
];
