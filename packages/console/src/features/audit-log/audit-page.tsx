/** The audit log: live, with typed filters. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { useCursorList } from '../../app/lists.ts';
import { PAST_PERIOD_NAMES, PAST_PERIODS, type PastPeriod } from '../../app/search.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useAccountName } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { AuditEntryDialog } from './audit-entry.tsx';
import { auditMessages } from './messages.ts';

const route = getRouteApi('/admin/audit');

/** The filters of the log. */
type AuditFilters = {
  type?: string | undefined;
  source?: string | undefined;
  user?: string | undefined;
  period?: PastPeriod | undefined;
  entry?: string | undefined;
};

const REFRESH_INTERVAL = 3000;
/** The start of a period is rounded down to a multiple of this, so that the query, and with it the cached list, does not change all the time. */
const STEP = 300_000;
const ANY = 'any';

/** An event type or source without the prefix that all have in common. */
const shortName = (name: string): string => name.replace(/^com\.service(?:\.v1\.|\/)/, '');

/** The page. */
export function AuditPage(): ReactNode {
  const text = useText(auditMessages);
  const { environment, entry, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { type, source, user, period } = filters;
  const begin = period && Math.floor((serverNow() - PAST_PERIODS[period]) / STEP) * STEP;
  const query = {
    eventType: type,
    source,
    userId: user,
    eventTime: begin === undefined ? undefined : `${new Date(begin).toISOString()}/`,
  };
  const { rows, error, isPending, hasMore, onEnd, refetch } = useCursorList('GET /api/v1/audits', query, { every: REFRESH_INTERVAL });
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const change = (changed: AuditFilters): void => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true });
  const open = rows.find(({ id }) => id === entry);
  return (
    <div className="page-fill">
      <PageHead title={text('title')} />
      <AuditFilterBar filters={filters} onChange={change} />
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          <EmptyState
            title={isFiltered ? text('noneFits') : text('empty')}
            action={isFiltered && <ActionButton onPress={() => void navigate({ search: { environment } })}>{text('clear')}</ActionButton>}
          >
            <p>{isFiltered ? text('noneFitsHint') : text('noneHint')}</p>
          </EmptyState>
        }
      />
      {entry !== undefined && <AuditEntryDialog id={entry} known={open} onClose={() => change({ entry: undefined })} />}
    </div>
  );
}

function AuditFilterBar({ filters, onChange }: { filters: AuditFilters; onChange: (changed: AuditFilters) => void }): ReactNode {
  const text = useText(auditMessages);
  const mayFindUsers = useMay('SVC_USER_MANAGEMENT');
  const { data: types } = useRead('GET /api/v1/audits/types', {});
  const { data: sources } = useRead('GET /api/v1/audits/sources', {});
  const { type, source, user, period } = filters;
  const any = { id: ANY, name: text('any') } as const;
  return (
    <div className="filters" role="search">
      <ChoiceField
        label={text('period')}
        value={period ?? ANY}
        options={[any, ...PAST_PERIOD_NAMES.map((id) => ({ id, name: text(`period${id}`) }))]}
        onChange={(id) => onChange({ period: id === ANY ? undefined : id })}
      />
      <ChoiceField
        label={text('source')}
        value={source ?? ANY}
        options={[any, ...(sources?.data ?? []).map((id) => ({ id, name: shortName(id) }))]}
        onChange={(id) => onChange({ source: id === ANY ? undefined : id })}
      />
      <FindField
        label={text('type')}
        empty={text('nothingFits')}
        placeholder={type === undefined ? text('any') : shortName(type)}
        options={(types?.data ?? []).map((id) => ({ id, name: shortName(id) }))}
        onChoose={(id) => onChange({ type: id })}
      />
      {mayFindUsers && <UserField label={text('user')} onChoose={(id) => onChange({ user: id })} />}
      {type !== undefined && <Chosen name={shortName(type)} onRemove={() => onChange({ type: undefined })} />}
      {user !== undefined && <ChosenUser id={user} onRemove={() => onChange({ user: undefined })} />}
    </div>
  );
}

function Chosen({ name, onRemove }: { name: string; onRemove: () => void }): ReactNode {
  const text = useText();
  return (
    <ActionButton aria-label={text('remove', { name: name })} icon="close" onPress={onRemove}>
      {name}
    </ActionButton>
  );
}

function ChosenUser({ id, onRemove }: { id: string; onRemove: () => void }): ReactNode {
  const text = useText(auditMessages);
  const name = useAccountName(id);
  return <Chosen name={text('onlyUser', { name })} onRemove={onRemove} />;
}

/** Statuses from this number on are errors. */
const FIRST_ERROR_STATUS = 400;

const columnsOf = (text: TextOf<typeof auditMessages>): TableColumn<Schema<'Audit'>>[] => [
  { id: 'time', header: text('time'), width: '13.5rem', cell: ({ eventTime }) => <TimeText at={eventTime} /> },
  {
    id: 'account',
    header: text('account'),
    width: '9rem',
    isWide: true,
    cell: ({ data: { username } }) => (
      <span dir="auto" title={username}>
        {username || '–'}
      </span>
    ),
  },
  {
    id: 'type',
    header: text('type'),
    cell: ({ id, eventType }, focus) => (
      <Link {...focus} from="/admin/audit" to="." search={(search) => ({ ...search, entry: id })} title={eventType}>
        {shortName(eventType)}
      </Link>
    ),
  },
  {
    id: 'call',
    header: text('call'),
    isWide: true,
    cell: ({ data: { request } }) => (
      <span title={`${request.method} ${request.url}`}>
        {request.method} {request.url}
      </span>
    ),
  },
  {
    id: 'answer',
    header: text('answer'),
    width: '5.5rem',
    isWide: true,
    cell: ({ data: { response } }) => (
      <StatusMark tone={Number(response.code) < FIRST_ERROR_STATUS ? 'good' : 'bad'}>{response.code}</StatusMark>
    ),
  },
  { id: 'address', header: text('address'), width: '8rem', isWide: true, cell: ({ data: { clientIp } }) => clientIp },
];
