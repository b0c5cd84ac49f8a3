/** The list of the run profiles of an environment. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useOffsetList } from '../../app/lists.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type RowFocus, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useRuntimeOptions } from '../tasks/runtime-text.ts';
import { runProfileMessages } from './messages.ts';

const route = getRouteApi('/setup/run-profiles');

const SEARCH = 'POST /processing/run-profiles/search';

type Profile = Schema<'BaseRunProfile'>;

/** The page. */
export function RunProfilesPage(): ReactNode {
  const text = useText(runProfileMessages);
  const { name } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const runtimes = new Map(useRuntimeOptions().map((option) => [option.runtime.id, option.name]));
  const { rows, error, isPending, hasMore, onEnd, refetch } = useOffsetList<Profile>(
    SEARCH,
    { environment: environment?.id, name },
    async (page, signal) => {
      const filters = { scopeIds: [environment?.id ?? ''], sortOrder: 'ASC' as const, ...(name !== undefined && { name }) };
      return (await api.call(SEARCH, { body: { ...filters, ...page }, signal })).body;
    },
    { enabled: environment !== undefined },
  );
  const onName = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, name: typed || undefined }), replace: true }),
    [navigate],
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')} />
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name ?? ''} onChange={onName} />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, runtimes)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          name === undefined ? (
            <EmptyState
              title={text('empty')}
              action={
                <Link to="/engines" className="button">
                  {text('RE')}
                </Link>
              }
            >
              <p>{text('noneHint')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={text('noMatch')} />
          )
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof runProfileMessages>, runtimes: ReadonlyMap<string | undefined, string>): TableColumn<Profile>[] => [
  { id: 'name', header: text('name'), cell: (profile, focus) => <ProfileName profile={profile} focus={focus} /> },
  {
    id: 'of',
    header: text('of'),
    width: '16rem',
    cell: ({ processorType, processorId }) => <bdi>{runtimes.get(processorId) ?? text(processorType)}</bdi>,
  },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
  {
    id: 'changed',
    header: text('changed'),
    width: '12rem',
    isWide: true,
    cell: ({ updateDate }) => <TimeText at={updateDate} form="minute" />,
  },
];

/** The name, as a link to the page that changes the run profile. */
function ProfileName({ profile: { name, processorType, processorId }, focus }: { profile: Profile; focus: RowFocus }): ReactNode {
  if (processorType === 'RE')
    return (
      <Link {...focus} to="/engines/$engineId" params={{ engineId: processorId }} dir="auto" title={name}>
        {name}
      </Link>
    );
  if (processorType === 'REC')
    return (
      <Link {...focus} to="/setup/clusters/$clusterId" params={{ clusterId: processorId }} dir="auto" title={name}>
        {name}
      </Link>
    );
  return (
    <span {...focus} dir="auto" title={name}>
      {name}
    </span>
  );
}
